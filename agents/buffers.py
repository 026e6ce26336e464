"""Rollout buffers for one trajectory in which both seats act.

Observation and value are those of the player to act, the reward is that of the player who acted.
When the turn passes, the value of the next state is therefore the *opponent's*, and in a zero-sum
game it counts with the opposite sign:

    delta_t     = r_t + s_t gamma V(x_{t+1}) - V(x_t)
    advantage_t = delta_t + s_t gamma lambda advantage_{t+1}

with s_t = -1 if the turn passed in step t and +1 if the same player acts again. With s_t = 1
everywhere this is generalized advantage estimation (Schulman et al., 2016). A player may act many
times in a row, so the sign follows the turn, never the parity of the step.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.buffers import RolloutBuffer
from stable_baselines3.common.callbacks import BaseCallback


class SeatSigns(RolloutBuffer):
    """What both buffers add to the library's: a sign for each step of each table."""

    signs: NDArray[np.float32]
    _plain_rewards: NDArray[np.float32] | None

    def reset(self) -> None:
        """Empty the buffer; until told otherwise the same player acts again."""
        self.signs = np.ones((self.buffer_size, self.n_envs), dtype=np.float32)
        self._plain_rewards = None
        super().reset()

    def note_turns(self, turn_switched: NDArray[np.bool_], rewards: NDArray[np.float32]) -> None:
        """Say, before the step is added, where the turn passed and what the environment paid.

        Args:
            turn_switched: (tables,) whether another player is to act after this step.
            rewards: (tables,) rewards as the environment gave them.
        """
        self.signs[self.pos] = np.where(turn_switched, -1.0, 1.0)
        self._plain_rewards = np.array(rewards, dtype=np.float32)

    def add(
        self,
        obs: Any,
        action: NDArray[Any],
        reward: NDArray[np.float32],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """Add one step of every table.

        The library adds ``gamma V(terminal observation)`` to the reward of a truncated episode;
        that value is the next player's too, so the sign is put right here.
        """
        if self._plain_rewards is not None:
            bootstrap = reward - self._plain_rewards
            reward = self._plain_rewards + self.signs[self.pos] * bootstrap
            self._plain_rewards = None
        super().add(obs, action, reward, *args, **kwargs)

    def compute_returns_and_advantage(
        self, last_values: torch.Tensor, dones: NDArray[np.bool_]
    ) -> None:
        """Signed generalized advantage estimation; returns are advantages plus values.

        Args:
            last_values: (tables, 1) values of the observations after the last step.
            dones: (tables,) whether the last step ended an episode.
        """
        next_values = last_values.detach().cpu().numpy().reshape(-1)
        continues = 1.0 - np.asarray(dones, dtype=np.float32)
        advantage = np.zeros(self.n_envs, dtype=np.float32)
        for step in reversed(range(self.buffer_size)):
            carried = self.gamma * self.signs[step] * continues
            delta = self.rewards[step] + carried * next_values - self.values[step]
            advantage = delta + carried * self.gae_lambda * advantage
            self.advantages[step] = advantage
            next_values = self.values[step]
            continues = 1.0 - self.episode_starts[step]
        self.returns = self.advantages + self.values


class SeatRolloutBuffer(SeatSigns):
    """For PPO."""


class MaskableSeatRolloutBuffer(SeatSigns, MaskableRolloutBuffer):  # type: ignore[misc]
    """For MaskablePPO."""


class NoteTurns(BaseCallback):
    """Hand ``turn_switched`` of every step to the buffer; the library's collector does not."""

    def _on_step(self) -> bool:
        buffer = self.model.rollout_buffer  # type: ignore[attr-defined]
        switched = [info.get("turn_switched", False) for info in self.locals["infos"]]
        buffer.note_turns(np.array(switched, dtype=np.bool_), self.locals["rewards"])
        return True
