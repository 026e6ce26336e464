"""The compact codec for called shots: what is called and what is hit first are said apart.

In ``compact`` the selectors of ball and pocket aim the stroke and are the call too, so only the
ball that is played at can be called. Here they are the call alone, over every ball that may be
called, and two more numbers say how it is to go in: straight, by way of another ball or a cushion.
The aim is again an offset, from the direction that does it by the laws of a smooth ball: a bank is
a mirror image, a carom the line at right angles to the line of centres.

=====  ==============  ========================================================================
index  name            from -1 to 1
=====  ==============  ========================================================================
0      ball            equal bins over the balls that may be called, ascending; over all object
                       balls where nothing is called
1      pocket          equal bins over the six pockets, the call
2-9    as compact
10     way             equal bins over the seven ways below
11     first           equal bins over the balls that may be played at: the ball hit first by a
                       combination or carom
=====  ==============  ========================================================================

======  ===========  ==========================================================================
number  way          what the aim is an offset from
======  ===========  ==========================================================================
0       direct       the ball is cut into the pocket
1       combination  the first ball is sent at the ball so that this one goes into the pocket
2       carom        the cue ball glances off the first ball to the spot from which it pots
3-6     bank         the ball is sent at the head, foot, left or right cushion and comes back
                     into the pocket
======  ===========  ==========================================================================

The break, the lag and a push out are as in ``compact``.
"""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from poolenv.balls import CUE, NO_BALL, OBJECT_BALLS, count
from poolenv.candidates.enumerate import target_balls
from poolenv.compact import (
    AIM,
    AIM_RANGE,
    BALL,
    COMPACT_NAMES,
    N_COMPACT,
    POCKET,
    aim_along,
    bin_of,
    decode_compact,
    nth,
)
from poolenv.course import course
from poolenv.events import FOOT, HEAD, LEFT, N_POCKETS, N_RAILS, RIGHT
from poolenv.hits import direct_hit
from poolenv.kernel import kernel
from poolenv.plane import length
from poolenv.rules.calls import callable_balls
from poolenv.rules.turns import phase_of
from poolenv.rules.words import BREAK, LAG_PHASE, PLACE, PUSH_OUT

#: Numbers of an action.
N_COMPACT_CALLS = N_COMPACT + 2
COMPACT_CALLS_NAMES = (*COMPACT_NAMES[:N_COMPACT], "way", "first")
WAY, FIRST = N_COMPACT, N_COMPACT + 1

#: Ways of a called ball; a bank is BANK plus the rail.
DIRECT, COMBINATION, CAROM, BANK = range(4)
N_WAYS = BANK + N_RAILS


@kernel
def decode_compact_calls(
    marks: Any,
    phys: Any,
    rules: Any,
    game: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    numbers: NDArray[Any],
    action: Any,
    i: int,
) -> None:
    """Write row i of the actions from its numbers; arguments as of ``decode_compact``.

    Args:
        marks: record Marks of the table.
        phys: record Phys of the table.
        rules: record Rules of the edition.
        game: record Game.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        numbers: (N, 12) in [-1, 1].
        action: (N,) record Action.
        i: the row.
    """
    decode_compact(marks, phys, rules, game, pos, motion, numbers, False, action, i)
    stroke = action[i]
    phase = phase_of(game)
    if game.stage == BREAK or phase == LAG_PHASE or stroke.intent == PUSH_OUT:
        return
    balls = callable_balls(rules, game)
    if balls == 0:
        balls = game.balls & OBJECT_BALLS
    said = numbers[i]
    ball = nth(balls, bin_of(float(said[BALL]), count(balls)))
    if ball == NO_BALL:
        return
    targets = target_balls(marks, rules, game, pos, motion, i)
    first = nth(targets, bin_of(float(said[FIRST]), count(targets)))
    way = bin_of(float(said[WAY]), N_WAYS)
    if (way == COMBINATION or way == CAROM) and (first == NO_BALL or first == ball):
        way = DIRECT
    stroke.ball = ball
    stroke.pocket = bin_of(float(said[POCKET]), N_POCKETS)
    x = stroke.place_x if phase == PLACE else pos[i, CUE, 0]
    y = stroke.place_y if phase == PLACE else pos[i, CUE, 1]
    if way == CAROM:
        aim = carom_aim(marks, pos, motion, x, y, first, ball, stroke.pocket, i)
    else:
        met, to_x, to_y = _sent(marks, pos, first, ball, stroke.pocket, way, i)
        aim = aim_along(
            marks,
            phys,
            pos,
            motion,
            x,
            y,
            met,
            to_x,
            to_y,
            stroke.speed,
            stroke.side,
            stroke.follow,
            i,
        )
    stroke.aim = aim + AIM_RANGE * float(said[AIM])


@kernel
def _sent(
    marks: Any, pos: NDArray[Any], first: int, ball: int, pocket: int, way: int, i: int
) -> tuple[int, float, float]:
    """The ball that the cue ball meets, and the unit vector of the way it must take."""
    ball_x, ball_y = pos[i, ball, 0], pos[i, ball, 1]
    line = course(marks, ball_x, ball_y, pocket)
    if way >= BANK:
        to_x, to_y = bank_direction(marks, ball_x, ball_y, pocket, way - BANK)
        return ball, to_x, to_y
    if way == COMBINATION:
        to_x = line.ghost_x - pos[i, first, 0]
        to_y = line.ghost_y - pos[i, first, 1]
        away = length(to_x, to_y)
        if away > 1e-9:
            return first, to_x / away, to_y / away
        return first, line.dir_x, line.dir_y
    return ball, line.dir_x, line.dir_y


@kernel
def bank_direction(
    marks: Any, ball_x: float, ball_y: float, pocket: int, rail: int
) -> tuple[float, float]:
    """Unit vector from a ball to the mirror image of a pocket's mouth.

    The mirror is the line of centres of balls that touch the cushion.

    Args:
        marks: record Marks of the table.
        ball_x: the ball [m].
        ball_y: its y.
        pocket: the pocket.
        rail: HEAD, FOOT, LEFT or RIGHT.
    """
    to_x = marks.mouth_x[pocket] - ball_x
    to_y = marks.mouth_y[pocket] - ball_y
    side = 1.0 if rail == FOOT or rail == LEFT else -1.0
    if rail == HEAD or rail == FOOT:
        line = side * (0.5 * marks.length - marks.cushion_gap)
        to_x = 2.0 * line - marks.mouth_x[pocket] - ball_x
    elif rail == LEFT or rail == RIGHT:
        line = side * (0.5 * marks.width - marks.cushion_gap)
        to_y = 2.0 * line - marks.mouth_y[pocket] - ball_y
    away = length(to_x, to_y)
    if away < 1e-9:
        return side, 0.0
    return to_x / away, to_y / away


@kernel
def carom_aim(
    marks: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    x: float,
    y: float,
    first: int,
    ball: int,
    pocket: int,
    i: int,
) -> float:
    """Direction in which the cue ball glances off a ball to where it pots another one [rad].

    A sliding cue ball leaves at a right angle to the line of centres, so the place of the hit lies
    on the circle over the way from the first ball to that spot as diameter (Thales). Of the two
    places the one is taken from which the cue ball goes on with the most of its speed; if it can
    reach neither the first ball is aimed at full.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        x: cue ball [m].
        y: its y.
        first: the ball it glances off.
        ball: the ball to pot, another one.
        pocket: the pocket.
        i: the row.
    """
    double = 2.0 * marks.ball_radius
    first_x, first_y = pos[i, first, 0], pos[i, first, 1]
    line = course(marks, pos[i, ball, 0], pos[i, ball, 1], pocket)
    to_x, to_y = line.ghost_x - first_x, line.ghost_y - first_y
    away = length(to_x, to_y)
    full = direct_hit(marks, pos, motion, i, x, y, first, 0.0).aim
    if away <= double:
        return full
    cosine = double / away
    sine = math.sqrt(1.0 - cosine * cosine)
    to_x, to_y = to_x / away, to_y / away
    best, aim = 0.0, full
    for turn in range(2):
        s = sine if turn == 0 else -sine
        # From the first ball to the cue ball at the hit, a unit vector.
        out_x = cosine * to_x - s * to_y
        out_y = s * to_x + cosine * to_y
        go_x, go_y = first_x + double * out_x - x, first_y + double * out_y - y
        way = length(go_x, go_y)
        on_x, on_y = to_x * away - double * out_x, to_y * away - double * out_y
        if way > 1e-9 and go_x * out_x + go_y * out_y < 0.0:
            kept = (go_x * on_x + go_y * on_y) / (way * length(on_x, on_y))
            if kept > best:
                best, aim = kept, math.atan2(go_y, go_x)
    return aim
