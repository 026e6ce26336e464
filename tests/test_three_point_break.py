"""The break of the 2025 text: how it is racked, what is seen of it, what is ruled and chosen."""

from __future__ import annotations

import numpy as np
import pytest

from poolenv import Shot
from poolenv import events as ev
from poolenv.balls import ball_list
from poolenv.envs import PoolEnv
from poolenv.rules import words

HARD, SOFT = Shot(0.0, 9.0), Shot(0.0, 3.2)


def broken(shot, edition="wpa_2025_three_point", seed=1, **keywords):
    """A break from the head spot's side of the table, and what was told of it."""
    env = PoolEnv("nine_ball", edition=edition, noise="none", **keywords)
    env.reset(seed=seed)
    env.play(place=(-0.8, 0.0))
    *_, info = env.play(shot=shot)
    return env, info


def crossings(env):
    """Balls that crossed the head string, by the log, in its order."""
    world = env.batch.world
    log = world.log[0, : world.log_len[0]]
    lines = log[log.kind == ev.LINE_CROSS]
    assert (lines.other == ev.HEAD_STRING).all()
    return lines


def test_the_nine_lies_on_the_foot_spot():
    for edition, on_spot in (("wpa_2025", 9), ("wpa_official", 1)):
        env = PoolEnv("nine_ball", edition=edition)
        env.reset(seed=3)
        world = env.batch.world
        assert world.pos[0, on_spot, :2].tolist() == [world.marks[0].foot_spot, 0.0]


@pytest.mark.parametrize("seed", range(6))
def test_who_reached_the_head_string_is_seen_in_order(seed):
    env, _ = broken(HARD, seed=seed)
    world = env.batch.world
    found = crossings(env)
    assert (np.diff(found.t) >= 0.0).all()
    assert len(set(found.ball)) == len(found)
    assert found.x == pytest.approx(world.marks[0].head_string, abs=1e-9)
    reached = set(ball_list(int(world.shot.reached_head[0])))
    assert reached == set(found.ball.tolist()) - {0}
    # Whoever lies behind the head string came there from the rack.
    behind = np.flatnonzero((world.motion[0] == 0) & (world.pos[0, :, 0] < -0.635))
    assert set(behind.tolist()) - {0} <= reached


def test_the_balls_take_the_same_ways_whether_they_are_watched_or_not():
    rules = {"extends": "wpa_2025", "nine_ball": {"break_points": 1}}
    watched, plain = (broken(HARD, edition)[0].batch.world for edition in (rules, "wpa_2025"))
    assert watched.pos.tobytes() == plain.pos.tobytes()
    log = watched.log[0, : watched.log_len[0]]
    kept = log[(log.kind != ev.LINE_CROSS) | (log.ball == 0)]
    assert kept.tobytes() == plain.log[0, : plain.log_len[0]].tobytes()


def test_a_soft_break_brings_too_few_points_and_is_given_back():
    env, info = broken(SOFT)
    world = env.batch.world
    points = world.shot.pocketed[0] | world.shot.reached_head[0]
    assert len(ball_list(int(points) & ~1)) < 3
    assert info["to_play"] == 1
    assert not info["ruling"].record.is_foul
    assert "No foul established: ILLEGAL_BREAK. Found: ILLEGAL_BREAK (WPA-REG-18, WPA-2025)" in str(
        info["ruling"]
    )
    assert words.option_names(int(world.game.menu[0])) == ["ACCEPT", "GIVE_BACK"]
    accepted = env.clone()
    accepted.play(option="ACCEPT", player=1)
    with pytest.raises(ValueError, match="owes shot"):
        accepted.play(intent="push_out")
    env.play(option="GIVE_BACK", player=1)
    *_, info = env.play(intent="push_out", player=0)
    assert info["to_play"] == 0


def test_without_the_option_the_same_break_passes_the_turn():
    _, info = broken(SOFT, "wpa_2025")
    assert not info["ruling"].record.foul
    assert info["ruling"].record.menu == 0
