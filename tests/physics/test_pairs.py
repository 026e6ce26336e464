"""Collision of two balls: conservation laws in three dimensions, restitution, throw."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poolenv.physics.ball_ball import NEITHER, SECOND, ball_friction, collide
from tests.physics.casebook.engine import Vector, body_of, spin_of, velocity_of
from tests.physics.launch import PHYS, RADIUS

numbers = st.floats(-8.0, 8.0, allow_subnormal=False)
vectors = st.tuples(numbers, numbers, numbers).map(np.array)
angles = st.floats(-math.pi, math.pi)
few = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def unit(turn: float, rise: float) -> Vector:
    c = math.cos(rise)
    return np.array([c * math.cos(turn), c * math.sin(turn), math.sin(rise)])


def pair(n: Vector, v1: Any, w1: Any, v2: Any, w2: Any) -> tuple[Any, Any]:
    """Two balls that touch along n and approach; spins as surface speeds."""
    first = body_of(PHYS, (0.0, 0.0, 0.0), v1, np.asarray(w1) / RADIUS)
    second = body_of(PHYS, 2.0 * RADIUS * n, v2, np.asarray(w2) / RADIUS)
    return first, second


@few
@given(angles, st.floats(-1.5, 1.5), vectors, vectors, vectors, vectors)
def test_conservation(
    turn: float, rise: float, v1: Vector, w1: Vector, v2: Vector, w2: Vector
) -> None:
    n = unit(turn, rise)
    closing = float((v1 - v2) @ n)
    v1 = v1 + (abs(closing) - closing + 0.01) * n  # make them approach
    first, second = pair(n, v1, w1, v2, w2)
    raised = collide(first, second, PHYS, NEITHER)
    dv1, dv2 = velocity_of(first) - v1, velocity_of(second) - v2
    dw1, dw2 = RADIUS * spin_of(first) - w1, RADIUS * spin_of(second) - w2
    scale = 1.0 + np.abs([v1, v2, w1, w2]).max()
    np.testing.assert_allclose(dv1 + dv2, 0.0, atol=1e-14 * scale)
    np.testing.assert_allclose(dw1, dw2, atol=1e-13 * scale)
    # Moment about the contact point, which lies at R n from ball 1: 0.4 R^2 dw = R n x dv.
    np.testing.assert_allclose(0.4 * dw1, np.cross(n, dv1), atol=1e-13 * scale)
    before = v1 @ v1 + v2 @ v2 + 0.4 * (w1 @ w1 + w2 @ w2)
    v1, v2, w1, w2 = v1 + dv1, v2 + dv2, w1 + dw1, w2 + dw2
    after = v1 @ v1 + v2 @ v2 + 0.4 * (w1 @ w1 + w2 @ w2)
    assert after <= before * (1.0 + 1e-13) + (0.5 * PHYS.v_min**2 if raised else 0.0)
    closing = float((velocity_of(first) - velocity_of(second)) @ n)
    assert closing < 0.0


@pytest.mark.parametrize("e", [0.5, 0.8, 0.94, 1.0])
def test_restitution(e: float) -> None:
    phys = PHYS.copy()
    phys.e_ball = e
    first, second = pair(unit(0.3, 0.0), (1.5, 0.2), (0.0,) * 3, (-0.4, 0.1), (0.0,) * 3)
    n = unit(0.3, 0.0)
    closing = float((velocity_of(first) - velocity_of(second)) @ n)
    collide(first, second, phys, NEITHER)
    parting = float((velocity_of(second) - velocity_of(first)) @ n)
    assert parting == pytest.approx(e * closing, abs=1e-14)


def test_common_motion_is_unchanged() -> None:
    n, drift = unit(0.7, 0.2), np.array([0.3, -1.1, 0.4])
    still = pair(n, 2.0 * n, (0.1, 0.2, 0.3), (0.0,) * 3, (0.0,) * 3)
    moving = pair(n, 2.0 * n + drift, (0.1, 0.2, 0.3), drift, (0.0,) * 3)
    collide(*still, PHYS, NEITHER)
    collide(*moving, PHYS, NEITHER)
    for a, b in zip(still, moving, strict=True):
        np.testing.assert_allclose(velocity_of(a) + drift, velocity_of(b), atol=1e-14)


@pytest.mark.parametrize("closing", [1e-6, 1e-4, 9e-4])
def test_the_least_separation_is_declared(closing: float) -> None:
    first, second = pair(unit(0.0, 0.0), (closing,), (0.0,) * 3, (0.0,), (0.0,) * 3)
    assert collide(first, second, PHYS, NEITHER)
    assert second.vx - first.vx == pytest.approx(PHYS.v_min, rel=1e-12)


@pytest.mark.parametrize("spin", [0.1, 1.0, 10.0])
def test_right_english_throws_to_the_left(spin: float) -> None:
    """Full hit, w_z > 0: the front of the cue ball moves left and drags the object ball along."""
    first, second = pair(unit(0.0, 0.0), (1.0,), (0.0, 0.0, RADIUS * spin), (0.0,), (0.0,) * 3)
    collide(first, second, PHYS, NEITHER)
    assert second.vy > 0.0
    assert second.vx > 0.0
    assert second.wz < 0.0 < first.wz < spin


@pytest.mark.parametrize("speed", [0.3, 1.0, 4.0, 9.0])
@pytest.mark.parametrize("cut", [10.0, 30.0, 60.0, 80.0])
@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5])
def test_gearing_english_neither_throws_nor_spins(speed: float, cut: float, turn: float) -> None:
    v = speed * unit(turn, 0.0)
    n = unit(turn + math.radians(cut), 0.0)
    gearing = speed * math.sin(math.radians(cut))
    first, second = pair(n, v, (0.0, 0.0, gearing), (0.0,), (0.0,) * 3)
    collide(first, second, PHYS, NEITHER)
    assert abs(n[0] * second.vy - n[1] * second.vx) < 1e-14 * speed
    assert abs(second.wz) < 1e-12


def test_friction_falls_with_the_slip() -> None:
    """Points of Marlow's table 10 as printed in Alciatore TP A.14, within the fit."""
    for slip, mu in ((0.0707, 0.11), (0.707, 0.06), (7.07, 0.01)):
        assert ball_friction(PHYS, slip) == pytest.approx(mu, abs=0.002)


def test_a_livelier_ball_sends_the_object_ball_faster() -> None:
    speeds = []
    for e in (0.9, 0.92, 0.94, 0.96, 0.98):
        phys = PHYS.copy()
        phys.e_ball = e
        first, second = pair(unit(0.4, 0.0), (2.0,), (0.0, 2.0, 0.0), (0.0,), (0.0,) * 3)
        collide(first, second, phys, NEITHER)
        speeds.append(math.hypot(second.vx, second.vy))
    assert speeds == sorted(speeds)
    assert len(set(speeds)) == len(speeds)


@few
@given(angles, st.floats(-1.5, -0.1), vectors, vectors, vectors)
def test_a_ball_that_lands_on_another_one(
    turn: float, rise: float, v1: Vector, w1: Vector, w2: Vector
) -> None:
    """The slate keeps the lower ball down and takes the vertical impulse that it gets."""
    n = unit(turn, rise)
    closing = float(v1 @ n)
    v1 = v1 + (abs(closing) - closing + 0.01) * n
    first, second = pair(n, v1, w1, (0.0,) * 3, w2)
    phys = PHYS.copy()
    phys.e_ball, phys.mu_ball_a, phys.mu_ball_b = 1.0, 0.0, 0.0
    collide(first, second, phys, SECOND)
    dv1, v2 = velocity_of(first) - v1, velocity_of(second)
    assert second.vz == 0.0
    scale = 1.0 + np.abs(v1).max()
    np.testing.assert_allclose(dv1[:2] + v2[:2], 0.0, atol=1e-13 * scale)
    after = velocity_of(first) @ velocity_of(first) + v2 @ v2
    assert after == pytest.approx(v1 @ v1, rel=1e-12)


@few
@given(angles, st.floats(-1.5, -0.05), vectors, vectors, vectors, st.floats(0.0, 0.3))
def test_a_ball_that_lands_on_another_one_gains_no_energy(
    turn: float, rise: float, v1: Vector, w1: Vector, w2: Vector, mu: float
) -> None:
    """The slate holds the lower ball and friction acts against the slip that its answer leaves."""
    phys = PHYS.copy()
    phys.e_ball = 1.0
    phys.mu_ball_a, phys.mu_ball_b = mu, 0.0
    n = unit(turn, rise)
    closing = float(v1 @ n)
    v1 = v1 + (abs(closing) - closing + 0.01) * n
    first, second = pair(n, v1, w1, np.zeros(3), w2)
    before = v1 @ v1 + 0.4 * (w1 @ w1 + w2 @ w2)
    collide(first, second, phys, SECOND)
    after = sum(
        velocity_of(ball) @ velocity_of(ball)
        + 0.4 * RADIUS * RADIUS * spin_of(ball) @ spin_of(ball)
        for ball in (first, second)
    )
    assert after <= before * (1.0 + 1e-12)
    assert velocity_of(second)[2] >= 0.0


@few
@given(
    angles,
    st.floats(-1.5, -0.05),
    vectors,
    vectors,
    vectors,
    st.floats(0.0, 1.0),
    st.floats(0.0, 1.0),
)
def test_a_ball_that_lands_on_another_one_parts_from_it(
    turn: float, rise: float, v1: Vector, w1: Vector, w2: Vector, e: float, mu: float
) -> None:
    """However dead the balls are: the slate takes friction from the lower one, not the parting."""
    phys = PHYS.copy()
    phys.e_ball = e
    phys.mu_ball_a, phys.mu_ball_b = mu, 0.0
    n = unit(turn, rise)
    closing = float(v1 @ n)
    v1 = v1 + (abs(closing) - closing + 0.01) * n
    first, second = pair(n, v1, w1, np.zeros(3), w2)
    before = v1 @ v1 + 0.4 * (w1 @ w1 + w2 @ w2)
    raised = collide(first, second, phys, SECOND)
    parting = float((velocity_of(second) - velocity_of(first)) @ n)
    scale = 1.0 + float(np.abs(np.r_[v1, w1, w2]).max())
    assert parting >= phys.v_min - 1e-13 * scale
    after = sum(
        velocity_of(ball) @ velocity_of(ball)
        + 0.4 * RADIUS * RADIUS * spin_of(ball) @ spin_of(ball)
        for ball in (first, second)
    )
    allowed = 2.0 * phys.v_min * phys.v_min if raised else 0.0
    assert after <= before * (1.0 + 1e-12) + allowed
