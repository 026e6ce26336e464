"""Execution noise: size, bounds, and draws that do not depend on its size."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from poolenv.records import Action, rows
from poolenv.rng import seed_words
from poolenv.table.noise import MAX_ELEVATION, MAX_OFFSET, MIN_SPEED, disturb, load_noise, spread_of

RADIUS = 0.028575
FIELDS = ("side", "follow", "elevation", "aim", "speed")


def strokes(name: str, n: int, **stroke: float) -> tuple[Any, Any]:
    """The same stroke made n times, each row with its own random word; the words afterwards."""
    spread = spread_of(load_noise(name), RADIUS)
    actions = rows(Action, n)
    words = seed_words(5, n)
    for i in range(n):
        for field, value in stroke.items():
            actions[i][field] = value
        disturb(spread, actions[i], words, i)
    return actions, words


def test_tournament_noise_in_the_units_of_a_stroke() -> None:
    spread = spread_of(load_noise("tournament"), RADIUS)
    assert spread.side == spread.follow == 0.0005 / RADIUS
    assert spread.elevation == math.radians(0.1)
    assert spread.aim == math.radians(0.125)
    assert spread.speed == 0.075


@pytest.mark.parametrize(("name", "factor"), [("none", 0.0), ("half", 0.5), ("double", 2.0)])
def test_other_levels_are_multiples(name: str, factor: float) -> None:
    base = spread_of(load_noise("tournament"), RADIUS)
    spread = spread_of(load_noise(name), RADIUS)
    for field in FIELDS:
        assert spread[field] == pytest.approx(factor * base[field], rel=1e-15)


def test_no_noise_leaves_the_stroke_alone() -> None:
    stroke = {"side": 0.2, "follow": -0.3, "elevation": 0.1, "aim": 2.0, "speed": 3.0}
    actions, _ = strokes("none", 3, **stroke)
    for field, value in stroke.items():
        assert actions[field].tolist() == [value] * 3


def test_errors_have_the_size_that_the_file_says() -> None:
    n = 3000
    actions, _ = strokes("tournament", n, elevation=0.3, aim=1.0, speed=4.0)
    spread = spread_of(load_noise("tournament"), RADIUS)
    for field, mean in zip(FIELDS, (0.0, 0.0, 0.3, 1.0, 4.0), strict=True):
        errors = (actions[field] - mean) / spread[field]
        assert abs(errors.mean()) < 4.0 / math.sqrt(n), field
        assert abs(errors.std() - 1.0) < 4.0 / math.sqrt(2.0 * n), field


def test_the_five_errors_are_independent() -> None:
    actions, _ = strokes("tournament", 3000, elevation=0.3, aim=1.0, speed=4.0)
    correlation = np.corrcoef([actions[field] for field in FIELDS])
    assert np.abs(correlation - np.eye(5)).max() < 4.0 / math.sqrt(3000)


def test_a_stroke_stays_a_stroke() -> None:
    actions, _ = strokes("double", 500, side=0.9, follow=0.3, speed=0.01)
    offset = np.hypot(actions.side, actions.follow)
    assert offset.max() <= MAX_OFFSET + 1e-12
    assert np.sum(offset > MAX_OFFSET - 1e-12) > 100
    assert actions.speed.min() == MIN_SPEED
    assert actions.elevation.min() == 0.0
    steep, _ = strokes("double", 100, elevation=math.pi / 2.0, speed=2.0)
    assert steep.elevation.max() == MAX_ELEVATION


def test_later_draws_do_not_depend_on_the_level_of_noise() -> None:
    _, quiet = strokes("none", 4, speed=2.0)
    _, loud = strokes("double", 4, speed=2.0)
    assert quiet.tolist() == loud.tolist()
