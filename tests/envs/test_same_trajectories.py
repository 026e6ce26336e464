"""One table, many tables, any number of threads and any face: the same bytes."""

from __future__ import annotations

import numpy as np
import pytest

from poolenv.envs import PoolEnv, PoolVectorEnv
from poolenv.envs.settings import game_of
from tests.envs.conftest import actions_of

STEPS = 250
TABLES = 4


def single_run(game, keywords, seed, actions):
    """Trajectory of one table with episodes begun anew in the same step."""
    env = PoolEnv(game, **keywords)
    seen = [env.reset(seed=seed)[0]]
    rewards, ends, players = [], [], []
    for action in actions:
        observation, reward, terminated, truncated, info = env.step(action)
        rewards.append(reward)
        ends.append((terminated, truncated))
        if terminated or truncated:
            observation, info = env.reset()
        players.append(info["to_play"])
        seen.append(observation)
    return np.array(seen), np.array(rewards), np.array(ends), np.array(players)


def vector_run(game, keywords, seed, actions, threads):
    """The same of all tables of a vector environment."""
    env = PoolVectorEnv(game, TABLES, threads=threads, **keywords)
    seen = [env.reset(seed=seed)[0]]
    rewards, ends, players = [], [], []
    for action in actions:
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append(observation)
        rewards.append(reward)
        ends.append(np.stack([terminated, truncated], axis=1))
        players.append(info["to_play"])
    return np.array(seen), np.array(rewards), np.array(ends), np.array(players)


def test_single_is_a_row_of_the_vector(variant):
    id, keywords = variant
    game = game_of(id)
    actions = actions_of(PoolEnv(game, **keywords).action_space, 1, STEPS, TABLES)
    one, two = (vector_run(game, keywords, 11, actions, threads) for threads in (1, 2))
    for a, b in zip(one, two, strict=True):
        assert a.tobytes() == b.tobytes()
    for i in range(TABLES):
        alone = single_run(game, keywords, 11 + i, actions[:, i])
        for a, b in zip(alone, one, strict=True):
            assert a.tobytes() == np.ascontiguousarray(b[:, i]).tobytes()
    assert one[2].any(), "no episode ended: the run shows nothing about resets"


def test_stable_baselines_face_is_the_vector(variant):
    pytest.importorskip("stable_baselines3")
    from poolenv.envs import PoolVecEnv

    id, keywords = variant
    game = game_of(id)
    env = PoolVecEnv(id, TABLES, seed=11, threads=2, **keywords)
    actions = actions_of(env.action_space, 1, STEPS, TABLES)
    seen, rewards, ends, players = vector_run(game, keywords, 11, actions, 1)
    first = PoolVectorEnv(game, TABLES, **keywords).reset(seed=11)[1]
    assert env.reset().tobytes() == seen[0].tobytes()
    for k, action in enumerate(actions):
        observation, reward, done, infos = env.step(action)
        assert observation.tobytes() == seen[k + 1].tobytes()
        assert reward.tobytes() == rewards[k].astype(np.float32).tobytes()
        assert (done == ends[k].any(axis=1)).all()
        for i in range(TABLES):
            if done[i]:
                cut = bool(ends[k][i, 1] and not ends[k][i, 0])
                assert infos[i]["TimeLimit.truncated"] is cut
                assert infos[i]["terminal_observation"].shape == env.observation_space.shape
            else:
                assert infos[i] == {}
                passed = players[k][i] != (players[k - 1][i] if k else first["to_play"][i])
                assert env.turn_switched[i] == passed


def test_a_thousand_steps_on_every_face_with_one_and_two_threads():
    actions = actions_of(PoolEnv("nine_ball").action_space, 2, 1000, TABLES)
    one, two = (vector_run("nine_ball", {}, 5, actions, threads) for threads in (1, 2))
    for a, b in zip(one, two, strict=True):
        assert a.tobytes() == b.tobytes()
    alone = single_run("nine_ball", {}, 6, actions[:, 1])
    for a, b in zip(alone, one, strict=True):
        assert a.tobytes() == np.ascontiguousarray(b[:, 1]).tobytes()
    pytest.importorskip("stable_baselines3")
    from poolenv.envs import PoolVecEnv

    for threads in (1, 2):
        env = PoolVecEnv("poolenv/NineBall-v0", TABLES, seed=5, threads=threads)
        seen = [env.reset()] + [env.step(action)[0] for action in actions]
        assert np.array(seen).tobytes() == one[0].tobytes()
