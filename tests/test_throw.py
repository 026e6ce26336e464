"""Closed-form strokes against published throw angles and against the simulator."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from poolenv import Position, Shot, simulate
from poolenv.events import BALL_BALL
from poolenv.physics.strike import squirt_angle
from poolenv.throw import (
    arrive,
    ball_over_cue_speed,
    pot_aim,
    speed_at_hit,
    start_speed,
    stun_follow,
    throw_slope,
)
from tests.positions import equipment

MARKS, PHYS = equipment()


def thrown_by(phys: Any, speed: float, spin: float, english: float, cut: float) -> float:
    """Throw of a cue ball that rolls along its velocity; a cut to the left is positive."""
    slope = throw_slope(
        phys,
        speed * math.cos(cut),
        english - speed * math.sin(cut),
        spin * math.cos(cut),
    )
    return math.atan(slope)


@pytest.fixture
def elastic():
    """Balls of TP A.14: e = 1."""
    phys = PHYS.copy()
    phys.e_ball = 1.0
    return phys


@pytest.mark.parametrize(
    ("speed", "spin", "english", "cut_deg", "published"),
    [
        (0.447, 0.0, 0.0, 30.0, -4.715),
        (1.341, 0.0, 0.0, 30.0, -3.549),
        (1.0, 0.0, 0.0, 10.0, -1.443),
        (3.0, 0.0, 0.0, 10.0, -1.443),
        (0.447, 0.447, 0.0, 30.0, -2.186),
        (0.447, 0.0, 0.0, -30.0, 4.715),
    ],
)
def test_published_throw_angles(elastic, speed, spin, english, cut_deg, published):
    """TP A.14: stun and rolling half-ball hits, and a 10 degree cut on the stick branch."""
    angle = thrown_by(elastic, speed, spin, english, math.radians(cut_deg))
    assert math.degrees(angle) == pytest.approx(published, abs=6e-4)


def test_gearing_english_throws_nothing():
    cut = math.radians(25.0)
    assert thrown_by(PHYS, 1.2, 0.0, 1.2 * math.sin(cut), cut) == 0.0


def test_arrival_of_a_stun_ball():
    """Stun at 2 m/s slides 0.29125 s and 0.49928 m, then rolls at 10/7 m/s."""
    end = arrive(PHYS, 2.0, 0.0, 0.0, 0.0, 0.499278)
    assert end.vx == pytest.approx(10.0 / 7.0, abs=1e-4)
    assert end.roll_x == pytest.approx(end.vx, abs=1e-4)
    assert end.time == pytest.approx(0.29125, abs=1e-4)
    assert (end.aside, end.vy, end.roll_y) == (0.0, 0.0, 0.0)


def test_a_ball_that_stops_short_does_not_arrive():
    assert arrive(PHYS, 0.1, 0.0, 0.1, 0.0, 5.0).vx == 0.0
    assert arrive(PHYS, 0.2, 0.0, -0.9, 0.0, 1.0).vx == 0.0


def test_arrival_is_that_of_the_simulator():
    """English turns the velocity against the roll: the ball slides on a parabola."""
    shot = Shot(aim=0.0, speed=3.0, side=0.4, follow=-0.25)
    path = simulate(Position({0: (-1.0, 0.1)}), shot).trajectory(1e-3)
    start = 3.0 * ball_over_cue_speed(PHYS, 0.4, -0.25)
    turn = squirt_angle(0.4, -0.25, PHYS.ball_over_endmass)
    for way in (0.2, 0.8, 1.5):
        end = arrive(PHYS, start * math.cos(turn), start * math.sin(turn), -0.625 * start, 0.0, way)
        k = round(end.time / 1e-3)
        assert path.position[k, 0, 0] + 1.0 == pytest.approx(way, abs=2e-3)
        assert path.position[k, 0, 1] - 0.1 == pytest.approx(end.aside, abs=1e-4)
        assert path.velocity[k, 0, :2] == pytest.approx((end.vx, end.vy), abs=5e-3)


@pytest.mark.parametrize("ratio", [-1.1, -0.4, 0.0, 0.7, 1.0, 1.2])
@pytest.mark.parametrize("way", [0.0, 0.1, 1.0, 3.0])
def test_start_speed_inverts_arrive(ratio, way):
    start = start_speed(PHYS, 0.8, ratio, way)
    assert arrive(PHYS, start, 0.0, ratio * start, 0.0, way).vx == pytest.approx(0.8, rel=1e-9)


def test_stun_follow_arrives_without_spin():
    speed, way = 1.5, 0.6
    follow = stun_follow(PHYS, speed, way)
    start = start_speed(PHYS, speed, 2.5 * follow, way)
    assert follow < 0.0
    end = arrive(PHYS, start, 0.0, 2.5 * follow * start, 0.0, way)
    assert end.roll_x == pytest.approx(0.0, abs=1e-9)


def test_no_friction_divides_nothing_by_zero():
    phys = PHYS.copy()
    phys.mu_slide = phys.mu_roll = 0.0
    assert arrive(phys, 1.0, 0.0, 0.0, 0.0, 2.0).vx == pytest.approx(1.0)
    assert start_speed(phys, 1.0, 0.0, 2.0) == pytest.approx(1.0)


@pytest.mark.parametrize("seed", range(12))
def test_pot_aim_sends_the_ball_where_it_is_wanted(seed):
    """Any speed, draw, follow and english of a level cue: the ball goes where it is wanted."""
    rng = np.random.default_rng(seed)
    wanted = rng.uniform(-0.9, 0.9)
    speed = rng.uniform(1.0, 5.0)
    side, follow = rng.uniform(-0.33, 0.33, 2)
    dir_x, dir_y = math.cos(wanted), math.sin(wanted)
    aim = pot_aim(PHYS, -0.5, 0.0, 0.1, 0.0, dir_x, dir_y, speed, side, follow)
    shot = Shot(aim=aim, speed=speed, side=side, follow=follow)
    result = simulate(Position({0: (-0.5, 0.0), 1: (0.1, 0.0)}), shot)
    hit = next(e for e in result.events if e.kind == BALL_BALL)
    path = result.trajectory(0.005)
    later = np.flatnonzero(path.time > hit.t)[0]
    vx, vy = path.velocity[later, 1, :2]
    assert math.atan2(vy, vx) == pytest.approx(wanted, abs=math.radians(0.02))


def test_speed_at_hit_brings_the_ball_to_the_point():
    """Full and thin hits: the ball reaches the point with the speed asked for."""
    for cut in (0.0, 0.6, 1.1):
        at_hit = speed_at_hit(PHYS, cut, 0.7, 0.9)
        normal = 0.5 * (1.0 + PHYS.e_ball) * at_hit * math.cos(cut)
        assert arrive(PHYS, normal, 0.0, 0.0, 0.0, 0.7).vx == pytest.approx(0.9)


@pytest.mark.parametrize(("side", "follow"), [(0.0, 0.0), (0.3, 0.4), (-0.2, -0.3)])
def test_ball_over_cue_speed_is_that_of_the_simulator(side, follow):
    shot = Shot(aim=0.3, speed=2.0, side=side, follow=follow)
    path = simulate(Position({0: (-0.5, 0.0)}), shot).trajectory(1e-3)
    assert path.speed[0, 0] == pytest.approx(2.0 * ball_over_cue_speed(PHYS, side, follow))
