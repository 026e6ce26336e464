from __future__ import annotations

import numpy as np
import pytest

from poolenv.balls import ball_set
from poolenv.candidates import enumerate_row, new_candidates
from poolenv.knobs import IN_HAND_HEAD, IN_HAND_TABLE
from poolenv.observe import BALL_NUMBERS, N_OBSERVATION, PAIR_NUMBERS, SLICES, bounds, observe
from poolenv.rules.words import ACCEPT, AFTER_BREAK, GIVE_BACK, N_OPTIONS, PHASE_NAMES, STAGE_NAMES
from poolenv.states import ABSENT, POCKETED
from tests.positions import eight_ball, equipment, lay, nine_ball, rules_of, scatter, sheet

MARKS, _ = equipment()


def seen(rules, game, balls, viewer=0, i=0):
    lists = new_candidates(len(balls.pos))
    out = np.full((len(balls.pos), N_OBSERVATION), np.nan, dtype=np.float32)
    enumerate_row(MARKS, rules, game, *balls, lists, i)
    observe(MARKS, rules, game, *balls, lists, viewer, out, i)
    return out[i]


def part(row, name):
    return row[SLICES[name].start : SLICES[name].stop]


def ball_of(row, ball):
    return part(row, "balls")[BALL_NUMBERS * (ball - 1) :][:BALL_NUMBERS]


def test_slices_follow_each_other():
    start = 0
    for piece in SLICES.values():
        assert piece.start == start
        assert piece.meaning
        start = piece.stop
    assert start == N_OBSERVATION
    assert SLICES["phase"].length == len(PHASE_NAMES) - 1
    assert SLICES["stage"].length == len(STAGE_NAMES)
    assert SLICES["menu"].length == N_OPTIONS
    assert all(len(side) == N_OBSERVATION and np.isfinite(side).all() for side in bounds())


def test_random_sheets_stay_within_the_bounds():
    balls = scatter(MARKS, 120, range(16), seed=31)
    low, high = bounds()
    rng = np.random.default_rng(1)
    for i in range(120):
        gone = rng.permutation(np.arange(16))[: rng.integers(0, 16)]
        balls.motion[i, gone] = rng.choice([ABSENT, POCKETED])
        balls.pos[i, gone] = 0.0
        rules = (nine_ball(), eight_ball(), rules_of(three_foul_limit=3))[i % 3]
        left = ball_set(np.flatnonzero(balls.motion[i, 1:] == 0) + 1)
        game = sheet(
            balls=left,
            winner=int(rng.integers(-1, 2)),
            actor=int(rng.integers(0, 2)),
            menu=int(rng.integers(0, 2) * rng.integers(0, 1 << N_OPTIONS)),
            region=int(rng.integers(0, 5)),
            stage=int(rng.integers(0, 5)),
            lag_owed=int(rng.integers(0, 5) == 0),
            groups=int(rng.integers(0, 3)),
            visits=int(rng.integers(0, 500)),
            idle_turns=int(rng.integers(0, 50)),
            race_to=int(rng.integers(0, 9)),
            target=int(rng.integers(0, 2) * 100),
            called_ball=int(rng.integers(-1, 16)),
            called_pocket=int(rng.integers(-1, 6)),
        )
        game.fouls[:] = rng.integers(0, 5, 2)
        game.racks[:] = rng.integers(0, 12, 2)
        game.score[:] = rng.integers(-300, 300, 2)
        game.turns_left[:] = rng.integers(0, 9, 2)
        row = seen(rules, game, balls, int(rng.integers(0, 2)), i)
        assert np.isfinite(row).all()
        assert (row >= low).all()
        assert (row <= high).all()


def test_balls_and_flags():
    balls = lay(MARKS, (0, 0.635, -0.3175), (1, -0.635, 0.0), (9, 0.0, 0.3175), (8, 0.4, 0.1))
    row = seen(eight_ball(), sheet(balls=ball_set([1, 8, 9]), groups=1), balls)
    assert part(row, "cue_ball") == pytest.approx((0.5, -0.5, 1.0), abs=1e-6)
    assert ball_of(row, 1) == pytest.approx((-0.5, 0.0, 1, 1, 1, 0, 0, 0), abs=1e-6)
    assert ball_of(row, 9) == pytest.approx((0.0, 0.5, 1, 0, 0, 1, 0, 0), abs=1e-6)
    assert ball_of(row, 8)[2:] == pytest.approx((1, 0, 0, 0, 1, 0))
    assert part(row, "left") == pytest.approx((3 / 15, 1 / 7, 1 / 7))
    assert part(row, "group").tolist() == [0, 1, 0]


def test_balls_off_the_bed_are_nowhere():
    """Not at the centre spot: out of reach, with the flag down."""
    balls = lay(MARKS, (0, 0.1, 0.1), (3, 0.0, 0.0))
    row = seen(nine_ball(), sheet(balls=8), balls)
    assert ball_of(row, 3)[:3].tolist() == [0, 0, 1]
    for ball in (1, 2, 4, 15):
        assert ball_of(row, ball).tolist() == [-1, -1, 0, 0, 0, 0, 0, 0]
    held = seen(nine_ball(), sheet(balls=8, region=IN_HAND_TABLE), balls)
    assert part(held, "cue_ball").tolist() == [-1, -1, 0]


def test_view_swaps_with_the_viewer():
    balls = scatter(MARKS, 1, range(16), seed=2)
    game = sheet(balls=ball_set(range(1, 16)), groups=2, breaker=1, race_to=4, target=100)
    game.fouls[:] = 1, 2
    game.racks[:] = 1, 3
    game.score[:] = 40, -10
    game.warned[:] = 0, 1
    mine, theirs = seen(eight_ball(), game, balls, 0), seen(eight_ball(), game, balls, 1)
    assert part(mine, "fouls") == pytest.approx((1 / 3, 2 / 3, 0, 1))
    assert part(theirs, "fouls") == pytest.approx((2 / 3, 1 / 3, 1, 0))
    assert part(mine, "racks").tolist() == part(theirs, "racks").tolist()[::-1] == [0.25, 0.75]
    assert part(mine, "points") == pytest.approx((0.4, -0.1))
    assert part(mine, "turn").tolist() == [1, 0, 0]
    assert part(theirs, "turn").tolist() == [0, 1, 0]
    assert part(mine, "group").tolist() == [0, 0, 1]
    assert part(theirs, "group").tolist() == [0, 1, 0]
    for ball in range(1, 16):
        assert ball_of(mine, ball)[4] == ball_of(theirs, ball)[5]


def test_decisions():
    balls = scatter(MARKS, 1, range(10), seed=2)
    nine = ball_set(range(1, 10))
    choose = seen(nine_ball(), sheet(balls=nine, menu=1 << ACCEPT | 1 << GIVE_BACK), balls)
    assert PHASE_NAMES[int(np.argmax(part(choose, "phase")))] == "choose"
    assert np.flatnonzero(part(choose, "menu")).tolist() == [ACCEPT, GIVE_BACK]
    place = seen(nine_ball(), sheet(balls=nine, region=IN_HAND_HEAD), balls)
    assert PHASE_NAMES[int(np.argmax(part(place, "phase")))] == "place"
    assert part(place, "region").tolist() == [0, 0, 1, 0]
    push = seen(nine_ball(), sheet(balls=nine, stage=AFTER_BREAK, owes_call=1), balls)
    assert PHASE_NAMES[int(np.argmax(part(push, "phase")))] == "call"
    assert part(push, "intents").tolist() == [1, 0, 1]
    assert part(seen(eight_ball(), sheet(balls=nine), balls), "intents").tolist() == [1, 1, 0]


def test_pairs_show_the_easiest_pots():
    balls = lay(MARKS, (0, -0.2, 0.0), (1, 0.8, 0.3))
    lists = new_candidates(1)
    game = sheet(balls=2)
    enumerate_row(MARKS, nine_ball(), game, *balls, lists, 0)
    row = seen(nine_ball(), game, balls)
    first = part(row, "pairs")[:PAIR_NUMBERS]
    pair = lists.pairs[0, 0]
    assert first[:2] == pytest.approx((1.0, 1 / 15))
    assert np.argmax(first[2:8]) == pair.pocket
    assert first[8] == pytest.approx(pair.cut / (np.pi / 2))
    assert first[15:17] == pytest.approx((pair.aim_x, pair.aim_y))
    assert 0.0 < first[14] < 1.0
    shown = part(row, "pairs").reshape(-1, PAIR_NUMBERS)
    assert (np.diff(shown[:, 14]) <= 0.0).all()
    assert (shown[shown[:, 0] == 0.0] == 0.0).all()
    assert part(row, "targets")[:3] == pytest.approx((1.0, 1 / 15, 1.0))
