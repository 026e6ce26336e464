"""The tip after the stroke: double hits, near and frozen balls, and nothing else.

Expected numbers: an independent integration of cue, tip, cue ball and object ball (immediate speeds
in units of the cue's), and the closed form of the way of the tip to a second contact.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from poolenv import Position, Result, Shot, simulate, simulate_many
from poolenv.events import BALL_BALL, BALL_MOVED, LOG_CAPACITY, TIP_CONTACT, TIP_RECONTACT
from poolenv.physics.press import push_both, tip_spring
from poolenv.physics.setting import setting_of
from poolenv.physics.tip import TIP_TIME, Tip, touch_again
from poolenv.records import Event, rows
from tests.physics.casebook.engine import body_of, spin_of, velocity_of

SETTING = setting_of()
PHYS = SETTING.phys[0]
BED = SETTING.geometry.bed[0]
RADIUS = float(PHYS.radius)
#: J/m over V of a centre hit.
RATIO = float(PHYS.mass / PHYS.cue_mass)
FREE = float((1.0 + PHYS.e_tip) / (RATIO + 1.0))


def at_gap(gap: float, cut: float = 0.0, speed: float = 2.0, **stroke: Any) -> Result:
    """A stroke along x at a ball that is met after the gap, cut to the left."""
    ball = gap + 2.0 * RADIUS * math.cos(cut), 2.0 * RADIUS * math.sin(cut)
    return simulate(Position({0: (0.0, 0.0), 1: ball}), Shot(0.0, speed, **stroke))


def speeds(result: Result, until: float) -> tuple[float, float]:
    """Speeds of cue ball and object ball after the last impulse until a time [m/s]."""
    found = []
    for ball in (0, 1):
        own = result.states[(result.states.ball == ball) & (result.states.t0 <= until)]
        found.append(math.hypot(own.vx[-1], own.vy[-1]))
    return found[0], found[1]


def again(result: Result) -> Any:
    """The second and later touches of the tip."""
    return result.events[result.events.kind == TIP_RECONTACT]


@pytest.mark.parametrize(
    ("gap", "cue_ball", "object_ball", "ratio"),
    [
        (0.0, (1.03, 1.08), (1.12, 1.17), (0.88, 0.96)),
        (0.0002, (0.84, 1.09), (1.12, 1.30), (0.65, 0.97)),
        (0.0005, (0.84, 1.09), (1.12, 1.30), (0.65, 0.97)),
        (0.003, (0.75, 0.77), (1.26, 1.30), (0.58, 0.60)),
        (0.010, (0.75, 0.77), (1.26, 1.30), (0.58, 0.60)),
        (0.015, (0.75, 0.77), (1.26, 1.30), (0.58, 0.60)),
    ],
)
def test_a_straight_stroke_at_a_near_ball(gap, cue_ball, object_ball, ratio):
    result = at_gap(gap)
    slow, fast = (v / 2.0 for v in speeds(result, 0.05))
    assert cue_ball[0] <= slow <= cue_ball[1]
    assert object_ball[0] <= fast <= object_ball[1]
    assert ratio[0] <= slow / fast <= ratio[1]
    assert len(again(result)) == (gap >= 0.003)


def test_the_same_with_the_tip_withdrawn_is_a_stop_shot():
    for gap in (0.0, 0.0005, 0.01):
        result = at_gap(gap, follow_through=0.0)
        met = result.events[np.isin(result.events.kind, (BALL_BALL, BALL_MOVED))][0]
        slow, fast = speeds(result, met.t)
        e = float(PHYS.e_ball)
        assert slow / fast == pytest.approx((1.0 - e) / (1.0 + e), rel=1e-3)


@pytest.mark.parametrize("speed", [0.5, 2.0, 8.0])
@pytest.mark.parametrize("gap", [0.01, 0.03])
def test_the_way_of_the_tip_to_the_second_contact(gap, speed):
    after = speed * (1.0 - FREE * RATIO)
    r, k = after / (FREE * speed), 0.5 * (1.0 - float(PHYS.e_ball))
    expected = gap * r * (1.0 + (1.0 - r) / (r - k))
    events = again(at_gap(gap, speed=speed))
    # The closed form knows no friction of the cloth, which slows the ball by mu_s g t.
    slower = float(PHYS.mu_slide * PHYS.gravity) * events.t[0] / (FREE * speed)
    assert after * events.t[0] == pytest.approx(expected, rel=0.002 + slower)


def test_a_thin_cut_leaves_the_line_of_the_tip():
    assert len(again(at_gap(0.02, cut=math.radians(60)))) == 0
    assert len(again(at_gap(0.02, cut=math.radians(20)))) == 1


def test_the_follow_through_ends():
    assert len(again(at_gap(0.05))) == 1
    assert len(again(at_gap(0.05, follow_through=0.05))) == 0
    assert len(again(at_gap(0.05, follow_through=0.06))) == 1


def test_the_bed_stops_an_elevated_cue():
    level, steep = at_gap(0.05), at_gap(0.05, elevation=math.radians(40))
    assert len(again(level)) == 1
    assert len(again(steep)) == 0


def test_the_tip_presses_only_while_it_is_on_the_ball():
    """Beyond v t/2 the contact is over and a second one follows."""
    limit = 0.5 * TIP_TIME * FREE * 2.0
    for gap, touches in ((0.99 * limit, 0), (1.02 * limit, 1)):
        result = at_gap(gap)
        assert len(again(result)) == touches
        tip = result.events[0]
        met = result.events[result.events.kind == BALL_BALL][0]
        assert tip.kind == TIP_CONTACT
        assert (met.t <= tip.t_end) == (touches == 0)


def test_a_pressed_ball_is_thrown_as_any_other():
    """Frozen at an angle the object ball leaves the line of centres by what friction gives."""
    cut = math.radians(30)
    result = at_gap(0.0, cut=cut, follow=0.0)
    own = result.states[result.states.ball == 1]
    start = own[np.hypot(own.vx, own.vy) > 0][0]
    throw = cut - math.atan2(start.vy, start.vx)
    apart = at_gap(0.01, cut=cut, follow_through=0.0).states
    other = apart[apart.ball == 1]
    plain = other[np.hypot(other.vx, other.vy) > 0][0]
    assert 0.5 * (cut - math.atan2(plain.vy, plain.vx)) < throw < math.radians(6)


def test_the_spring_of_the_tip_gives_its_restitution_and_time():
    for e_tip in (0.5, 0.71, 0.87, 1.0):
        spring, damper = tip_spring(e_tip, RATIO + 1.0)
        phys = PHYS.copy()
        phys.e_tip = e_tip
        got, between, left, _ = push_both(phys, 2.0, spring, damper, 1.0, 1.0, 1.0)
        assert got == pytest.approx((1.0 + e_tip) * 2.0 / (RATIO + 1.0), rel=1e-3)
        assert between == 0.0
        assert left == pytest.approx(TIP_TIME, rel=0.005)


def scattered(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Strokes of all kinds with a cue ball that is alone in the middle of the table."""
    rng = np.random.default_rng(seed)
    offset = 0.5 * np.sqrt(rng.random(n))
    turn = rng.uniform(0.0, 2.0 * math.pi, n)
    shots = np.stack(
        [
            rng.uniform(-math.pi, math.pi, n),
            10.0 ** rng.uniform(-2.0, 1.0, n),
            offset * np.cos(turn),
            offset * np.sin(turn),
            np.where(rng.random(n) < 0.5, 0.0, rng.uniform(0.0, 1.4, n)),
        ],
        axis=1,
    )
    places = np.full((n, 16, 2), np.nan)
    places[:, 0] = 0.0
    return places, shots


def test_nothing_else_changes():
    """A cue ball that nothing stops before the tip is withdrawn never feels it."""
    places, shots = scattered(2000, 7)
    withdrawn = simulate_many(places, shots, cue={"follow_through": 0.0})
    for cue in ({}, {"follow_through": 0.25}, {"extends": "jump"}):
        base = withdrawn
        if "extends" in cue:
            base = simulate_many(places, shots, cue=cue | {"follow_through": 0.0})
        followed = simulate_many(places, shots, cue=cue)
        np.testing.assert_array_equal(followed.final, base.final)
        np.testing.assert_array_equal(followed.n_events, base.n_events)


def near(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Strokes at balls and cushions within the reach of the tip."""
    places, shots = scattered(n, seed)
    rng = np.random.default_rng(seed + 1)
    for i in range(n):
        if i % 3 == 0:
            places[i, 0] = rng.uniform(-0.9, -0.3), 0.6074 - 10.0 ** rng.uniform(-9.0, -1.5)
        aim = shots[i, 0]
        gap = 10.0 ** rng.uniform(-9.0, -1.0)
        cut = rng.normal() * 0.5
        for ball in range(1, 1 + i % 4):
            away = 2.0 * RADIUS + gap
            places[i, ball] = places[i, ball - 1] + away * np.array(
                [math.cos(aim + cut), math.sin(aim + cut)]
            )
        beyond = np.abs(places[i, 1:]) > np.array([1.24, 0.607])
        places[i, 1:][beyond.any(axis=1)] = np.nan
    return places, shots


def test_near_strokes_end_and_mirror():
    places, shots = near(1500, 3)
    result = simulate_many(places, shots)
    assert not result.truncated.any()
    withdrawn = simulate_many(places, shots, cue={"follow_through": 0.0})
    touched = (result.n_events != withdrawn.n_events).mean()
    assert touched > 0.3
    mirrored = places * [1.0, -1.0]
    turned = shots * [-1.0, 1.0, -1.0, 1.0, 1.0]
    other = simulate_many(mirrored, turned)
    same = [
        np.array_equal(a, b * [1.0, -1.0], equal_nan=True)
        for a, b in zip(result.final, other.final, strict=True)
    ]
    assert np.mean(same) > 0.99


numbers = st.floats(-1.0, 1.0, width=32)


@example((0.5, 1.0), (0.0, 0.5, 0.125), (0.0, 0.0, 0.0), 0.125, 0.0)  # slips sideways
@given(
    place=st.tuples(numbers, numbers),
    velocity=st.tuples(numbers, numbers, numbers),
    spin=st.tuples(numbers, numbers, numbers),
    speed=st.floats(0.05, 3.0),
    elevation=st.floats(0.0, 1.2),
)
def test_a_touch_keeps_momentum_and_makes_no_energy(place, velocity, spin, speed, elevation):
    reach = RADIUS + float(PHYS.tip_radius)
    side, follow = 0.6 * place[0], 0.6 * place[1]
    sin_el, cos_el = math.sin(elevation), math.cos(elevation)
    d = np.array([cos_el, 0.0, -sin_el])
    right, up = np.array([0.0, -1.0, 0.0]), np.array([sin_el, 0.0, cos_el])
    q = side * right + follow * up - math.sqrt(1.0 - side * side - follow * follow) * d
    body = body_of(PHYS, (0.0, 0.0, 0.5), velocity, 40.0 * np.array(spin))
    body.motion = 6  # airborne: no slate answers
    before_v, before_w = velocity_of(body), spin_of(body)
    if (speed * d - before_v) @ q >= 0.0:
        return  # they do not approach
    log, log_len = rows(Event, 1, LOG_CAPACITY), np.ones(1, dtype=np.int64)
    x, y, z = np.array([0.0, 0.0, 0.5]) + reach * q
    tip = Tip(*d, 0.0, x, y, z, speed, 0.1, 1.0, -1.0, 0, 0.0, speed)
    after = touch_again(tip, body, PHYS, BED, log, log_len, 0)
    mass, cue = float(PHYS.mass), float(PHYS.cue_mass)
    given_ = mass * (velocity_of(body) - before_v)
    assert given_ @ d == pytest.approx(-cue * (after.speed - speed), abs=1e-9)
    turned = 0.4 * mass * RADIUS * RADIUS * (spin_of(body) - before_w)
    np.testing.assert_allclose(turned, np.cross(RADIUS * q, given_), atol=1e-10)

    def energy(v: Any, w: Any, c: float) -> float:
        return float(mass * (v @ v) + 0.4 * mass * RADIUS * RADIUS * (w @ w) + cue * c * c) / 2.0

    was = energy(before_v, before_w, speed)
    now = energy(velocity_of(body), spin_of(body), after.speed)
    assert now <= was * (1.0 + 1e-12) + mass * float(PHYS.v_min) ** 2
    assert (velocity_of(body) - after.speed * d) @ q <= -float(PHYS.v_min) * 0.999


def test_a_slow_free_ball_is_never_caught():
    """Draw at a walking pace: the tip would overtake the ball if the player did not brake."""
    result = simulate(Position({0: (0.0, 0.0)}), Shot(0.0, 0.3, follow=-0.5))
    assert len(again(result)) == 0
