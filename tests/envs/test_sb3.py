"""The Stable-Baselines3 face: what learners ask of a VecEnv, and learners themselves."""

from __future__ import annotations

import copy

import numpy as np
import pytest

pytest.importorskip("stable_baselines3")

from stable_baselines3 import PPO, SAC
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

from poolenv.envs import PoolVecEnv
from tests.envs.conftest import actions_of

RUN_OUT = "poolenv/RunOut-v0"


def small():
    """Settings of a learner that is quick to make; learners write into them."""
    return {"policy_kwargs": {"net_arch": [16]}, "device": "cpu", "seed": 0}


def test_infos_of_finished_episodes():
    env = PoolVecEnv(RUN_OUT, 4, seed=1, task="clear", n=2, shots=2)
    env.reset()
    ended = 0
    for action in actions_of(env.action_space, 0, 8, 4):
        _, _, done, infos = env.step(action)
        for i in range(4):
            keys = {"terminal_observation", "TimeLimit.truncated", "is_success"}
            assert set(infos[i]) == (keys if done[i] else set())
            if done[i]:
                ended += 1
                assert type(infos[i]["is_success"]) is bool
                assert infos[i]["TimeLimit.truncated"] is False
    assert ended >= 4


def test_truncation():
    env = PoolVecEnv("nine_ball", 2, seed=1, max_visits=2)
    env.reset()
    soft = np.full((2, 10), -1.0, dtype=np.float32)
    env.step(soft)
    _, _, done, infos = env.step(soft)
    assert done.all()
    assert all(info["TimeLimit.truncated"] is True for info in infos)


def test_diagnostics():
    env = PoolVecEnv("nine_ball", 2, seed=1, diagnostics=True, reward_terms=True)
    env.reset()
    assert env.reset_infos[0]["turn_switched"] is False
    _, _, _, infos = env.step(np.zeros((2, 10), dtype=np.float32))
    for info in infos:
        assert {"to_play", "turn_switched", "ruling", "reward_terms"} <= set(info)
        assert str(info["ruling"]) != ""


def test_seeds_and_options():
    env = PoolVecEnv(RUN_OUT, 3, seed=20, task="clear")
    first = env.reset()
    assert env.reset().tobytes() != first.tobytes()
    env.seed(20)
    assert env.reset().tobytes() == first.tobytes()
    other = PoolVecEnv(RUN_OUT, 1, seed=21, task="clear")
    assert other.reset()[0].tobytes() == first[1].tobytes()
    places = [{0: (0.0, 0.0), 1: (0.1 * k + 0.3, 0.0)} for k in range(3)]
    env.set_options([{"position": place} for place in places])
    env.reset()
    assert env.batch.world.pos[:, 1, 0] == pytest.approx([0.3, 0.4, 0.5])
    env.set_options({"positions": places[0]})
    with pytest.raises(ValueError, match="did you mean 'position'"):
        env.reset()


def test_masks_and_attributes():
    env = PoolVecEnv(RUN_OUT, 3, seed=1, codec="candidates")
    env.reset()
    masks = env.env_method("action_masks")
    assert len(masks) == 3
    assert all(mask.any() for mask in masks)
    assert (np.stack(env.get_attr("action_masks")[0]()) == np.stack(masks)).all()
    assert len(env.env_method("action_masks", indices=[0, 2])) == 2
    assert env.has_attr("action_masks")
    assert env.get_attr("render_mode") == [None] * 3
    assert env.env_is_wrapped(object) == [False] * 3
    plain = PoolVecEnv(RUN_OUT, 2)
    assert not plain.has_attr("action_masks")
    assert not plain.has_attr("nonsense")
    for call in (
        lambda: plain.env_method("action_masks"),
        lambda: plain.env_method("nonsense"),
        lambda: plain.set_attr("reward", 1),
    ):
        with pytest.raises(AttributeError):
            call()


def test_memory_is_fresh_and_copies_go_on_the_same():
    env = PoolVecEnv(RUN_OUT, 3, seed=1, task="clear")
    kept = [env.reset()]
    actions = actions_of(env.action_space, 0, 12, 3)
    for action in actions[:4]:
        kept += env.step(action)[:3]
    for k, a in enumerate(kept):
        assert not any(np.shares_memory(a, b) for b in kept[:k])
    others = [env.clone(), copy.deepcopy(env), PoolVecEnv(RUN_OUT, 3, task="clear")]
    others[2].set_state(env.get_state())
    runs = [[x.tobytes() for a in actions[4:] for x in each.step(a)[:3]] for each in (env, *others)]
    assert runs[0] == runs[1] == runs[2] == runs[3]


def test_conduct_is_reported_for_one_table():
    env = PoolVecEnv("nine_ball", 3, seed=1)
    env.reset()
    env.inject(1, {"e": "concede", "player": 0})
    _, reward, done, _ = env.step(np.zeros((3, 10), dtype=np.float32))
    assert done.tolist() == [False, True, False]
    assert abs(reward[1]) == 1.0
    monitored = VecMonitor(env)
    answers = monitored.env_method("inject", {"e": "concede", "player": 1}, indices=[0, 2])
    assert answers == [None, None]
    assert monitored.step(np.zeros((3, 10), dtype=np.float32))[2].tolist() == [True, False, True]
    with pytest.raises(IndexError, match="0 to 2"):
        env.inject(3, {"e": "concede"})
    with pytest.raises(ValueError, match="did you mean 'concede'"):
        monitored.env_method("inject", {"e": "concde"}, indices=0)


def test_pictures():
    env = PoolVecEnv(RUN_OUT, 4, seed=1, render_mode="rgb_array")
    env.reset()
    picture = env.render()
    assert picture.ndim == 3
    assert picture.dtype == np.uint8


def test_ppo():
    env = VecNormalize(VecMonitor(PoolVecEnv(RUN_OUT, 8, seed=0, threads=2, reward="pot")))
    model = PPO("MlpPolicy", env, n_steps=8, batch_size=32, n_epochs=1, **small())
    model.learn(64)
    assert model.num_timesteps == 64
    mean, _ = evaluate_policy(model, VecMonitor(PoolVecEnv(RUN_OUT, 4, seed=1)), 8)
    assert -1.0 <= mean <= 1.0


def test_ppo_against_an_opponent():
    env = VecMonitor(PoolVecEnv("nine_ball", 4, seed=0, opponent="uniform"))
    model = PPO("MlpPolicy", env, n_steps=8, batch_size=16, n_epochs=1, **small())
    model.learn(32)
    assert model.num_timesteps == 32


def test_sac():
    env = PoolVecEnv(RUN_OUT, 4, seed=0, task="clear", reward="pot")
    model = SAC("MlpPolicy", env, learning_starts=16, batch_size=16, buffer_size=200, **small())
    model.learn(40)
    assert model.replay_buffer.size() * 4 >= 40


def test_maskable_ppo():
    contrib = pytest.importorskip("sb3_contrib")
    env = VecMonitor(PoolVecEnv("nine_ball", 4, seed=0, codec="candidates"))
    model = contrib.MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, n_epochs=1, **small())
    model.learn(32)
    observation = env.reset()
    masks = np.stack(env.env_method("action_masks"))
    actions, _ = model.predict(observation, action_masks=masks)
    assert masks[np.arange(4), actions].all()


@pytest.mark.parametrize(
    ("id", "keywords", "word"),
    [
        ("poolenv/NineBall-v1", {}, "did you mean 'poolenv/NineBall-v0'"),
        (RUN_OUT, {"tasks": "clear"}, "did you mean 'task'"),
        (RUN_OUT, {"num_envs": 0}, "num_envs=0"),
        (RUN_OUT, {"threads": -1}, "threads=-1"),
        (RUN_OUT, {"render_mode": "human"}, "render_mode"),
        (RUN_OUT, {"reward": "shapde"}, "did you mean 'shaped'"),
        (RUN_OUT, {"edition": "wpa2009"}, "did you mean 'wpa2008'"),
        (RUN_OUT, {"table": "ninefoot", "noise": "tornament"}, "did you mean 'nine_foot'"),
    ],
)
def test_bad_arguments(id, keywords, word):
    with pytest.raises(ValueError, match=word):
        PoolVecEnv(id, **keywords)
