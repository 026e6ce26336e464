"""Plane geometry that reads the same compiled and interpreted."""

from __future__ import annotations

import math

from poolenv.kernel import kernel


@kernel
def length(x: float, y: float) -> float:
    """Length of a vector; ``math.hypot`` rounds otherwise in plain Python than compiled.

    Args:
        x: one part.
        y: the other.
    """
    return math.sqrt(x * x + y * y)
