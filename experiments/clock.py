"""How long something takes, and a fixed amount of arithmetic to compare days and machines by."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from poolenv.kernel import kernel


@kernel
def calibration_loop(n: int) -> float:
    """A chain of n multiplications, additions and square roots."""
    x = 1.0
    for _ in range(n):
        x = math.sqrt(x * 1.000001 + 0.5)
    return x


def seconds(work: Callable[[], Any], clock: Callable[[], float] = time.process_time) -> float:
    """How long something takes on the processor, or on another clock [s]."""
    start = clock()
    work()
    return clock() - start
