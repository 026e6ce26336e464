"""Marks of the table that rules, placement and pictures speak of.

Frame: origin at the centre of the bed, x along the long axis towards the foot cushion, y across,
positive to the left seen from the head, z up. Lengths in metres.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from poolenv.kernel import kernel
from poolenv.records import rows
from poolenv.table.pockets import pocket_places
from poolenv.table.specs import Balls, Table

#: Cosine of the axes of the corner pockets against the rails.
SLOPE = math.sqrt(0.5)
Reals6 = Annotated[NDArray[np.float64], np.float64, 6]


class Marks:
    """Where things are on one table (record)."""

    length: float  # nose to nose along x [m]
    width: float  # nose to nose along y [m]
    ball_radius: float  # [m]
    cushion_gap: float  # centre of a ball that touches a cushion to the nose line [m]
    head_string: float  # x of the head string [m]
    foot_spot: float  # x of the foot spot; the long string is y = 0 from here to the foot [m]
    head_spot: float  # x of the head spot [m]
    pocket_x: Reals6  # centres of the holes, order HL HR SL SR FL FR [m]
    pocket_y: Reals6
    pocket_radius: Reals6  # of the drop circle [m]; 0: no such pocket
    mouth_x: Reals6  # middles of the mouth lines [m]
    mouth_y: Reals6
    axis_x: Reals6  # unit vectors from the mouth to the hole
    axis_y: Reals6
    depth: Reals6  # from the mouth to the hole [m]
    mouth_width: Reals6  # between the intersections of nose line and facing [m]
    corner_trap: float  # (|x| + |y|)/sqrt 2 beyond it is in a corner pocket [m]; 0: no such line


def cushion_gap(nose_height: float, ball_radius: float) -> float:
    """Distance of a ball's centre from the nose line when it touches the cushion [m].

    The nose meets the ball above its centre: R cos theta with sin theta = (h - R)/R.
    """
    sine = (nose_height - ball_radius) / ball_radius
    return ball_radius * math.sqrt(1.0 - sine * sine)


def marks_of(table: Table, balls: Balls) -> Any:
    """Where things are on a table, for balls of this size.

    Returns:
        A :class:`Marks` record; a table without pockets has pocket radii 0.
    """
    marks = rows(Marks, 1)[0]
    marks.length = table.length
    marks.width = table.width
    marks.ball_radius = balls.radius
    marks.cushion_gap = cushion_gap(table.cushions.nose_height, balls.radius)
    marks.head_string = -0.25 * table.length
    marks.foot_spot = 0.25 * table.length
    marks.head_spot = -0.25 * table.length
    if table.pockets.mode == "trap_line":
        reach_x, reach_y = 0.5 * table.length, 0.5 * table.width
        corner = math.sqrt(0.5) * (reach_x + reach_y - 2.0 * marks.cushion_gap)
        marks.corner_trap = corner - 0.5 * table.pockets.corner_line
    for k, place in enumerate(pocket_places(table)):
        marks.pocket_x[k], marks.pocket_y[k] = place.hole
        marks.pocket_radius[k] = place.shape.hole_radius
        marks.mouth_x[k], marks.mouth_y[k] = place.mouth
        marks.mouth_width[k] = place.shape.mouth
        into_x, into_y = place.hole[0] - place.mouth[0], place.hole[1] - place.mouth[1]
        marks.depth[k] = math.hypot(into_x, into_y)
        if marks.depth[k] > 0.0:
            marks.axis_x[k], marks.axis_y[k] = into_x / marks.depth[k], into_y / marks.depth[k]
    return marks


@kernel
def is_behind_head_string(marks: Any, x: float) -> bool:
    """SK-15, SK-11: judged by the base of the ball; the line itself is not part of the area."""
    return x < marks.head_string


@kernel
def is_in_corner(marks: Any, x: float, y: float, margin: float) -> bool:
    """Whether a place is beyond the trap line of a corner pocket, or this near to it [m]."""
    return marks.corner_trap > 0.0 and SLOPE * (abs(x) + abs(y)) > marks.corner_trap - margin


@kernel
def out_of_corner(marks: Any, x: float, y: float, margin: float) -> tuple[float, float]:
    """The place nearest to one between the cushions that is clear of the corner's trap line."""
    if not is_in_corner(marks, x, y, 0.0):
        return x, y
    back = SLOPE * (SLOPE * (abs(x) + abs(y)) - marks.corner_trap + margin)
    return math.copysign(abs(x) - back, x), math.copysign(abs(y) - back, y)


@kernel
def is_on_bed(marks: Any, x: float, y: float) -> bool:
    """Whether a ball can lie here: between the cushions (touching allowed) and not in a pocket."""
    reach_x = 0.5 * marks.length - marks.cushion_gap
    reach_y = 0.5 * marks.width - marks.cushion_gap
    if x < -reach_x or x > reach_x or y < -reach_y or y > reach_y:
        return False
    if is_in_corner(marks, x, y, 0.0):
        return False
    for k in range(6):
        dx = x - marks.pocket_x[k]
        dy = y - marks.pocket_y[k]
        if dx * dx + dy * dy < marks.pocket_radius[k] * marks.pocket_radius[k]:
            return False
    return True
