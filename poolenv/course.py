"""Where an object ball must go for a pocket, whatever else lies on the table.

Numbers come from the ``Marks`` record of the table. Angles are counter-clockwise.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from poolenv.kernel import kernel
from poolenv.plane import length

#: Share of the free width of the mouth by which the potting point moves towards the near jaw.
NEAR_JAW_SHARE = 0.3
#: Part of the way from mouth to hole, seen across the line, that the far facing of a corner adds to
#: the window.
FAR_FACING_SHARE = 0.1
#: A ball may be sent along a cushion it touches although its path then grazes the jaw [m].
GRAZE = 1e-3


class Course(NamedTuple):
    """Where an object ball must go for a pocket, whatever else lies on the table."""

    is_open: bool  # no jaw in the way, and the ghost ball is on the bed
    dir_x: float  # unit vector of the way
    dir_y: float
    distance: float  # object ball to potting point [m]
    cosine: float  # of the direction against the axis of the pocket
    sine: float
    window: float  # the centre may pass this far from the potting point [m]
    ghost_x: float  # centre of the cue ball at the hit, without throw [m]
    ghost_y: float


@kernel
def course(marks: Any, x: float, y: float, pocket: int) -> Course:
    """Where an object ball must go for a pocket.

    The ball is sent at the middle of the mouth, moved towards the hole and so towards the nearer
    jaw by at most a share of the free width h cos(entry) - R, h half the mouth: beyond the middle
    the far facing of a corner turns a ball into the hole, before it the near jaw keeps it out.
    Where the ghost ball would overlap a cushion, the line is turned until it just touches it.

    Args:
        marks: record Marks of the table.
        x: object ball [m].
        y: object ball [m].
        pocket: the pocket.
    """
    radius = marks.ball_radius
    middle_x = marks.mouth_x[pocket]
    middle_y = marks.mouth_y[pocket]
    axis_x = marks.axis_x[pocket]
    axis_y = marks.axis_y[pocket]
    depth = marks.depth[pocket]
    half_mouth = 0.5 * marks.mouth_width[pocket]
    if depth < 1e-9 or half_mouth <= 0.0:
        return _no_course(x, y)
    before = (middle_x - x) * axis_x + (middle_y - y) * axis_y
    beside = (middle_x - x) * axis_y - (middle_y - y) * axis_x
    if before < radius and abs(beside) < half_mouth:
        # Between the jaws: only the hole is left to aim at.
        middle_x += depth * axis_x
        middle_y += depth * axis_y
        before += depth
        depth = 0.0
    away = length(before, beside)
    if away < 1e-9:
        return _no_course(x, y)
    inverse = 1.0 / away
    dir_x = (middle_x - x) * inverse
    dir_y = (middle_y - y) * inverse
    sine = axis_x * dir_y - axis_y * dir_x
    free = half_mouth * (axis_x * dir_x + axis_y * dir_y) - radius
    shift = -math.copysign(min(depth * abs(sine), NEAR_JAW_SHARE * max(free, 0.0)), sine)
    target_x = middle_x - shift * dir_y
    target_y = middle_y + shift * dir_x
    distance = length(target_x - x, target_y - y)
    inverse = 1.0 / distance
    dir_x, dir_y = _keep_ghost_on_bed(
        marks, x, y, (target_x - x) * inverse, (target_y - y) * inverse
    )
    cosine = axis_x * dir_x + axis_y * dir_y
    sine = axis_x * dir_y - axis_y * dir_x
    window = half_mouth * cosine - radius
    if window > 0.0 and axis_x != 0.0:
        window += FAR_FACING_SHARE * depth * abs(sine)
    missed_by = abs((middle_x - x) * dir_y - (middle_y - y) * dir_x)
    is_open = window > 0.0 and missed_by <= half_mouth * cosine - marks.cushion_gap + GRAZE
    ghost_x = x - 2.0 * radius * dir_x
    ghost_y = y - 2.0 * radius * dir_y
    reach_x = 0.5 * marks.length - marks.cushion_gap + 1e-9
    reach_y = 0.5 * marks.width - marks.cushion_gap + 1e-9
    if abs(ghost_x) > reach_x or abs(ghost_y) > reach_y:
        is_open = False
    return Course(is_open, dir_x, dir_y, distance, cosine, sine, window, ghost_x, ghost_y)


@kernel
def _no_course(x: float, y: float) -> Course:
    """A pocket that does not exist, or a ball that lies in its hole."""
    return Course(False, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, x, y)


@kernel
def _keep_ghost_on_bed(
    marks: Any, x: float, y: float, dir_x: float, dir_y: float
) -> tuple[float, float]:
    """Turn a line so that the ghost ball behind the object ball just touches a cushion."""
    double = 2.0 * marks.ball_radius
    reach_x = 0.5 * marks.length - marks.cushion_gap
    reach_y = 0.5 * marks.width - marks.cushion_gap
    if abs(y - double * dir_y) > reach_y:
        part = (y - math.copysign(reach_y, y)) / double
        if abs(part) <= 1.0:
            dir_x = math.copysign(math.sqrt(1.0 - part * part), dir_x)
            dir_y = part
    elif abs(x - double * dir_x) > reach_x:
        part = (x - math.copysign(reach_x, x)) / double
        if abs(part) <= 1.0:
            dir_y = math.copysign(math.sqrt(1.0 - part * part), dir_y)
            dir_x = part
    return dir_x, dir_y
