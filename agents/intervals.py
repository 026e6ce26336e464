"""Intervals for measured shares."""

from __future__ import annotations

import math
from typing import NamedTuple

#: Two-sided 95 % quantile of the normal distribution.
Z_95 = 1.959963984540054


class Share(NamedTuple):
    """A measured share with its Wilson interval."""

    successes: int
    trials: int
    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """In per cent, as the tables print it."""
        return f"{100 * self.value:5.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"


def wilson(successes: int, trials: int, z: float = Z_95) -> Share:
    """The share of successes and its score interval (Wilson, J. Am. Stat. Assoc. 22, 1927).

    Unlike the normal approximation it stays inside [0, 1] and is right near 0 and 1.

    Args:
        successes: how many trials succeeded.
        trials: how many there were, at least one.
        z: quantile of the normal distribution, 95 % two-sided by default.

    Raises:
        ValueError: if there is no trial, or the successes are not between 0 and the trials.
    """
    if trials < 1:
        raise ValueError(f"an interval needs at least one trial, got {trials}")
    if not 0 <= successes <= trials:
        raise ValueError(f"successes must lie between 0 and {trials}, got {successes}")
    share = successes / trials
    shrink = 1.0 + z * z / trials
    centre = (share + z * z / (2 * trials)) / shrink
    half = z / shrink * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    # At the ends one bound is 0 or 1 exactly; rounding must not put it beside the share.
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == trials else centre + half
    return Share(successes, trials, share, low, high)
