"""``model = "mathavan2014"``: the integrated collision of two balls, chosen with the balls."""

from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv import Position, Shot, simulate
from poolenv.events import BALL_LEAVES_BED
from poolenv.physics.ball_ball import NEITHER, collide
from poolenv.physics.ball_ball_integrated import collide_integrated
from poolenv.physics.cushion import RUNTIME_STEPS
from tests.physics.casebook.engine import body_of, spin_of, velocity_of
from tests.physics.launch import PHYS, RADIUS

BALLS = {"model": "mathavan2014"}


def pair(speed: float, cut: float, spin=(0.0, 0.0, 0.0)):
    first = body_of(PHYS, (0.0, 0.0), (speed,), spin)
    second = body_of(PHYS, (2.0 * RADIUS * math.cos(cut), 2.0 * RADIUS * math.sin(cut)))
    return first, second


def energy(*balls) -> float:
    return sum(
        float(velocity_of(b) @ velocity_of(b) + 0.4 * RADIUS**2 * spin_of(b) @ spin_of(b))
        for b in balls
    )


@pytest.mark.parametrize("cut", [0.1, 0.5, 1.0, 1.4])
@pytest.mark.parametrize("top", [0.0, 1.0, -1.0])
def test_it_is_near_the_impulse_and_takes_energy(cut: float, top: float) -> None:
    """Within 1 % of the speed of the instantaneous law, as five tracked shots have it."""
    spin = (0.0, top * 2.0 / RADIUS, 20.0)
    first, second = pair(2.0, cut, spin)
    other = pair(2.0, cut, spin)
    before = energy(first, second)
    assert collide_integrated(first, second, PHYS, RUNTIME_STEPS)
    collide(*other, PHYS, NEITHER)
    assert energy(first, second) < before
    assert first.vz == second.vz == 0.0
    for a, b in zip((first, second), other, strict=True):
        assert np.linalg.norm((velocity_of(a) - velocity_of(b))[:2]) < 0.02
    assert not np.array_equal(velocity_of(first), velocity_of(other[0]))


def test_what_it_does_not_hold_for_is_left_alone() -> None:
    slow = pair(1e-3, 0.3)
    assert not collide_integrated(*slow, PHYS, RUNTIME_STEPS)
    flying = pair(1.0, 0.3)
    flying[0].motion = 6
    assert not collide_integrated(*flying, PHYS, RUNTIME_STEPS)
    assert slow[0].vx == 1e-3
    assert flying[0].vx == 1.0


def test_balls_choose_their_law_by_name() -> None:
    position = Position({0: (-0.6, 0.0), 1: (0.0, 0.01)})
    shot = Shot(aim=0.0, speed=4.0, follow=0.4)
    default = simulate(position, shot)
    named = simulate(position, shot, balls={"model": "impulse"})
    other = simulate(position, shot, balls=BALLS)
    assert default.events.tobytes() == named.events.tobytes()
    assert (default.events["kind"] == BALL_LEAVES_BED).sum() >= (
        other.events["kind"] == BALL_LEAVES_BED
    ).sum()
    assert 1e-4 < math.dist(default.final[1], other.final[1])


def test_used_balls_throw_more() -> None:
    """A stun cut of 30 degrees at walking speed: Colenso's balls against Marlow's."""
    position = Position({0: (-0.2, 0.0), 1: (0.0, RADIUS)})
    turned = []
    for balls in ("pool", "used"):
        result = simulate(position, Shot(aim=0.0, speed=1.0), balls=balls)
        state = next(s for s in result.states if s.ball == 1 and math.hypot(s.vx, s.vy) > 0.0)
        turned.append(math.atan2(state.vy, state.vx))
    line = math.asin(0.5)
    assert line - turned[1] > 1.1 * (line - turned[0]) > 0.0
