"""An opponent inside the environment: the learner sees only its own turns."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from poolenv.envs import PoolEnv, PoolVectorEnv, opponent_names, register_opponent
from poolenv.envs.opponents import uniform_opponent
from poolenv.observe import SLICES
from tests.envs.conftest import actions_of

TURN = SLICES["turn"].start


def test_the_learner_is_always_to_act():
    env = PoolVectorEnv("nine_ball", 8, opponent="uniform")
    observation, info = env.reset(seed=1)
    passed = 0
    for action in actions_of(env.single_action_space, 0, 40, 8):
        assert (info["to_play"] == 0).all()
        assert (observation[:, TURN] == 1.0).all()
        observation, *_, info = env.step(action)
        passed += int(info["turn_switched"].sum())
    assert passed > 0


def test_what_the_opponent_wins_the_learner_loses():
    env = PoolEnv("nine_ball", opponent="uniform")
    action = np.full(10, -1.0, dtype=np.float32)
    outcomes = set()
    for seed in range(12):
        env.reset(seed=seed)
        over, total = False, 0.0
        while not over:
            _, reward, terminated, truncated, _ = env.step(action)
            total += reward
            over = terminated or truncated
        winner = int(env.batch.world.game.winner[0])
        assert total == {0: 1.0, 1: -1.0, -1: 0.0}[winner]
        outcomes.add(winner)
    assert 1 in outcomes


def test_rewards_are_zero_sum_without_an_opponent():
    env = PoolVectorEnv("nine_ball", 8)
    env.reset(seed=1)
    ended = 0
    for action in actions_of(env.single_action_space, 0, 60, 8):
        *_, terminated, _, _ = env.step(action)
        assert (env.batch.rewards.sum(axis=1) == 0.0).all()
        ended += int(terminated.sum())
    assert ended > 0


def trajectory(env, actions):
    return [x.tobytes() for action in actions for x in env.step(action)[:4]]


@pytest.mark.parametrize("codec", ["compact", "candidates"])
def test_independent_of_tables_and_threads(codec):
    many = [
        PoolVectorEnv("nine_ball", 4, threads=t, codec=codec, opponent="uniform") for t in (1, 2)
    ]
    starts = [env.reset(seed=3)[0].tobytes() for env in many]
    assert starts[0] == starts[1]
    actions = actions_of(many[0].single_action_space, 0, 40, 4)
    assert trajectory(many[0], actions) == trajectory(many[1], actions)
    alone = PoolEnv("nine_ball", codec=codec, opponent="uniform")
    again = PoolVectorEnv("nine_ball", 4, codec=codec, opponent="uniform")
    again.reset(seed=3)
    alone.reset(seed=5)
    for action in actions:
        row = again.step(action)
        observation, reward, terminated, truncated, _ = alone.step(action[2])
        assert (reward, terminated, truncated) == (row[1][2], row[2][2], row[3][2])
        if terminated or truncated:
            observation = alone.reset()[0]
        assert observation.tobytes() == row[0][2].tobytes()


def test_asked_once_for_all_tables():
    queries = []

    def opponent(query):
        queries.append(query)
        return uniform_opponent(query)

    env = PoolVectorEnv("nine_ball", 16, opponent=opponent)
    env.reset(seed=1)
    first = queries[0]
    waiting = len(first.rows)
    assert 1 < waiting < 16
    assert first.observations.shape == (waiting, 419)
    assert (first.observations[:, TURN] == 1.0).all()
    assert len(set(first.words.tolist())) == waiting
    assert first.world is env.batch.world


def test_registry():
    register_opponent(
        "soft_touch", lambda settings: lambda query: np.full((len(query.rows), 10), -1.0)
    )
    assert {"uniform", "soft_touch"} <= set(opponent_names())
    env = PoolEnv("nine_ball", opponent="soft_touch")
    env.reset(seed=1, options={"breaker": 1})
    assert env.batch.world.game.fouls[0, 1] == 1


class Model:
    """What Stable-Baselines3 calls a model, as far as an opponent needs it."""

    def predict(self, observation, deterministic=False, action_masks=None):
        assert deterministic
        if action_masks is None:
            return np.zeros((len(observation), 10), dtype=np.float32), None
        return action_masks.argmax(axis=1), None


@pytest.mark.parametrize("codec", ["compact", "candidates"])
def test_a_model_is_an_opponent(codec):
    env = PoolEnv("nine_ball", codec=codec, opponent=Model())
    env.reset(seed=1, options={"breaker": 1})
    assert env.batch.world.visits[0] >= 1


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_the_same(how):
    env = PoolVectorEnv("nine_ball", 3, opponent="uniform")
    env.reset(seed=1)
    actions = actions_of(env.single_action_space, 0, 12, 3)
    trajectory(env, actions[:4])
    other = how(env)
    assert trajectory(other, actions[4:]) == trajectory(env, actions[4:])


@pytest.mark.parametrize(
    ("opponent", "error", "word"),
    [
        ("unifrom", ValueError, "did you mean 'uniform'"),
        (3, TypeError, "a registered name"),
    ],
)
def test_bad_opponent(opponent, error, word):
    with pytest.raises(error, match=word):
        PoolEnv("nine_ball", opponent=opponent)


def test_an_opponent_that_answers_wrongly():
    env = PoolEnv("nine_ball", opponent=lambda query: np.zeros((0, 10)))
    with pytest.raises(ValueError, match=r"0 action\(s\) for 1 table"):
        env.reset(seed=1, options={"breaker": 1})
