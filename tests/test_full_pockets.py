"""Pockets that keep their balls, from the cue tip to the ruling and from stroke to stroke."""

from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv import events as ev
from poolenv.beside import ON_STROKE, rule
from poolenv.envs import PoolEnv
from poolenv.physics.scratch import new_scratch
from poolenv.play import strike
from poolenv.rules import words
from poolenv.states import ABSENT, POCKETED, STILL

R = 0.028575


def test_a_cue_ball_that_touches_a_full_pocket_and_comes_back_is_a_foul():
    """The 2 fills the pocket, the 3 is jammed on top of it, in reach of a ball on the bed."""
    table = {"pockets": {"mode": "drop", "capacity": 1}}
    env = PoolEnv("nine_ball", noise="none", table=table)
    env.reset(seed=0, options={"position": {0: (0.9, 0.267), 1: (-0.5, 0.3), 9: (-0.9, -0.4)}})
    world = env.batch.world
    hole = world.geometry.holes[0, ev.FL]
    inwards = 0.035
    above = -R + math.sqrt(4.0 * R * R - inwards * inwards)
    world.motion[0, 2:4] = POCKETED
    world.pos[0, 2] = hole.x, hole.y, -R
    world.pos[0, 3] = hole.x - inwards * hole.axis_x, hole.y - inwards * hole.axis_y, above
    lying = world.pos[0, 2:4].copy()
    world.action[0].aim, world.action[0].speed = math.pi / 4, 1.2
    strike(world, 0, new_scratch())
    world.ruled_on[0] = ON_STROKE
    rule(world, 0)
    log = world.log[0, : world.log_len[0]]
    touch = log[log.kind == ev.CB_TOUCHES_POCKETED_BALL]
    assert set(touch.ball) == {3} and set(touch.other) == {ev.FL}
    found = {foul for foul in range(64) if int(world.ruling[0].fouls) >> foul & 1}
    assert found == {words.CB_HIT_POCKETED_BALL, words.NO_BALL_HIT}
    assert world.motion[0, 0] == ABSENT  # in hand
    np.testing.assert_array_equal(world.pos[0, 2:4], lying)


def test_pockets_keep_their_balls_from_stroke_to_stroke():
    table = {"pockets": {"mode": "drop", "capacity": 2}}
    env = PoolEnv("nine_ball", noise="none", table=table)
    balls = {0: (0.9, 0.267), 1: (1.08, 0.447), 2: (-0.5, 0.3), 9: (-0.9, -0.4)}
    env.reset(seed=0, options={"position": balls, "breaker": 0})
    world = env.batch.world
    heights = []
    for ball in (1, 2):
        world.pos[0, 0], world.motion[0, 0] = (0.9, 0.267, R), STILL
        world.pos[0, ball], world.motion[0, ball] = (1.08, 0.447, R), STILL
        world.action[0].aim, world.action[0].speed = math.pi / 4, 0.9
        world.action[0].follow = -0.4
        strike(world, 0, new_scratch())
        world.ruled_on[0] = ON_STROKE
        rule(world, 0)
        assert world.motion[0, ball] == POCKETED
        heights.append(float(world.pos[0, ball, 2]))
    assert heights == pytest.approx([-3.0 * R, -R])
    assert world.pos[0, 1, 2] == pytest.approx(-3.0 * R)
