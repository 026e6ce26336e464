"""Run-outs: what ends them, what wins them, one case after the other."""

from __future__ import annotations

import pytest

from poolenv.balls import NO_BALL, ball_set, lowest
from poolenv.envs.settings import Task
from poolenv.envs.tables import set_task
from poolenv.games.practice import GHOST, rule_shot
from poolenv.knobs import IN_HAND_TABLE, RUN_OUT
from poolenv.rules.ruling import clear_ruling
from poolenv.rules.words import (
    BALL_OFF_TABLE,
    BREAK,
    CUE_SCRATCH,
    NO_FOUL,
    NOBODY,
    NORMAL,
    RACK_WIN,
    WRONG_BALL_FIRST,
)
from tests.rules.rows import new_game, rules_of, sheets

CLEAR = Task("clear", 3, 4)
ROTATION = Task("rotation", 3, 0)
GHOST_9 = Task("ghost", 9, 0)


def ruling_on(task, balls, stage=NORMAL, visits=0, **facts):
    """The ruling on a stroke that hits the lowest ball and a cushion, unless the facts differ."""
    rules = rules_of(RUN_OUT)
    set_task(rules, task)
    game = new_game(rules)
    game.balls = ball_set(balls)
    game.stage = stage
    game.visits = visits
    game.region = game.played_from = 0
    shot, ruling = sheets()
    shot.struck = 1
    shot.striker = NOBODY
    shot.crossed_head = 1
    first = facts.pop("first_hit", lowest(game.balls))
    shot.first_hit = first
    shot.first_hits = 0 if first == NO_BALL else 1 << first
    shot.railed = ball_set([1])
    for name, value in facts.items():
        shot[name] = value
    clear_ruling(rules, game, ruling)
    rule_shot(rules, game, shot, ruling)
    return ruling


@pytest.mark.parametrize(
    ("task", "balls", "facts", "winner"),
    [
        (CLEAR, [1, 2, 3], {"pocketed": ball_set([2])}, NOBODY),
        (CLEAR, [1, 2, 3], {"first_hit": 3, "pocketed": ball_set([3])}, NOBODY),
        (CLEAR, [1, 2, 3], {}, NOBODY),  # a miss, but strokes are left
        (CLEAR, [1, 2, 3], {"visits": 3}, GHOST),  # the last stroke misses
        (CLEAR, [2], {"visits": 3, "pocketed": ball_set([2])}, 0),
        (CLEAR, [1, 3], {"pocketed": ball_set([1, 3])}, 0),
        (CLEAR, [1], {"pocketed": ball_set([0, 1])}, GHOST),
        (CLEAR, [1], {"pocketed": ball_set([0])}, GHOST),
        (CLEAR, [1, 2], {"off_table": ball_set([2])}, GHOST),
        (ROTATION, [1, 2, 3], {"pocketed": ball_set([1])}, NOBODY),
        (ROTATION, [1, 2, 3], {"pocketed": ball_set([3])}, NOBODY),  # a combination
        (ROTATION, [1, 2, 3], {}, GHOST),
        (ROTATION, [1, 2, 3], {"first_hit": 2, "pocketed": ball_set([2])}, GHOST),
        (ROTATION, [3], {"pocketed": ball_set([3])}, 0),
        (GHOST_9, [1, 5, 9], {"pocketed": ball_set([9])}, 0),
        (GHOST_9, [1, 5, 9], {"pocketed": ball_set([5])}, NOBODY),
        (GHOST_9, [1, 5, 9], {"first_hit": 9, "pocketed": ball_set([9])}, GHOST),
    ],
)
def test_play(task, balls, facts, winner):
    ruling = ruling_on(task, balls, **facts)
    assert ruling.winner == winner
    assert (ruling.result == RACK_WIN) == (winner != NOBODY)
    assert ruling.actor == (winner if winner != NOBODY else 0)


@pytest.mark.parametrize(
    ("facts", "foul"),
    [
        ({"pocketed": ball_set([0])}, CUE_SCRATCH),
        ({"first_hit": 2}, WRONG_BALL_FIRST),
        ({"off_table": ball_set([3])}, BALL_OFF_TABLE),
        ({"pocketed": ball_set([1])}, NO_FOUL),
    ],
)
def test_foul_is_named(facts, foul):
    ruling = ruling_on(ROTATION, [1, 2, 3], **facts)
    assert ruling.foul == foul
    assert ruling.is_foul == (foul != NO_FOUL)
    assert ruling.offender == (NOBODY if foul == NO_FOUL else 0)


@pytest.mark.parametrize(
    ("facts", "winner", "spot"),
    [
        ({}, NOBODY, 0),
        ({"pocketed": ball_set([4])}, NOBODY, 0),
        ({"pocketed": ball_set([0, 4])}, NOBODY, 0),
        ({"pocketed": ball_set([9])}, 0, 0),
        ({"pocketed": ball_set([0, 9])}, NOBODY, ball_set([9])),
        ({"off_table": ball_set([9])}, NOBODY, ball_set([9])),
    ],
)
def test_break_against_the_ghost(facts, winner, spot):
    ruling = ruling_on(GHOST_9, range(1, 10), stage=BREAK, **facts)
    assert ruling.winner == winner
    assert ruling.spot == spot
    assert ruling.actor == 0
    if winner == NOBODY:
        assert ruling.region == IN_HAND_TABLE
