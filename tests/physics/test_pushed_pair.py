"""How far off are pressed pairs, which part for a while instead of being held together?

The oracle steps two balls on a line through time with the force between them: what is left over
when they touch and one would overtake the other. It is compared with the engine (``part_pressed``)
and with holding the pair at the mean of their accelerations, which is what contact hold between
balls would amount to.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv.physics.setting import setting_of
from tests.physics.casebook.engine import VAST, body_of, play
from tests.physics.launch import PHYS, RADIUS

OPEN = setting_of({"length": VAST, "width": VAST, "pockets": {"mode": "none"}}).geometry
DRAG = float(PHYS.mu_slide * PHYS.gravity)
BRAKE = float(PHYS.mu_roll * PHYS.gravity)
STEP = 5e-5


def smooth():
    """Balls without friction between them."""
    phys = PHYS.copy()
    phys.mu_ball_a = phys.mu_ball_b = 0.0
    return phys


def pushed(speed: float, topspin: float, mean: bool) -> list[float]:
    """Where two balls come to rest, by small steps; topspin is R w of the first [m/s].

    Held together while the first slides: a sliding second one gives m a = F less its friction, a
    rolling one (7/5) m a = F, because the cloth turns it. ``mean``: the mean of the free
    accelerations instead.
    """
    x, v, w = [0.0, 2.0 * RADIUS], [speed, 0.0], [topspin, 0.0]
    while max(map(abs, (*v, *w))) > 1e-9:
        touching = x[1] - x[0] <= 2.0 * RADIUS + 1e-9
        if touching and v[0] > v[1]:
            closing = v[0] - v[1]
            push = 0.5 * (1.0 + PHYS.e_ball) * closing if closing > PHYS.v_min else 0.5 * closing
            v = [v[0] - push, v[1] + push]
        a, rolls = [0.0, 0.0], [False, False]
        for k in range(2):
            rolls[k] = abs(v[k] - w[k]) <= 3.6 * DRAG * STEP
            a[k] = -math.copysign(DRAG, v[k] - w[k])
            if rolls[k]:
                a[k] = -math.copysign(BRAKE, v[k]) if abs(v[k]) > BRAKE * STEP else -v[k] / STEP
        turn = [-2.5 * a[k] for k in range(2)]
        if touching and abs(v[0] - v[1]) < 1e-12 and a[0] > a[1]:
            together = 0.5 * (a[0] + a[1])
            if rolls[1] and not rolls[0] and not mean:
                together = a[0] / (1.0 + 1.4)
            a = [together, together]
        for k in range(2):
            x[k] += v[k] * STEP
            v[k] += a[k] * STEP
            w[k] = v[k] if rolls[k] else w[k] + turn[k] * STEP
    return x


def simulated(speed: float, topspin: float) -> list[float]:
    phys = smooth()
    balls = {
        0: body_of(phys, (0.0, 0.0), (speed,), (0.0, topspin / RADIUS)),
        1: body_of(phys, (2.0 * RADIUS, 0.0)),
    }
    return play(OPEN, phys, balls).final[:2, 0].tolist()


@pytest.mark.parametrize(("speed", "topspin"), [(0.3, 0.3), (1.0, 3.0), (0.3, 1.5)])
def test_the_oracle_agrees_where_nothing_presses(speed: float, topspin: float) -> None:
    np.testing.assert_allclose(simulated(speed, topspin), pushed(speed, topspin, False), atol=1e-3)


@pytest.mark.parametrize(("spin", "off"), [(20.0, 0.010), (40.0, 0.025)])
def test_a_ball_pushed_by_partings_ends_nearer_than_one_held_at_the_mean(
    spin: float, off: float
) -> None:
    """Nearly at rest, the first ball spinning: it pushes the other for 5 or 15 cm.

    Measured for 40 rad/s: the pushed ball stops within 1 mm of the exact place, the pushing one
    21 mm short; held at the mean, both would roll 26 mm too far.
    """
    exact = np.array(pushed(0.02, spin * RADIUS, False))
    held = np.array(pushed(0.02, spin * RADIUS, True))
    engine = np.array(simulated(0.02, spin * RADIUS))
    assert np.abs(engine - exact).max() < off
    assert abs(engine[1] - exact[1]) < 0.005
    assert abs(engine[1] - exact[1]) < abs(held[1] - exact[1])
    assert exact[1] > 0.04 + 2.0 * RADIUS
