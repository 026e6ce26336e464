"""Ghost-ball geometry: where the cue ball must be to send an object ball into a pocket.

Shared by the codecs, the observation and the baselines. Two scalar steps: ``pot_line`` is the way
of the object ball into the pocket, whatever the cue ball does; ``approach`` is what the player at
(x, y) has to do for it. Both read row i of ``pos`` and ``motion`` and the ``Marks`` record of its
table; no speed or spin enters here (see throw.py). Angles are counter-clockwise, so a cut to the
left is positive.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from numpy.typing import NDArray

from poolenv.balls import CUE, N_BALLS
from poolenv.kernel import kernel
from poolenv.plane import length
from poolenv.states import STILL

#: Cuts beyond this are not offered as pots [rad]: the margin of a thinner hit is below any stroke.
MAX_CUT = math.radians(80.0)
#: Share of the free width of the mouth by which the potting point moves towards the near jaw.
NEAR_JAW_SHARE = 0.3
#: Part of the way from mouth to hole, seen across the line, that the far facing of a corner adds to
#: the window.
FAR_FACING_SHARE = 0.1
#: A ball may be sent along a cushion it touches although its path then grazes the jaw [m].
GRAZE = 1e-3
#: Gap reported when no other ball is on the bed [m].
FREE = 10.0


class PotLine(NamedTuple):
    """The way of an object ball into a pocket."""

    is_open: bool  # no ball or jaw in the way, and the ghost ball is on the bed
    dir_x: float  # unit vector of the way
    dir_y: float
    distance: float  # object ball to potting point [m]
    entry: float  # direction against the axis of the pocket [rad]
    window: float  # the centre may pass this far from the potting point [m]
    gap: float  # smallest gap to another ball beside the way [m]
    ghost_x: float  # centre of the cue ball at the hit, without throw [m]
    ghost_y: float


class Approach(NamedTuple):
    """What a pot asks of the player."""

    ease: float  # margin of the cue ball's direction [rad]; 0: not possible
    cut: float  # from the cue ball's direction to the object ball's [rad]
    aim: float  # direction from the cue ball to the ghost ball [rad]
    distance: float  # cue ball to ghost ball [m]
    gap: float  # smallest gap to another ball beside the cue ball's way [m]


@kernel
def is_on_table(motion: NDArray[Any], i: int, ball: int) -> bool:
    """Whether the ball lies on the bed between strokes.

    Args:
        motion: (N, 16) states of motion.
        i: the row.
        ball: the ball.
    """
    return motion[i, ball] == STILL


@kernel
def distance_to_segment(x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> float:
    """Distance of a point to the segment from (x0, y0) to (x1, y1) [m]."""
    along_x = x1 - x0
    along_y = y1 - y0
    square = along_x * along_x + along_y * along_y
    share = 0.0
    if square > 0.0:
        share = ((x - x0) * along_x + (y - y0) * along_y) / square
        share = min(max(share, 0.0), 1.0)
    return length(x - x0 - share * along_x, y - y0 - share * along_y)


@kernel
def gap_beside(
    marks: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    i: int,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    skipped: int,
) -> float:
    """Smallest gap a ball rolling along a segment leaves to any other object ball [m].

    Negative if it would touch one, FREE if there is none. The cue ball never counts: it is the ball
    that rolls, or it has left its place by the time an object ball comes by.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        i: the row.
        x0: start of the segment [m].
        y0: start of the segment [m].
        x1: end of the segment [m].
        y1: end of the segment [m].
        skipped: an object ball that does not count.
    """
    gap = FREE
    for ball in range(CUE + 1, N_BALLS):
        if ball != skipped and is_on_table(motion, i, ball):
            away = distance_to_segment(pos[i, ball, 0], pos[i, ball, 1], x0, y0, x1, y1)
            gap = min(gap, away - 2.0 * marks.ball_radius)
    return gap


@kernel
def pot_line(
    marks: Any, pos: NDArray[Any], motion: NDArray[Any], i: int, ball: int, pocket: int
) -> PotLine:
    """The way of an object ball into a pocket.

    The ball is sent at the middle of the mouth, moved towards the hole and so towards the nearer
    jaw by at most a share of the free width h cos(entry) - R, h half the mouth: beyond the middle
    the far facing of a corner turns a ball into the hole, before it the near jaw keeps it out.
    Where the ghost ball would overlap a cushion, the line is turned until it just touches it.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        i: the row.
        ball: an object ball on the bed.
        pocket: the pocket.
    """
    radius = marks.ball_radius
    x = pos[i, ball, 0]
    y = pos[i, ball, 1]
    middle_x = marks.mouth_x[pocket]
    middle_y = marks.mouth_y[pocket]
    axis_x = marks.pocket_x[pocket] - middle_x
    axis_y = marks.pocket_y[pocket] - middle_y
    depth = length(axis_x, axis_y)
    half_mouth = 0.5 * marks.mouth_width[pocket]
    if depth < 1e-9 or half_mouth <= 0.0:
        return _closed_line(x, y)
    axis_x /= depth
    axis_y /= depth
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
        return _closed_line(x, y)
    dir_x = (middle_x - x) / away
    dir_y = (middle_y - y) / away
    sine = axis_x * dir_y - axis_y * dir_x
    free = half_mouth * (axis_x * dir_x + axis_y * dir_y) - radius
    shift = -math.copysign(min(depth * abs(sine), NEAR_JAW_SHARE * max(free, 0.0)), sine)
    target_x = middle_x - shift * dir_y
    target_y = middle_y + shift * dir_x
    distance = length(target_x - x, target_y - y)
    dir_x, dir_y = _keep_ghost_on_bed(
        marks, x, y, (target_x - x) / distance, (target_y - y) / distance
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
    gap = gap_beside(marks, pos, motion, i, x, y, x + distance * dir_x, y + distance * dir_y, ball)
    if gap <= 0.0:
        is_open = False
    entry = math.atan2(sine, cosine)
    return PotLine(is_open, dir_x, dir_y, distance, entry, window, gap, ghost_x, ghost_y)


@kernel
def _closed_line(x: float, y: float) -> PotLine:
    """A pocket that does not exist, or a ball that lies in its hole."""
    return PotLine(False, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, x, y)


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


@kernel
def approach(
    marks: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    i: int,
    ball: int,
    line: PotLine,
    x: float,
    y: float,
) -> Approach:
    """What a pot asks of a player whose cue ball lies at (x, y).

    Ease is the error of the cue ball's direction that still pots (Alciatore TP 3.4), the smaller of
    the two sides, and no more than the gap to a ball beside the way allows.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m]; the cue ball's own entry is not read.
        motion: (N, 16) states of motion.
        i: the row.
        ball: the object ball.
        line: its way into the pocket.
        x: the cue ball [m].
        y: the cue ball [m].
    """
    to_x = line.ghost_x - x
    to_y = line.ghost_y - y
    distance = length(to_x, to_y)
    aim = math.atan2(to_y, to_x)
    if distance < 1e-9:
        aim = math.atan2(line.dir_y, line.dir_x)
        to_x = line.dir_x
        to_y = line.dir_y
    cut = math.atan2(to_x * line.dir_y - to_y * line.dir_x, to_x * line.dir_x + to_y * line.dir_y)
    gap = gap_beside(marks, pos, motion, i, x, y, line.ghost_x, line.ghost_y, ball)
    ease = 0.0
    if line.is_open and gap > 0.0 and abs(cut) <= MAX_CUT:
        error = math.atan2(min(line.window, line.gap), line.distance)
        ease = min(margin(marks.ball_radius, distance, abs(cut), error), math.atan2(gap, distance))
    return Approach(ease, cut, aim, distance, gap)


@kernel
def margin(radius: float, distance: float, cut: float, error: float) -> float:
    """Error of the cue ball's direction that moves the object ball's by ``error`` [rad].

    Alciatore TP 3.4, solved for the cue ball's error on the thick side and on the thin side (where
    the object ball is missed altogether beyond 90 degrees); the smaller one counts.

    Args:
        radius: of the balls [m].
        distance: cue ball to ghost ball [m].
        cut: cut angle, 0 or more [rad].
        error: of the object ball's direction, 0 or more [rad].
    """
    thick = max(cut - error, -0.5 * math.pi)
    thin = min(cut + error, 0.5 * math.pi)
    double = 2.0 * radius
    on_thick_side = math.atan2(
        double * (math.sin(cut) - math.sin(thick)),
        distance + double * (math.cos(cut) - math.cos(thick)),
    )
    on_thin_side = math.atan2(
        double * (math.sin(thin) - math.sin(cut)),
        distance + double * (math.cos(cut) - math.cos(thin)),
    )
    return min(on_thick_side, on_thin_side)
