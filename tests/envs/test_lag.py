"""The lag played: two strokes said one after the other, two balls in one simulation."""

from __future__ import annotations

import numpy as np
import pytest

from poolenv import Shot
from poolenv import events as ev
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


# A late stroke.


def late_lag(seconds, edition="wpa_official", *, first, second):
    """A lag at which player 1 waits; the environment and what was told after it."""
    env, _ = start(edition=edition)
    env.play(shot=first)
    env.inject({"e": "late_strike", "player": 1, "seconds": seconds})
    *_, info = env.play(shot=second)
    return env, info


def log_of(env, kind):
    world = env.batch.world
    log = world.log[0, : world.log_len[0]]
    return log[log.kind == kind]


@pytest.mark.parametrize("edition", ["wsr", "wpa2008", "wpa_official"])
def test_a_stroke_after_the_other_ball_was_at_the_foot_cushion_is_lagged_again(edition):
    env, info = late_lag(2.0, edition, first=Shot(0.0, 1.9), second=Shot(0.0, 2.0))
    assert log_of(env, ev.TIP_CONTACT).t.tolist() == [0.0, 2.0]
    assert log_of(env, ev.TIP_CONTACT).ball.tolist() == [0, 1]
    foot = log_of(env, ev.CUSHION)
    assert foot.t[(foot.ball == 0) & (foot.other == ev.FOOT)][0] < 2.0
    assert env.batch.world.lag.late_strike[0] == 1
    again = phase_of(env.batch.world.game[0]) == words.LAG_PHASE
    assert again == (edition == "wpa_official")
    assert again or info["to_play"] == 0
    assert env.batch.world.inbox_len[0] == 0


def test_a_little_late_is_not_late():
    env, info = late_lag(0.5, first=Shot(0.0, 1.9), second=Shot(0.0, 2.0))
    assert env.batch.world.lag.late_strike[0] == 0
    assert info["to_play"] == 0


def test_the_ball_takes_the_same_way_later():
    at_once, _ = late_lag(0.0, first=Shot(0.0, 1.9), second=Shot(0.01, 2.0))
    late, _ = late_lag(0.75, first=Shot(0.0, 1.9), second=Shot(0.01, 2.0))
    lags = [env.batch.world.lag[0] for env in (at_once, late)]
    assert lags[0].distance == pytest.approx(lags[1].distance, abs=1e-12)
    then, now = (log_of(env, ev.CUSHION) for env in (at_once, late))
    mine = now.t[now.ball == 1] - then.t[then.ball == 1]
    assert mine == pytest.approx(0.75, abs=1e-9)
    assert now.t[now.ball == 0].tolist() == then.t[then.ball == 0].tolist()


def test_both_late_is_both_at_once():
    env, _ = start()
    env.inject({"e": "late_strike", "seconds": 1.5})
    env.play(shot=Shot(0.0, 1.9))
    env.inject({"e": "late_strike", "seconds": 1.5})
    env.play(shot=Shot(0.0, 2.0))
    assert log_of(env, ev.TIP_CONTACT).t.tolist() == [0.0, 0.0]


def test_the_first_player_may_be_the_late_one():
    env, _ = start(edition="wpa_official")
    env.inject({"e": "late_strike", "seconds": 3.0})
    env.play(shot=Shot(0.0, 2.0))
    env.play(shot=Shot(0.0, 1.9))
    assert log_of(env, ev.TIP_CONTACT).ball.tolist() == [1, 0]
    assert env.batch.world.lag.late_strike[0] == 1
    assert phase_of(env.batch.world.game[0]) == words.LAG_PHASE


def test_a_ball_that_was_moved_is_struck_no_more():
    across = -0.5 * np.pi  # from the left half straight at the other ball
    env, _ = late_lag(5.0, "wsr", first=Shot(float(across), 1.0), second=Shot(0.0, 2.0))
    assert log_of(env, ev.TIP_CONTACT).ball.tolist() == [0]
    assert log_of(env, ev.BALL_BALL).t[0] < 5.0
    # Neither ball reached the foot cushion.
    assert phase_of(env.batch.world.game[0]) == words.LAG_PHASE


def test_a_late_stroke_happens_by_itself():
    env = PoolVectorEnv(
        "nine_ball", 32, lag_mode="simulate", conduct={"probability": {"late_strike": 0.5}}
    )
    env.reset(seed=3)
    soft = np.zeros((32, 10), dtype=np.float32)
    env.step(soft)
    env.step(soft)
    kinds, t = env.batch.world.log.kind, env.batch.world.log.t
    late = [set(t[i][kinds[i] == ev.TIP_CONTACT]) == {0.0, 2.0} for i in range(32)]
    assert 8 <= sum(late) <= 24


def test_a_late_stroke_that_cannot_be():
    env, _ = start()
    for event, told in (
        ({"seconds": -1.0}, "from 0 to 60"),
        ({"seconds": float("nan")}, "from 0 to 60"),
        ({}, "seconds=None"),
    ):
        with pytest.raises(ValueError, match=told):
            env.inject({"e": "late_strike", **event})
    env.play(shot=Shot(0.0, 2.0))
    with pytest.raises(ValueError, match="player 0 has said"):
        env.inject({"e": "late_strike", "player": 0, "seconds": 1.0})
    coin = PoolEnv("nine_ball")
    coin.reset(seed=1)
    with pytest.raises(ValueError, match="no lag"):
        coin.inject({"e": "late_strike", "seconds": 1.0})
