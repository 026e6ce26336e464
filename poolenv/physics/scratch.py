"""What a thread plays a stroke with beside the table: small, so that it stays in the near cache."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS
from poolenv.physics.body import Body
from poolenv.records import dtype_of

#: Numbers of a ball that is set going: velocity [m/s] and angular velocity [rad/s].
GOING = 6
#: Two cache lines, which are fetched together [bytes].
_GUARD = 128


class Scratch(NamedTuple):
    """Arrays of one thread."""

    bodies: Any  # (16,) record Body
    going: NDArray[np.float64]  # (16, GOING) how balls are set going; else zero
    states: Any  # (S,) record Body, state log: the start of every segment


def alone(n: int, dtype: Any, *shape: int) -> NDArray[Any]:
    """Zeroed rows with room before and behind, so that no other array shares their cache lines.

    Small arrays of two threads may lie side by side; writing to one would then stop the other.

    Args:
        n: rows.
        dtype: of a number.
        shape: of a row.
    """
    row = np.dtype(dtype).itemsize * math.prod(shape)
    guard = -(-_GUARD // row)
    return np.zeros((n + 2 * guard, *shape), dtype)[guard : guard + n]


def new_scratch(states: int = 0) -> Scratch:
    """Scratch of one thread.

    Args:
        states: room for the state log; 0 keeps none. It is not zeroed: only what was written is
            read.
    """
    log = np.empty(states, dtype_of(Body)).view(np.recarray)
    bodies = alone(N_BALLS, dtype_of(Body)).view(np.recarray)
    return Scratch(bodies, alone(N_BALLS, np.float64, GOING), log)
