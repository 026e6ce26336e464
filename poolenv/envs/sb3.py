"""PoolVecEnv: many tables as one Stable-Baselines3 VecEnv.

The only module of the package that imports torch (through Stable-Baselines3); it is loaded when
``poolenv.envs.PoolVecEnv`` is first asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from poolenv.envs.acts import inject
from poolenv.envs.batch import Ended
from poolenv.envs.facts import facts
from poolenv.envs.kernels import Step
from poolenv.envs.settings import Keywords, choose, settings_of
from poolenv.envs.start import fresh_seed
from poolenv.envs.versus import make_batch
from poolenv.rng import seed_words
from poolenv.threads import check_threads


class PoolVecEnv(VecEnv):
    """N tables stepped together, an episode's end resetting its table in the same step.

    Infos are empty but for finished episodes, which have ``terminal_observation``,
    ``TimeLimit.truncated`` and, for tasks, ``is_success``; ``diagnostics=True`` adds what the
    single environment tells at every step. ``turn_switched`` says of the last step, (num_envs,),
    where the turn passed: learners of both seats need it, and an array costs nothing.

    Args:
        id: a registered id such as ``"poolenv/NineBall-v0"``, or the name of a game.
        num_envs: number of tables.
        seed: table i is seeded with ``seed + i``; None takes a fresh one.
        threads: threads that play shots; None is one per processor this process may use.
        diagnostics: fill the infos at every step.
        render_mode: as of the single environment.
        **keywords: as of the single environment.
    """

    def __init__(
        self,
        id: str = "poolenv/NineBall-v0",
        num_envs: int = 1,
        *,
        seed: int | None = None,
        threads: int | None = 1,
        diagnostics: bool = False,
        render_mode: str | None = None,
        **keywords: Unpack[Keywords],
    ) -> None:
        if render_mode is not None:
            choose("render_mode", render_mode, ("rgb_array", "ansi"))
        self.render_mode = render_mode
        self.settings = settings_of(id, keywords)
        self.batch = make_batch(self.settings, num_envs, check_threads(threads))
        self.diagnostics = diagnostics
        self._everyone = np.ones(num_envs, dtype=np.bool_)
        self._nobody = np.zeros(num_envs, dtype=np.bool_)
        self._actions: NDArray[Any] | None = None
        self.turn_switched: NDArray[np.bool_] = self._nobody.copy()
        super().__init__(num_envs, self.batch.observation_space, self.batch.action_space)
        first = fresh_seed() if seed is None else seed
        self.batch.world.rng[:] = seed_words(first, num_envs)

    def reset(self) -> NDArray[Any]:
        """Begin new episodes on all tables, with the seeds and options set before.

        Raises:
            ValueError: for an unknown option or an impossible start, naming what was expected.
        """
        for i, seed in enumerate(self._seeds):
            if seed is not None:
                self.batch.world.rng[i] = seed_words(seed, 1)[0]
        if all(options == self._options[0] for options in self._options):
            self.batch.reset(self._everyone, self.batch.start(self._options[0]))
        else:
            for i, options in enumerate(self._options):
                self.batch.reset(self._only(i), self.batch.start(options))
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = self._infos(self._nobody, None)
        return self.batch.observe()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions of the next step, (num_envs, ...)."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Play one visit (or one decision) on every table.

        Raises:
            ValueError: for an action of another shape or with numbers that are not finite.
        """
        actions = np.asarray(self._actions)
        infos: list[dict[str, Any]]
        if self.diagnostics:
            step = self.batch.step(actions, self._everyone)
            infos = self._infos(self._everyone, step)
            ended = self.batch.begin_after(step)
        else:
            step, ended = self.batch.step_on(actions, self._everyone)
            infos = [{} for _ in range(self.num_envs)]
        self.turn_switched = step.switched
        self._finish(step, ended, infos)
        return step.observation, step.reward.astype(np.float32), step.over, infos

    def _finish(self, step: Step, ended: Ended, infos: list[dict[str, Any]]) -> None:
        """What a learner has to know of episodes that are over."""
        for i, last in zip(ended.tables.tolist(), ended.observation, strict=True):
            infos[i]["terminal_observation"] = last
            infos[i]["TimeLimit.truncated"] = bool(step.truncated[i] and not step.terminated[i])
            if self.settings.task is not None:
                infos[i]["is_success"] = bool(step.success[i])

    def _infos(self, stepped: NDArray[np.bool_], step: Any) -> list[dict[str, Any]]:
        """What the single environment would tell, table by table."""
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for key, values, known in facts(self.batch, self._everyone, stepped, step):
            for i in np.flatnonzero(known):
                value = values[i]
                infos[i][key] = value.item() if isinstance(value, np.generic) else value
        if self.batch.population.varies:
            drawn = self.batch.equipment()
            for row, info in enumerate(infos):
                info["equipment"] = {name: float(values[row]) for name, values in drawn.items()}
        if step is not None:
            terms = self.batch.reward_terms() if self.settings.reward_terms else {}
            for i in np.flatnonzero(stepped):
                infos[i]["ruling"] = self.batch.ruling_text(int(i))
                if terms:
                    infos[i]["reward_terms"] = {k: float(v[i]) for k, v in terms.items()}
        return infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, (num_envs, n); codec ``candidates`` only."""
        return self.batch.action_masks()

    def inject(self, i: int, event: Any) -> None:
        """Report an act of conduct on table i; the next step rules on it, see ``PoolEnv.inject``.

        Through wrappers: ``env_method("inject", event, indices=i)``.

        Raises:
            IndexError: if there is no such table.
            ValueError: for an unknown act or field, a ball that is not on the table, or when too
                many acts wait already.
        """
        inject(self.batch.world, i, event)

    def close(self) -> None:
        """Nothing is held that needs closing; a closed environment may be reset again."""
        self._actions = None

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute per table.

        Raises:
            AttributeError: if there is no such attribute (Stable-Baselines3 asks that way).
        """
        rows = self._rows(indices)
        if attr_name == "action_masks" and not self.batch.has_masks:
            raise AttributeError("only codec='candidates' has action masks")
        if attr_name == "spec":
            return [None] * len(rows)
        if attr_name not in _ATTRIBUTES:
            raise AttributeError(f"PoolVecEnv has no attribute {attr_name!r} per table")
        return [getattr(self, attr_name)] * len(rows)

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Tables share their settings: set them with keyword arguments instead.

        Raises:
            AttributeError: always.
        """
        raise AttributeError(f"{attr_name!r} cannot be set per table; make a new PoolVecEnv")

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: VecEnvIndices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """Call a method for tables: ``action_masks``, ``inject`` or ``render``.

        Raises:
            AttributeError: if there is no such method.
        """
        rows = self._rows(indices)
        if method_name == "action_masks":
            masks = self.get_attr("action_masks", 0)[0]()
            return [masks[i] for i in rows]
        if method_name == "inject":
            return [self.inject(i, *method_args, **method_kwargs) for i in rows]  # type: ignore[func-returns-value]
        if method_name == "render":
            return [
                self.batch.render(i, self.render_mode) if self.render_mode else None for i in rows
            ]
        raise AttributeError(f"PoolVecEnv has no method {method_name!r} per table")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """No table is wrapped: wrappers for VecEnv go around the whole."""
        return [False] * len(self._rows(indices))

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """One picture per table."""
        return [self.batch.render(i, "rgb_array") for i in range(self.num_envs)]

    def get_state(self) -> dict[str, Any]:
        """Everything the next steps depend on, as arrays of its own."""
        return {"tables": self.batch.get_state(self._everyone)}

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on from a state that ``get_state`` gave."""
        self.batch.set_state(self._everyone, state["tables"])

    def clone(self) -> PoolVecEnv:
        """An independent environment in the same state."""
        return deepcopy(self)

    def _only(self, i: int) -> NDArray[np.bool_]:
        mask = self._nobody.copy()
        mask[i] = True
        return mask

    def _rows(self, indices: VecEnvIndices) -> list[int]:
        return [int(i) for i in self._get_indices(indices)]


_ATTRIBUTES = frozenset({"render_mode", "action_masks", "metadata", "settings"})
