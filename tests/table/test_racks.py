"""Racks: who stands where, how tight, and that chance comes from the row's word alone."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from poolenv.balls import EIGHT, N_BALLS, NINE, STRIPES, TEN, ball_list, ball_set, has
from poolenv.config import names
from poolenv.rng import seed_words
from poolenv.states import ABSENT, STILL
from poolenv.table.check import rack_deviations
from poolenv.table.layouts import clear_bed, set_ball
from poolenv.table.marks import marks_of
from poolenv.table.racks import (
    EIGHT_BALL_RACK,
    FOURTEEN_RACK,
    NINE_BALL_RACK,
    NINE_ON_SPOT_RACK,
    RACK_NAMES,
    STRAIGHT_RACK,
    STRAIGHT_RACK_WSR,
    TEN_BALL_RACK,
    full_rack,
    load_gaps,
    rack_balls,
)
from poolenv.table.specs import load_balls, load_table

MARKS = marks_of(load_table("nine_foot"), load_balls("pool"))
R = MARKS.ball_radius
D = 2.0 * R
ROW = D * math.sqrt(0.75)
KINDS = range(len(RACK_NAMES))
SEEDS = range(12)
#: Lying nearer than this, balls are neighbours in any rack of ours; the next ones are 1.7 D away.
NEIGHBOURS = 1.1 * D


def racked(
    kind: int, seed: int = 0, gaps: str = "perfect", balls: int | None = None
) -> tuple[Any, Any]:
    """Positions and motion of one freshly racked row."""
    pos = np.full((1, N_BALLS, 3), 9.0)
    motion = np.zeros((1, N_BALLS), np.int8)
    clear_bed(pos, motion, 0)
    if balls is None:
        balls = ball_set(range(1, 15)) if kind == FOURTEEN_RACK else full_rack(kind)
    gap = load_gaps(gaps)
    words = seed_words(seed, 1)
    rack_balls(kind, balls, MARKS, gap.mean, gap.spread, pos, motion, words, 0)
    return pos[0], motion[0]


def ball_near(pos: Any, motion: Any, x: float, y: float) -> int | None:
    """The ball at a point measured from the foot spot, None if there is none."""
    for ball in range(N_BALLS):
        away = math.dist(pos[ball, :2], (MARKS.foot_spot + x, y))
        if motion[ball] == STILL and away < 0.001:
            return ball
    return None


def gaps_of(pos: Any, motion: Any) -> list[float]:
    """Gaps between all pairs of balls on the bed."""
    on = [b for b in range(N_BALLS) if motion[b] == STILL]
    return [math.dist(pos[a, :2], pos[b, :2]) - D for a, b in itertools.combinations(on, 2)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("gaps", names("racks"))
def test_no_two_balls_overlap_and_neighbours_keep_the_gap(kind: int, gaps: str) -> None:
    gap = load_gaps(gaps)
    for seed in SEEDS:
        found = gaps_of(*racked(kind, seed, gaps))
        assert min(found) >= -1e-12
        near = [g for g in found if g < NEIGHBOURS - D]
        assert min(near) >= gap.mean - gap.spread - 1e-12
        assert max(near) <= gap.mean + gap.spread + 1e-9  # a move across adds its square


@pytest.mark.parametrize(
    ("kind", "contacts"), [(0, 30), (1, 16), (2, 18), (3, 30), (4, 30), (5, 28), (6, 16)]
)
def test_a_perfect_rack_touches_everywhere(kind: int, contacts: int) -> None:
    touching = [gap for gap in gaps_of(*racked(kind)) if abs(gap) < 1e-9]
    assert len(touching) == contacts


def test_gaps_fill_their_range() -> None:
    """The loose rack is not the lattice in disguise: gaps scatter about the mean on both sides."""
    near = [
        gap
        for seed in SEEDS
        for gap in gaps_of(*racked(EIGHT_BALL_RACK, seed, "loose"))
        if gap < NEIGHBOURS - D
    ]
    assert np.mean(near) == pytest.approx(80e-6, rel=0.1)
    assert min(near) < 30e-6
    assert max(near) > 130e-6


@pytest.mark.parametrize("kind", [k for k in KINDS if k != FOURTEEN_RACK])
@pytest.mark.parametrize("gaps", names("racks"))
def test_the_apex_ball_is_on_the_foot_spot(kind: int, gaps: str) -> None:
    pos, motion = racked(kind, 3, gaps)
    apex = ball_near(pos, motion, 0.0, 0.0)
    assert apex is not None
    assert tuple(pos[apex, :2]) == (MARKS.foot_spot, 0.0)
    assert rack_deviations(tuple(pos[apex, :2]), (MARKS.foot_spot, 0.0), 0.0) == []


@pytest.mark.parametrize("kind", [k for k in KINDS if k != NINE_ON_SPOT_RACK])
def test_balls_lie_behind_the_foot_spot_on_the_cloth(kind: int) -> None:
    pos, motion = racked(kind, 1, "loose")
    for ball in range(N_BALLS):
        if motion[ball] == STILL:
            assert pos[ball, 0] >= MARKS.foot_spot
            assert pos[ball, 2] == R
        else:
            assert motion[ball] == ABSENT
            assert pos[ball].tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("kind", "balls"),
    [
        (EIGHT_BALL_RACK, range(1, 16)),
        (NINE_BALL_RACK, range(1, 10)),
        (NINE_ON_SPOT_RACK, range(1, 10)),
        (TEN_BALL_RACK, range(1, 11)),
        (STRAIGHT_RACK, range(1, 16)),
        (STRAIGHT_RACK_WSR, range(1, 16)),
    ],
)
def test_every_ball_of_the_game_is_racked_once(kind: int, balls: range) -> None:
    for seed in SEEDS:
        _, motion = racked(kind, seed)
        assert [b for b in range(N_BALLS) if motion[b] == STILL] == list(balls)
    assert ball_list(full_rack(kind)) == list(balls)


def test_eight_ball_has_the_8_in_the_centre_and_one_of_each_group_in_the_corners() -> None:
    stripe_right = set()
    corners = set()
    for seed in range(40):
        pos, motion = racked(EIGHT_BALL_RACK, seed)
        assert ball_near(pos, motion, 2.0 * ROW, 0.0) == EIGHT
        right = ball_near(pos, motion, 4.0 * ROW, 2.0 * D)
        left = ball_near(pos, motion, 4.0 * ROW, -2.0 * D)
        assert right is not None
        assert left is not None
        assert has(STRIPES, right) != has(STRIPES, left)
        stripe_right.add(has(STRIPES, right))
        corners |= {right, left}
    assert stripe_right == {False, True}
    assert corners == set(range(1, 16)) - {EIGHT}


def test_nine_ball_has_the_1_at_the_apex_and_the_9_in_the_centre() -> None:
    for seed in SEEDS:
        pos, motion = racked(NINE_BALL_RACK, seed)
        assert ball_near(pos, motion, 0.0, 0.0) == 1
        assert ball_near(pos, motion, 2.0 * ROW, 0.0) == NINE
        assert ball_near(pos, motion, 4.0 * ROW, 0.0) is not None
        assert ball_near(pos, motion, 2.0 * ROW, D) is not None


def test_the_nine_on_the_foot_spot_moves_the_diamond_towards_the_head() -> None:
    for seed in SEEDS:
        pos, motion = racked(NINE_ON_SPOT_RACK, seed, "loose")
        assert tuple(pos[NINE, :2]) == (MARKS.foot_spot, 0.0)
    pos, motion = racked(NINE_ON_SPOT_RACK)
    assert ball_near(pos, motion, -2.0 * ROW, 0.0) == 1
    assert ball_near(pos, motion, 2.0 * ROW, 0.0) is not None
    assert ball_near(pos, motion, 0.0, D) is not None
    old, _ = racked(NINE_BALL_RACK)
    places, before = (sorted(zip(*p[1:10, :2].round(6).T, strict=True)) for p in (pos, old))
    assert np.array(places) == pytest.approx(np.array(before) - (2.0 * ROW, 0.0), abs=2e-6)


def test_ten_ball_has_the_1_at_the_apex_and_the_10_in_the_middle() -> None:
    for seed in SEEDS:
        pos, motion = racked(TEN_BALL_RACK, seed)
        assert ball_near(pos, motion, 0.0, 0.0) == 1
        assert ball_near(pos, motion, 2.0 * ROW, 0.0) == TEN
        assert ball_near(pos, motion, 3.0 * ROW, 1.5 * D) is not None


def test_older_straight_pool_has_1_and_5_in_the_corners_of_the_racker() -> None:
    """Seen by the racker, who looks from the foot to the head: his right is +y."""
    pos, motion = racked(STRAIGHT_RACK_WSR, 2)
    assert ball_near(pos, motion, 4.0 * ROW, 2.0 * D) == 1
    assert ball_near(pos, motion, 4.0 * ROW, -2.0 * D) == 5


@pytest.mark.parametrize("missing", [1, 5, 15])
def test_a_rack_of_fourteen_leaves_the_apex_empty(missing: int) -> None:
    balls = full_rack(STRAIGHT_RACK) & ~(1 << missing)
    pos, motion = racked(FOURTEEN_RACK, 4, balls=balls)
    assert ball_near(pos, motion, 0.0, 0.0) is None
    assert ball_near(pos, motion, ROW, 0.5 * D) is not None
    assert ball_near(pos, motion, 4.0 * ROW, -2.0 * D) is not None
    assert [b for b in range(N_BALLS) if motion[b] == STILL] == ball_list(balls)


def test_balls_that_are_not_racked_stay() -> None:
    pos = np.zeros((1, N_BALLS, 3))
    motion = np.full((1, N_BALLS), ABSENT, np.int8)
    set_ball(pos, motion, 0, 0, -0.7, 0.1, R)
    set_ball(pos, motion, 0, 15, -0.2, 0.2, R)
    words = seed_words(0, 1)
    rack_balls(NINE_BALL_RACK, full_rack(NINE_BALL_RACK), MARKS, 0.0, 0.0, pos, motion, words, 0)
    assert pos[0, 0].tolist() == [-0.7, 0.1, R]
    assert pos[0, 15].tolist() == [-0.2, 0.2, R]
    assert motion[0].tolist().count(STILL) == 11


def test_every_ball_may_stand_everywhere_else() -> None:
    """Ball 2 of nine-ball visits the seven free places about equally often."""
    places: dict[tuple[float, float], int] = {}
    for seed in range(350):
        pos, _ = racked(NINE_BALL_RACK, seed)
        key = (round(float(pos[2, 0]), 4), round(float(pos[2, 1]), 4))
        places[key] = places.get(key, 0) + 1
    assert len(places) == 7
    assert max(abs(n - 50) for n in places.values()) < 4.0 * math.sqrt(50.0)


def test_the_same_seed_racks_the_same_to_the_bit_and_others_differ() -> None:
    first, again, other = (racked(STRAIGHT_RACK, s, "wood")[0] for s in (7, 7, 8))
    assert first.tobytes() == again.tobytes()
    assert first.tobytes() != other.tobytes()


def test_a_row_does_not_depend_on_its_batch() -> None:
    n = 6
    pos = np.zeros((n, N_BALLS, 3))
    motion = np.zeros((n, N_BALLS), np.int8)
    words = seed_words(20, n)
    gap = load_gaps("wood")
    for i in reversed(range(n)):
        clear_bed(pos, motion, i)
        balls = ball_set(range(1, 15)) if i == FOURTEEN_RACK else full_rack(i)
        rack_balls(i, balls, MARKS, gap.mean, gap.spread, pos, motion, words, i)
    for i in range(n):
        alone, _ = racked(i, 20 + i, "wood")
        assert pos[i].tobytes() == alone.tobytes()
