"""Impact on a cushion: energy, moment about the contacts, symmetry, convergence, restitution."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poolenv.physics.cushion import (
    REFERENCE_STEPS,
    RUNTIME_STEPS,
    cushion_impact,
    cushion_restitution,
)
from tests.physics.launch import PHYS, RADIUS

SINE = (float(PHYS.nose_height) - RADIUS) / RADIUS
COSINE = math.sqrt(1.0 - SINE * SINE)
few = settings(max_examples=60, deadline=None, derandomize=True, database=None)
spins = st.floats(-1.5, 1.5)


def impact(
    v: tuple[float, float], w: tuple[float, float, float], e: float = 0.85, steps: int = 64
) -> np.ndarray:
    """(vx, vy, R wx, R wy, R wz) after the impact."""
    out = cushion_impact(*v, *w, SINE, COSINE, e, PHYS.mu_cushion, PHYS.mu_slide, steps)
    return np.array(out)


def energy(s: np.ndarray) -> float:
    return float(s[:2] @ s[:2] + 0.4 * s[2:] @ s[2:])


@few
@given(st.floats(0.02, 1.55), spins, spins, spins, st.floats(0.1, 8.0))
def test_what_holds_for_every_impact(
    angle: float, a: float, b: float, c: float, speed: float
) -> None:
    v = (speed * math.cos(angle), speed * math.sin(angle))
    w = (speed * a, speed * b, speed * c)
    before, after = np.array([*v, *w]), impact(v, w)
    assert after[1] < 0.0
    assert energy(after) <= energy(before) * (1.0 + 1e-14)
    # Nose and cloth push at their contact points only: no moment about the line through them.
    dv, dw = np.append(after[:2] - before[:2], 0.0), after[2:] - before[2:]
    moment = 0.4 * dw + np.cross([0.0, -COSINE, -SINE], dv)
    line = np.array([0.0, COSINE, 1.0 + SINE])
    assert abs(line @ moment) < 1e-13 * speed
    # Mirror image along the cushion: x and the spins about y and z change sign.
    image = impact((-v[0], v[1]), (w[0], -w[1], -w[2]))
    np.testing.assert_array_equal(image * (-1, 1, 1, -1, -1), after)


def test_run_time_steps_are_close_to_the_reference() -> None:
    """physics of the integration: median error 1e-5, 95 % below 0.5 % of the speed."""
    rng = np.random.default_rng(3)
    errors = []
    for _ in range(200):
        angle = rng.uniform(0.05, 1.55)
        v, w = (math.cos(angle), math.sin(angle)), tuple(rng.uniform(-1.5, 1.5, 3))
        fine = impact(v, w, steps=8 * REFERENCE_STEPS)
        errors.append(float(np.abs(impact(v, w, steps=RUNTIME_STEPS) - fine)[:2].max()))
        assert np.abs(impact(v, w, steps=REFERENCE_STEPS) - fine)[:2].max() < 2e-3
    assert np.median(errors) < 5e-5
    assert np.percentile(errors, 95.0) < 5e-3


@pytest.mark.parametrize("e", [0.5, 0.8, 0.95])
def test_a_frictionless_cushion_gives_back_e_of_the_normal_speed(e: float) -> None:
    out = cushion_impact(0.6, 0.8, 0.1, -0.2, 0.3, SINE, COSINE, e, 0.0, 0.0, 64)
    np.testing.assert_allclose(out, (0.6, -0.8 * e, 0.1, -0.2, 0.3), atol=1e-12)


def test_restitution_falls_with_speed_and_is_clipped() -> None:
    assert cushion_restitution(PHYS, 1.0) == pytest.approx(0.82)
    assert cushion_restitution(PHYS, 3.0) == pytest.approx(0.82 - 2.0 * 0.012)
    assert cushion_restitution(PHYS, 100.0) == PHYS.e_cushion_min
    assert cushion_restitution(PHYS, 0.0) <= PHYS.e_cushion_max


def test_running_english_widens_and_reverse_english_narrows() -> None:
    """Rolling at 45 degrees; right english runs along a cushion on the left."""
    angle = math.radians(45.0)
    v = (math.cos(angle), math.sin(angle))
    roll = (-v[1], v[0])
    angles = [
        math.atan2(out[0], -out[1])
        for out in (impact(v, (*roll, side)) for side in (-1.0, 0.0, 1.0))
    ]
    assert angles[0] < angles[1] < angles[2]
