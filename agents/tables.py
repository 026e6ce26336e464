"""All tables of a training behind one face: groups side by side, stages one after the other.

Observation and action layout are the same for every id, so one network can learn on one-ball tables
and on nine-ball racks in the same batch. SB3 sees a single ``VecEnv``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from agents.settings import Group, Settings
from poolenv.envs import PoolVecEnv

MakeTables = Callable[[Group, int, Settings], VecEnv]


def make_tables(group: Group, seed: int, settings: Settings) -> VecEnv:
    """One group of tables from its settings."""
    return PoolVecEnv(
        group.id,
        num_envs=group.count,
        seed=seed,
        threads=settings.threads,
        **{**settings.face, **group.env},
    )


class StagedTables(VecEnv):
    """The groups of the current stage, joined; ``enter`` goes on to another stage."""

    def __init__(self, settings: Settings, make: MakeTables = make_tables) -> None:
        self._settings = settings
        self._make = make
        self.stage = -1
        self.groups: list[Any] = []  # VecEnvs that can save and load their state
        self.group_of: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._enter_groups(0)
        first = self.groups[0]
        super().__init__(len(self.group_of), first.observation_space, first.action_space)

    def _enter_groups(self, stage: int) -> None:
        """Make the tables of a stage. Every stage has its own seeds, so none repeats another's."""
        self.close()
        tables = self._settings.stages[stage].groups
        sizes = [group.count for group in tables]
        before = sum(s.count for s in self._settings.stages[:stage])
        seeds = self._settings.seed + before + np.cumsum([0, *sizes[:-1]])
        self.groups = [
            self._make(group, int(seed), self._settings)
            for group, seed in zip(tables, seeds, strict=True)
        ]
        self.stage = stage
        self.group_of = np.repeat(np.arange(len(sizes)), sizes)
        self._ends = np.cumsum(sizes)
        for group, made in zip(tables, self.groups, strict=True):
            same = self.groups[0]
            if (made.observation_space, made.action_space) != (
                same.observation_space,
                same.action_space,
            ):
                raise ValueError(
                    f"stage {self._settings.stages[stage].name!r}: the tables of {group.id} have "
                    f"other spaces than those of {tables[0].id}; use one codec and one observation"
                )

    def enter(self, stage: int) -> NDArray[np.float32]:
        """Leave the current tables for those of another stage and reset them."""
        self._enter_groups(stage)
        return self.reset()

    def group_names(self) -> list[str]:
        """A name for each group of the current stage, for the log."""
        return [
            "_".join(
                [group.id.split("/")[-1].split("-")[0].lower()]
                + [str(group.env[key]) for key in ("task", "noise") if key in group.env]
            )
            for group in self._settings.stages[self.stage].groups
        ]

    def _split(self, rows: Sequence[Any] | NDArray[Any]) -> list[Any]:
        starts = [0, *self._ends[:-1]]
        return [rows[a:b] for a, b in zip(starts, self._ends, strict=True)]

    def reset(self) -> NDArray[np.float32]:
        """Reset every table."""
        for group, seeds in zip(self.groups, self._split(self._seeds), strict=True):
            if seeds[0] is not None:
                group.seed(seeds[0])
        self._reset_seeds()
        observations = [group.reset() for group in self.groups]
        self.reset_infos = [info for group in self.groups for info in group.reset_infos]
        return np.concatenate(observations)

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Step the groups one after the other; each spreads its own tables over the threads."""
        answers = [
            group.step(actions)
            for group, actions in zip(self.groups, self._split(self._actions), strict=True)
        ]
        observations, rewards, dones, infos = zip(*answers, strict=True)
        joined = [info for group in infos for info in group]
        switched = np.concatenate([group.turn_switched for group in self.groups])
        for i in np.flatnonzero(switched).tolist():
            joined[i]["turn_switched"] = True
        return np.concatenate(observations), np.concatenate(rewards), np.concatenate(dones), joined

    def reward_terms(self) -> dict[str, NDArray[np.float64]]:
        """Unweighted reward terms of the last step by name, (tables,) each, of who acted."""
        batches = [getattr(group, "batch", None) for group in self.groups]
        if None in batches:
            return {}
        parts = [batch.reward_terms() for batch in batches if batch is not None]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def get_state(self) -> dict[str, Any]:
        """Everything the tables hold, the random words included."""
        return {"stage": self.stage, "groups": [group.get_state() for group in self.groups]}

    def set_state(self, state: dict[str, Any]) -> None:
        """Put tables back as ``get_state`` found them, entering their stage first."""
        if state["stage"] != self.stage:
            self.enter(state["stage"])
        for group, kept in zip(self.groups, state["groups"], strict=True):
            group.set_state(kept)
        self._reset_seeds()

    def _indices(self, indices: Any) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return [indices] if isinstance(indices, int) else list(indices)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute of each table.

        Raises:
            AttributeError: if a group does not have it.
        """
        values = [value for group in self.groups for value in group.get_attr(attr_name)]
        return values if indices is None else [values[i] for i in self._indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the tables named."""
        for group, rows in self._by_group(indices):
            group.set_attr(attr_name, value, rows)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method of the tables named; answers in the order of the tables."""
        answers = []
        for group, rows in self._by_group(indices):
            answers += group.env_method(method_name, *method_args, indices=rows, **method_kwargs)
        return answers

    def _by_group(self, indices: Any) -> list[tuple[Any, list[int] | None]]:
        if indices is None:
            return [(group, None) for group in self.groups]
        starts = [0, *self._ends[:-1]]
        chosen = sorted(self._indices(indices))
        rows = [
            [i - start for i in chosen if start <= i < end]
            for start, end in zip(starts, self._ends, strict=True)
        ]
        return [(group, r) for group, r in zip(self.groups, rows, strict=True) if r]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No table is wrapped."""
        return [False] * len(self._indices(indices))

    def close(self) -> None:
        """Close the tables of the current stage."""
        for group in self.groups:
            group.close()
