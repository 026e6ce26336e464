"""A two-player game of a few steps behind the interface of ``poolenv.envs.PoolVecEnv``.

A row holds a number drawn at the start; the player to act sees it and scores one by naming it.
A wrong answer passes the turn. Small enough to train on in a second, and its state can be saved.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from poolenv.rng import below, seed_words

N_ACTIONS = 5
TARGET = 2


class ToyVecEnv(VecEnv):
    """Name the number: Discrete(5), of which the last action is always masked."""

    def __init__(self, num_envs: int = 4, seed: int = 0, max_visits: int = 30) -> None:
        self.max_visits = max_visits
        self._rng = seed_words(seed, num_envs)
        self._number = np.zeros(num_envs, dtype=np.int64)
        self._score = np.zeros((num_envs, 2), dtype=np.int64)
        self._to_play = np.zeros(num_envs, dtype=np.int64)
        self._visits = np.zeros(num_envs, dtype=np.int64)
        super().__init__(
            num_envs,
            gymnasium.spaces.Box(-1.0, 1.0, (8,), np.float32),
            gymnasium.spaces.Discrete(N_ACTIONS),
        )

    def _observe(self) -> np.ndarray:
        seen = np.zeros((self.num_envs, 8), dtype=np.float32)
        rows = np.arange(self.num_envs)
        seen[rows, self._number] = 1.0
        seen[:, 5] = self._score[rows, self._to_play] / TARGET
        seen[:, 6] = self._score[rows, 1 - self._to_play] / TARGET
        return seen

    def _start(self, i: int) -> None:
        self._number[i] = below(self._rng, i, N_ACTIONS - 1)
        self._score[i] = 0
        self._to_play[i] = below(self._rng, i, 2)
        self._visits[i] = 0

    def reset(self) -> np.ndarray:
        for i, seed in enumerate(self._seeds):
            if seed is not None:
                self._rng[i] = seed_words(seed, 1)[0]
            self._start(i)
        self._reset_seeds()
        return self._observe()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> Any:
        rewards = np.zeros(self.num_envs, dtype=np.float32)
        dones = np.zeros(self.num_envs, dtype=bool)
        truncated = np.zeros(self.num_envs, dtype=bool)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self.turn_switched = np.zeros(self.num_envs, dtype=bool)
        for i, action in enumerate(self._actions):
            player = int(self._to_play[i])
            self._visits[i] += 1
            if action == self._number[i]:
                self._score[i, player] += 1
                dones[i] = self._score[i, player] == TARGET
                rewards[i] = float(dones[i])
            else:
                self._to_play[i] = 1 - player
                infos[i]["turn_switched"] = self.turn_switched[i] = True
            self._number[i] = below(self._rng, i, N_ACTIONS - 1)
            truncated[i] = not dones[i] and self._visits[i] >= self.max_visits
            dones[i] |= truncated[i]
        last = self._observe()
        for i in np.flatnonzero(dones).tolist():
            infos[i]["terminal_observation"] = last[i]
            infos[i]["TimeLimit.truncated"] = bool(truncated[i])
            self._start(i)
        return self._observe(), rewards, dones, infos

    def get_state(self) -> Any:
        names = ("_rng", "_number", "_score", "_to_play", "_visits")
        return {name: getattr(self, name).copy() for name in names}

    def set_state(self, state: Any) -> None:
        for name, value in state.items():
            getattr(self, name)[...] = value

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name == "render_mode":
            return [None] * self.num_envs
        if attr_name == "action_masks":
            return [None] * self.num_envs
        raise AttributeError(attr_name)

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(attr_name)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(method_name)
        mask = np.ones((self.num_envs, N_ACTIONS), dtype=bool)
        mask[:, -1] = False
        rows = range(self.num_envs) if indices is None else indices
        return [mask[i] for i in rows]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self._number[:] = 0
