"""Putting balls on the bed and taking them off: one ball, none, or a random layout for practice."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS, Ball, BallSet, has
from poolenv.kernel import kernel
from poolenv.rng import between
from poolenv.states import ABSENT, STILL
from poolenv.table.marks import is_in_corner

#: Attempts to place one ball at random. At least half of the bed is free for each ball (see
#: largest_margin), so that failing this often has a chance of 2**-1000.
ATTEMPTS = 1000


@kernel
def clear_bed(pos: NDArray[np.float64], motion: NDArray[np.int8], i: int) -> None:
    """Take every ball of row i out of the game: absent, position 0."""
    for ball in range(N_BALLS):
        pos[i, ball, 0] = 0.0
        pos[i, ball, 1] = 0.0
        pos[i, ball, 2] = 0.0
        motion[i, ball] = ABSENT


@kernel
def set_ball(
    pos: NDArray[np.float64],
    motion: NDArray[np.int8],
    i: int,
    ball: Ball,
    x: float,
    y: float,
    ball_radius: float,
) -> None:
    """Put a ball of row i at rest on the bed [m]."""
    pos[i, ball, 0] = x
    pos[i, ball, 1] = y
    pos[i, ball, 2] = ball_radius
    motion[i, ball] = STILL


@kernel
def is_free(
    marks: Any,
    margin: float,
    pos: NDArray[np.float64],
    motion: NDArray[np.int8],
    i: int,
    x: float,
    y: float,
) -> bool:
    """Whether a ball fits here with a margin to other balls and to the edges of holes [m]."""
    for k in range(6):
        if marks.pocket_radius[k] > 0.0:
            reach = marks.pocket_radius[k] + margin
            dx = x - marks.pocket_x[k]
            dy = y - marks.pocket_y[k]
            if dx * dx + dy * dy < reach * reach:
                return False
    if is_in_corner(marks, x, y, margin):
        return False
    reach = 2.0 * marks.ball_radius + margin
    for ball in range(N_BALLS):
        if motion[i, ball] == STILL:
            dx = x - pos[i, ball, 0]
            dy = y - pos[i, ball, 1]
            if dx * dx + dy * dy < reach * reach:
                return False
    return True


@kernel
def scatter_balls(
    balls: BallSet,
    marks: Any,
    margin: float,
    pos: NDArray[np.float64],
    motion: NDArray[np.int8],
    rng: NDArray[np.uint64],
    i: int,
) -> bool:
    """Put balls of row i at random on the bed, uniformly over the places where each still fits.

    Balls at rest that are not in the set stay and are kept clear of.

    Args:
        balls: the balls to place, in ascending order; the cue ball may be among them.
        marks: a Marks record.
        margin: free space to cushions, balls and the edges of holes, at most
            :func:`largest_margin` [m].
        pos: (N, 16, 3) positions [m], written.
        motion: (N, 16) states of motion, written.
        rng: (N,) state words; row i is advanced.
        i: the row.

    Returns:
        Whether every ball found a place.
    """
    reach_x = 0.5 * marks.length - marks.cushion_gap - margin
    reach_y = 0.5 * marks.width - marks.cushion_gap - margin
    for ball in range(N_BALLS):
        if has(balls, ball):
            motion[i, ball] = ABSENT
    for ball in range(N_BALLS):
        if not has(balls, ball):
            continue
        placed = False
        for _ in range(ATTEMPTS):
            x = between(rng, i, -reach_x, reach_x)
            y = between(rng, i, -reach_y, reach_y)
            if is_free(marks, margin, pos, motion, i, x, y):
                set_ball(pos, motion, i, ball, x, y, marks.ball_radius)
                placed = True
                break
        if not placed:
            return False
    return True


def largest_margin(marks: Any, n_balls: int) -> float:
    """The margin up to which each of n balls has at least half of the bed to itself [m].

    Each ball and each hole forbids at most a disc around it; the rest of the reachable bed is free.

    Args:
        marks: a Marks record.
        n_balls: balls on the bed in the end, the cue ball included.
    """
    low, high = 0.0, 0.25 * marks.width
    for _ in range(50):
        middle = 0.5 * (low + high)
        reach_x = marks.length - 2.0 * (marks.cushion_gap + middle)
        reach_y = marks.width - 2.0 * (marks.cushion_gap + middle)
        ball = 2.0 * marks.ball_radius + middle
        discs = n_balls * ball * ball
        for radius in marks.pocket_radius:
            if radius > 0.0:
                discs += (radius + middle) * (radius + middle)
        if math.pi * discs <= 0.5 * reach_x * reach_y:
            low = middle
        else:
            high = middle
    return low
