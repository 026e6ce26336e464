"""Balls are numbers; a set of balls is one integer, bit b standing for ball b.

With sets as integers an article of the rule book is one readable line and one machine instruction.
"""

from __future__ import annotations

from typing import TypeAlias

from poolenv.kernel import kernel

Ball: TypeAlias = int
BallSet: TypeAlias = int

CUE = 0
EIGHT = 8
NINE = 9
TEN = 10

#: Balls of a full set, the cue ball included.
N_BALLS = 16

NO_BALL = -1
NO_BALLS: BallSet = 0
CUE_BALL: BallSet = 1
SOLIDS: BallSet = 0b1111_1110
EIGHT_BALL: BallSet = 1 << EIGHT
NINE_BALL: BallSet = 1 << NINE
TEN_BALL: BallSet = 1 << TEN
STRIPES: BallSet = 0b1111_1110_0000_0000
OBJECT_BALLS: BallSet = 0xFFFE
ALL_BALLS: BallSet = 0xFFFF


@kernel
def one(ball: Ball) -> BallSet:
    """The set of this ball alone."""
    return 1 << ball


@kernel
def has(balls: BallSet, ball: Ball) -> bool:
    """Whether the set holds the ball; no set holds NO_BALL."""
    return ball >= 0 and (balls >> ball) & 1 == 1


@kernel
def with_ball(balls: BallSet, ball: Ball) -> BallSet:
    """The set and the ball."""
    return balls | (1 << ball)


@kernel
def without(balls: BallSet, others: BallSet) -> BallSet:
    """The balls of the first set that are not in the second."""
    return balls & ~others


@kernel
def count(balls: BallSet) -> int:
    """How many balls the set holds."""
    n = 0
    while balls != 0:
        balls &= balls - 1
        n += 1
    return n


@kernel
def lowest(balls: BallSet) -> Ball:
    """The lowest-numbered ball of the set, NO_BALL if it is empty."""
    if balls == 0:
        return NO_BALL
    return count((balls & -balls) - 1)  # one instruction each, where a loop would guess its end


@kernel
def highest(balls: BallSet) -> Ball:
    """The highest-numbered ball of the set, NO_BALL if it is empty."""
    ball = NO_BALL
    while balls != 0:
        balls >>= 1
        ball += 1
    return ball


def ball_set(balls: list[int] | tuple[int, ...] | set[int] | range) -> BallSet:
    """A set from any collection of ball numbers.

    Raises:
        ValueError: if a number is not 0 to 15.
    """
    bits = 0
    for ball in balls:
        if not 0 <= ball < N_BALLS:
            raise ValueError(f"ball {ball!r} does not exist; balls are 0 (the cue ball) to 15")
        bits |= 1 << ball
    return bits


def ball_list(balls: BallSet) -> list[int]:
    """The ball numbers of a set, ascending."""
    return [ball for ball in range(N_BALLS) if balls >> ball & 1]
