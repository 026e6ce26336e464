"""The lag played: two strokes said one after the other, two balls in one simulation."""

from __future__ import annotations

import numpy as np
import pytest

from poolenv import Shot
from poolenv.envs import PoolEnv, PoolVectorEnv
from poolenv.rules import words
from poolenv.rules.turns import phase_of


def start(**keywords):
    env = PoolEnv("nine_ball", **{"noise": "none", "lag_mode": "simulate", **keywords})
    return env, env.reset(seed=1)


def lag(env, first, second):
    env.play(shot=first, player=0)
    return env.play(shot=second, player=1)


def test_each_player_strikes_before_anything_is_shown():
    env, (before, info) = start()
    assert info["to_play"] == 0
    assert phase_of(env.batch.world.game[0]) == words.LAG_PHASE
    pos = env.batch.world.pos.copy()
    after, *_, info = env.play(shot=Shot(0.0, 1.6))
    assert info["to_play"] == 1
    assert env.batch.world.pos.tobytes() == pos.tobytes()
    seen = env.batch.observe_as(0, 0)
    assert np.count_nonzero(seen != before) == 1, "only whose turn it is changed"
    again = PoolEnv("nine_ball", noise="none", lag_mode="simulate")
    again.reset(seed=1)
    other = again.play(shot=Shot(0.02, 2.0))[0]
    assert other.tobytes() == after.tobytes(), "the second player sees the first one's stroke"


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        (Shot(0.0, 1.9), Shot(0.0, 2.0), 0),  # both come back off the head cushion
        (Shot(0.0, 2.0), Shot(0.0, 1.9), 1),
        (Shot(0.0, 0.8), Shot(0.0, 1.9), 1),  # player 0 misses the foot cushion
        (Shot(0.3, 2.0), Shot(0.0, 1.5), 1),  # ... meets a long cushion
        (Shot(-0.18, 2.0), Shot(0.0, 1.5), 1),  # ... enters the other half
        (Shot(0.0, 2.0), Shot(0.0, 4.0), 0),  # player 1 meets the foot cushion twice
    ],
)
def test_the_nearer_ball_wins_unless_it_lost(first, second, winner):
    env, _ = start()
    *_, info = lag(env, first, second)
    assert info["to_play"] == winner
    menu = words.option_names(int(env.batch.world.game.menu[0]))
    assert menu == ["BREAK_SELF", "BREAK_OPPONENT"]
    env.play(option="BREAK_OPPONENT")
    game = env.batch.world.game[0]
    assert (game.actor, game.breaker, game.stage) == (1 - winner, 1 - winner, words.BREAK)
    assert (env.batch.world.motion[0, 1:10] == 0).all()
    assert phase_of(game) == words.PLACE


def test_both_lose_and_lag_again():
    env, _ = start()
    *_, info = lag(env, Shot(0.0, 0.5), Shot(0.0, 0.5))
    assert info["to_play"] == 0
    assert phase_of(env.batch.world.game[0]) == words.LAG_PHASE
    assert env.batch.world.pos[0, 0, 1] == -env.batch.world.pos[0, 1, 1]
    *_, info = lag(env, Shot(0.0, 1.9), Shot(0.0, 2.0))
    assert info["to_play"] == 0


def test_the_two_balls_are_mirror_images():
    env, _ = start()
    lag(env, Shot(0.01, 2.0, side=0.1), Shot(-0.01, 2.0, side=-0.1))
    world = env.batch.world
    assert world.lag.distance[0, 0] == pytest.approx(world.lag.distance[0, 1], abs=1e-12)
    assert world.lag.foot[0].tolist() == [1, 1]
    assert phase_of(world.game[0]) == words.LAG_PHASE  # nobody can tell who is nearer


def test_a_new_episode_forgets_a_stroke_of_the_lag():
    env, _ = start()
    env.play(shot=Shot(0.0, 3.0))
    env.reset(options={"breaker": 0})
    assert not env.batch.world.lag_going.any()


def test_a_given_start_needs_no_lag():
    env, _ = start()
    for options in ({"breaker": 1}, {"position": {0: (0, 0), 1: (0.5, 0)}}):
        env.reset(options=options)
        assert env.batch.world.game.lag_owed[0] == 0


@pytest.mark.parametrize("codec", ["compact", "candidates"])
def test_codecs_play_the_lag(codec):
    env = PoolVectorEnv("eight_ball", 16, codec=codec, lag_mode="simulate")
    env.reset(seed=3)
    env.action_space.seed(0)
    begun = np.zeros(16, dtype=bool)
    for _ in range(60):
        if codec == "candidates":
            masks = env.action_masks()
            actions = np.where(masks, np.random.default_rng(0).random(masks.shape), -1).argmax(1)
        else:
            actions = env.action_space.sample()
        env.step(actions)
        begun |= env.batch.world.game.lag_owed == 0
    assert begun.mean() > 0.5


def test_stalemate_of_straight_pool_is_lagged_for():
    env = PoolEnv("straight_pool", lag_mode="simulate", edition={"stalemate_offered": True})
    env.reset(seed=1, options={"position": {0: (0, 0), 1: (0.5, 0), 2: (0.5, 0.3)}})
    env.play(option="OFFER_STALEMATE")
    env.play(option="AGREE_STALEMATE")
    assert phase_of(env.batch.world.game[0]) == words.LAG_PHASE
    lag(env, Shot(0.0, 2.0), Shot(0.0, 1.9))
    assert env.batch.world.game.menu[0] != 0
