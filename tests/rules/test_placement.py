"""Cue ball in hand: legal places and the nearest of them."""

from __future__ import annotations

import numpy as np
import pytest

from poolenv.balls import CUE
from poolenv.knobs import IN_HAND_HEAD, IN_HAND_TABLE, IN_POSITION
from poolenv.rules.placement import is_legal_place, nearest_place, place_cue_ball
from poolenv.rules.words import CLEARLY_MISPLACED, MISPLACED, WELL_PLACED
from tests.rules.rows import layout, new_game, rules_of, table_marks

MARKS = table_marks()[0]
D = 2.0 * MARKS.ball_radius


def test_the_head_string_itself_is_outside():
    pos, motion = layout({})
    line = MARKS.head_string
    assert is_legal_place(MARKS, IN_HAND_HEAD, pos, motion, line - 1e-6, 0.0)
    assert not is_legal_place(MARKS, IN_HAND_HEAD, pos, motion, line, 0.0)
    assert is_legal_place(MARKS, IN_HAND_TABLE, pos, motion, line, 0.0)


def test_a_touching_ball_is_no_place():
    pos, motion = layout({3: (0.0, 0.0)})
    assert not is_legal_place(MARKS, IN_HAND_TABLE, pos, motion, D, 0.0)
    assert is_legal_place(MARKS, IN_HAND_TABLE, pos, motion, D + 1e-6, 0.0)


def test_pockets_are_no_places():
    pos, motion = layout({})
    for x, y in zip(MARKS.pocket_x, MARKS.pocket_y, strict=True):
        assert not is_legal_place(MARKS, IN_HAND_TABLE, pos, motion, x, y)


@pytest.mark.parametrize("region", [IN_HAND_TABLE, IN_HAND_HEAD])
def test_the_nearest_place_is_legal_and_nearest(region):
    rng = np.random.default_rng(11)
    for _ in range(30):
        balls = {b: (rng.uniform(-1.2, -0.4), rng.uniform(-0.2, 0.2)) for b in range(1, 9)}
        pos, motion = layout(balls)
        x, y = rng.uniform(-1.4, 1.0), rng.uniform(-0.7, 0.7)
        px, py = nearest_place(MARKS, region, pos, motion, x, y)
        assert is_legal_place(MARKS, region, pos, motion, px, py)
        found = np.hypot(px - x, py - y)
        for qx, qy in rng.uniform((x - 0.15, y - 0.15), (x + 0.15, y + 0.15), (300, 2)):
            if np.hypot(qx - x, qy - y) < found - 1e-4:
                assert not is_legal_place(MARKS, region, pos, motion, qx, qy)


def test_a_legal_wish_is_kept():
    pos, motion = layout({1: (0.3, 0.0)})
    assert nearest_place(MARKS, IN_HAND_TABLE, pos, motion, 0.1, 0.2) == (0.1, 0.2)


def test_placing_settles_the_region():
    rules = rules_of()
    game = new_game(rules)
    pos, motion = layout({})
    assert game.region == IN_HAND_HEAD
    place_cue_ball(rules, MARKS, game, pos, motion, 0.9, 0.0)
    assert game.region == IN_POSITION
    assert game.played_from == IN_HAND_HEAD
    assert pos[CUE, 0] < MARKS.head_string
    assert motion[CUE] == 0
    assert game.placed_wrong == WELL_PLACED


@pytest.mark.parametrize(
    ("edition", "referee", "x", "lies", "wrong"),
    [
        ("wpa2008", True, -0.62, -0.62, MISPLACED),
        ("wpa2008", False, 0.9, 0.9, CLEARLY_MISPLACED),
        ("wsr", False, -0.62, -0.62, MISPLACED),
        ("wsr", True, -0.62, None, WELL_PLACED),  # told by the referee, he places it again
        ("wsr", True, 0.9, 0.9, CLEARLY_MISPLACED),
        ("wsr", True, -0.8, -0.8, WELL_PLACED),
    ],
)
def test_a_forbidden_place_may_be_allowed_and_ruled_on(edition, referee, x, lies, wrong):
    rules = rules_of(edition={"extends": edition, "placement_policy": "allow_and_rule"})
    rules.referee = referee
    game = new_game(rules)
    pos, motion = layout({})
    place_cue_ball(rules, MARKS, game, pos, motion, x, 0.1)
    assert game.placed_wrong == wrong
    assert pos[CUE, 0] == lies if lies is not None else pos[CUE, 0] < MARKS.head_string
