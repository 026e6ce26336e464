"""Every term on a sheet where it is not zero, for the one who acted and the one who waited."""

from __future__ import annotations

import numpy as np
import pytest

from poolenv.balls import CUE, ball_set
from poolenv.records import rows
from poolenv.rewards import TERMS
from poolenv.rewards import terms as t
from poolenv.rules.words import (
    CUE_SCRATCH,
    EIGHT_EARLY,
    MATCH_WIN,
    NO_BALL_HIT,
    NO_RAIL,
    NOBODY,
    PLAYS_SOLIDS,
    RACK_WIN,
    THREE_FOULS,
    WRONG_BALL_FIRST,
)
from poolenv.sheets import Game, Ruling, Shot
from tests.positions import sheet

ACTOR, WAITING = 0, 1


class Visit:
    """Sheets of one visit of player 0: nothing happens unless said."""

    def __init__(self, **changes):
        self.before, self.after = sheet(), sheet(actor=1)
        self.shot, self.ruling = rows(Shot, 1)[0], rows(Ruling, 1)[0]
        self.ruling.winner = self.ruling.offender = NOBODY
        self.shot.struck = 1
        for name, value in changes.items():
            where, field = name.split("__")
            record = getattr(self, where)
            assert field in record.dtype.names
            setattr(record, field, value)

    def both(self, function):
        """Values of a term for the one who acted and the one who waited."""
        args = self.before, self.shot, self.ruling, self.after
        return function(*args, ACTOR), function(*args, WAITING)


@pytest.mark.parametrize("name", [term.name for term in TERMS if not term.is_potential])
def test_nothing_comes_of_nothing(name):
    function = getattr(t, name)
    costs = {"stroke": (1.0, 0.0), "turn_lost": (1.0, 0.0)}
    assert Visit().both(function) == costs.get(name, (0.0, 0.0))


def test_conduct_alone_is_no_stroke():
    assert Visit(shot__struck=0).both(t.stroke) == (0.0, 0.0)


def test_a_stroke_whose_ruling_waited_is_still_the_shooters():
    """While the foul was to be called the other player acted."""
    held = Visit(before__held=1, before__actor=WAITING, ruling__is_foul=1, ruling__offender=ACTOR)
    assert held.both(t.stroke) == (1.0, 0.0)
    assert held.both(t.foul) == (1.0, 0.0)


def test_win():
    assert Visit(after__winner=0).both(t.win) == (1.0, -1.0)
    assert Visit(after__winner=1).both(t.win) == (-1.0, 1.0)
    assert Visit(before__winner=0, after__winner=0).both(t.win) == (0.0, 0.0)


def test_rack():
    assert Visit(ruling__result=RACK_WIN, ruling__winner=0).both(t.rack) == (1.0, -1.0)
    assert Visit(ruling__result=MATCH_WIN, ruling__winner=1).both(t.rack) == (-1.0, 1.0)
    assert Visit(ruling__winner=0).both(t.rack) == (0.0, 0.0)


def test_points():
    visit = Visit()
    visit.ruling.points[:] = 3, 0
    assert visit.both(t.points) == (0.2, -0.2)
    visit.ruling.points[:] = -18, 0
    assert visit.both(t.points) == (-1.2, 1.2)
    visit.ruling.points[:] = -60, 0
    assert visit.both(t.points) == (-2.0, 2.0)


def test_potted_counts_legal_balls_of_a_kept_turn():
    balls = {"shot__pocketed": ball_set([1, 2, 9])}
    kept = Visit(**balls, ruling__continues=1)
    assert kept.both(t.potted) == (3.0, 0.0)
    own = Visit(**balls, ruling__continues=1, after__groups=PLAYS_SOLIDS)
    assert own.both(t.potted) == (2.0, 0.0)
    assert own.both(t.opponent_potted) == (1.0, 0.0)
    won = Visit(**balls, ruling__winner=0, ruling__result=RACK_WIN)
    assert won.both(t.potted) == (3.0, 0.0)
    assert Visit(**balls).both(t.potted) == (0.0, 0.0)
    assert Visit(**balls, ruling__continues=1, ruling__is_foul=1).both(t.potted) == (0.0, 0.0)
    lost = Visit(**balls, ruling__winner=1, ruling__result=RACK_WIN, ruling__loss=EIGHT_EARLY)
    assert lost.both(t.potted) == (0.0, 0.0)


def test_fouls():
    foul = Visit(ruling__is_foul=1, ruling__offender=0)
    assert foul.both(t.foul) == (1.0, 0.0)
    assert Visit(ruling__is_foul=1, ruling__offender=1).both(t.foul) == (0.0, 1.0)
    assert Visit(ruling__offender=0).both(t.foul) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("function", "code"),
    [
        (t.bad_hit, WRONG_BALL_FIRST),
        (t.bad_hit, NO_BALL_HIT),
        (t.no_rail, NO_RAIL),
        (t.three_fouls, THREE_FOULS),
    ],
)
def test_single_fouls(function, code):
    visit = Visit(ruling__fouls=1 << code, ruling__offender=0, ruling__is_foul=1)
    assert visit.both(function) == (1.0, 0.0)
    other = Visit(ruling__fouls=1 << code, ruling__offender=1, ruling__is_foul=1)
    assert other.both(function) == (0.0, 0.0)
    assert Visit(ruling__fouls=1 << CUE_SCRATCH, ruling__offender=0).both(function) == (0.0, 0.0)


def test_scratch_and_jumped_balls():
    assert Visit(shot__pocketed=1 << CUE).both(t.scratch) == (1.0, 0.0)
    assert Visit(shot__off_table=1 << CUE).both(t.scratch) == (1.0, 0.0)
    assert Visit(shot__pocketed=2).both(t.scratch) == (0.0, 0.0)
    assert Visit(shot__off_table=ball_set([0, 4, 5])).both(t.jumped_balls) == (2.0, 0.0)


def test_turn():
    kept = Visit(ruling__continues=1)
    assert kept.both(t.turn_kept) == (1.0, 0.0)
    assert kept.both(t.turn_lost) == (0.0, 0.0)
    assert Visit().both(t.turn_kept) == (0.0, 0.0)
    won = Visit(ruling__winner=0, ruling__result=RACK_WIN)
    assert won.both(t.turn_lost) == (0.0, 0.0)


def test_potentials():
    game = sheet(balls=ball_set(range(1, 10)), actor=0)
    assert [t.balls_left(game, player) for player in (0, 1)] == pytest.approx([0.4, -0.4])
    groups = sheet(balls=ball_set([1, 2, 9, 8]), groups=PLAYS_SOLIDS)
    assert [t.group_lead(groups, p) for p in (0, 1)] == pytest.approx([-1 / 7, 1 / 7])
    assert t.group_lead(game, 0) == 0.0
    straight = sheet(target=50)
    straight.score[:] = 20, -5
    assert [t.points_lead(straight, p) for p in (0, 1)] == [0.5, -0.5]
    straight.score[:] = 200, -5
    assert t.points_lead(straight, 0) == 1.0
    assert t.points_lead(game, 0) == 0.0


def test_terms_keep_their_bounds_on_random_sheets():
    rng = np.random.default_rng(4)
    before, after, shot, ruling = rows(Game, 1), rows(Game, 1), rows(Shot, 1), rows(Ruling, 1)
    for _ in range(300):
        for record in (before, after):
            record.balls = rng.integers(0, 1 << 16) & ~1
            record.winner, record.actor = rng.integers(-1, 2), rng.integers(0, 2)
            record.groups, record.target = rng.integers(0, 3), rng.integers(0, 120)
            record.score = rng.integers(-200, 200, 2)
        shot.pocketed, shot.off_table = rng.integers(0, 1 << 16, 2)
        ruling.winner, ruling.offender = rng.integers(-1, 2, 2)
        ruling.result, ruling.loss = rng.integers(0, 14), rng.integers(0, 5)
        ruling.continues, ruling.is_foul = rng.integers(0, 2, 2)
        ruling.points, ruling.fouls = rng.integers(-18, 16, 2), rng.integers(0, 1 << 33)
        for term in TERMS:
            for player in (0, 1):
                if term.is_potential:
                    assert -1.0 <= term.function(before[0], player) <= 1.0
                    continue
                value = term.function(before[0], shot[0], ruling[0], after[0], player)
                assert term.low <= value <= term.high
