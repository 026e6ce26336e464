"""Random layouts for practice, and the same bytes with kernels compiled and interpreted."""

from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from poolenv.balls import N_BALLS, ball_set
from poolenv.rng import seed_words
from poolenv.states import ABSENT, STILL
from poolenv.table.layouts import clear_bed, is_free, largest_margin, scatter_balls, set_ball
from poolenv.table.marks import is_on_bed, marks_of
from poolenv.table.specs import load_balls, load_preset, load_table

ROOT = Path(__file__).resolve().parents[2]
DIGEST = Path(__file__).with_name("digest.py")
MARKS = marks_of(load_table("nine_foot"), load_balls("pool"))
D = 2.0 * MARKS.ball_radius


def scattered(balls: int, margin: float, seed: int, marks: Any = MARKS) -> tuple[Any, Any]:
    """One row with these balls at random places."""
    pos = np.zeros((1, N_BALLS, 3))
    motion = np.zeros((1, N_BALLS), np.int8)
    clear_bed(pos, motion, 0)
    assert scatter_balls(balls, marks, margin, pos, motion, seed_words(seed, 1), 0)
    return pos[0], motion[0]


@pytest.mark.parametrize("n", [2, 4, 16])
@pytest.mark.parametrize("margin", [0.0, 0.01, 0.07])
def test_layouts_keep_the_margin_to_balls_cushions_and_holes(n: int, margin: float) -> None:
    for seed in range(10):
        pos, motion = scattered(ball_set(range(n)), margin, seed)
        assert [b for b in range(N_BALLS) if motion[b] == STILL] == list(range(n))
        for a, b in itertools.combinations(range(n), 2):
            assert math.dist(pos[a, :2], pos[b, :2]) >= D + margin
        for ball in range(n):
            x, y, z = pos[ball]
            assert z == MARKS.ball_radius
            assert is_on_bed(MARKS, x, y)
            assert abs(x) <= 0.5 * MARKS.length - MARKS.cushion_gap - margin
            assert abs(y) <= 0.5 * MARKS.width - MARKS.cushion_gap - margin
            for k in range(6):
                away = math.dist((x, y), (MARKS.pocket_x[k], MARKS.pocket_y[k]))
                assert away >= MARKS.pocket_radius[k] + margin


def test_balls_outside_the_set_are_kept_clear_of() -> None:
    for seed in range(20):
        pos = np.zeros((1, N_BALLS, 3))
        motion = np.full((1, N_BALLS), ABSENT, np.int8)
        set_ball(pos, motion, 0, 9, 0.0, 0.0, MARKS.ball_radius)
        assert scatter_balls(ball_set([0, 1]), MARKS, 0.1, pos, motion, seed_words(seed, 1), 0)
        assert pos[0, 9].tolist() == [0.0, 0.0, MARKS.ball_radius]
        for ball in (0, 1):
            assert math.dist(pos[0, ball, :2], (0.0, 0.0)) >= D + 0.1


def test_balls_of_the_set_do_not_block_themselves() -> None:
    """Scattering again forgets where the balls were: one ball spreads over the bed as before."""
    pos = np.zeros((1, N_BALLS, 3))
    motion = np.full((1, N_BALLS), ABSENT, np.int8)
    words = seed_words(1, 1)
    near = 0
    for _ in range(400):
        x, y = pos[0, 1, :2]
        assert scatter_balls(ball_set([1]), MARKS, 0.1, pos, motion, words, 0)
        near += math.dist(pos[0, 1, :2], (x, y)) < D + 0.1
    assert near > 0


def test_layouts_are_uniform_over_the_bed() -> None:
    n = 2000
    words = seed_words(2, 1)
    pos = np.zeros((1, N_BALLS, 3))
    motion = np.full((1, N_BALLS), ABSENT, np.int8)
    found = np.empty((n, 2))
    for j in range(n):
        scatter_balls(ball_set([0]), MARKS, 0.0, pos, motion, words, 0)
        found[j] = pos[0, 0, :2]
    reach = np.array([MARKS.length, MARKS.width]) / 2.0 - MARKS.cushion_gap
    cells, _, _ = np.histogram2d(
        found[:, 0] / reach[0], found[:, 1] / reach[1], bins=4, range=[[-1, 1], [-1, 1]]
    )
    assert np.abs(cells - n / 16).max() < 4.5 * math.sqrt(n / 16)


def test_a_hole_that_reaches_into_the_bed_is_avoided() -> None:
    marks = marks_of(load_table("nine_foot"), load_balls("pool"))
    marks.pocket_y[2] = 0.635
    motion = np.full((1, N_BALLS), ABSENT, np.int8)
    pos = np.zeros((1, N_BALLS, 3))
    edge = 0.635 - marks.pocket_radius[2]
    assert is_free(marks, 0.0, pos, motion, 0, 0.0, edge)
    assert not is_free(marks, 0.0, pos, motion, 0, 0.0, edge + 0.001)
    assert not is_free(marks, 0.01, pos, motion, 0, 0.0, edge - 0.005)


def test_a_crowded_bed_says_that_a_ball_found_no_place() -> None:
    pos = np.zeros((1, N_BALLS, 3))
    motion = np.full((1, N_BALLS), ABSENT, np.int8)
    assert not scatter_balls(ball_set(range(16)), MARKS, 0.5, pos, motion, seed_words(0, 1), 0)


@pytest.mark.parametrize("preset", ["pool_9ft", "snooker", "carom_match"])
def test_at_the_largest_margin_every_layout_succeeds(preset: str) -> None:
    equipment = load_preset(preset)
    marks = marks_of(equipment.table, equipment.balls)
    for n in (1, 4, 16):
        margin = largest_margin(marks, n)
        assert margin > 0.05
        for seed in range(10):
            scattered(ball_set(range(n)), margin, seed, marks)
    assert largest_margin(marks, 16) < largest_margin(marks, 4) < largest_margin(marks, 1)


def test_compiled_and_interpreted_kernels_give_the_same_bytes() -> None:
    found = set()
    for disabled in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-W", "error", str(DIGEST)],
            env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        found.add(run.stdout)
    assert len(found) == 1
    assert len(found.pop().strip()) == 64
