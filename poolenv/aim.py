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

from poolenv.balls import BallSet
from poolenv.course import Course, course
from poolenv.gaps import gap_among, others
from poolenv.kernel import kernel
from poolenv.plane import length

#: Cuts beyond this are not offered as pots [rad]: the margin of a thinner hit is below any stroke.
MAX_CUT = math.radians(80.0)
_COSINE_OF_MAX_CUT = math.cos(MAX_CUT)


class PotLine(NamedTuple):
    """The way of an object ball into a pocket."""

    is_open: bool  # no ball or jaw in the way, and the ghost ball is on the bed
    dir_x: float  # unit vector of the way
    dir_y: float
    distance: float  # object ball to potting point [m]
    cosine: float  # of the direction against the axis of the pocket
    sine: float
    window: float  # the centre may pass this far from the potting point [m]
    gap: float  # smallest gap to another ball beside the way [m]
    ghost_x: float  # centre of the cue ball at the hit, without throw [m]
    ghost_y: float


class Approach(NamedTuple):
    """What a pot asks of the player."""

    ease: float  # margin of the cue ball's direction [rad]; 0: not possible
    cut: float  # from the cue ball's direction to the object ball's [rad]
    aim_x: float  # unit vector from the cue ball to the ghost ball
    aim_y: float
    distance: float  # cue ball to ghost ball [m]
    gap: float  # smallest gap to another ball beside the cue ball's way [m]


@kernel
def pot_line(
    marks: Any, pos: NDArray[Any], motion: NDArray[Any], i: int, ball: int, pocket: int
) -> PotLine:
    """The way of an object ball into a pocket, past the others.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        i: the row.
        ball: an object ball on the bed.
        pocket: the pocket.
    """
    way = course(marks, pos[i, ball, 0], pos[i, ball, 1], pocket)
    return past_others(marks, pos, i, others(motion, i, ball), ball, way)


@kernel
def past_others(
    marks: Any, pos: NDArray[Any], i: int, balls: BallSet, ball: int, way: Course
) -> PotLine:
    """The pot line along a course: what else lies beside it.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        i: the row.
        balls: the other object balls on the bed.
        ball: an object ball on the bed.
        way: its course.
    """
    x = pos[i, ball, 0]
    y = pos[i, ball, 1]
    end_x = x + way.distance * way.dir_x
    end_y = y + way.distance * way.dir_y
    gap = gap_among(marks, pos, i, balls, x, y, end_x, end_y)
    return PotLine(
        way.is_open and gap > 0.0,
        way.dir_x,
        way.dir_y,
        way.distance,
        way.cosine,
        way.sine,
        way.window,
        gap,
        way.ghost_x,
        way.ghost_y,
    )


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
    return approach_past(marks, pos, i, others(motion, i, ball), line, x, y)


@kernel
def approach_past(
    marks: Any, pos: NDArray[Any], i: int, balls: BallSet, line: PotLine, x: float, y: float
) -> Approach:
    """As ``approach``, past the balls of a set.

    Ease is the error of the cue ball's direction that still pots (Alciatore TP 3.4), the smaller of
    the two sides, and no more than the gap to a ball beside the way allows.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        i: the row.
        balls: the other object balls on the bed.
        line: the way into the pocket.
        x: the cue ball [m].
        y: the cue ball [m].
    """
    aim_x = line.ghost_x - x
    aim_y = line.ghost_y - y
    distance = length(aim_x, aim_y)
    if distance < 1e-9:
        aim_x = line.dir_x
        aim_y = line.dir_y
    else:
        aim_x /= distance
        aim_y /= distance
    cosine = aim_x * line.dir_x + aim_y * line.dir_y
    sine = aim_x * line.dir_y - aim_y * line.dir_x
    gap = gap_among(marks, pos, i, balls, x, y, line.ghost_x, line.ghost_y)
    ease = 0.0
    if line.is_open and gap > 0.0 and cosine >= _COSINE_OF_MAX_CUT:
        off, window = line.distance, min(line.window, line.gap)
        across, along = margin(marks.ball_radius, distance, cosine, abs(sine), off, window)
        if _is_narrower(distance, gap, along, across):
            along, across = distance, gap
        ease = math.atan2(across, along)
    return Approach(ease, math.atan2(sine, cosine), aim_x, aim_y, distance, gap)


@kernel
def _is_narrower(along: float, across: float, other_along: float, other_across: float) -> bool:
    """Whether the angle between two legs is less than another; both are within 0 and pi."""
    return across * other_along < other_across * along


@kernel
def cut_angle(
    ghost_x: float, ghost_y: float, dir_x: float, dir_y: float, x: float, y: float
) -> float:
    """From the direction of the cue ball to that of the object ball [rad], left positive.

    Args:
        ghost_x: centre of the cue ball at the hit [m].
        ghost_y: its y.
        dir_x: unit vector of the object ball's way.
        dir_y: its y.
        x: the cue ball [m].
        y: its y.
    """
    to_x = ghost_x - x
    to_y = ghost_y - y
    if length(to_x, to_y) < 1e-9:
        return 0.0
    return math.atan2(to_x * dir_y - to_y * dir_x, to_x * dir_x + to_y * dir_y)


@kernel
def margin(
    radius: float, distance: float, cosine: float, sine: float, along: float, across: float
) -> tuple[float, float]:
    """Error of the cue ball's direction that moves the object ball's by a given one.

    Alciatore TP 3.4, solved for the cue ball's error on the thick side and on the thin side (where
    the object ball is missed altogether beyond 90 degrees); the smaller one counts. Angles are
    given by two legs or by cosine and sine, so that nothing has to be turned into an angle first.

    Args:
        radius: of the balls [m].
        distance: cue ball to ghost ball [m].
        cosine: of the cut angle.
        sine: of the cut angle, 0 or more.
        along: leg of the error of the object ball's direction: how far it goes [m].
        across: the other leg: how far it may be off there, 0 or more [m].

    Returns:
        Legs of the error of the cue ball's direction: across, along [m].
    """
    far = length(along, across)
    off_cosine = along / far if far > 0.0 else 1.0
    off_sine = across / far if far > 0.0 else 0.0
    double = 2.0 * radius
    thick_sine = sine * off_cosine - cosine * off_sine
    thick_cosine = cosine * off_cosine + sine * off_sine
    thin_sine = sine * off_cosine + cosine * off_sine
    thin_cosine = cosine * off_cosine - sine * off_sine
    if thin_cosine < 0.0:
        thin_sine = 1.0
        thin_cosine = 0.0
    thick_across = double * (sine - thick_sine)
    thick_along = distance + double * (cosine - thick_cosine)
    thin_across = double * (thin_sine - sine)
    thin_along = distance + double * (cosine - thin_cosine)
    if _is_narrower(thin_along, thin_across, thick_along, thick_across):
        return thin_across, thin_along
    return thick_across, thick_along
