"""Where balls stand at the break.

A rack is a triangular lattice behind the foot spot (SK-2), or one with the 9 on it. The pitch is a
ball's diameter plus the mean gap; every ball but the one on the foot spot is then moved by a random
vector of at most half the spread, so that gaps between neighbours lie within mean +- spread and no
two balls ever overlap.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import (
    EIGHT,
    N_BALLS,
    NINE,
    NO_BALL,
    NO_BALLS,
    OBJECT_BALLS,
    SOLIDS,
    STRIPES,
    TEN,
    Ball,
    BallSet,
    count,
    has,
    one,
    without,
)
from poolenv.config import Inconsistency, Range, Source, schema, settings
from poolenv.kernel import kernel
from poolenv.rng import below, between
from poolenv.table.layouts import set_ball

Rack: TypeAlias = int

EIGHT_BALL_RACK = 0  # triangle of 15: 8 in the centre, one ball of each group in the rear corners
NINE_BALL_RACK = 1  # diamond of 9: 1 at the apex, 9 in the centre
TEN_BALL_RACK = 2  # triangle of 10: 1 at the apex, 10 in the middle
STRAIGHT_RACK = 3  # triangle of 15, any order
STRAIGHT_RACK_WSR = 4  # triangle of 15: 1 and 5 in the right and left rear corners
FOURTEEN_RACK = 5  # triangle of 15 with the space of the apex ball empty
NINE_ON_SPOT_RACK = 6  # diamond of 9 with the 9, in its centre, on the foot spot

RACK_NAMES = (
    "eight_ball",
    "nine_ball",
    "ten_ball",
    "straight",
    "straight_wsr",
    "fourteen",
    "nine_on_spot",
)

# Places of the lattice, row by row from the apex, each row from the racker's right (+y).
APEX = 0
CENTRE = 4
RIGHT_CORNER = 10
LEFT_CORNER = 14

_ROW_DEPTH = 0.5 * math.sqrt(3.0)  # distance of rows [pitch]
_NINE_BALLS: BallSet = 0b11_1111_1110
_TEN_BALLS: BallSet = 0b111_1111_1110


@schema
class Gaps:
    """Gaps between neighbours of a rack: mean +- spread."""

    mean: Annotated[float, Range(unit="m", ge=0.0, le=0.005)]
    spread: Annotated[float, Range(unit="m", ge=0.0)]

    def inconsistencies(self) -> list[Inconsistency]:
        """No gap is negative."""
        if self.spread <= self.mean:
            return []
        return [Inconsistency("spread", self.spread, f"at most mean, {self.mean:g} m")]


def load_gaps(source: Source | Gaps, **overrides: Any) -> Gaps:
    """Gaps of ``configs/racks``, of a file, or a mapping of differences from ``perfect``.

    Raises:
        ConfigError: with every problem found.
    """
    return settings(Gaps, "racks", source, base="perfect", overrides=overrides)


@kernel
def is_diamond(kind: Rack) -> bool:
    """Whether it is a rack of nine-ball."""
    return kind == NINE_BALL_RACK or kind == NINE_ON_SPOT_RACK


@kernel
def place_on_spot(kind: Rack) -> int:
    """The place of the lattice that lies on the foot spot."""
    return CENTRE if kind == NINE_ON_SPOT_RACK else APEX


@kernel
def full_rack(kind: Rack) -> BallSet:
    """The balls of a rack; a rack of fourteen has no fixed set, because any ball may be missing."""
    if is_diamond(kind):
        return _NINE_BALLS
    if kind == TEN_BALL_RACK:
        return _TEN_BALLS
    if kind == FOURTEEN_RACK:
        return NO_BALLS
    return OBJECT_BALLS


@kernel
def n_places(kind: Rack) -> int:
    """Places of the lattice that a rack uses, the empty apex included."""
    if is_diamond(kind):
        return 9
    if kind == TEN_BALL_RACK:
        return 10
    return 15


@kernel
def place_in_rack(kind: Rack, place: int) -> tuple[float, float]:
    """Depth behind the foot spot and distance to the racker's right of a place, in pitches."""
    row = 0
    width = 1
    k = place
    while k >= width:
        k -= width
        row += 1
        width = row + 1
        if is_diamond(kind) and row > 2:
            width = 5 - row  # the diamond narrows again
    if place_on_spot(kind) == CENTRE:
        row -= 2
    return row * _ROW_DEPTH, 0.5 * (width - 1) - k


@kernel
def fixed_ball(kind: Rack, place: int) -> Ball:
    """The ball that must stand at the apex or in the centre, NO_BALL where chance decides."""
    if place == APEX and (is_diamond(kind) or kind == TEN_BALL_RACK):
        return 1
    if place == CENTRE and kind == EIGHT_BALL_RACK:
        return EIGHT
    if place == CENTRE and is_diamond(kind):
        return NINE
    if place == CENTRE and kind == TEN_BALL_RACK:
        return TEN
    return NO_BALL


@kernel
def corner_balls(kind: Rack, rng: NDArray[np.uint64], i: int) -> tuple[Ball, Ball]:
    """The balls of the right and left rear corner, NO_BALL where any ball may stand there."""
    if kind == STRAIGHT_RACK_WSR:
        return 1, 5
    if kind != EIGHT_BALL_RACK:
        return NO_BALL, NO_BALL
    solid = draw_ball(SOLIDS, rng, i)
    stripe = draw_ball(STRIPES, rng, i)
    if below(rng, i, 2) == 0:
        return solid, stripe
    return stripe, solid


@kernel
def ball_at(kind: Rack, place: int, right_corner: Ball, left_corner: Ball) -> Ball:
    """The ball that must stand at a place once the corners are drawn, NO_BALL for any ball."""
    if place == RIGHT_CORNER:
        return right_corner
    if place == LEFT_CORNER:
        return left_corner
    return fixed_ball(kind, place)


@kernel
def draw_ball(balls: BallSet, rng: NDArray[np.uint64], i: int) -> Ball:
    """A ball of the set drawn at random, NO_BALL from the empty set."""
    if balls == NO_BALLS:
        return NO_BALL
    skip = below(rng, i, count(balls))
    for ball in range(N_BALLS):
        if has(balls, ball):
            if skip == 0:
                return ball
            skip -= 1
    return NO_BALL


@kernel
def rack_balls(
    kind: Rack,
    balls: BallSet,
    marks: Any,
    gap_mean: float,
    gap_spread: float,
    pos: NDArray[np.float64],
    motion: NDArray[np.int8],
    rng: NDArray[np.uint64],
    i: int,
) -> None:
    """Rack balls of row i at the foot spot; other balls stay as they are.

    Args:
        kind: one of the racks above.
        balls: the object balls to rack: ``full_rack(kind)``, or the fourteen of a 14.1 re-rack.
        marks: a Marks record.
        gap_mean: mean gap between neighbours [m].
        gap_spread: largest deviation from the mean, at most the mean [m].
        pos: (N, 16, 3) positions [m], written.
        motion: (N, 16) states of motion, written.
        rng: (N,) state words; row i is advanced.
        i: the row.
    """
    pitch = 2.0 * marks.ball_radius + gap_mean
    right_corner, left_corner = corner_balls(kind, rng, i)
    free = balls
    for place in range(n_places(kind)):
        ball = ball_at(kind, place, right_corner, left_corner)
        if ball != NO_BALL:
            free = without(free, one(ball))
    for place in range(n_places(kind)):
        if place == APEX and kind == FOURTEEN_RACK:
            continue
        ball = ball_at(kind, place, right_corner, left_corner)
        if ball == NO_BALL:
            ball = draw_ball(free, rng, i)
            if ball == NO_BALL:
                return
            free = without(free, one(ball))
        depth, right = place_in_rack(kind, place)
        dx = 0.0
        dy = 0.0
        if place != place_on_spot(kind):
            dx, dy = _shift(rng, i)
        x = marks.foot_spot + depth * pitch + 0.5 * gap_spread * dx
        y = right * pitch + 0.5 * gap_spread * dy
        set_ball(pos, motion, i, ball, x, y, marks.ball_radius)


@kernel
def _shift(rng: NDArray[np.uint64], i: int) -> tuple[float, float]:
    """A random vector, uniform in the unit disc."""
    x = between(rng, i, -1.0, 1.0)
    y = between(rng, i, -1.0, 1.0)
    while x * x + y * y > 1.0:
        x = between(rng, i, -1.0, 1.0)
        y = between(rng, i, -1.0, 1.0)
    return x, y
