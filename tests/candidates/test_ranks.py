from __future__ import annotations

import numpy as np
import pytest

from poolenv.aim import approach, pot_line
from poolenv.balls import NO_BALL, ball_set
from poolenv.candidates import layout, new_candidates
from poolenv.candidates.ranks import nearest_pocket, rank_pairs, rank_targets
from poolenv.events import N_POCKETS
from poolenv.hits import hit_width, visible_share
from tests.positions import MIRRORED_POCKETS, equipment, lay, mirrored, scatter

MARKS, _ = equipment()
ROWS = 25


@pytest.mark.parametrize("n_balls", [1, 3, 9, 15])
def test_pairs_are_the_easiest_of_all(n_balls):
    balls = scatter(MARKS, ROWS, range(n_balls + 1), seed=n_balls)
    lists = new_candidates(ROWS)
    on = ball_set(range(1, n_balls + 1, 2))
    for i in range(ROWS):
        rank_pairs(MARKS, *balls, on, False, lists.pairs, i)
        found = []
        for ball in range(1, n_balls + 1, 2):
            for pocket in range(N_POCKETS):
                line = pot_line(MARKS, *balls, i, ball, pocket)
                ease = approach(MARKS, *balls, i, ball, line, *balls.pos[i, 0, :2]).ease
                if ease > 0.0:
                    found.append((-ease, ball, pocket))
        found.sort()
        listed = [
            (-pair.ease, pair.ball, pair.pocket) for pair in lists.pairs[i] if pair.ball != NO_BALL
        ]
        assert listed == found[: layout.PAIRS]
        assert all(pair.ball == NO_BALL for pair in lists.pairs[i, len(listed) :])


def test_in_hand_only_the_object_ball_counts():
    """The cue ball is not asked where it lies: a wall of balls around it changes nothing."""
    lists = new_candidates(1)
    balls = lay(MARKS, (1, 0.9, 0.3))
    rank_pairs(MARKS, *balls, ball_set([1]), True, lists.pairs, 0)
    first = lists.pairs[0, 0].copy()
    assert first.ball == 1
    assert first.pocket == 4
    assert first.cut == first.cue_distance == 0.0
    assert first.ease == pytest.approx(
        np.arctan2(pot_line(MARKS, *balls, 0, 1, 4).window, first.ball_distance)
    )


def test_lists_of_the_row_before_leave_no_trace():
    lists = new_candidates(1)
    rank_pairs(
        MARKS, *scatter(MARKS, 1, range(16), 3), ball_set(range(1, 16)), False, lists.pairs, 0
    )
    rank_pairs(MARKS, *lay(MARKS, (0, 0.0, 0.0)), ball_set([1]), False, lists.pairs, 0)
    assert all(pair.ball == NO_BALL and pair.ease == 0.0 for pair in lists.pairs[0])


@pytest.mark.parametrize(("sign_x", "sign_y"), MIRRORED_POCKETS)
def test_mirror_images_rank_alike(sign_x, sign_y):
    balls = scatter(MARKS, ROWS, range(6), seed=21)
    image = mirrored(balls, sign_x, sign_y)
    lists, seen = new_candidates(ROWS), new_candidates(ROWS)
    pockets = MIRRORED_POCKETS[sign_x, sign_y]
    on = ball_set(range(1, 6))
    for i in range(ROWS):
        rank_pairs(MARKS, *balls, on, False, lists.pairs, i)
        rank_pairs(MARKS, *image, on, False, seen.pairs, i)
        for one, two in zip(lists.pairs[i], seen.pairs[i], strict=True):
            assert two.ball == one.ball
            if one.ball != NO_BALL:
                assert two.pocket == pockets[one.pocket]
                assert two.ease == pytest.approx(one.ease)
                assert two.cut == pytest.approx(-one.cut)
                assert two.entry == pytest.approx(-one.entry)


def test_targets_are_the_widest_hits():
    balls = scatter(MARKS, ROWS, range(9), seed=8)
    lists = new_candidates(ROWS)
    for i in range(ROWS):
        rank_targets(MARKS, *balls, ball_set(range(1, 9)), lists.targets, i)
        x, y = balls.pos[i, 0, :2]
        widths = []
        for ball in range(1, 9):
            share = visible_share(MARKS, *balls, i, x, y, ball)
            widths.append((-hit_width(MARKS, x, y, *balls.pos[i, ball, :2], share), ball))
        wanted = [ball for _, ball in sorted(widths)[: layout.TARGETS]]
        assert [target.ball for target in lists.targets[i]] == wanted


def test_hidden_balls_are_targets_too():
    balls = lay(MARKS, (0, -0.5, 0.0), (1, 0.5, 0.0), (2, -0.3, 0.0))
    lists = new_candidates(1)
    rank_targets(MARKS, *balls, ball_set([1]), lists.targets, 0)
    assert lists.targets[0, 0].ball == 1
    assert lists.targets[0, 0].seen == 0.0
    assert lists.targets[0, 1].ball == NO_BALL


def test_nearest_pocket():
    balls = lay(MARKS, (1, 1.0, -0.4), (2, 0.1, 0.2), (3, -1.0, 0.0001))
    assert [nearest_pocket(MARKS, balls.pos, 0, ball) for ball in (1, 2, 3)] == [5, 2, 0]
