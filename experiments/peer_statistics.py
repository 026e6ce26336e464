"""Long launches are chaotic: they are compared by their means, not contact by contact."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from experiments.contacts import BALLS, RAIL, Contact
from experiments.launch import Numbers

#: Two means agree if zero lies in the interval of their difference that holds with this certainty.
CERTAINTY = 0.999
#: Two contacts of the same two balls closer in time are one: they are parted, not hit again [s].
ONE_CONTACT = 0.010

NAMES = ("contacts of balls", "contacts with cushions", "time to rest [s]", "from the centre [m]")


class Outcome(NamedTuple):
    """One launch, played to rest."""

    contacts: list[Contact]
    end: float  # [s]
    final: Numbers  # (16, 2)


def figures(outcome: Outcome) -> tuple[float, ...]:
    """What is compared, in the order of NAMES."""
    last: dict[tuple[int, int, int], float] = {}
    counts = {BALLS: 0, RAIL: 0}
    for contact in outcome.contacts:
        if contact.t - last.get(contact.what, -math.inf) > ONE_CONTACT:
            counts[contact.kind] += 1
        last[contact.what] = contact.t
    away = np.hypot(outcome.final[:, 0], outcome.final[:, 1])
    return counts[BALLS], counts[RAIL], outcome.end, float(np.nanmean(away))


class Difference(NamedTuple):
    """Means of one figure in both engines."""

    name: str
    n: int  # launches
    ours: float
    theirs: float
    half_width: float  # of the interval of the difference

    @property
    def agrees(self) -> bool:
        """Whether the interval of the difference holds zero."""
        return abs(self.ours - self.theirs) <= self.half_width


def differences(ours: list[Outcome], theirs: list[Outcome]) -> list[Difference]:
    """Means with the interval of their difference, unequal variances (Welch)."""
    factor = NormalDist().inv_cdf(0.5 * (1.0 + CERTAINTY))
    found = []
    for name, a, b in zip(
        NAMES,
        np.array([figures(one) for one in ours]).T,
        np.array([figures(one) for one in theirs]).T,
        strict=True,
    ):
        error = math.sqrt(a.var(ddof=1) / len(a) + b.var(ddof=1) / len(b))
        found.append(Difference(name, len(a), float(a.mean()), float(b.mean()), factor * error))
    return found


def statistics_table(rows: list[tuple[str, str, list[Difference]]]) -> list[str]:
    """Markdown: launches, laws, and one line per figure."""
    lines = [
        "| launches | number | laws | mean of | ours | peer | difference, its interval | agrees |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for launches, laws, found in rows:
        for d in found:
            gap = f"{d.ours - d.theirs:+.3f} +- {d.half_width:.3f}"
            word = "yes" if d.agrees else "no"
            lines.append(
                f"| {launches} | {d.n} | {laws} | {d.name} | {d.ours:.3f} | {d.theirs:.3f} | {gap} "
                f"| {word} |"
            )
    return lines
