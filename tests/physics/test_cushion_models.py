"""The optional laws of a cushion: closed forms, energy, symmetry, and their choice by name."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poolenv import Position, Shot, simulate
from poolenv.events import ALL_REST, CUSHION
from poolenv.physics.cushion import REFERENCE_STEPS, RUNTIME_STEPS, cushion_impact
from poolenv.physics.cushion_models import compliant_impact, fast_impact
from tests.physics.launch import PHYS, RADIUS

SINE = (float(PHYS.nose_height) - RADIUS) / RADIUS
COSINE = math.sqrt(1.0 - SINE * SINE)
E, MU, MU_S, RATIO = 0.82, 0.15, 0.2, 1.8
few = settings(max_examples=60, deadline=None, derandomize=True, database=None)
spins = st.floats(-1.5, 1.5)


def mathavan(v, w, e=E):
    return np.array(cushion_impact(*v, *w, SINE, COSINE, e, MU, MU_S, RUNTIME_STEPS))


def stronge(v, w, e=E):
    return np.array(compliant_impact(*v, *w, SINE, COSINE, e, MU, MU_S, RATIO, RUNTIME_STEPS))


def fast(v, w, e=E):
    return np.array(fast_impact(*v, *w, SINE, COSINE, e, MU))


def energy(s: np.ndarray) -> float:
    return float(s[:2] @ s[:2] + 0.4 * s[2:] @ s[2:])


@pytest.mark.parametrize("e", [0.5, 0.85, 1.0])
@pytest.mark.parametrize("ratio", [1.0, 1.8])
def test_a_free_ball_that_sticks_swings_as_stronge_says(e: float, ratio: float) -> None:
    """Nose at the height of the centre, no cloth, no sliding: slip' = slip cos(w t), t = (1+e)pi/2.

    Both springs are linear and the ball is a sphere, so nothing couples them (Stronge 2000).
    """
    out = compliant_impact(0.7, 1.0, 0.0, 0.0, 0.2, 0.0, 1.0, e, 1e9, 0.0, ratio, REFERENCE_STEPS)
    assert out[1] == pytest.approx(-e, abs=1e-6)
    swing = math.cos(ratio * 0.5 * math.pi * (1.0 + e))
    assert out[0] - out[4] == pytest.approx((0.7 - 0.2) * swing, abs=2e-4)


def test_a_free_ball_that_slides_throughout_feels_coulomb_friction() -> None:
    out = compliant_impact(3.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.85, 0.1, 0.0, RATIO, 64)
    assert out[0] == pytest.approx(3.0 - 0.1 * 1.85, abs=1e-4)
    assert out[4] == pytest.approx(2.5 * 0.1 * 1.85, abs=1e-4)


def test_compliant_rubber_gives_slip_back() -> None:
    """A ball that grips leaves with its slip reversed, as no rigid law of friction can."""
    start = (0.15, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, E, 1.0, 0.0)
    rubber = compliant_impact(*start, 1.5, REFERENCE_STEPS)
    rigid = cushion_impact(*start, REFERENCE_STEPS)
    assert rubber[0] - rubber[4] < -0.05
    assert abs(rigid[0] - rigid[4]) < 0.01


@pytest.mark.parametrize(("law", "slack"), [(stronge, 1e-3), (fast, 1e-14)])
@few
@given(st.floats(0.02, 1.55), spins, spins, spins, st.floats(0.1, 8.0), st.floats(0.3, 1.0))
def test_what_holds_for_every_impact(law, slack, angle, a, b, c, speed, e) -> None:
    v = (speed * math.cos(angle), speed * math.sin(angle))
    w = (speed * a, speed * b, speed * c)
    before, after = np.array([*v, *w]), law(v, w, e)
    assert after[1] < 0.0
    assert energy(after) <= energy(before) * (1.0 + slack)
    image = law((-v[0], v[1]), (w[0], -w[1], -w[2]), e)
    np.testing.assert_array_equal(image * (-1, 1, 1, -1, -1), after)
    # Homogeneous in speed.
    doubled = law((2.0 * v[0], 2.0 * v[1]), (2.0 * w[0], 2.0 * w[1], 2.0 * w[2]), e)
    np.testing.assert_allclose(doubled, 2.0 * after, atol=1e-6 * speed)


@pytest.mark.parametrize("law", [mathavan, stronge, fast])
def test_without_friction_all_laws_are_one(law, monkeypatch) -> None:
    monkeypatch.setitem(globals(), "MU", 0.0)
    monkeypatch.setitem(globals(), "MU_S", 0.0)
    np.testing.assert_allclose(
        law((0.6, 0.8), (0.1, -0.2, 0.3)), (0.6, -0.8 * E, 0.1, -0.2, 0.3), atol=1e-4
    )


def test_the_fast_form_is_as_far_off_as_it_says() -> None:
    """Against the integrated law: median below 6 %, 95 % below 11 % of the speed."""
    rng = np.random.default_rng(0)
    off = []
    for _ in range(1000):
        angle = rng.uniform(0.05, math.pi - 0.05)
        v = (math.cos(angle), math.sin(angle))
        top = rng.uniform(-1.0, 1.5)
        w = (-top * v[1], top * v[0], rng.uniform(-1.0, 1.0))
        off.append(np.linalg.norm((fast(v, w) - mathavan(v, w))[:2]))
    assert 0.02 < np.median(off) < 0.06
    assert np.percentile(off, 95.0) < 0.11


BANK = (Position({0: (0.1, 0.2), 1: (-0.7, 0.3)}), Shot(aim=0.9, speed=2.0, side=0.3, follow=0.2))


@pytest.mark.parametrize("model", ["stronge", "fast"])
def test_a_table_chooses_its_law_by_name(model: str) -> None:
    default = simulate(*BANK)
    named = simulate(*BANK, table={"cushions": {"model": "mathavan"}})
    other = simulate(*BANK, table={"cushions": {"model": model}})
    assert default.events.tobytes() == named.events.tobytes()
    assert other.events["kind"][-1] == ALL_REST
    first, second = (r.events[r.events["kind"] == CUSHION][0] for r in (default, other))
    assert first["t"] == second["t"]  # the same up to the first cushion
    away = math.dist(default.final[0], other.final[0])
    assert 1e-4 < away < 1.0


def test_the_frequency_ratio_of_the_rubber_is_read() -> None:
    soft, hard = (
        simulate(*BANK, table={"cushions": {"model": "stronge", "frequency_ratio": ratio}})
        for ratio in (1.0, 2.0)
    )
    assert math.dist(soft.final[0], hard.final[0]) > 1e-5
