"""The compact codec: about ten numbers in [-1, 1] become one action.

The stroke is stated relative to a pot: two selectors name the object ball and the pocket (they are
also the call), and the aim is an offset from the direction that pots, throw and squirt allowed for.
A direction on the table as a number is a poor action: good ones are isolated needles that move with
every position. The flag ``absolute`` exists to show it.

=====  ==============  ========================================================================
index  name            from -1 to 1
=====  ==============  ========================================================================
0      ball            equal bins over the balls that may be played at, ascending
1      pocket          equal bins over the six pockets, HL HR SL SR FL FR
2      aim             offset from the pot, -AIM_RANGE to AIM_RANGE; ``absolute``: -pi to pi from +x
3      speed           cue speed, LEAST_SPEED to MOST_SPEED, quadratic: fine where strokes are soft
4      side            tip offset to the right, up to the miscue limit MOST_OFFSET
5      follow          tip offset upwards, the same; both together are kept within the circle
6      elevation       0 for a level cue at or below 0, then quadratic up to MOST_ELEVATION
7      place x         along the region of the cue ball in hand; moved to the nearest legal place
8      place y         across it
9      option          equal bins over the menu, else over the intents that may be declared
10     follow-through  only with the flag: 0 to MOST_FOLLOW_THROUGH; else as the cue's
=====  ==============  ========================================================================

Only the ball that is aimed at can be called; compact_calls.py says them apart.

On the break the pot is a full hit on the ball at the apex, where the break is called (14.1) on the
ball selected, so that a corner ball may be cut thin; at the lag the direction of the foot
cushion. Numbers must be finite and within [-1, 1]; the environments check that.
"""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from poolenv.aim import MAX_CUT, cut_angle
from poolenv.balls import CUE, NO_BALL, count, lowest, one, without
from poolenv.candidates.enumerate import target_balls
from poolenv.candidates.strokes import apex_ball
from poolenv.course import course
from poolenv.events import N_POCKETS, NO_POCKET
from poolenv.hits import direct_hit
from poolenv.kernel import kernel
from poolenv.knobs import IN_HAND_HEAD
from poolenv.plane import length
from poolenv.rules.calls import legal_intents
from poolenv.rules.placement import nearest_place
from poolenv.rules.turns import phase_of
from poolenv.rules.words import BREAK, LAG_PHASE, PLACE, PUSH_OUT
from poolenv.throw import pot_aim

#: Numbers of an action, without and with the follow-through.
N_COMPACT = 10
N_COMPACT_LONG = 11
COMPACT_NAMES = (
    "ball",
    "pocket",
    "aim",
    "speed",
    "side",
    "follow",
    "elevation",
    "place_x",
    "place_y",
    "option",
    "follow_through",
)
BALL, POCKET, AIM, SPEED, SIDE, FOLLOW, ELEVATION, PLACE_X, PLACE_Y, OPTION, THROUGH = range(11)

#: Largest offset from the pot [rad].
AIM_RANGE = math.radians(3.0)
#: Cue speeds [m/s].
LEAST_SPEED = 0.1
MOST_SPEED = 11.0
#: Tip offset [ball radii]: just inside the miscue limit of a chalked leather tip.
MOST_OFFSET = 0.5
MOST_ELEVATION = math.radians(70.0)
#: Way of the tip after the impact [m].
MOST_FOLLOW_THROUGH = 0.3


@kernel
def bin_of(value: float, bins: int) -> int:
    """Which of equal bins over [-1, 1] a number lies in; 0 if there are none."""
    return max(min(int(0.5 * (value + 1.0) * bins), bins - 1), 0)


@kernel
def nth(balls: int, n: int) -> int:
    """The n-th lowest member of a set of bits, -1 if it has fewer."""
    for _ in range(n):
        balls = without(balls, one(max(lowest(balls), 0)))
    return lowest(balls)


@kernel
def speed_of(value: float) -> float:
    """Cue speed of a number in [-1, 1] [m/s]."""
    share = 0.5 * (value + 1.0)
    return LEAST_SPEED + (MOST_SPEED - LEAST_SPEED) * share * share


@kernel
def decode_compact(
    marks: Any,
    phys: Any,
    rules: Any,
    game: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    numbers: NDArray[Any],
    absolute: bool,
    action: Any,
    i: int,
) -> None:
    """Write row i of the actions from its numbers.

    With the cue ball in hand the stroke is aimed from the legal place nearest to the one named,
    which becomes the place of the action.

    Args:
        marks: record Marks of the table.
        phys: record Phys of the table.
        rules: record Rules of the edition.
        game: record Game.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        numbers: (N, 10 or 11) in [-1, 1].
        absolute: the aim is a direction, not an offset.
        action: (N,) record Action.
        i: the row.
    """
    # Float32 arithmetic of plain Python would differ from the compiled one: widen at once.
    said = numbers[i]
    stroke = action[i]
    x = pos[i, CUE, 0]
    y = pos[i, CUE, 1]
    phase = phase_of(game)
    if phase == PLACE:
        x, y = _place(marks, game, pos, motion, float(said[PLACE_X]), float(said[PLACE_Y]), i)
        stroke.place_x = x
        stroke.place_y = y
    _decode_option(rules, game, float(said[OPTION]), stroke)
    stroke.speed = speed_of(float(said[SPEED]))
    side = MOST_OFFSET * float(said[SIDE])
    follow = MOST_OFFSET * float(said[FOLLOW])
    too_far = max(length(side, follow) / MOST_OFFSET, 1.0)
    stroke.side = side / too_far
    stroke.follow = follow / too_far
    lift = max(float(said[ELEVATION]), 0.0)
    stroke.elevation = MOST_ELEVATION * lift * lift
    stroke.follow_through = phys.follow_through
    if numbers.shape[1] == N_COMPACT_LONG:
        stroke.follow_through = 0.5 * (float(said[THROUGH]) + 1.0) * MOST_FOLLOW_THROUGH
    balls = target_balls(marks, rules, game, pos, motion, i)
    ball = nth(balls, bin_of(float(said[BALL]), count(balls)))
    pocket = bin_of(float(said[POCKET]), N_POCKETS)
    stroke.ball = NO_BALL if stroke.intent == PUSH_OUT else ball
    stroke.pocket = NO_POCKET if stroke.ball == NO_BALL else pocket
    if absolute:
        stroke.aim = math.pi * float(said[AIM])
        return
    aim = 0.0
    if phase == LAG_PHASE:
        stroke.aim = AIM_RANGE * float(said[AIM])
        return
    if game.stage == BREAK:
        apex = ball if rules.break_called != 0 else apex_ball(pos, motion, i)
        if apex != NO_BALL:
            aim = direct_hit(marks, pos, motion, i, x, y, apex, 0.0).aim
    elif ball != NO_BALL:
        aim = aim_at_pot(
            marks,
            phys,
            pos,
            motion,
            x,
            y,
            ball,
            pocket,
            stroke.speed,
            stroke.side,
            stroke.follow,
            i,
        )
    stroke.aim = aim + AIM_RANGE * float(said[AIM])


@kernel
def _place(
    marks: Any,
    game: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    along: float,
    across: float,
    i: int,
) -> tuple[float, float]:
    """The legal place nearest to a point of the region's rectangle."""
    low = marks.cushion_gap - 0.5 * marks.length
    high = marks.head_string if game.region == IN_HAND_HEAD else -low
    x = low + 0.5 * (along + 1.0) * (high - low)
    y = across * (0.5 * marks.width - marks.cushion_gap)
    return nearest_place(marks, game.region, pos[i], motion[i], x, y)


@kernel
def _decode_option(rules: Any, game: Any, value: float, stroke: Any) -> None:
    """Write the option taken, or the intent declared."""
    intents = legal_intents(rules, game)
    stroke.intent = nth(intents, bin_of(value, count(intents)))
    stroke.option = 0
    if game.menu != 0:
        stroke.option = nth(game.menu, bin_of(value, count(game.menu)))


@kernel
def aim_at_pot(
    marks: Any,
    phys: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    x: float,
    y: float,
    ball: int,
    pocket: int,
    speed: float,
    side: float,
    follow: float,
    i: int,
) -> float:
    """Direction that pots a ball from (x, y), or the nearest hit to it if no hit does [rad].

    Beyond the largest cut the thinnest hit of that cut is aimed at, so that the aim always meets
    the ball if nothing lies in between.

    Args:
        marks: record Marks of the table.
        phys: record Phys of the table.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        x: cue ball [m].
        y: cue ball [m].
        ball: the object ball, on the bed.
        pocket: the pocket.
        speed: cue speed [m/s].
        side: tip offset [ball radii].
        follow: tip offset [ball radii].
        i: the row.
    """
    way = course(marks, pos[i, ball, 0], pos[i, ball, 1], pocket)
    to_x, to_y = way.dir_x, way.dir_y
    return aim_along(marks, phys, pos, motion, x, y, ball, to_x, to_y, speed, side, follow, i)


@kernel
def aim_along(
    marks: Any,
    phys: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    x: float,
    y: float,
    ball: int,
    dir_x: float,
    dir_y: float,
    speed: float,
    side: float,
    follow: float,
    i: int,
) -> float:
    """Direction that sends a ball along a way, or the nearest hit to it if no hit does [rad].

    Args:
        marks: record Marks of the table.
        phys: record Phys of the table.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        x: cue ball [m].
        y: cue ball [m].
        ball: the object ball, on the bed.
        dir_x: unit vector of the way.
        dir_y: its y.
        speed: cue speed [m/s].
        side: tip offset [ball radii].
        follow: tip offset [ball radii].
        i: the row.
    """
    ball_x = pos[i, ball, 0]
    ball_y = pos[i, ball, 1]
    ghost_x = ball_x - 2.0 * marks.ball_radius * dir_x
    ghost_y = ball_y - 2.0 * marks.ball_radius * dir_y
    cut = cut_angle(ghost_x, ghost_y, dir_x, dir_y, x, y)
    if abs(cut) > MAX_CUT:
        # A cut to the left passes the ball on its right.
        thin = -math.copysign(math.sin(MAX_CUT), cut)
        return direct_hit(marks, pos, motion, i, x, y, ball, thin).aim
    return pot_aim(phys, x, y, ball_x, ball_y, dir_x, dir_y, speed, side, follow)
