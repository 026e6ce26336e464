"""Where balls return to: SK-31, UA-4."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from poolenv.balls import CUE, ball_set
from poolenv.rules.spotting import spot_balls
from poolenv.states import POCKETED
from tests.rules.rows import layout, rules_of, table_marks

MARKS = table_marks()[0]
D = 2.0 * MARKS.ball_radius


def overlaps(pos, motion):
    """The deepest overlap of two balls on the bed [m]."""
    on = [b for b in range(16) if motion[b] == 0]
    gaps = [np.hypot(*(pos[a, :2] - pos[b, :2])) - D for a, b in itertools.combinations(on, 2)]
    return -min(gaps, default=0.0)


def test_a_ball_touches_the_one_on_the_spot():
    pos, motion = layout({4: (MARKS.foot_spot, 0.0)})
    spot_balls(rules_of(), MARKS, ball_set([9]), pos, motion)
    assert pos[9, 0] == pytest.approx(MARKS.foot_spot + D, abs=1e-6)
    assert pos[9, 1] == 0.0


def test_the_cue_ball_is_not_touched():
    pos, motion = layout({CUE: (MARKS.foot_spot + 0.01, 0.02)})
    spot_balls(rules_of(), MARKS, ball_set([9]), pos, motion)
    gap = np.hypot(*(pos[9, :2] - pos[CUE, :2])) - D
    assert 0.0004 < gap < 0.0006


def test_balls_that_are_not_on_the_bed_do_not_interfere():
    pos, motion = layout({4: (MARKS.foot_spot, 0.0)})
    motion[4] = POCKETED
    spot_balls(rules_of(), MARKS, ball_set([9]), pos, motion)
    assert pos[9, 0] == pytest.approx(MARKS.foot_spot, abs=1e-9)


@pytest.mark.parametrize("edition", ["wsr", "wpa2008"])
def test_every_ball_finds_a_place_and_none_is_moved(edition):
    rng = np.random.default_rng(5)
    for _ in range(40):
        fixed: dict[int, tuple[float, float]] = {}
        for ball in rng.permutation(np.arange(0, 16))[:8]:
            # Obstacles on and beside the line, never overlapping each other.
            for _ in range(200):
                place = (rng.uniform(0.2, 1.2), rng.choice([0.0, rng.uniform(-0.06, 0.06)]))
                if all(np.hypot(place[0] - x, place[1] - y) > D for x, y in fixed.values()):
                    fixed[int(ball)] = place
                    break
        pos, motion = layout(fixed)
        before = pos.copy()
        spotted = [b for b in range(1, 16) if b not in fixed]
        spot_balls(rules_of(edition=edition), MARKS, ball_set(spotted), pos, motion)
        assert overlaps(pos, motion) < 1e-9
        assert np.array_equal(pos[list(fixed)], before[list(fixed)])
        assert np.all(pos[spotted, 1] == 0.0)


def test_nothing_nearer_the_spot_was_free():
    pos, motion = layout({2: (MARKS.foot_spot + 0.03, 0.03), 5: (MARKS.foot_spot + 0.12, -0.01)})
    spot_balls(rules_of(), MARKS, ball_set([9]), pos, motion)
    for x in np.linspace(MARKS.foot_spot, pos[9, 0] - 1e-6, 500):
        nearest = min(np.hypot(pos[b, 0] - x, pos[b, 1]) for b in (2, 5))
        assert nearest < D
