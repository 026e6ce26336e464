"""Drawing equipment: tables built beforehand, and numbers drawn for each episode."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.config import ConfigError, Problem
from poolenv.kernel import kernel
from poolenv.records import rows
from poolenv.rng import below, uniform
from poolenv.table.check import refuse_deviations
from poolenv.table.colliders import build_geometry
from poolenv.table.geometry import Geometry
from poolenv.table.marks import Marks, marks_of
from poolenv.table.phys import Phys, phys_of
from poolenv.table.randomization import Randomization, Span, at_share, changed, spans_of
from poolenv.table.specs import Equipment


def _shapes(span: Span) -> bool:
    """Whether a span may change where balls meet the table."""
    return any(key.startswith("table.") or key == "balls.radius" for key in span.keys)


def _layout(equipment: Equipment) -> bytes:
    """What the measures of a table decide, for comparison."""
    geometry = build_geometry([(equipment.table, equipment.balls)])
    marks = marks_of(equipment.table, equipment.balls)
    return b"".join(array.tobytes() for array in geometry) + marks.tobytes()


@kernel
def draw_numbers(
    rng: NDArray[np.uint64], mask: NDArray[np.bool_], tables: int, which: Any, shares: Any
) -> None:
    """For each row of the mask: one of the tables, then a share of each span.

    Args:
        rng: (N,) state words; rows of the mask are advanced.
        mask: (N,) bool.
        tables: how many there are; a single one is not drawn.
        which: (N,) int, written.
        shares: (N, spans) in [0, 1), written.
    """
    for i in range(len(rng)):
        if mask[i]:
            which[i] = below(rng, i, tables) if tables > 1 else 0
            for k in range(shares.shape[1]):
                shares[i, k] = uniform(rng, i)


class Population:
    """The equipment that episodes are drawn from.

    Args:
        randomization: what is drawn.
        equipment: everything else, and what tolerances are measured from.
        strict: whether nothing outside the WPA specification may be drawn (SK-1).

    Attributes:
        marks: (K,) record Marks of the tables.
        geometry: their colliders.
        phys: (K,) record Phys of the tables with the equipment as it is.

    Raises:
        ConfigError: if a key or an end of a range cannot be, naming it and what is allowed; or if
            nothing that is simulated depends on a number.
    """

    def __init__(
        self, randomization: Randomization, equipment: Equipment, strict: bool = False
    ) -> None:
        self._measures: dict[str, NDArray[np.float64]] = {}  # key -> (K,) values
        self._spans: list[Span] = []
        self._fields: list[list[tuple[str, float, float]]] = []  # of each span: Phys, low, high
        measures: list[Span] = []
        problems: list[Problem] = []
        for span in spans_of(randomization, equipment):
            try:
                ends = [changed(equipment, at_share(span, share)) for share in (0.0, 1.0)]
                low, high = (phys_of(*end) for end in ends)
                for end in ends if strict else ():
                    refuse_deviations(end)
            except ConfigError as error:
                problems += error.problems
                continue
            if _shapes(span) and _layout(ends[0]) != _layout(ends[1]):
                measures.append(span)
                continue
            names = [n for n in low.dtype.names or () if low[n] != high[n]]
            if not names and span.low != span.high:
                expected = "numbers that the simulation reads"
                problems.append(Problem("randomization", span.entry, span.entry, expected))
            self._spans.append(span)
            self._fields.append([(n, float(low[n]), float(high[n])) for n in names])
        if problems:
            raise ConfigError(problems)
        self._build(randomization, equipment, measures)

    def _build(
        self, randomization: Randomization, equipment: Equipment, measures: list[Span]
    ) -> None:
        """The tables of different measures; a single one if none is drawn."""
        count = randomization.tables if measures else 1
        tables = [equipment]
        if measures:
            drawn = []
            for k in range(count):
                stream = np.random.default_rng([randomization.seed, k])
                numbers: dict[str, float] = {}
                for span in measures:
                    numbers |= at_share(span, stream.random())
                drawn.append(numbers)
            tables = [changed(equipment, numbers) for numbers in drawn]
            self._measures = {key: np.array([d[key] for d in drawn]) for key in drawn[0]}
        self.geometry: Geometry = build_geometry([(one.table, one.balls) for one in tables])
        self.marks = rows(Marks, count)
        self.phys = rows(Phys, count)
        for k, one in enumerate(tables):
            self.marks[k] = marks_of(one.table, one.balls)
            self.phys[k] = phys_of(*one)
        self.phys.table[:] = np.arange(count)

    @property
    def varies(self) -> bool:
        """Whether anything is drawn."""
        return bool(self._spans or self._measures)

    def draw(
        self,
        rng: NDArray[np.uint64],
        mask: NDArray[np.bool_],
        phys: Any,
        table: NDArray[np.int64],
    ) -> None:
        """Draw the equipment of the rows of the mask; without anything to draw, do nothing.

        Args:
            rng: (N,) random words; those of the mask are advanced.
            mask: (N,) bool.
            phys: (N,) record Phys, written.
            table: (N,) rows of marks and geometry, written.
        """
        if not self.varies:
            return
        which = np.zeros(len(rng), dtype=np.int64)
        shares = np.zeros((len(rng), len(self._spans)))
        draw_numbers(rng, mask, len(self.phys), which, shares)
        table[mask] = which[mask]
        phys[mask] = self.phys[which[mask]]
        for k, fields in enumerate(self._fields):
            for name, low, high in fields:
                phys[name][mask] = low + (high - low) * shares[mask, k]

    def drawn(self, phys: Any, table: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
        """What was drawn, (N,) by key.

        Args:
            phys: (N,) record Phys.
            table: (N,) rows of marks and geometry.
        """
        found = {key: values[table] for key, values in self._measures.items()}
        for span, fields in zip(self._spans, self._fields, strict=True):
            if not fields:  # low is high
                found |= {key: np.full(len(phys), low) for key, low in at_share(span, 0.0).items()}
                continue
            name, least, greatest = fields[0]
            share = (phys[name] - least) / (greatest - least)
            for key, low, high in zip(span.keys, span.low, span.high, strict=True):
                exact = (low, high) == (least, greatest)
                found[key] = phys[name].copy() if exact else low + (high - low) * share
        return found
