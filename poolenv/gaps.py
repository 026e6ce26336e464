"""What lies beside the way of a ball.

Row-wise like aim.py: every kernel reads row i of ``pos`` and ``motion`` and the ``Marks`` record of
its table.
"""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from poolenv.balls import CUE, N_BALLS, BallSet, lowest, one
from poolenv.kernel import kernel
from poolenv.states import STILL

#: Gap reported when no other ball is on the bed [m].
FREE = 10.0


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
    return gap_among(marks, pos, i, others(motion, i, skipped), x0, y0, x1, y1)


@kernel
def others(motion: NDArray[Any], i: int, skipped: int) -> BallSet:
    """The object balls on the bed, but for one.

    Args:
        motion: (N, 16) states of motion.
        i: the row.
        skipped: the one.
    """
    balls = 0
    for ball in range(CUE + 1, N_BALLS):
        if ball != skipped and is_on_table(motion, i, ball):
            balls |= one(ball)
    return balls


@kernel
def square_to_segment(
    dx: float, dy: float, along_x: float, along_y: float, inverse: float
) -> float:
    """Square of the distance of a point to a segment [m^2].

    Args:
        dx: from the start of the segment to the point [m].
        dy: its y.
        along_x: from the start of the segment to its end [m].
        along_y: its y.
        inverse: one over the square of the segment's length, 0 if it has none [1/m^2].
    """
    # No branch on what lies where: guessing wrong costs more than the arithmetic.
    share = min(max((dx * along_x + dy * along_y) * inverse, 0.0), 1.0)
    dx -= share * along_x
    dy -= share * along_y
    return dx * dx + dy * dy


@kernel
def gap_among(
    marks: Any,
    pos: NDArray[Any],
    i: int,
    balls: BallSet,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
) -> float:
    """As ``gap_beside``, to the balls of a set.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        i: the row.
        balls: those that count, all on the bed.
        x0: start of the segment [m].
        y0: start of the segment [m].
        x1: end of the segment [m].
        y1: end of the segment [m].
    """
    along_x = x1 - x0
    along_y = y1 - y0
    square = along_x * along_x + along_y * along_y
    inverse = 1.0 / square if square > 0.0 else 0.0
    least = math.inf
    while balls != 0:
        ball = lowest(balls)
        balls &= balls - 1
        dx = pos[i, ball, 0] - x0
        dy = pos[i, ball, 1] - y0
        least = min(least, square_to_segment(dx, dy, along_x, along_y, inverse))
    return min(math.sqrt(least) - 2.0 * marks.ball_radius, FREE)
