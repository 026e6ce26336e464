"""Root finding against exact arithmetic: nothing missed, nothing invented.

The gap of two balls is a quartic. Its coefficients are fractions made of the same doubles, and the
number of roots in an interval is counted by Sturm's theorem, so the truth here has no rounding.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from poolenv.physics.roots import TOUCH, first_contact, highest_on, line_contact, lowest_on

REACH = 2.0 * 0.028575
Polynomial = list[Fraction]  # lowest power first


def value(p: Polynomial, t: Fraction) -> Fraction:
    total = Fraction(0)
    for c in reversed(p):
        total = total * t + c
    return total


def remainder(a: Polynomial, b: Polynomial) -> Polynomial:
    a = list(a)
    while len(a) >= len(b):
        factor = a[-1] / b[-1]
        shift = len(a) - len(b)
        for k, c in enumerate(b):
            a[k + shift] -= factor * c
        a.pop()
        while a and a[-1] == 0:
            a.pop()
    return a


def roots_between(p: Polynomial, low: Fraction, high: Fraction) -> int:
    """Number of different roots in (low, high]."""
    while p and p[-1] == 0:
        p = p[:-1]
    chain = [p, [k * c for k, c in enumerate(p)][1:]]
    while chain[-1]:
        chain.append([-c for c in remainder(chain[-2], chain[-1])])
    chain.pop()

    def changes(t: Fraction) -> int:
        signs = [v > 0 for v in (value(q, t) for q in chain) if v != 0]
        return sum(a != b for a, b in itertools.pairwise(signs))

    return changes(low) - changes(high)


def gap(c: Any, b: Any, a: Any) -> Polynomial:
    """|C + B t + A t^2|^2 - D^2, exactly."""
    cs, bs, as_ = ([Fraction(float(x)) for x in v] for v in (c, b, a))
    reach = Fraction(REACH)

    def dot(u: list[Fraction], v: list[Fraction]) -> Fraction:
        return sum((x * y for x, y in zip(u, v, strict=True)), Fraction(0))

    return [
        dot(cs, cs) - reach * reach,
        2 * dot(bs, cs),
        dot(bs, bs) + 2 * dot(as_, cs),
        2 * dot(as_, bs),
        dot(as_, as_),
    ]


def contact(c: Any, b: Any, a: Any, t_last: float) -> float:
    (cx, cy, cz), (bx, by, bz), (ax, ay, az) = (map(float, v) for v in (c, b, a))
    return first_contact(cx, cy, cz, bx, by, bz, ax, ay, az, REACH, t_last)


def certify(c: Any, b: Any, a: Any, t_last: float, slack: float) -> bool:
    """Check the kernel's answer exactly; returns whether it is a contact.

    Args:
        c: separation [m].
        b: relative velocity [m/s].
        a: half the relative acceleration [m/s^2].
        t_last: end of the interval [s].
        slack: allowed error of the time [s].
    """
    p, t = gap(c, b, a), contact(c, b, a, t_last)
    end, zero = Fraction(t_last), Fraction(0)
    if math.isinf(t):
        assert roots_between(p, zero, end) == 0
        return False
    before = max(zero, Fraction(t) - Fraction(slack))
    assert roots_between(p, zero, before) == 0
    assert roots_between(p, before, Fraction(t) + Fraction(slack)) >= 1
    return True


def draw(rng: np.random.Generator) -> tuple[Any, Any, Any]:
    """Two balls somewhere on a table, at most one of them at rest."""
    c = np.append(rng.uniform(-1.2, 1.2, 2), 0.0)
    c *= max(1.0, 1.01 * REACH / np.linalg.norm(c))
    b = np.append(rng.normal(0.0, 2.0, 2), 0.0)
    a = np.append(rng.uniform(-1.0, 1.0, 2), 0.0) * rng.choice([0.05, 1.0])
    return c, b, a


def test_balls_aimed_at_each_other() -> None:
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(200):
        c, b, a = draw(rng)
        b = -c * rng.uniform(0.5, 4.0) + 0.1 * b
        hits += certify(c, b, a, 3.0, 1e-12)
    assert 50 < hits < 150


def test_any_two_balls_also_in_flight() -> None:
    rng = np.random.default_rng(2)
    hits = 0
    for _ in range(200):
        c, b, a = draw(rng)
        b = -c * rng.uniform(1.0, 8.0) + 0.02 * b
        c[2], b[2], a[2] = rng.uniform(-0.1, 0.1), rng.normal(0.0, 0.2), rng.choice([0.0, -4.905])
        hits += certify(c, b, a, 2.0, 1e-12)
    assert hits > 20


@pytest.mark.parametrize("miss", [1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-3])
def test_grazing_balls(miss: float) -> None:
    """Straight and uniform past the other ball: a hit by so much, a miss by so much.

    At a hit the time error is that of a nearly double root: gap error over closing speed.
    """
    rng = np.random.default_rng(3)
    for _ in range(20):
        aim, speed, way = rng.uniform(-3.1, 3.1), rng.uniform(0.1, 5.0), rng.uniform(0.2, 1.5)
        d, n = np.array([math.cos(aim), math.sin(aim), 0.0]), np.array([0.0, 0.0, 0.0])
        n[:2] = -d[1], d[0]
        late = 2.0 * way / speed
        for side, is_hit in ((-miss, True), (miss, False)):
            c = -way * d + (REACH + side) * n
            slack = 1e-13 / (speed * math.sqrt(miss / REACH)) + 1e-12
            assert certify(c, speed * d, np.zeros(3), late, slack) is is_hit


@pytest.mark.parametrize("distance", [1e-12, 1e-10, 2e-9, 1e-6, 1e-3, 1e-1])
def test_almost_touching_balls_head_on(distance: float) -> None:
    t = contact((-(REACH + distance), 0.0, 0.0), (2.0, 0.0, 0.0), (0.0,) * 3, 1.0)
    assert t == pytest.approx(0.0 if distance < TOUCH else distance / 2.0, abs=1e-13)


def test_touching_balls_meet_only_if_they_approach() -> None:
    rng = np.random.default_rng(4)
    approaching = 0
    for _ in range(300):
        turn = rng.uniform(-3.1, 3.1)
        c = (REACH + rng.choice([0.0, 1e-12, -1e-12])) * np.array(
            [math.cos(turn), math.sin(turn), 0.0]
        )
        b = np.append(rng.normal(0.0, 1.0, 2), 0.0)
        closing = float(b @ c) < 0.0
        approaching += closing
        t = contact(c, b, np.zeros(3), 1.0)
        assert t == (0.0 if closing else math.inf)
    assert 100 < approaching < 200


def test_touching_balls_that_part_and_come_back() -> None:
    """Parting at 0.1 m/s, driven together with 2 m/s^2: back after 0.1 s."""
    t = contact((-REACH, 0.0, 0.0), (-0.1, 0.0, 0.0), (1.0, 0.0, 0.0), 1.0)
    assert t == pytest.approx(0.1, rel=1e-12)


def test_nothing_is_found_outside_the_interval() -> None:
    c, b, a = (-0.5, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0,) * 3
    when = contact(c, b, a, 10.0)
    assert when == pytest.approx(0.5 - REACH, abs=1e-12)
    assert contact(c, b, a, when * (1.0 - 1e-9)) == math.inf


def test_equal_accelerations_make_the_gap_a_quadratic() -> None:
    assert certify((-0.5, 0.01, 0.0), (0.5, 0.0, 0.0), (0.0,) * 3, 2.0, 1e-13)
    assert not certify((0.0, 0.3, 0.0), (0.0,) * 3, (0.0,) * 3, 100.0, 0.0)


def test_the_gap_to_a_line_closes_where_the_polynomial_says() -> None:
    rng = np.random.default_rng(5)
    hits = 0
    for _ in range(400):
        c, b, a = rng.uniform(1e-6, 1.0), rng.normal(0.0, 2.0), rng.normal(0.0, 1.0)
        p = [Fraction(float(x)) for x in (c, b, a)]
        t = line_contact(c, b, a)
        far = Fraction(10**6)
        if math.isinf(t):
            assert roots_between(p, Fraction(0), far) == 0
            continue
        hits += 1
        slack = Fraction(1e-12 * max(1.0, t))
        assert roots_between(p, Fraction(0), max(Fraction(0), Fraction(t) - slack)) == 0
        assert roots_between(p, Fraction(t) - slack, Fraction(t) + slack) >= 1
    assert 200 < hits < 400


@pytest.mark.parametrize(
    ("b", "a", "when"),
    [
        (-1.0, 0.0, 0.0),  # touching and approaching
        (0.0, -1.0, 0.0),  # pressed: the caller holds the ball
        (0.2, -1.0, 0.2),  # leaves and comes back
        (0.0, 0.0, math.inf),
        (0.0, 1.0, math.inf),
        (1.0, 0.5, math.inf),
    ],
)
def test_a_ball_that_touches_a_line(b: float, a: float, when: float) -> None:
    assert line_contact(0.0, b, a) == when


def test_extremes_of_a_parabola() -> None:
    rng = np.random.default_rng(6)
    for _ in range(200):
        c, b, a, end = *rng.normal(0.0, 1.0, 3), rng.uniform(0.1, 3.0)
        t = np.linspace(0.0, end, 2001)
        values = c + (b + a * t) * t
        assert lowest_on(c, b, a, end) == pytest.approx(values.min(), abs=1e-5)
        assert highest_on(c, b, a, end) == pytest.approx(values.max(), abs=1e-5)
        assert lowest_on(c, b, a, end) <= values.min() + 1e-15


def test_balls_that_touch_in_passing_and_bend_together_meet_at_once() -> None:
    """No approach yet, but the ways curve towards each other."""
    t = first_contact(REACH, 0.0, 0.0, 0.0, 0.1, 0.0, -1.0, 0.0, 0.0, REACH, 1.0)
    assert t == pytest.approx(0.0, abs=1e-9)
    leaving = first_contact(REACH, 0.0, 0.0, 1e-6, 0.1, 0.0, -1.0, 0.0, 0.0, REACH, 1.0)
    assert leaving == pytest.approx(1e-6 / (1.0 - 0.005 / REACH), rel=1e-3)


def test_balls_that_touch_in_passing_and_come_back_later_meet_then() -> None:
    """The second ball passes by, slows down, and is drawn back over its way."""
    c, b, a = (REACH, 0.0), (0.0, 1.0), (-1e-3, -0.5)
    t = first_contact(*c, 0.0, *b, 0.0, *a, 0.0, REACH, 10.0)
    p = gap((*c, 0.0), (*b, 0.0), (*a, 0.0))
    assert 1.5 < t < 2.0
    before, after = Fraction(t) * Fraction(999, 1000), Fraction(t) * Fraction(1001, 1000)
    assert value(p, before) > 0 > value(p, after)
    assert roots_between(p, Fraction(1, 10**6), before) == 0
