"""From the cue tip to the ruling: simulated shots whose event log is read by the referee.

Every kind of event that the simulator makes is made here at least once; WAITING names the others.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import pytest

from poolenv import Position, Shot, simulate
from poolenv import events as ev
from poolenv.beside import ON_STROKE, rule
from poolenv.envs import PoolEnv
from poolenv.physics.scratch import new_scratch
from poolenv.play import strike
from poolenv.rules import words
from poolenv.rules.shot import read_shot

R = 0.028575
#: Centre of a ball that touches the left cushion.
AT_LEFT = 0.635 - R * math.sqrt(1.0 - 0.27**2)

#: Kinds that no simulated shot makes yet, and what they wait for.
WAITING = {
    ev.BALL_RETURN_TO_FLOOR: "conduct: injected",
    ev.BALL_EMERGES: "conduct: injected",
    ev.BALL_FALLS: "conduct: injected",
    ev.BALL_SETTLES: "conduct: injected",
    ev.BALL_IN_MOTION: "a referee who looks before all balls rest: injected",
    ev.REST_IN_JAWS: "a lag that is simulated",
    ev.FINAL: "a lag that is simulated",
    ev.TRUNCATED: "a full log or the event cap: tests/physics",
}


class Case(NamedTuple):
    """A stroke at nine-ball, what happens and what is ruled."""

    balls: dict[int, tuple[float, float]]
    aim: float
    speed: float
    kinds: set[int]
    fouls: frozenset[int] = frozenset()
    side: float = 0.0
    follow: float = 0.0
    elevation: float = 0.0
    follow_through: float = 0.15
    pockets: str = "circle"
    continues: bool = False
    capacity: int = 0
    objects: tuple[Any, ...] = ()
    edition: str = "wpa2008"


SPREAD = {9: (-0.9, -0.4)}
CASES = {
    "pot and continue": Case(
        {0: (0.9, 0.267), 1: (1.08, 0.447), **SPREAD},
        math.pi / 4,
        1.2,
        {ev.TIP_CONTACT, ev.BALL_BALL, ev.POCKETED, ev.BALL_REST, ev.ALL_REST},
        continues=True,
    ),
    "across the head string": Case(
        {0: (-1.0, 0.1), 1: (0.5, 0.1), **SPREAD}, 0.0, 2.0, {ev.LINE_CROSS, ev.CUSHION}
    ),
    "misses everything": Case(
        {0: (-0.2, 0.3), 1: (0.5, 0.0), **SPREAD}, 1.3, 1.0, {ev.CUSHION}, {words.NO_BALL_HIT}
    ),
    "hits the 9 first": Case(
        {0: (0.0, 0.0), 1: (-0.5, 0.3), 9: (0.4, 0.0)},
        0.0,
        2.0,
        {ev.BALL_BALL, ev.CUSHION},
        {words.WRONG_BALL_FIRST},
    ),
    "reaches no cushion": Case(
        {0: (0.0, 0.0), 1: (0.15, 0.0), **SPREAD},
        0.0,
        0.2,
        {ev.BALL_BALL},
        {words.NO_RAIL},
    ),
    "scratch": Case(
        {0: (0.9, 0.267), 1: (-0.5, 0.3), **SPREAD},
        math.pi / 4,
        1.2,
        {ev.POCKETED},
        {words.CUE_SCRATCH, words.NO_BALL_HIT},
    ),
    "frozen to the 1, one clean stroke": Case(
        {0: (0.4, 0.0), 1: (0.4 + 2 * R, 0.0), **SPREAD}, 0.0, 2.0, {ev.BALL_MOVED, ev.CUSHION}
    ),
    "double hit: the cue follows through into a cue ball that stopped": Case(
        {0: (0.4, 0.0), 1: (0.41 + 2 * R, 0.0), **SPREAD},
        0.0,
        2.0,
        {ev.BALL_BALL, ev.TIP_RECONTACT, ev.CUSHION},
        {words.DOUBLE_HIT},
    ),
    "the same with the cue drawn back": Case(
        {0: (0.4, 0.0), 1: (0.41 + 2 * R, 0.0), **SPREAD},
        0.0,
        2.0,
        {ev.BALL_BALL, ev.CUSHION},
        follow_through=0.005,
    ),
    "the same, cut thin": Case(
        {0: (0.4, 0.0), 1: (0.41 + R, math.sqrt(3) * R), **SPREAD},
        0.0,
        2.0,
        {ev.BALL_BALL, ev.CUSHION},
    ),
    "hits the 1 with the tip still on the cue ball": Case(
        {0: (0.4, 0.0), 1: (0.4005 + 2 * R, 0.0), **SPREAD},
        0.0,
        2.0,
        {ev.BALL_BALL, ev.CUSHION},
        {words.DOUBLE_HIT},
    ),
    "comes back from the cushion into the tip": Case(
        {0: (0.3, 0.57), 1: (0.9, 0.0), **SPREAD},
        math.pi / 2,
        2.0,
        {ev.CUSHION, ev.TIP_RECONTACT},
        {words.DOUBLE_HIT, words.NO_BALL_HIT},
    ),
    "pushes a line of nearly touching balls": Case(
        {ball: (-0.4 + ball * (2 * R + 4.5e-5), 0.1) for ball in range(10)},
        0.0,
        1.5,
        {ev.BALL_MOVED, ev.BALL_BALL},
        {words.PUSH_SHOT},
    ),
    "the butt lies on the 9": Case(
        {0: (0.0, 0.0), 1: (0.5, 0.0), 9: (-0.12, 0.0)},
        0.0,
        2.0,
        {ev.SHAFT_BLOCKED, ev.BALL_BALL, ev.CUSHION},
    ),
    "frozen ball pressed into its cushion": Case(
        {0: (0.3, AT_LEFT - 0.12), 1: (0.3, AT_LEFT), **SPREAD},
        math.pi / 2,
        0.25,
        {ev.BALL_BALL, ev.CUSHION},
        {words.NO_RAIL},
        follow_through=0.0,
    ),
    "miscue": Case(
        {0: (-0.5, 0.0), 1: (0.2, 0.0), **SPREAD},
        0.0,
        2.0,
        {ev.TIP_CONTACT},
        {words.NO_BALL_HIT},
        side=0.7,
    ),
    "jumps over the 9": Case(
        {0: (-0.6, 0.0), 9: (0.0, 0.0), 1: (0.9, 0.0)},
        0.0,
        4.0,
        {ev.BALL_LEAVES_BED, ev.BALL_LANDS_BED, ev.CUSHION},
        elevation=math.radians(45),
    ),
    "cue ball off the table": Case(
        {0: (-0.6, 0.0), 1: (0.6, 0.3), **SPREAD},
        0.0,
        7.0,
        {ev.BALL_LEAVES_BED, ev.BALL_OFF_TABLE},
        {words.CUE_OFF_TABLE, words.NO_BALL_HIT},
        elevation=math.radians(30),
    ),
    "rides a rail and returns": Case(
        {0: (0.3, 0.58), 1: (0.9, 0.45), 9: (-0.5, -0.2)},
        1.699,
        5.2,
        {ev.BALL_ON_RAIL_TOP, ev.BALL_LANDS_BED},
        {words.NO_BALL_HIT},
        follow=0.2,
        elevation=0.804,
    ),
    "comes to rest on a rail": Case(
        {0: (0.3, 0.58), 1: (0.9, 0.45), 9: (-0.5, -0.2)},
        1.35,
        3.39,
        {ev.BALL_ON_RAIL_TOP, ev.BALL_REST_ON_RAIL_TOP},
        {words.CUE_OFF_TABLE, words.NO_BALL_HIT},
        follow=-0.08,
        elevation=1.448,
    ),
    "bounces out of a pocket": Case(
        {0: (0.3, 0.3), 1: (0.9, 0.45), 9: (-0.5, -0.2)},
        2.265,
        2.98,
        {ev.POCKET_ENTER, ev.POCKET_REBOUND},
        {words.NO_BALL_HIT},
        follow=0.1,
        pockets="drop",
    ),
    "follows the 1 into a full pocket": Case(
        {0: (0.9, 0.267), 1: (1.08, 0.447), **SPREAD},
        math.pi / 4,
        1.2,
        {ev.POCKETED, ev.CB_TOUCHES_POCKETED_BALL},
        {words.CUE_SCRATCH},
        follow=0.2,
        pockets="drop",
        capacity=1,
    ),
    "follows the 1 into an empty pocket": Case(
        {0: (0.9, 0.267), 1: (1.08, 0.447), **SPREAD},
        math.pi / 4,
        1.2,
        {ev.POCKETED},
        {words.CUE_SCRATCH},
        follow=0.2,
        pockets="drop",
        capacity=2,
    ),
    "is jammed on a full pocket": Case(
        {0: (0.9, 0.267), 1: (1.08, 0.447), **SPREAD},
        math.pi / 4,
        2.0,
        {ev.JAM, ev.CB_TOUCHES_POCKETED_BALL},
        {words.CUE_SCRATCH},
        follow=0.2,
        pockets="drop",
        capacity=1,
    ),
    "pots into a trap line": Case(
        {0: (0.9, 0.267), 1: (1.08, 0.447), **SPREAD},
        math.pi / 4,
        0.8,
        {ev.POCKETED},
        pockets="trap_line",
        follow=-0.4,
        continues=True,
    ),
    "kept on the table by chalk": Case(
        {0: (0.3, 0.58), 1: (0.9, 0.45), 9: (-0.5, -0.2)},
        1.35,
        3.39,
        {ev.BALL_ON_RAIL_TOP, ev.BALL_HITS_OBJECT, ev.BALL_LANDS_BED},
        {words.CUE_OFF_TABLE, words.NO_BALL_HIT},
        follow=-0.08,
        elevation=1.448,
        objects=(("chalk", 0.325, 0.71),),
    ),
    "touches chalk on its way back": Case(
        {0: (0.3, 0.58), 1: (0.9, 0.45), 9: (-0.5, -0.2)},
        1.699,
        5.2,
        {ev.BALL_ON_RAIL_TOP, ev.BALL_HITS_OBJECT, ev.BALL_LANDS_BED},
        {words.NO_RAIL},
        follow=0.2,
        elevation=0.804,
        objects=(("chalk", 0.84, -0.66),),
    ),
    "touches chalk where any contact counts": Case(
        {0: (0.3, 0.58), 1: (0.9, 0.45), 9: (-0.5, -0.2)},
        1.699,
        5.2,
        {ev.BALL_ON_RAIL_TOP, ev.BALL_HITS_OBJECT, ev.BALL_LANDS_BED},
        {words.CUE_OFF_TABLE, words.NO_RAIL},
        follow=0.2,
        elevation=0.804,
        objects=(("chalk", 0.84, -0.66),),
        edition="wsr",
    ),
    "leaves a ball that hangs": Case(
        {0: (0.9, 0.267), 1: (1.08, 0.447), **SPREAD},
        math.pi / 4,
        0.4,
        {ev.BALL_BALL},
        {words.NO_RAIL},
        pockets="drop",
    ),
}


def play(case: Case) -> tuple[list[Any], Any, Any]:
    """(events, ruling, game afterwards) of a stroke by player 0."""
    pockets = {"mode": case.pockets, "capacity": case.capacity}
    table = {"pockets": pockets, "objects": [list(one) for one in case.objects]}
    env = PoolEnv("nine_ball", noise="none", table=table, edition=case.edition)
    env.reset(seed=0, options={"position": case.balls, "breaker": 0})
    world = env.batch.world
    stroke_of = world.action[0]
    stroke_of.aim, stroke_of.speed = case.aim, case.speed
    stroke_of.side, stroke_of.follow = case.side, case.follow
    stroke_of.elevation = case.elevation
    stroke_of.follow_through = case.follow_through
    strike(world, 0, new_scratch())
    world.ruled_on[0] = ON_STROKE
    rule(world, 0)
    return list(world.log[0, : world.log_len[0]]), world.ruling[0], world.game[0]


@pytest.mark.parametrize("name", CASES)
def test_the_referee_reads_what_the_simulator_writes(name):
    case = CASES[name]
    events, ruling, game = play(case)
    kinds = {int(event.kind) for event in events}
    assert case.kinds <= kinds, sorted(ev.KIND_NAMES[k] for k in kinds)
    found = {foul for foul in range(64) if int(ruling.fouls) >> foul & 1}
    assert found == case.fouls, sorted(words.FOUL_NAMES[f] for f in found)
    assert (game.actor == 0) == case.continues
    if case.fouls:
        assert game.fouls[0] == 1
        assert game.region != 0 or game.actor == 1


def test_every_kind_is_made_or_waits():
    made = {int(event.kind) for case in CASES.values() for event in play(case)[0]}
    assert made | set(WAITING) == set(range(len(ev.KIND_NAMES)))
    assert not made & set(WAITING)


def test_a_hanging_ball_that_falls_within_five_seconds_counts():
    """The stroke leaves the 1 at the edge; the referee sees it fall."""
    case = CASES["leaves a ball that hangs"]
    events, _, _ = play(case)
    assert ev.POCKETED not in {int(event.kind) for event in events}
    position = Position(case.balls)
    shot = Shot(case.aim, case.speed)
    hangs = simulate(position, shot, table={"pockets": {"mode": "drop"}}).hanging()
    assert set(hangs) == {1}
    for rest, counts in ((3.0, True), (6.0, False)):
        env = PoolEnv("nine_ball", noise="none", table={"pockets": {"mode": "drop"}})
        env.reset(seed=0, options={"position": case.balls, "breaker": 0})
        world = env.batch.world
        world.action[0].aim, world.action[0].speed = case.aim, case.speed
        strike(world, 0, new_scratch())
        rule(world, 0)
        n = int(world.log_len[0])
        fall = world.log[0, n]
        fall.t = fall.t_end = world.log[0, n - 1].t + rest
        fall.kind, fall.ball, fall.value, fall.flag = ev.BALL_FALLS, 1, rest, 0
        fall.other = ev.POCKET_NAMES.index(hangs[1].pocket)
        fall.x, fall.y = world.pos[0, 1, :2]
        shot_sheet = world.shot[0]
        read_shot(
            world.editions[0],
            world.marks[0],
            world.game_before[0],
            world.pos_before[0],
            world.motion_before[0],
            case.aim,
            world.log[0],
            n + 1,
            shot_sheet,
        )
        assert bool(shot_sheet.pocketed >> 1 & 1) == counts
        assert bool(shot_sheet.restore >> 1 & 1) != counts


def test_a_pressed_cushion_is_told_from_a_reached_one():
    events, _, _ = play(CASES["frozen ball pressed into its cushion"])
    pressed = [e for e in events if e.kind == ev.CUSHION and e.ball == 1]
    assert pressed and all(e.flag & ev.STILL_TOUCHING for e in pressed)


def test_the_log_is_in_order_of_time():
    for case in CASES.values():
        times = [event.t for event in play(case)[0]]
        assert np.all(np.diff(times) >= 0.0)
