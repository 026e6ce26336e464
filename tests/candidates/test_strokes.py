"""What the candidates do on the simulated table."""

from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv import Position, Shot, simulate, simulate_many
from poolenv.balls import ball_set
from poolenv.candidates import decode, enumerate_row, layout, new_candidates
from poolenv.candidates.ranks import rank_pairs
from poolenv.candidates.strokes import apex_ball, corner_ball
from poolenv.events import BALL_BALL, CUSHION, FOOT
from poolenv.records import Action, rows
from poolenv.rng import seed_words
from poolenv.rules.words import BREAK
from poolenv.states import STILL
from poolenv.table.racks import NINE_BALL_RACK, rack_balls
from tests.positions import equipment, lay, nine_ball, rules_of, scatter, sheet

MARKS, PHYS = equipment()
FIELDS = ("aim", "speed", "side", "follow", "elevation")


def places(balls):
    return np.where((balls.motion == STILL)[..., None], balls.pos[..., :2], np.nan)


def strokes_of(balls, lists, index):
    action = rows(Action, len(balls.pos))
    for i in range(len(balls.pos)):
        decode(MARKS, PHYS, *balls, lists, index, action, i)
    return np.stack([action[name] for name in FIELDS], axis=1)


@pytest.mark.parametrize("pace", range(layout.POT_SPEEDS))
@pytest.mark.parametrize("spin", range(layout.SPINS))
def test_easiest_pot_drops_without_noise(pace, spin):
    """At least 97 % of random single balls that have a pot (measured: 99.9 %)."""
    balls = scatter(MARKS, 150, range(2), seed=100)
    lists = new_candidates(150)
    for i in range(150):
        rank_pairs(MARKS, *balls, 2, False, lists.pairs, i)
    has_pot = lists.pairs[:, 0].ball == 1
    assert has_pot.mean() > 0.9
    strokes = strokes_of(balls, lists, pace * layout.SPINS + spin)
    results = simulate_many(places(balls)[has_pot], strokes[has_pot])
    assert results.pocketed[:, 1].mean() > 0.97


def test_pace_and_spin_are_in_order():
    balls = lay(MARKS, (0, -0.4, 0.0), (1, 0.5, 0.1))
    lists = new_candidates(1)
    rank_pairs(MARKS, *balls, 2, False, lists.pairs, 0)
    table = np.array([strokes_of(balls, lists, k)[0] for k in range(15)]).reshape(5, 3, 5)
    assert (np.diff(table[:, :, 1], axis=0) > 0.0).all()
    assert (np.diff(table[:, :, 3], axis=1) > 0.0).all()


def test_the_object_ball_reaches_the_pocket_with_the_pace():
    """The pace is the speed of the object ball at the potting point.

    Spin that friction passes on to the object ball changes it by up to a tenth.
    """
    balls = lay(MARKS, (0, -0.4, 0.0), (1, 0.5, 0.1))
    lists = new_candidates(1)
    rank_pairs(MARKS, *balls, 2, False, lists.pairs, 0)
    pair = lists.pairs[0, 0]
    for pace, speed in enumerate(layout.POT_PACES):
        aim, cue_speed, _, follow, _ = strokes_of(balls, lists, pace * layout.SPINS + 1)[0]
        shot = Shot(aim=aim, speed=cue_speed, follow=follow)
        path = simulate(Position({0: (-0.4, 0.0), 1: (0.5, 0.1)}), shot).trajectory(1e-3)
        gone = np.hypot(*(path.position[:, 1, :2] - (0.5, 0.1)).T)
        there = np.flatnonzero(path.present[:, 1] & (gone >= pair.ball_distance))[0]
        assert path.speed[there, 1] == pytest.approx(speed, rel=0.12)


def test_stun_leaves_the_cue_ball_on_the_tangent_line():
    """A straight pot with stun stops the cue ball; draw brings it back, follow lets it run on."""
    diagonal = math.sqrt(0.5)
    x, y = (MARKS.mouth_x[4] - 0.4 * diagonal, MARKS.mouth_y[4] - 0.4 * diagonal)
    start = (x - 0.4 * diagonal, y - 0.4 * diagonal)
    balls = lay(MARKS, (0, *start), (1, x, y))
    lists = new_candidates(1)
    rank_pairs(MARKS, *balls, 2, False, lists.pairs, 0)
    ends = []
    for spin in range(3):
        stroke = strokes_of(balls, lists, 2 * layout.SPINS + spin)
        final = simulate_many(places(balls), stroke).final[0, 0]
        along = np.nan_to_num(final - (x, y), nan=1.0) @ (diagonal, diagonal)
        ends.append(along + 2 * MARKS.ball_radius)
    assert ends[0] < -0.1
    assert abs(ends[1]) < 0.06
    assert ends[2] > 0.1


def test_contacts_and_kicks_meet_their_ball_first():
    balls = scatter(MARKS, 40, range(6), seed=6)
    lists = new_candidates(40)
    game = sheet(balls=ball_set(range(1, 6)))
    direct, kicked = [], []
    for i in range(40):
        enumerate_row(MARKS, nine_ball(), game, *balls, lists, i)
        for index in np.flatnonzero(lists.mask[i, : layout.SAFE]):
            if index < layout.CONTACT or index % 3:
                continue
            action = rows(Action, 40)
            decode(MARKS, PHYS, *balls, lists, int(index), action, i)
            shot = Shot(aim=action[i].aim, speed=action[i].speed)
            where = {ball: tuple(balls.pos[i, ball, :2]) for ball in range(6)}
            events = simulate(Position(where), shot).events
            met = [event.other for event in events if event.kind == BALL_BALL and event.ball == 0]
            (direct if index < layout.KICK else kicked).append(met[:1] == [1])
    assert np.mean(direct) == 1.0
    assert len(kicked) > 20
    assert np.mean(kicked) > 0.5


def test_break_meets_the_apex_and_spreads_the_rack():
    balls = scatter(MARKS, 1, range(1), seed=0)
    rack_balls(NINE_BALL_RACK, ball_set(range(1, 10)), MARKS, 0.0, 0.0, *balls, seed_words(0, 1), 0)
    balls.pos[0, 0, :2] = MARKS.head_string - 0.05, 0.1
    game = sheet(balls=ball_set(range(1, 10)), stage=BREAK)
    lists = new_candidates(1)
    enumerate_row(MARKS, nine_ball(), game, *balls, lists, 0)
    assert apex_ball(*balls, 0) == 1
    for index in np.flatnonzero(lists.mask[0]):
        stroke = strokes_of(balls, lists, int(index))[0]
        shot = Shot(*stroke)
        where = {ball: tuple(balls.pos[0, ball, :2]) for ball in range(10)}
        events = simulate(Position(where), shot).events
        first = next(event for event in events if event.kind == BALL_BALL)
        assert (first.ball, first.other) == (0, 1)
        driven = {event.ball for event in events if event.kind == CUSHION and event.ball > 0}
        assert len(driven) >= 4


def test_corner_balls_of_the_rack():
    balls = lay(MARKS, (1, 0.6, 0.0), (2, 0.7, 0.05), (3, 0.7, -0.05), (4, 0.65, 0.0))
    assert corner_ball(*balls, 0, 1.0) == 2
    assert corner_ball(*balls, 0, -1.0) == 3
    assert apex_ball(*lay(MARKS, (0, 0.0, 0.0)), 0) == -1


def test_some_lag_speed_comes_near_the_head_cushion():
    balls = lay(MARKS, (0, -0.8, 0.3))
    lists = new_candidates(1)
    ends = []
    for speed in range(layout.LAG_SPEEDS):
        stroke = strokes_of(balls, lists, layout.LAG_SHOT + speed)
        assert stroke[0, 0] == 0.0
        shot = Shot(aim=0.0, speed=stroke[0, 1])
        result = simulate(Position({0: (-0.8, 0.3)}), shot)
        assert any(e.kind == CUSHION and e.other == FOOT for e in result.events)
        ends.append(result.final[0][0])
    assert min(ends) < -0.9
    assert max(ends) > -0.9


def test_decoding_reads_only_its_own_row():
    balls = scatter(MARKS, 3, range(4), seed=2)
    lists = new_candidates(3)
    for i in range(3):
        enumerate_row(MARKS, rules_of(), sheet(balls=14), *balls, lists, i)
    action = rows(Action, 3)
    decode(MARKS, PHYS, *balls, lists, 4, action, 1)
    assert action[0].speed == action[2].speed == 0.0
    assert action[1].speed > 0.0
