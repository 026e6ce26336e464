"""Motion on the cloth: friction takes exactly its work, the slide leaves the roll alone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poolenv.physics.motion import advance, start_free, start_hold, start_roll
from poolenv.states import HELD, ROLLING, SLIDING, SPINNING, STILL
from tests.physics.casebook.engine import body_of, rolled_out, spin_of, velocity_of, way_to_rest
from tests.physics.launch import PHYS, RADIUS

numbers = st.floats(-8.0, 8.0, allow_subnormal=False)
few = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def energy(body: Any) -> float:
    """Over the mass [m^2/s^2]."""
    v, w = velocity_of(body), RADIUS * spin_of(body)
    return float(0.5 * v @ v + 0.2 * w @ w)


@few
@given(numbers, numbers, numbers, numbers, numbers, st.floats(0.0, 1.0))
def test_a_slide_costs_the_work_of_friction(
    vx: float, vy: float, wx: float, wy: float, wz: float, share: float
) -> None:
    body = body_of(PHYS, (0.0, 0.0), (vx, vy), (wx / RADIUS, wy / RADIUS, wz / RADIUS))
    slip = math.hypot(vx - wy, vy + wx)
    start_free(body, PHYS)
    if body.motion != SLIDING:
        assert slip < 1e-9
        return
    before, roll, spin = energy(body), rolled_out(body, PHYS), body.wz
    s = share * (body.t_end - body.t0)
    advance(body, PHYS, s)
    grip = PHYS.mu_slide * PHYS.gravity
    # Friction mu g against a slip that falls by (7/2) mu g s.
    work = grip * (slip * s - 1.75 * grip * s * s)
    work += 0.2 * RADIUS * RADIUS * (spin * spin - body.wz * body.wz)
    scale = 1.0 + before
    assert energy(body) == pytest.approx(before - work, abs=1e-12 * scale)
    np.testing.assert_allclose(rolled_out(body, PHYS), roll, atol=1e-13 * scale)
    assert abs(body.wz) <= abs(spin)


@few
@given(st.floats(0.01, 10.0), st.floats(-math.pi, math.pi))
def test_a_roll_ends_after_v_squared_over_two_mu_g(speed: float, aim: float) -> None:
    v = (speed * math.cos(aim), speed * math.sin(aim))
    way = way_to_rest(body_of(PHYS, (0.0,), v, (-v[1] / RADIUS, v[0] / RADIUS)), PHYS)
    drag = PHYS.mu_roll * PHYS.gravity
    assert way.roll_length == pytest.approx(speed * speed / (2.0 * drag), rel=1e-9)
    assert way.roll_time == pytest.approx(speed / drag, rel=1e-9)


@pytest.mark.parametrize("topspin", [-1.5, -0.4, 0.0, 0.5, 1.0, 1.6])
def test_a_slower_ball_never_goes_farther(topspin: float) -> None:
    lengths = [
        way_to_rest(body_of(PHYS, (0.0,), (v,), (0.0, topspin * v / RADIUS)), PHYS).total_length
        for v in np.linspace(0.05, 8.0, 60)
    ]
    assert lengths == sorted(lengths)


def test_states_follow_each_other() -> None:
    body = body_of(PHYS, (0.0, 0.0), (1.0,), (0.0, 0.0, 30.0))
    start_free(body, PHYS)
    assert body.motion == SLIDING
    advance(body, PHYS, body.t_end)
    start_roll(body, PHYS)
    assert body.motion == ROLLING
    assert (body.vx, body.wx) == (RADIUS * body.wy, -body.vy / RADIUS)
    advance(body, PHYS, body.t_end)
    start_roll(body, PHYS)
    assert body.motion in (STILL, SPINNING)
    assert (body.vx, body.vy, body.wx, body.wy) == (0.0, 0.0, 0.0, 0.0)


def test_a_straight_shot_without_english_stays_on_its_line() -> None:
    body = body_of(PHYS, (0.0, 0.3), (2.0,), (0.0, -20.0))
    start_free(body, PHYS)
    advance(body, PHYS, body.t_end)
    assert body.y == 0.3


def test_a_held_ball_stays_at_its_cushion_and_loses_its_spin() -> None:
    """Pressed into the cushion at y > 0 by draw, moving along it."""
    body = body_of(PHYS, (0.0, 0.5), (0.6, 0.0), (-30.0, 10.0, 5.0))
    assert start_hold(body, PHYS, 0.0, 1.0, 4)
    assert (body.motion, body.held_by) == (HELD, 4)
    before = energy(body)
    pressing = abs(body.wx)
    advance(body, PHYS, body.t_end)
    assert (body.y, body.vy) == (0.5, 0.0)
    assert abs(body.wx) < pressing
    assert energy(body) < before


def test_a_ball_that_spins_away_from_the_cushion_is_not_held() -> None:
    body = body_of(PHYS, (0.0, 0.5), (0.6, 0.0), (30.0, 10.0, 5.0))
    before = body.tobytes()
    assert not start_hold(body, PHYS, 0.0, 1.0, 4)
    assert body.tobytes() == before
