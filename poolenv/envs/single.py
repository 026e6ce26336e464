"""PoolEnv: one table behind Gymnasium's interface, row 0 of a batch of one."""

from __future__ import annotations

import copy
from typing import Any, Self, Unpack

import gymnasium
import numpy as np
from numpy.typing import NDArray

from poolenv.envs.settings import Keywords, choose, settings_of
from poolenv.envs.start import root_seed
from poolenv.envs.versus import make_batch
from poolenv.rng import seed_words

_ROW = np.ones(1, dtype=np.bool_)
_NO_ROW = np.zeros(1, dtype=np.bool_)


class PoolEnv(gymnasium.Env[NDArray[Any], Any]):
    """DOC"""

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str = "nine_ball",
        *,
        render_mode: str | None = None,
        **keywords: Unpack[Keywords],
    ) -> None:
        if render_mode is not None:
            choose("render_mode", render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.settings = settings_of(game, keywords)
        self.batch = make_batch(self.settings, 1, 1)
        self.observation_space = self.batch.observation_space
        self.action_space = self.batch.action_space
        self._over = True
        self._seeded_by: np.random.Generator | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a new episode.

        Args:
            seed: seeds the table's random word; None goes on drawing from it.
            options: ``position`` (balls on the table instead of a rack), ``breaker`` (the player who
                acts first, 0 or 1) and ``ball_in_hand`` (False, True, "head" or "table").

        Returns:
            Observation of the player to act, info.

        Raises:
            ValueError: for an unknown option or an impossible start, naming what was expected.
        """
        super().reset(seed=seed)
        if self._seeded_by is not self.np_random:
            self.batch.world.rng[:] = seed_words(root_seed(self.np_random, self.np_random_seed), 1)
            self._seeded_by = self.np_random
        self.batch.reset(_ROW, self.batch.start(options))
        self._over = False
        return self.batch.observe()[0], self._info()

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play one visit, or one decision with ``pace="decision"``.

        Returns:
            Observation of the player to act next, reward of the player who acted, terminated,
            truncated, info.

        Raises:
            ValueError: for an action of another shape or with numbers that are not finite.
            RuntimeError: if no episode is under way.
        """
        if self._over:
            raise RuntimeError("the episode is over or has not begun: call reset() first")
        step = self.batch.step(np.asarray(action)[np.newaxis], _ROW)
        terminated, truncated = bool(step.terminated[0]), bool(step.truncated[0])
        self._over = terminated or truncated
        return step.observation[0], float(step.reward[0]), terminated, truncated, self._info(step)

    def _info(self, step: Any = None) -> dict[str, Any]:
        """What is known of the table, in Python's own types."""
        info: dict[str, Any] = {}
        for key, values, known in self.batch.facts(_ROW, _NO_ROW if step is None else _ROW, step):
            if known[0]:
                value = values[0]
                info[key] = value.item() if isinstance(value, np.generic) else value
        if step is not None:
            info["ruling"] = self.batch.ruling_text(0)
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, (n,); codec ``candidates`` only."""
        masks: NDArray[np.bool_] = self.batch.action_masks()[0]
        return masks

    def render(self) -> Any:
        """The table as the render mode says, None without one."""
        return None if self.render_mode is None else self.batch.render(0, self.render_mode)

    def get_state(self) -> dict[str, Any]:
        """Everything the next steps depend on, as arrays of its own."""
        return {"tables": self.batch.get_state(_ROW), "over": self._over}

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on from a state that ``get_state`` of an environment with the same settings gave."""
        self.batch.set_state(_ROW, state["tables"])
        self._over = state["over"]
        self._seeded_by = self.np_random

    def clone(self) -> Self:
        """An independent environment in the same state."""
        return copy.deepcopy(self)
