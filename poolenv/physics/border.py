"""The border of the physics: what a person hands in is checked here, once, before any kernel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import CUE, N_BALLS
from poolenv.kernel import kernel
from poolenv.position import Position
from poolenv.states import STILL
from poolenv.table.geometry import Geometry
from poolenv.table.lies import can_lie

#: Two balls, or a ball and a cushion, may overlap by rounding, not by more [m].
OVERLAP = 1e-9
#: Fastest cue [m/s]: beyond the strongest recorded break, 16 m/s of the ball.
MAX_CUE_SPEED = 20.0
#: A cue cannot stand upright [rad].
MAX_ELEVATION = 0.5 * math.pi
#: Columns of a table of shots.
COLUMNS = ("aim", "speed", "side", "follow", "elevation")


@dataclass(frozen=True, slots=True)
class Shot:
    """One stroke as a player means it.

    Attributes:
        aim: direction of the stroke, counter-clockwise from +x [rad].
        speed: speed of the cue at impact [m/s].
        side: tip offset to the right of centre seen by the player [ball radii].
        follow: tip offset above centre [ball radii].
        elevation: lift of the butt [rad].
        follow_through: way of the tip after the impact [m]; None: what the cue's preset says.

    Raises:
        ValueError: if a number is not finite or outside its range.
    """

    aim: float
    speed: float
    side: float = 0.0
    follow: float = 0.0
    elevation: float = 0.0
    follow_through: float | None = None

    def __post_init__(self) -> None:
        numbers = [self.aim, self.speed, self.side, self.follow, self.elevation]
        for name, value in zip(COLUMNS, numbers, strict=True):
            if isinstance(value, bool) or not isinstance(value, int | float | np.number):
                raise ValueError(f"shot: {name}={value!r}: expected a number")
        check_shots(np.array([numbers], dtype=np.float64), "shot")
        way = self.follow_through
        if way is not None and not (math.isfinite(way) and way >= 0.0):
            raise ValueError(f"shot: follow_through={way!r}: expected a length of at least 0 m")


def check_shots(shots: NDArray[np.float64], name: str = "shots") -> None:
    """Refuse strokes that no cue can make.

    Args:
        shots: (N, 5) aim, speed, side, follow, elevation.
        name: what to call them in a message.

    Raises:
        ValueError: naming the row, the number, its range.
    """
    if shots.ndim != 2 or shots.shape[1] != len(COLUMNS):
        raise ValueError(
            f"{name}: expected shape (N, {len(COLUMNS)}) in the order {', '.join(COLUMNS)}, "
            f"got {shots.shape}"
        )
    offset = np.hypot(shots[:, 2], shots[:, 3])
    faults = (
        (~np.isfinite(shots).all(axis=1), None, "every number finite"),
        (
            ~((shots[:, 1] > 0.0) & (shots[:, 1] <= MAX_CUE_SPEED)),
            1,
            f"0 < speed <= {MAX_CUE_SPEED:g} m/s",
        ),
        (
            ~(offset < 1.0),
            2,
            "a tip offset sqrt(side^2 + follow^2) inside the ball, below 1 radius",
        ),
        (~((shots[:, 4] >= 0.0) & (shots[:, 4] < MAX_ELEVATION)), 4, "0 <= elevation < pi/2"),
    )
    for bad, column, expected in faults:
        if bad.any():
            row = int(np.argmax(bad))
            got = (
                tuple(float(x) for x in shots[row]) if column is None else float(shots[row, column])
            )
            what = "" if column is None else f"{COLUMNS[column]}="
            where = name if len(shots) == 1 else f"{name}[{row}]"
            raise ValueError(f"{where}: {what}{got}: expected {expected}")


@kernel
def first_fault(
    pos: Any, motion: Any, geometry: Geometry, least: float, lo: int, hi: int, fault: Any
) -> bool:
    """Find the first row of lo to hi - 1 with a ball off the bed or two that overlap.

    Args:
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states.
        geometry: colliders; all rows lie on its first table.
        least: least distance of two centres [m].
        lo: first row.
        hi: end of the rows.
        fault: (3,) integers, set to (row, ball, other ball or -1).

    Returns:
        Whether there is one.
    """
    for i in range(lo, hi):
        for a in range(16):
            if motion[i, a] != STILL:
                continue
            if not can_lie(geometry, 0, pos[i, a, 0], pos[i, a, 1], OVERLAP):
                fault[0], fault[1], fault[2] = i, a, -1
                return True
            for b in range(a):
                if motion[i, b] == STILL:
                    dx = pos[i, a, 0] - pos[i, b, 0]
                    dy = pos[i, a, 1] - pos[i, b, 1]
                    if dx * dx + dy * dy < least * least:
                        fault[0], fault[1], fault[2] = i, b, a
                        return True
    return False


def position_table(positions: Any) -> NDArray[np.float64]:
    """Positions as an (N, 16, 2) table: a Position, a list of them, or such an array.

    Raises:
        ValueError: if a pair is half NaN, a number infinite, or the cue ball absent.
    """
    if isinstance(positions, Position):
        table = positions.to_array()[None]
    elif isinstance(positions, np.ndarray):
        table = np.array(positions, dtype=np.float64)
    else:
        table = np.array([Position(p).to_array() for p in positions], dtype=np.float64)
    if table.ndim != 3 or table.shape[1:] != (N_BALLS, 2):
        raise ValueError(f"positions: expected shape (N, {N_BALLS}, 2), got {table.shape}")
    nan = np.isnan(table)
    faults = (
        (nan[..., 0] != nan[..., 1], "half a place; an absent ball has NaN twice"),
        (np.isinf(table).any(axis=2), "not finite"),
    )
    for bad, why in faults:
        if bad.any():
            row, ball = (int(n) for n in np.argwhere(bad)[0])
            place = tuple(float(x) for x in table[row, ball])
            raise ValueError(f"positions[{row}], ball {ball}: {place} is {why}")
    if nan[:, CUE, 0].any():
        row = int(np.argmax(nan[:, CUE, 0]))
        raise ValueError(f"positions[{row}]: the cue ball (ball 0) is absent")
    return table
