"""Numbers that are looked for by trying: where a function crosses a value, where it is largest."""

from __future__ import annotations

import math
from collections.abc import Callable

_GOLD = 0.5 * (math.sqrt(5.0) - 1.0)


def crossing(f: Callable[[float], float], goal: float, low: float, high: float) -> float:
    """Where a rising function reaches the goal, by bisection; inf if it stays below."""
    if f(high) < goal:
        return math.inf
    for _ in range(200):
        middle = 0.5 * (low + high)
        if middle in (low, high):
            break
        if f(middle) < goal:
            low = middle
        else:
            high = middle
    return high


def largest(
    f: Callable[[float], float], low: float, high: float, parts: int = 180
) -> tuple[float, float]:
    """(place, value) of the largest value on [low, high]: grid, then golden section."""
    width = (high - low) / parts
    best = max(range(parts + 1), key=lambda k: f(low + k * width))
    a, b = max(low, low + (best - 1) * width), min(high, low + (best + 1) * width)
    while b - a > 1e-9 * (high - low):
        c, d = b - _GOLD * (b - a), a + _GOLD * (b - a)
        if f(c) < f(d):
            a = c
        else:
            b = d
    place = 0.5 * (a + b)
    return place, f(place)
