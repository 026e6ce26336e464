"""PoolVectorEnv: many tables behind Gymnasium's vector interface."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from poolenv.envs.acts import inject
from poolenv.envs.facts import Fact, facts, final_facts
from poolenv.envs.ids import METADATA
from poolenv.envs.settings import Keywords, choose, settings_of
from poolenv.envs.start import Start, root_seed, rows_to_reset
from poolenv.envs.versus import make_batch
from poolenv.rng import seed_words
from poolenv.threads import check_threads

if TYPE_CHECKING:
    from poolenv.envs.batch import Batch
    from poolenv.envs.kernels import Step

Mask = NDArray[np.bool_]

_MODES = {mode.name.lower(): mode for mode in AutoresetMode}


def _autoreset_mode(value: AutoresetMode | str) -> AutoresetMode:
    """The mode meant by an enum member or by its name.

    Raises:
        ValueError: if there is no such mode.
    """
    if isinstance(value, AutoresetMode):
        return value
    return _MODES[choose("autoreset_mode", str(value).lower(), _MODES)]


class PoolVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """N tables stepped together by compiled code.

    Table i behaves exactly as a :class:`poolenv.envs.PoolEnv` seeded with ``seed + i``, whatever
    the number of tables and threads, and keeps drawing from its own random word across episodes.

    Args:
        game: name of the game.
        num_envs: number of tables.
        threads: threads that play shots; None is one per processor this process may use.
        autoreset_mode: what happens after an episode's end. ``SAME_STEP`` (default): the step that
            ends an episode returns the first observation of the next, the last one is in
            ``info["final_obs"]``. ``NEXT_STEP``: the step after ignores the action and resets.
            ``DISABLED``: the caller resets, with ``options={"reset_mask": ...}``.
        render_mode: as of the single environment.
        **keywords: as of the single environment.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: str = "nine_ball",
        num_envs: int = 1,
        *,
        threads: int | None = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        **keywords: Unpack[Keywords],
    ) -> None:
        self.mode = _autoreset_mode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.mode}
        if render_mode is not None:
            choose("render_mode", render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.settings = settings_of(game, keywords)
        self.batch: Batch = make_batch(self.settings, num_envs, check_threads(threads))
        self.num_envs = num_envs
        self.single_observation_space = self.batch.observation_space
        self.single_action_space = self.batch.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._everyone: Mask = np.ones(num_envs, dtype=np.bool_)
        self._over: Mask = np.ones(num_envs, dtype=np.bool_)
        self._seeded_by: Any = None

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin new episodes on all tables, or on those of ``options["reset_mask"]``.

        Args:
            seed: table i is seeded with ``seed + i``, or with its own of a list; None goes on.
            options: ``position``, ``breaker``, ``ball_in_hand`` as of the single environment, and
                ``reset_mask``, an array of (num_envs,) bool.

        Raises:
            ValueError: for an unknown option or an impossible start, naming what was expected.
            TypeError: if the mask is no array of bool.
        """
        mask, start = rows_to_reset(options, self.num_envs)
        self._seed(seed, mask)
        self.batch.reset(mask, self.batch.start(start))
        self._over[mask] = False
        return self.batch.observe(), self._info(mask)

    def _seed(self, seed: int | Sequence[int | None] | None, mask: Mask) -> None:
        """Give rows their random words: those of the mask, or all if none was given before."""
        words = self.batch.world.rng
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
            words[mask] = seed_words(int(seed), self.num_envs)[mask]
        elif self._seeded_by is not self.np_random:
            words[:] = seed_words(root_seed(self.np_random, self.np_random_seed), self.num_envs)
        self._seeded_by = self.np_random
        if isinstance(seed, Sequence):
            if len(seed) != self.num_envs:
                raise ValueError(
                    f"seed: a list needs {self.num_envs} entries, one a table, not {len(seed)}"
                )
            for i, own in enumerate(seed):
                if own is not None and mask[i]:
                    words[i] = seed_words(own, 1)[0]

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[np.float64], Mask, Mask, dict[str, Any]]:
        """Play one visit (or one decision) on every table.

        Args:
            actions: (num_envs, ...) as ``action_space``.

        Raises:
            ValueError: for an action of another shape or with numbers that are not finite.
            RuntimeError: in mode DISABLED, for a step on a table whose episode is over; in every
                mode before the first reset.
        """
        if self.mode is AutoresetMode.NEXT_STEP:
            return self._step_next(actions)
        if self._over.any():
            tables = np.flatnonzero(self._over)[:8].tolist()
            raise RuntimeError(
                f"the episode of table(s) {tables} is over or not begun: reset first"
            )
        if self.mode is AutoresetMode.DISABLED:
            step = self.batch.step(actions, self._everyone)
            self._over = step.over.copy()
            return *step[:4], self._info(self._everyone, step)
        step, ended = self.batch.step_on(actions, self._everyone)
        if len(ended.tables) == 0:
            return *step[:4], self._info(self._everyone, step)
        over = step.over
        info = self._info(self._everyone, step, reset=over)
        final_obs = np.empty(self.num_envs, dtype=object)
        for i, last in zip(ended.tables.tolist(), ended.observation, strict=True):
            final_obs[i] = last
        final_info = self._known(final_facts(self.batch, step), over, over, ended.equipment)
        info.update(final_obs=final_obs, _final_obs=over.copy())
        info.update(final_info=final_info, _final_info=over.copy())
        return *step[:4], info

    def _step_next(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[np.float64], Mask, Mask, dict[str, Any]]:
        """Mode NEXT_STEP: tables that are over begin anew, the others play."""
        if self._seeded_by is None:
            raise RuntimeError("no episode has begun: reset first")
        begins = self._over
        step = self.batch.step(actions, ~begins)
        if begins.any():
            self.batch.reset(begins, Start(), step.observation)
        self._over = step.over.copy()
        return *step[:4], self._info(self._everyone, step, reset=begins)

    def _info(
        self, rows: Mask, step: Step | None = None, reset: Mask | None = None
    ) -> dict[str, Any]:
        """What is known of the rows: one array and one mask ``_key`` for each key."""
        stepped = rows if step is not None else np.zeros_like(rows)
        if reset is not None:
            stepped = rows & ~reset
        found = facts(self.batch, rows, stepped, step)
        return self._known(found, rows, stepped if step else None, self.batch.equipment())

    def _known(
        self,
        found: Iterable[Fact],
        rows: Mask,
        stepped: Mask | None,
        equipment: dict[str, NDArray[np.float64]],
    ) -> dict[str, Any]:
        """Facts of tables, their equipment, and the reward terms of those that were stepped."""
        info: dict[str, Any] = {}
        for key, values, known in found:
            info[key] = values
            info[f"_{key}"] = known.copy()
        if equipment:
            drawn: dict[str, Any] = {}
            for name, numbers in equipment.items():
                drawn[name], drawn[f"_{name}"] = numbers, rows.copy()
            info["equipment"], info["_equipment"] = drawn, rows.copy()
        if self.settings.reward_terms and stepped is not None:
            terms: dict[str, Any] = {}
            for name, numbers in self.batch.reward_terms().items():
                terms[name] = numbers
                terms[f"_{name}"] = stepped.copy()
            info["reward_terms"] = terms
            info["_reward_terms"] = stepped.copy()
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, (num_envs, n); codec ``candidates`` only."""
        return self.batch.action_masks()

    def inject(self, i: int, event: Any) -> None:
        """Report an act of conduct on table i; the next step rules on it, see ``PoolEnv.inject``.

        Raises:
            IndexError: if there is no such table.
            ValueError: for an unknown act or field, a ball that is not on the table, or when too
                many acts wait already.
        """
        inject(self.batch.world, i, event)

    def render(self) -> tuple[Any, ...] | None:
        """One picture or text per table, None without a render mode."""
        if self.render_mode is None:
            return None
        return tuple(self.batch.render(i, self.render_mode) for i in range(self.num_envs))

    def get_state(self) -> dict[str, Any]:
        """Everything the next steps depend on, as arrays of its own."""
        return {"tables": self.batch.get_state(self._everyone), "over": self._over.copy()}

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on from a state that ``get_state`` gave."""
        self.batch.set_state(self._everyone, state["tables"])
        self._over = state["over"].copy()
        self._seeded_by = self.np_random
