"""Balls wedged between two things that their spin presses them against, or pressed by others."""

from __future__ import annotations

import math

import numpy as np
import pytest

from experiments.equipment import draw_equipment
from experiments.fuzz import EQUIPMENT_BLOCK, as_table, faults, fuzz, fuzz_drawn
from experiments.invariants import Findings, check_log
from experiments.layouts import PACKED
from poolenv import Position, Shot, simulate
from poolenv.events import ALL_REST, BALL_BALL, CUSHION
from poolenv.physics.body import Body
from poolenv.physics.setting import setting_of
from poolenv.physics.wedge import (
    MOST_TURNS,
    TOGETHER,
    WEDGED,
    still_touches,
    touch_nothing,
    wedges,
)
from poolenv.records import rows
from poolenv.states import HELD, STILL
from tests.physics.casebook.engine import body_of, play
from tests.physics.launch import BED, PHYS, RADIUS

CORNER = setting_of({"pockets": {"mode": "none"}})

#: Balls 1 and 8 are pressed into the mouth of the foot-right pocket, the cue ball behind them.
INTO_THE_MOUTH = Position(
    {
        0: (0.5591967510158173, -0.10488862890374584),
        1: (1.2386721987234048, -0.45494411760327813),
        2: (-0.1979667816505789, -0.3541219065410549),
        3: (0.7944639964460999, 0.21110989272486266),
        4: (1.2417575477840659, -0.5650353334961757),
        5: (-0.8066156013946746, 0.0008190525156520634),
        6: (0.4429066547296528, 0.2531395030162069),
        7: (-0.6782529029743822, -0.5291303748092109),
        8: (1.1929404102625483, -0.599710533194401),
        9: (1.209210732410796, -0.31957316299835986),
        11: (1.1999631176567356, -0.40896470728183054),
        12: (0.1983510812090037, 0.2057055111172359),
        13: (0.1577552059201368, -0.15775308987774508),
        14: (1.1573001844160833, -0.5369448945449856),
        15: (0.6690915921333301, -0.2541413931228997),
    }
)
HARD = Shot(
    aim=-0.35146370744658206,
    speed=7.969483934037936,
    side=-0.35751793960620654,
    follow=0.34954387830390166,
)


def checked(result):
    """Findings on one shot."""
    out, setting = rows(Findings, 1)[0], result.setting
    scratch = rows(Body, 16), rows(Body, 16), np.zeros(16, dtype=np.int64)
    states, phys = result.states, setting.phys[0]
    check_log(states, len(states), result.truncated, phys, setting.geometry, *scratch, out)
    return out


def test_two_balls_wedged_in_a_mouth_do_not_fill_the_log() -> None:
    """They met each other and the facings 1000 times at 3 to 9 mm/s, and the log ran over."""
    result = simulate(INTO_THE_MOUTH, HARD)
    assert not result.truncated
    assert result.events.kind[-1] == ALL_REST
    assert len(result.events) < 300
    assert faults(np.atleast_1d(checked(result))) == 0
    for ball in (1, 8):
        wedged = result.states[(result.states.ball == ball) & (result.states.held_by == WEDGED)]
        assert len(wedged) > 3


@pytest.mark.parametrize("turn", [1.0, 10.0])
def test_a_ball_spins_itself_out_in_a_corner(turn: float) -> None:
    """du/dt = -(5/2) mu_s g e on the spot: it stands for R w/((5/2) mu_s g), then it lies."""
    # Its slip drives it into both cushions.
    spin = (-4.0 * turn, 3.0 * turn, 0.0)
    start = (BED.half_x, BED.half_y)
    played = play(CORNER.geometry, PHYS, {1: body_of(PHYS, start, spin=spin)})
    assert played.events.kind[-1] == ALL_REST
    assert played.n_events < 80
    own = played.states[played.states.ball == 1]
    lasts = 5.0 * turn * RADIUS / (2.5 * PHYS.mu_slide * PHYS.gravity)
    assert own.t0[-1] == pytest.approx(lasts, rel=1e-3, abs=2e-3)
    np.testing.assert_allclose(played.final[1, :2], start, atol=1e-5)
    assert (own.held_by == WEDGED).any()


def test_a_ball_driven_out_of_a_corner_is_not_wedged() -> None:
    """Its spin presses it against one cushion only and takes it along that."""
    spin = (6.0, 20.0, 0.0)  # into the foot cushion, away from the left one
    start = (BED.half_x, BED.half_y)
    played = play(CORNER.geometry, PHYS, {1: body_of(PHYS, start, spin=spin)})
    assert not (played.states.held_by == WEDGED).any()
    assert played.final[1, 1] < BED.half_y - 0.001


def slow_ball(velocity=(0.001, 0.0), spin=(0.0, 0.0)):
    body = body_of(PHYS, (0.0, 0.0), velocity, spin)
    touch_nothing(body)
    return body


@pytest.mark.parametrize(
    ("velocity", "spin", "borne"),
    [
        ((0.001, 0.001), (0.0, 0.0), True),  # slow, and nothing drives it
        ((0.001, 0.001), (-30.0, 30.0), True),  # driven into both
        ((0.001, 0.001), (30.0, 30.0), True),  # on its way into both, driven into one
        ((-0.001, 0.001), (30.0, 30.0), False),  # out of one, and driven out of it
        ((0.5, 0.5), (-30.0, 30.0), True),  # fast into both at once
        ((-0.5, 0.5), (-30.0, 30.0), False),  # fast along
    ],
)
def test_two_things_bear_a_ball(velocity, spin, borne: bool) -> None:
    body = slow_ball(velocity, spin)
    assert wedges(body, PHYS, 1.0, 0.0, 20, 0.0, 1.0, True) == borne
    assert (body.motion == HELD) == borne
    if borne:
        assert body.vx == body.vy == 0.0
        assert body.wx == spin[0] and body.wy == spin[1]
        assert math.isfinite(body.t_end)


@pytest.mark.parametrize(
    ("velocity", "at_once", "borne"),
    [
        ((0.08, 0.001), True, True),  # along a narrow corner, into it
        ((0.08, 0.001), False, False),  # there is still room to and fro
        ((-0.08, 0.001), True, False),  # out of it
    ],
)
def test_a_narrow_corner_stops_a_fast_ball(velocity, at_once: bool, borne: bool) -> None:
    """Two walls half a degree apart that meet ahead of it."""
    body = slow_ball(velocity)
    narrow = math.radians(0.25)
    sides = (math.sin(narrow), math.cos(narrow)), (math.sin(narrow), -math.cos(narrow))
    assert wedges(body, PHYS, *sides[0], 20, *sides[1], at_once) == borne


def test_a_frictionless_cloth_lets_a_wedged_ball_spin_on() -> None:
    phys = PHYS.copy()
    phys.mu_slide = 0.0
    body = slow_ball((0.001, 0.001), (-30.0, 30.0))
    assert wedges(body, phys, 1.0, 0.0, 20, 0.0, 1.0, True)
    assert body.t_end == body.t0


def test_contacts_that_follow_each_other_are_one() -> None:
    body = slow_ball()
    assert not still_touches(body, 3, 1.0, 0.0, 0.001)
    body.t0 = 0.5 * TOGETHER
    assert not still_touches(body, 20, -1.0, 0.0, 0.001)
    assert still_touches(body, 3, 1.0, 0.0, 0.001)
    assert body.turns == 3
    body.t0 += 2.0 * TOGETHER
    assert not still_touches(body, 3, 1.0, 0.0, 0.001)
    assert body.turns == 0
    assert not still_touches(body, 20, 1.0, 0.0, 0.5)  # a hit
    assert body.turns == 1
    assert not still_touches(body, 20, 1.0, 0.0, 0.001)
    assert still_touches(body, 20, 1.0, 0.0, 0.001)
    assert body.turns == 1 <= MOST_TURNS


def test_the_referee_is_told_of_every_hit() -> None:
    """Only slow contacts are told once: this pair meets at 2 m/s."""
    balls = {
        0: body_of(PHYS, (-0.2, 0.0), (2.0,)),
        1: body_of(PHYS, (0.0, 0.0)),
    }
    played = play(CORNER.geometry, PHYS, balls)
    hits = played.events.kind[np.isin(played.events.kind, (BALL_BALL, CUSHION))]
    assert hits.tolist() == [BALL_BALL, CUSHION, BALL_BALL]  # and it comes back
    assert (played.motion[:2] == STILL).all()


@pytest.mark.parametrize(
    ("seed", "drawn"),
    [
        (90242, False),  # two balls between two facings, pressed by a third
        (80564, False),  # one lies on a cushion and on another ball
        (54621, True),  # two balls in a pocket between facings and rim: 5000 events at one instant
        (66967, True),  # between a facing and a ball that lies in a full pocket
        (10070750, True),  # two balls to and fro between facings, kept going by their partings
        (30284594, True),  # fast into a corner of half a degree between a facing and a ball
        (83485, True),  # against a piece of chalk
        (15051, True),  # comes down beside a jaw
        (41657698, True),  # one in a pocket presses another one on the bed down
        (41783507, True),  # a ball that stands between a facing and one that is driven off
        (41565920, True),  # between two wedged ones: 5000 events at one instant
    ],
)
def test_a_packed_ball_keeps_the_laws(seed: int, drawn: bool) -> None:
    setting = draw_equipment(seed // EQUIPMENT_BLOCK * EQUIPMENT_BLOCK) if drawn else setting_of()
    findings = fuzz(setting, 1, seed, packed=True)
    assert findings.shots[PACKED] == 1
    assert faults(findings) == 0, as_table(findings)
    assert findings.most_logged.max() < 500


def test_packed_pockets_break_no_law() -> None:
    findings = fuzz_drawn(4 * EQUIPMENT_BLOCK, seed=1_000_000, packed=True)
    assert faults(findings) == 0, as_table(findings)
    assert 0 < findings.most_events[PACKED] < 2500
    assert "| most logged |" in as_table(findings)
