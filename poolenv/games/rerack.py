"""14.1: racking again when fourteen balls are down."""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from poolenv.balls import CUE, count, lowest
from poolenv.kernel import kernel
from poolenv.knobs import CENTRE_SPOT, HEAD_SPOT, IN_HAND_HEAD, IN_POSITION, STRAIGHT_POOL_GAME
from poolenv.plane import length
from poolenv.rules import words
from poolenv.rules.book import rule
from poolenv.rules.spotting import balls_on_table
from poolenv.table.marks import is_behind_head_string

#: Rows of the triangle behind the apex.
ROWS = 4


@rule("WSR-14.1 WPA-14.1", "In the rack", game=STRAIGHT_POOL_GAME)
@kernel
def interferes_with_triangle(marks: Any, x: float, y: float) -> bool:
    """A ball interferes if it would touch the triangle or a racked ball, wherever its centre lies.

    The centres of the racked balls fill a triangle with its apex on the foot spot; the outline lies
    one radius around it, so a ball nearer than a diameter overlaps the outline.
    """
    apart = 2.0 * marks.ball_radius
    depth = ROWS * apart * math.sqrt(0.75)
    dx = x - marks.foot_spot
    # Distance to the base line, and to the flank on the ball's own side, outside positive.
    base = dx - depth
    flank = abs(y) * math.sqrt(0.75) - 0.5 * dx
    if base <= 0.0 and flank <= 0.0:
        return True
    half = ROWS * apart * 0.5
    # Nearest point of the triangle: on the base, on the flank, or one of the corners.
    if base > 0.0 and abs(y) <= half:
        return base < apart
    along = dx * math.sqrt(0.75) + abs(y) * 0.5
    if along < 0.0:
        return length(dx, y) < apart
    if along > ROWS * apart:
        return length(base, abs(y) - half) < apart
    return flank < apart


@kernel
def place_at_rerack(marks: Any, x: float, y: float) -> int:
    """Where a ball lies, in the words of the re-rack table."""
    if interferes_with_triangle(marks, x, y):
        return words.IN_RACK
    if length(x - marks.head_spot, y) < 2.0 * marks.ball_radius:
        return words.ON_HEAD_SPOT
    if is_behind_head_string(marks, x):
        return words.BEHIND_HEAD_STRING
    return words.ELSEWHERE


@kernel
def read_places(rules: Any, marks: Any, pos: NDArray[Any], motion: NDArray[Any], shot: Any) -> None:
    """Where the last object ball and the cue ball ended, if only one object ball is left.

    Args:
        rules: the rules of the row; nothing is read unless the game is 14.1.
        marks: record Marks.
        pos: (16, 3) positions after the stroke [m].
        motion: (16,) states after the stroke.
        shot: record Shot, written.
    """
    if rules.game != STRAIGHT_POOL_GAME:
        return
    balls = balls_on_table(motion) & ~shot.pocketed
    if count(balls) > 1:
        return
    shot.fifteenth_at = words.IN_A_POCKET
    if balls != 0:
        last = lowest(balls)
        shot.fifteenth_at = place_at_rerack(marks, pos[last, 0], pos[last, 1])
    shot.cue_at = place_at_rerack(marks, pos[CUE, 0], pos[CUE, 1])


@rule("WSR-14.1 WPA-14.1", "Re-rack", game=STRAIGHT_POOL_GAME, part=words.RERACK_PART)
@kernel
def rule_rerack(shot: Any, ruling: Any) -> None:
    """Fourteen balls are racked and the shooter goes on; what lies in the way is moved.

    The fifteenth goes to the head spot, or the centre spot if the cue ball is there; the cue ball
    is in hand behind the head string, or goes to a spot if the fifteenth lies there. If both are in
    the rack, or the fifteenth fell too, all fifteen are racked.
    """
    ruling.part = words.RERACK_PART
    ruling.stage = words.RERACK_BREAK
    ruling.result = words.RERACK_14
    ruling.rack = words.RACK_OF_14
    cue_in_rack = shot.cue_at == words.IN_RACK
    if shot.fifteenth_at == words.IN_A_POCKET or (
        shot.fifteenth_at == words.IN_RACK and cue_in_rack
    ):
        ruling.result = words.RERACK_15
        ruling.rack = words.RACK_OF_15
        ruling.fifteenth = words.IN_FULL_RACK
        ruling.region = IN_HAND_HEAD if cue_in_rack else IN_POSITION
    elif shot.fifteenth_at == words.IN_RACK:
        blocked = shot.cue_at == words.ON_HEAD_SPOT
        ruling.fifteenth = words.TO_CENTRE_SPOT if blocked else words.TO_HEAD_SPOT
    elif cue_in_rack and shot.fifteenth_at == words.BEHIND_HEAD_STRING:
        ruling.region = HEAD_SPOT
    elif cue_in_rack and shot.fifteenth_at == words.ON_HEAD_SPOT:
        ruling.region = CENTRE_SPOT
    elif cue_in_rack:
        ruling.region = IN_HAND_HEAD
