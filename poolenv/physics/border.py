"""The border of the physics: what a person hands in is checked here, once, before any kernel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import CUE, N_BALLS
from poolenv.kernel import kernel
from poolenv.physics.setting import Setting
from poolenv.position import Position
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


def _are_good(shots: NDArray[np.float64]) -> bool:
    """Whether there is surely nothing wrong with strokes; quicker than to find out what is."""
    speed, elevation = shots[:, 1], shots[:, 4]
    square = shots[:, 2] * shots[:, 2] + shots[:, 3] * shots[:, 3]
    return bool(
        np.isfinite(shots[:, 0]).all()
        and (speed > 0.0).all()
        and (speed <= MAX_CUE_SPEED).all()
        and (square < 1.0).all()
        and (elevation >= 0.0).all()
        and (elevation < MAX_ELEVATION).all()
    )


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
    if _are_good(shots):
        return
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


#: What can be wrong with a place, where the fault is not that two balls overlap.
_OFF_BED, _HALF, _INFINITE, _ABSENT = -1, -2, -3, -4
_WRONG = {
    _OFF_BED: "is not on the bed",
    _HALF: "is half a place; an absent ball has NaN twice",
    _INFINITE: "is not finite",
}


class MisplacedError(ValueError):
    """A ball cannot lie where it is said to.

    Attributes:
        row: of the positions.
    """

    def __init__(self, row: int, message: str) -> None:
        super().__init__(message)
        self.row = row


@kernel
def first_fault(
    places: Any, geometry: Geometry, least: float, fault: Any, lo: int, hi: int
) -> bool:
    """Find the first of some rows with a place that cannot be.

    Args:
        places: (N, 16, 2) centres, NaN pairs for absent balls [m].
        geometry: colliders; all rows lie on its first table.
        least: least distance of two centres [m].
        fault: (3,) integers, set to (row, ball, what): the other ball of an overlap, or _OFF_BED,
            _HALF, _INFINITE, _ABSENT.
        lo: first row to look at.
        hi: end of the rows.

    Returns:
        Whether there is one.
    """
    for i in range(lo, hi):
        for a in range(N_BALLS):
            x, y = places[i, a, 0], places[i, a, 1]
            what = a
            if math.isnan(x) or math.isnan(y):
                if not (math.isnan(x) and math.isnan(y)):
                    what = _HALF
                elif a == CUE:
                    what = _ABSENT
            elif math.isinf(x) or math.isinf(y):
                what = _INFINITE
            elif not can_lie(geometry, 0, x, y, OVERLAP):
                what = _OFF_BED
            else:
                for b in range(a):
                    # False for an absent ball: no comparison with NaN holds.
                    dx = x - places[i, b, 0]
                    dy = y - places[i, b, 1]
                    if dx * dx + dy * dy < least * least and what == a:
                        what = b
            if what != a:
                fault[0], fault[1], fault[2] = i, a, what
                return True
    return False


def position_table(positions: Any) -> NDArray[np.float64]:
    """Positions as an (N, 16, 2) table: a Position, a list of them, or such an array.

    Raises:
        ValueError: if they have another shape.
    """
    if isinstance(positions, Position):
        table = positions.to_array()[None]
    elif isinstance(positions, np.ndarray):
        table = np.ascontiguousarray(positions, dtype=np.float64)
    else:
        table = np.array([Position(p).to_array() for p in positions], dtype=np.float64)
    if table.ndim != 3 or table.shape[1:] != (N_BALLS, 2):
        raise ValueError(f"positions: expected shape (N, {N_BALLS}, 2), got {table.shape}")
    return table


def check_places(
    places: NDArray[np.float64], setting: Setting, lo: int = 0, hi: int | None = None
) -> None:
    """Refuse positions in which balls cannot lie.

    Args:
        places: (N, 16, 2) centres, NaN pairs for absent balls [m].
        setting: the table and the balls.
        lo: first row to look at.
        hi: end of the rows; None looks at all.

    Raises:
        MisplacedError: for the first ball that cannot be where it is said to be, naming its row:
            half a place, not finite, off the bed, over another ball; or if the cue ball is absent.
    """
    radius = setting.equipment.balls.radius
    fault = np.zeros(3, dtype=np.int64)
    end = len(places) if hi is None else hi
    if not first_fault(places, setting.geometry, 2.0 * radius - OVERLAP, fault, lo, end):
        return
    row, ball, what = (int(n) for n in fault)
    if what == _ABSENT:
        raise MisplacedError(row, f"positions[{row}]: the cue ball (ball {CUE}) is absent")
    if what < 0:
        place = tuple(float(x) for x in places[row, ball])
        raise MisplacedError(row, f"positions[{row}], ball {ball}: {place} {_WRONG[what]}")
    distance = float(np.hypot(*(places[row, ball] - places[row, what])))
    raise MisplacedError(
        row,
        f"positions[{row}]: balls {what} and {ball} overlap: their centres are "
        f"{1000 * distance:.4f} mm apart, a ball is {2000 * radius:.4f} mm wide",
    )
