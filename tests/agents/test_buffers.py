"""Signed returns: an example worked by hand, and the library where no turn passes."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3 import PPO
from stable_baselines3.common.buffers import RolloutBuffer

from agents.buffers import MaskableSeatRolloutBuffer, NoteTurns, SeatRolloutBuffer
from tests.agents.toy import ToyVecEnv

OBSERVATION = gymnasium.spaces.Box(-1.0, 1.0, (2,), np.float32)
ACTION = gymnasium.spaces.Discrete(3)


def fill(buffer, rewards, values, starts, switched=None, plain=None):
    n = buffer.n_envs
    for t, reward in enumerate(rewards):
        if switched is not None:
            paid = reward if plain is None else plain[t]
            buffer.note_turns(np.array(switched[t]), np.array(paid, np.float32))
        buffer.add(
            np.zeros((n, 2), np.float32),
            np.zeros((n, 1)),
            np.array(reward, np.float32),
            np.array(starts[t], np.float32),
            torch.tensor(values[t], dtype=torch.float32).reshape(n, 1),
            torch.zeros(n),
        )


def test_three_steps_worked_by_hand():
    """gamma = lambda = 1/2. Step 0 keeps the turn, step 1 passes it, step 2 ends the game.

    delta_2 = 1 - 0.2                    = 0.8,    A_2 = 0.8
    delta_1 = 0 - 0.5 * 0.2 - 0.4        = -0.5,   A_1 = -0.5 - 0.25 * 0.8     = -0.7
    delta_0 = 0.1 + 0.5 * 0.4 - 0.6      = -0.3,   A_0 = -0.3 + 0.25 * (-0.7)  = -0.475
    """
    buffer = SeatRolloutBuffer(3, OBSERVATION, ACTION, "cpu", gae_lambda=0.5, gamma=0.5, n_envs=1)
    fill(
        buffer,
        rewards=[[0.1], [0.0], [1.0]],
        values=[[0.6], [0.4], [0.2]],
        starts=[[1], [0], [0]],
        switched=[[False], [True], [False]],
    )
    buffer.compute_returns_and_advantage(torch.tensor([[9.0]]), np.array([True]))
    np.testing.assert_allclose(buffer.advantages[:, 0], [-0.475, -0.7, 0.8], rtol=1e-6)
    np.testing.assert_allclose(buffer.returns[:, 0], [0.125, -0.3, 1.0], rtol=1e-6)


def test_last_value_takes_the_sign_of_the_last_turn():
    buffer = SeatRolloutBuffer(1, OBSERVATION, ACTION, "cpu", gae_lambda=1.0, gamma=0.5, n_envs=2)
    fill(buffer, [[0.0, 0.0]], [[0.0, 0.0]], [[0, 0]], switched=[[True, False]])
    buffer.compute_returns_and_advantage(torch.tensor([[0.8], [0.8]]), np.array([False, False]))
    np.testing.assert_allclose(buffer.advantages[0], [-0.4, 0.4], rtol=1e-6)


def test_bootstrap_of_a_truncated_episode_takes_the_sign_too():
    """The library already added gamma V = 0.45 to the reward 0.1; the turn had passed."""
    buffer = SeatRolloutBuffer(1, OBSERVATION, ACTION, "cpu", gae_lambda=1.0, gamma=0.9, n_envs=1)
    fill(buffer, [[0.55]], [[0.0]], [[0]], switched=[[True]], plain=[[0.1]])
    assert buffer.rewards[0, 0] == pytest.approx(0.1 - 0.45)


@pytest.mark.parametrize(
    ("ours", "library"),
    [(SeatRolloutBuffer, RolloutBuffer), (MaskableSeatRolloutBuffer, MaskableRolloutBuffer)],
)
def test_equals_the_library_when_no_turn_passes(ours, library):
    rng = np.random.default_rng(3)
    rewards, values = rng.normal(size=(2, 20, 4))
    starts = rng.random((20, 4)) < 0.2
    dones = rng.random(4) < 0.5
    last = torch.tensor(rng.normal(size=(4, 1)), dtype=torch.float32)
    buffers = [c(20, OBSERVATION, ACTION, "cpu", 0.95, 0.99, 4) for c in (ours, library)]
    for buffer in buffers:
        fill(buffer, rewards, values, starts)
        buffer.compute_returns_and_advantage(last, dones)
    np.testing.assert_allclose(buffers[0].advantages, buffers[1].advantages, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(buffers[0].returns, buffers[1].returns, rtol=1e-5, atol=1e-6)


def test_the_callback_notes_every_turn_that_passed():
    model = PPO(
        "MlpPolicy",
        ToyVecEnv(4, seed=1),
        n_steps=16,
        batch_size=64,
        rollout_buffer_class=SeatRolloutBuffer,
        device="cpu",
    )
    seen = []

    class Watch(NoteTurns):
        def _on_step(self) -> bool:
            seen.append([info.get("turn_switched", False) for info in self.locals["infos"]])
            return super()._on_step()

    model.learn(64, callback=Watch())
    expected = np.where(np.array(seen), -1.0, 1.0)
    assert (expected == -1.0).any() and (expected == 1.0).any()
    buffer: Any = model.rollout_buffer
    np.testing.assert_array_equal(buffer.signs, expected)
