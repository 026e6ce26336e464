"""From the number of a candidate to the stroke: aim, speed, tip, and the call that goes with it.

Row-wise kernels: they write the CALL and STRIKE sections of ``action[i]``. Only the chosen index is
worked out; speeds, tip heights and aim follow from throw.py, so the stroke pots if nothing disturbs
it.
"""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from poolenv.aim import Approach, PotLine, approach, pot_line
from poolenv.balls import CUE, N_BALLS, NO_BALL
from poolenv.candidates.layout import (
    BREAK_FOLLOWS,
    BREAK_OFFSETS,
    BREAK_PACES,
    BREAK_SHOT,
    BREAK_TIPS,
    CONTACT,
    CONTACT_OFFSETS,
    CONTACT_PACES,
    CONTACT_SPEEDS,
    FULL_BREAKS,
    KICK,
    KICK_PACES,
    KICK_SPEEDS,
    LAG_PACES,
    LAG_SHOT,
    OFFSETS,
    POT_PACES,
    POT_SPEEDS,
    PUSH,
    PUSH_DIRECTIONS,
    PUSH_PACES,
    PUSH_SPEEDS,
    SAFE,
    SOFT_OFFSET,
    SOFT_PACES,
    SOFT_SPEEDS,
    SPINS,
    Candidates,
)
from poolenv.events import N_RAILS, NO_POCKET
from poolenv.gaps import is_on_table
from poolenv.hits import direct_hit, kick
from poolenv.kernel import kernel
from poolenv.rules.words import PUSH_OUT, SAFETY, SHOT
from poolenv.throw import (
    ball_over_cue_speed,
    pot_aim,
    speed_at_hit,
    start_speed,
    stun_follow,
)

#: No candidate strikes harder [m/s].
MAX_SPEED = 11.0
#: Tip heights [ball radii]: follow; how far draw lies below stun; the lowest.
FOLLOW = 0.4
DRAW_BELOW_STUN = 0.25
LOWEST_TIP = -0.45
#: Stun over a long way would need more draw than a tip holds [ball radii].
LOWEST_STUN = -0.35

_DRAW = 0
_STUN = 1


@kernel
def decode_stroke(
    marks: Any,
    phys: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    candidates: Candidates,
    index: int,
    action: Any,
    i: int,
) -> None:
    """Write the stroke and the call of a candidate of one of the stroke banks.

    Args:
        marks: record Marks of the table.
        phys: record Phys of the table.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        candidates: lists of the row, filled for this position.
        index: POT <= index < OPTION.
        action: (N,) record Action; row i is written.
        i: the row.
    """
    stroke = action[i]
    stroke.side = 0.0
    stroke.elevation = 0.0
    stroke.follow_through = phys.follow_through
    if index < CONTACT:
        rank = index // (POT_SPEEDS * SPINS)
        level = index // SPINS % POT_SPEEDS
        pair = candidates.pairs[i, rank]
        _call(stroke, pair.ball, pair.pocket, SHOT)
        if pair.ball == NO_BALL:
            _strike(stroke, 0.0, POT_PACES[level], 0.0)
            return
        x = pos[i, CUE, 0]
        y = pos[i, CUE, 1]
        line = pot_line(marks, pos, motion, i, pair.ball, pair.pocket)
        reach = approach(marks, pos, motion, i, pair.ball, line, x, y)
        speed, follow = pot_stroke(phys, line, reach, POT_PACES[level], index % SPINS)
        aim = pot_aim(
            phys,
            x,
            y,
            pos[i, pair.ball, 0],
            pos[i, pair.ball, 1],
            line.dir_x,
            line.dir_y,
            speed,
            0.0,
            follow,
        )
        _strike(stroke, aim, speed, follow)
    elif index < KICK:
        _decode_contact(marks, pos, motion, candidates, index - CONTACT, SHOT, stroke, i)
    elif index < SAFE:
        k = index - KICK
        target = candidates.targets[i, k // (N_RAILS * KICK_SPEEDS)]
        _call(stroke, target.ball, target.pocket, SHOT)
        aim = 0.0
        if target.ball != NO_BALL:
            rail = k // KICK_SPEEDS % N_RAILS
            x = pos[i, CUE, 0]
            aim = kick(marks, pos, motion, i, x, pos[i, CUE, 1], target.ball, rail).aim
        _strike(stroke, aim, KICK_PACES[k % KICK_SPEEDS], 0.0)
    elif index < PUSH:
        _decode_contact(marks, pos, motion, candidates, index - SAFE, SAFETY, stroke, i)
    elif index < BREAK_SHOT:
        k = index - PUSH
        _call(stroke, NO_BALL, NO_POCKET, PUSH_OUT)
        aim = 2.0 * math.pi * (k // PUSH_SPEEDS) / PUSH_DIRECTIONS
        _strike(stroke, aim, PUSH_PACES[k % PUSH_SPEEDS], 0.0)
    elif index < LAG_SHOT:
        _decode_break(marks, pos, motion, candidates, index - BREAK_SHOT, stroke, i)
    else:
        _call(stroke, NO_BALL, NO_POCKET, SHOT)
        _strike(stroke, 0.0, LAG_PACES[index - LAG_SHOT], 0.0)


@kernel
def pot_stroke(
    phys: Any, line: PotLine, reach: Approach, pace: float, spin: int
) -> tuple[float, float]:
    """Cue speed [m/s] and tip height [ball radii] of a pot with a level cue and no english.

    Args:
        phys: record Phys.
        line: way of the object ball.
        reach: what the pot asks of the player.
        pace: speed of the object ball at the pocket [m/s].
        spin: 0 draw, 1 stun, 2 follow, as the cue ball meets the object ball.
    """
    at_hit = speed_at_hit(phys, reach.cut, line.distance, pace)
    follow = FOLLOW
    if spin == _STUN or spin == _DRAW:
        follow = max(stun_follow(phys, at_hit, reach.distance), LOWEST_STUN)
        if spin == _DRAW:
            follow = max(follow - DRAW_BELOW_STUN, LOWEST_TIP)
    start = start_speed(phys, at_hit, 2.5 * follow, reach.distance)
    return min(start / ball_over_cue_speed(phys, 0.0, follow), MAX_SPEED), follow


@kernel
def _call(stroke: Any, ball: int, pocket: int, intent: int) -> None:
    """Write the CALL section of an action."""
    stroke.ball = ball
    stroke.pocket = pocket
    stroke.intent = intent


@kernel
def _strike(stroke: Any, aim: float, speed: float, follow: float) -> None:
    """Write direction, speed and tip height of an action."""
    stroke.aim = aim
    stroke.speed = speed
    stroke.follow = follow


@kernel
def _decode_contact(
    marks: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    candidates: Candidates,
    k: int,
    intent: int,
    stroke: Any,
    i: int,
) -> None:
    """Write a direct hit, index k of the bank of contacts or of safeties."""
    target = candidates.targets[i, k // (OFFSETS * CONTACT_SPEEDS)]
    _call(stroke, target.ball, target.pocket, intent)
    aim = 0.0
    if target.ball != NO_BALL:
        offset = CONTACT_OFFSETS[k // CONTACT_SPEEDS % OFFSETS]
        x = pos[i, CUE, 0]
        aim = direct_hit(marks, pos, motion, i, x, pos[i, CUE, 1], target.ball, offset).aim
    _strike(stroke, aim, CONTACT_PACES[k % CONTACT_SPEEDS], 0.0)


@kernel
def _decode_break(
    marks: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    candidates: Candidates,
    k: int,
    stroke: Any,
    i: int,
) -> None:
    """Write break k: a full one at the apex, or a soft one at a corner ball."""
    x = pos[i, CUE, 0]
    y = pos[i, CUE, 1]
    target = candidates.targets[i, 0]
    _call(stroke, target.ball, target.pocket, SHOT)
    if k < FULL_BREAKS:
        ball = apex_ball(pos, motion, i)
        offset = BREAK_OFFSETS[k // BREAK_TIPS % OFFSETS]
        speed = BREAK_PACES[k // (OFFSETS * BREAK_TIPS)]
        follow = BREAK_FOLLOWS[k % BREAK_TIPS]
    else:
        side = 1.0 if k - FULL_BREAKS < SOFT_SPEEDS else -1.0
        ball = corner_ball(pos, motion, i, side)
        offset = side * SOFT_OFFSET
        speed = SOFT_PACES[(k - FULL_BREAKS) % SOFT_SPEEDS]
        follow = 0.0
    aim = 0.0
    if ball != NO_BALL:
        aim = direct_hit(marks, pos, motion, i, x, y, ball, offset).aim
    _strike(stroke, aim, speed, follow)


@kernel
def apex_ball(pos: NDArray[Any], motion: NDArray[Any], i: int) -> int:
    """The ball of the rack nearest to the head cushion, NO_BALL if there is none.

    Args:
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        i: the row.
    """
    apex = NO_BALL
    least = math.inf
    for ball in range(CUE + 1, N_BALLS):
        if is_on_table(motion, i, ball) and pos[i, ball, 0] < least:
            least = pos[i, ball, 0]
            apex = ball
    return apex


@kernel
def corner_ball(pos: NDArray[Any], motion: NDArray[Any], i: int, side: float) -> int:
    """The ball of the rack furthest to the left (side +1) or right (-1) and back, NO_BALL if none.

    Args:
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        i: the row.
        side: +1 or -1.
    """
    corner = NO_BALL
    most = -math.inf
    for ball in range(CUE + 1, N_BALLS):
        if is_on_table(motion, i, ball):
            out = pos[i, ball, 0] + side * pos[i, ball, 1]
            if out > most:
                most = out
                corner = ball
    return corner
