"""Aiming at a ball rather than at a pocket: direct hits, one-cushion kicks, and what is visible.

Row-wise like aim.py: every kernel reads row i of ``pos`` and ``motion`` and the ``Marks`` record of
its table. The cue ball is taken to lie at (x, y), so that a spot may be tried before the ball is
there.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from numpy.typing import NDArray

from poolenv.balls import CUE, N_BALLS, BallSet, one
from poolenv.events import FOOT, HEAD, LEFT, N_POCKETS
from poolenv.gaps import gap_among, gap_beside, is_on_table, square_to_segment
from poolenv.kernel import kernel
from poolenv.plane import length

#: Points across a ball at which its visibility is tried.
VISIBLE_POINTS = 9


class Hit(NamedTuple):
    """A way of the cue ball to an object ball."""

    is_clear: bool  # nothing in the way
    aim: float  # direction at the start, ball assumed to run straight [rad]
    distance: float  # length of the way to the hit [m]
    gap: float  # smallest gap to another ball beside it [m]


@kernel
def direct_hit(
    marks: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    i: int,
    x: float,
    y: float,
    ball: int,
    offset: float,
) -> Hit:
    """The way to a ball that meets it full or off its centre.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        i: the row.
        x: cue ball [m].
        y: cue ball [m].
        ball: the object ball, on the bed.
        offset: the cue ball's way passes the centre this far to the left [ball diameters]: 0 full,
            0.5 half-ball with a cut of 30 degrees to the right, below 1 in amount.
    """
    to_x = pos[i, ball, 0] - x
    to_y = pos[i, ball, 1] - y
    double = 2.0 * marks.ball_radius
    if length(to_x, to_y) <= double:
        # Touching: every direction towards the ball hits it at once.
        return Hit(True, math.atan2(to_y, to_x), 0.0, double)
    way_x, way_y = _way(double, to_x, to_y, offset)
    gap = gap_beside(marks, pos, motion, i, x, y, x + way_x, y + way_y, ball)
    is_clear = gap > 0.0 and _on_bed(marks, x + way_x, y + way_y)
    return Hit(is_clear, math.atan2(way_y, way_x), length(way_x, way_y), gap)


@kernel
def _way(double: float, to_x: float, to_y: float, offset: float) -> tuple[float, float]:
    """The way of a cue ball that meets a ball off its centre; the balls do not touch before.

    Args:
        double: diameter of the balls [m].
        to_x: cue ball to object ball [m].
        to_y: its y.
        offset: as of ``direct_hit``.
    """
    away = length(to_x, to_y)
    beside = offset * double
    sine = beside / away
    cosine = math.sqrt(1.0 - sine * sine)
    share = (away * cosine - math.sqrt(double * double - beside * beside)) / away
    return share * (cosine * to_x - sine * to_y), share * (cosine * to_y + sine * to_x)


@kernel
def _on_bed(marks: Any, x: float, y: float) -> bool:
    """Whether a ball can be here without a cushion in the way."""
    reach_x = 0.5 * marks.length - marks.cushion_gap + 1e-9
    reach_y = 0.5 * marks.width - marks.cushion_gap + 1e-9
    return abs(x) <= reach_x and abs(y) <= reach_y


@kernel
def _in_between(
    pos: NDArray[Any],
    motion: NDArray[Any],
    i: int,
    ball: int,
    to_x: float,
    to_y: float,
    double: float,
) -> BallSet:
    """The balls that may hide some of a ball: those within a diameter of the widest ways to it.

    Args:
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        i: the row.
        ball: the object ball.
        to_x: cue ball to object ball [m].
        to_y: its y.
        double: diameter of the balls [m].
    """
    balls = 0
    inverse = 1.0 / (to_x * to_x + to_y * to_y)
    for other in range(CUE + 1, N_BALLS):
        dx = pos[i, other, 0] - pos[i, ball, 0]
        dy = pos[i, other, 1] - pos[i, ball, 1]
        # The segment seen from the object ball, back to the cue ball.
        near = square_to_segment(dx, dy, -to_x, -to_y, inverse) < 4.0 * double * double
        if near and other != ball and is_on_table(motion, i, other):
            balls |= one(other)
    return balls


@kernel
def visible_share(
    marks: Any, pos: NDArray[Any], motion: NDArray[Any], i: int, x: float, y: float, ball: int
) -> float:
    """Share of the hits on a ball, from thin left to thin right, that are open to the cue ball.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        i: the row.
        x: cue ball [m].
        y: cue ball [m].
        ball: the object ball, on the bed.

    Returns:
        0 (hidden: a direct hit is impossible) to 1, in steps of 1/VISIBLE_POINTS.
    """
    to_x = pos[i, ball, 0] - x
    to_y = pos[i, ball, 1] - y
    double = 2.0 * marks.ball_radius
    if length(to_x, to_y) <= double:
        return 1.0
    hiding = _in_between(pos, motion, i, ball, to_x, to_y, double)
    seen = 0
    if hiding == 0 and _on_bed(marks, abs(pos[i, ball, 0]) + double, abs(pos[i, ball, 1]) + double):
        return 1.0  # no cushion within reach of a hit either
    for point in range(VISIBLE_POINTS):
        offset = 1.9 * (point + 0.5) / VISIBLE_POINTS - 0.95
        way_x, way_y = _way(double, to_x, to_y, offset)
        if _on_bed(marks, x + way_x, y + way_y) and (
            hiding == 0 or gap_among(marks, pos, i, hiding, x, y, x + way_x, y + way_y) > 0.0
        ):
            seen += 1
    return seen / VISIBLE_POINTS


@kernel
def hit_width(marks: Any, x: float, y: float, ball_x: float, ball_y: float, share: float) -> float:
    """Half the range of directions that hit the visible part of a ball [rad], at most pi/2.

    Args:
        marks: record Marks of the table.
        x: cue ball [m].
        y: cue ball [m].
        ball_x: object ball [m].
        ball_y: object ball [m].
        share: of the ball that is visible.
    """
    away = length(ball_x - x, ball_y - y)
    double = 2.0 * marks.ball_radius
    if away <= double:
        return 0.5 * math.pi * share
    return math.asin(double / away) * share


@kernel
def kick(
    marks: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    i: int,
    x: float,
    y: float,
    ball: int,
    rail: int,
) -> Hit:
    """A full hit by way of one cushion, the ball mirrored at the line of centres that touch it.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        i: the row.
        x: cue ball [m].
        y: cue ball [m].
        ball: the object ball, on the bed.
        rail: HEAD, FOOT, LEFT or RIGHT.
    """
    ball_x = pos[i, ball, 0]
    ball_y = pos[i, ball, 1]
    radius = marks.ball_radius
    across = rail == HEAD or rail == FOOT
    side = 1.0 if rail == FOOT or rail == LEFT else -1.0
    if across:
        line = side * (0.5 * marks.length - marks.cushion_gap)
        mirror_x = 2.0 * line - ball_x
        mirror_y = ball_y
        before = side * (line - x)
        behind = side * (line - ball_x)
    else:
        line = side * (0.5 * marks.width - marks.cushion_gap)
        mirror_x = ball_x
        mirror_y = 2.0 * line - ball_y
        before = side * (line - y)
        behind = side * (line - ball_y)
    aim = math.atan2(mirror_y - y, mirror_x - x)
    way = length(mirror_x - x, mirror_y - y)
    if before < radius or behind < radius:
        # One of the balls lies at this cushion: there is no room for the rebound.
        return Hit(False, aim, way, 0.0)
    share = before / (before + behind)
    bounce_x = x + share * (mirror_x - x)
    bounce_y = y + share * (mirror_y - y)
    back = (1.0 - share) * way
    stop = max(1.0 - 2.0 * radius / back, 0.0)
    end_x = bounce_x + stop * (ball_x - bounce_x)
    end_y = bounce_y + stop * (ball_y - bounce_y)
    gap = min(
        gap_beside(marks, pos, motion, i, x, y, bounce_x, bounce_y, ball),
        gap_beside(marks, pos, motion, i, bounce_x, bounce_y, end_x, end_y, ball),
    )
    is_clear = gap > 0.0 and not _in_mouth(marks, bounce_x, bounce_y)
    return Hit(is_clear, aim, max(way - 2.0 * radius, 0.0), gap)


@kernel
def _in_mouth(marks: Any, x: float, y: float) -> bool:
    """Whether a ball at a cushion touches no rubber there because a pocket opens."""
    for pocket in range(N_POCKETS):
        if marks.mouth_width[pocket] > 0.0:
            reach = 0.5 * marks.mouth_width[pocket] + marks.ball_radius
            if length(x - marks.mouth_x[pocket], y - marks.mouth_y[pocket]) < reach:
                return True
    return False
