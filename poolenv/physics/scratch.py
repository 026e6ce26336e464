"""What a thread plays a stroke with beside the table: small, so that it stays in the near cache."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS
from poolenv.physics.body import Body
from poolenv.records import dtype_of, rows

#: Numbers of a ball that is set going: velocity [m/s] and angular velocity [rad/s].
GOING = 6


class Scratch(NamedTuple):
    """Arrays of one thread."""

    bodies: Any  # (16,) record Body
    going: NDArray[np.float64]  # (16, GOING) how balls are set going; else zero
    states: Any  # (S,) record Body, state log: the start of every segment


def new_scratch(states: int = 0) -> Scratch:
    """Scratch of one thread.

    Args:
        states: room for the state log; 0 keeps none. It is not zeroed: only what was written is
            read.
    """
    log = np.empty(states, dtype_of(Body)).view(np.recarray)
    return Scratch(rows(Body, N_BALLS), np.zeros((N_BALLS, GOING)), log)
