"""Is this equipment legal? SK-1: the games assume tables, balls and cues within the specification.

Numbers of the WPA equipment specification. Nothing here changes how a shot is computed: a caller
decides what a deviation means (``strict_equipment``: an error or a warning).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from poolenv.config import ConfigError, Problem
from poolenv.table.pocket_specs import PocketShape
from poolenv.table.specs import Balls, Cue, Equipment, Table

INCH = 0.0254
OUNCE = 0.028349523125
#: Rounding of numbers that were converted from inches and ounces, relative.
ROUNDING = 1e-5

#: Sizes of the bed, nose to nose; the tolerance holds for length and width.
BEDS = ((100.0 * INCH, 50.0 * INCH), (92.0 * INCH, 46.0 * INCH))
BED_TOLERANCE = 0.125 * INCH
#: Lag balls that differ by more are unequal (SK-5).
LAG_MASS = 0.002
LAG_DIAMETER = 0.005 * INCH
#: Neighbours in a rack further apart do not touch (SK-2) [m].
RACK_GAP = 1e-4
#: The apex ball is on the foot spot within this distance [m].
APEX_TOLERANCE = 0.001


class Deviation(NamedTuple):
    """One number outside the specification."""

    item: str  # dotted, from the part of the equipment
    got: float
    low: float
    high: float
    unit: str
    clause: str
    advisory: bool = False  # the text says "should": never more than a warning

    def __str__(self) -> str:
        """In words: what, how much, what is allowed, which clause."""
        unit = f" {self.unit}" if self.unit else ""
        return f"{self.item} is {self.got:g}{unit}, allowed {self.allowed()}"

    def allowed(self) -> str:
        """What is allowed, with unit and clause."""
        bounds = f"{self.low:g} to {self.high:g}"
        if math.isinf(self.high):
            bounds = f"at least {self.low:g}"
        elif math.isinf(self.low):
            bounds = f"at most {self.high:g}"
        unit = f" {self.unit}" if self.unit else ""
        return f"{bounds}{unit} ({self.clause})"


def _outside(
    item: str,
    got: float,
    low: float,
    high: float,
    unit: str,
    clause: str = "SK-1",
    advisory: bool = False,
) -> Iterator[Deviation]:
    margin = ROUNDING * abs(got)
    if not low - margin <= got <= high + margin:
        yield Deviation(item, got, low, high, unit, clause, advisory)


def _table(table: Table, balls: Balls | None) -> Iterator[Deviation]:
    length, width = min(BEDS, key=lambda bed: abs(bed[0] - table.length))
    for item, got, size in (
        ("table.length", table.length, length),
        ("table.width", table.width, width),
    ):
        yield from _outside(item, got, size - BED_TOLERANCE, size + BED_TOLERANCE, "m")
    if balls is not None:
        share = table.cushions.nose_height / (2.0 * balls.radius)
        yield from _outside("table.cushions.nose_height / ball diameter", share, 0.625, 0.645, "")
    yield from _outside("table.rails.width", table.rails.width, 4.0 * INCH, 7.5 * INCH, "m")
    corner, side = table.pockets.corner, table.pockets.side
    if table.pockets.mode == "none" or corner is None or side is None:
        yield Deviation("table.pockets", 0.0, 6.0, 6.0, "pockets", "SK-1")
        return
    yield from _pocket("corner", corner, (4.5, 4.625), 142.0, (1.0, 2.25))
    yield from _pocket("side", side, (5.0, 5.125), 104.0, (0.0, 0.375))


def _pocket(
    name: str,
    shape: PocketShape,
    mouth: tuple[float, float],
    cut: float,
    shelf: tuple[float, float],
) -> Iterator[Deviation]:
    item = f"table.pockets.{name}"
    yield from _outside(f"{item}.mouth", shape.mouth, mouth[0] * INCH, mouth[1] * INCH, "m")
    yield from _outside(f"{item}.cut_deg", shape.cut_deg, cut - 1.0, cut + 1.0, "deg")
    yield from _outside(f"{item}.shelf", shape.shelf, shelf[0] * INCH, shelf[1] * INCH, "m")
    yield from _outside(f"{item}.back_draft_deg", shape.back_draft_deg, 12.0, 15.0, "deg")


def _balls(balls: Balls) -> Iterator[Deviation]:
    yield from _outside("balls.diameter", 2.0 * balls.radius, 2.245 * INCH, 2.255 * INCH, "m")
    yield from _outside("balls.mass", balls.mass, 5.5 * OUNCE, 6.0 * OUNCE, "kg")


def _cue(cue: Cue) -> Iterator[Deviation]:
    yield from _outside("cue.length", cue.length, 40.0 * INCH, math.inf, "m")
    yield from _outside("cue.mass", cue.mass, -math.inf, 25.0 * OUNCE, "kg")
    yield from _outside("cue.tip_width", cue.tip_width, -math.inf, 0.014, "m")


def _lag(first: Balls, second: Balls) -> Iterator[Deviation]:
    mass = abs(first.mass - second.mass)
    diameter = 2.0 * abs(first.radius - second.radius)
    yield from _outside("lag balls, difference of mass", mass, 0.0, LAG_MASS, "kg", "SK-5", True)
    yield from _outside(
        "lag balls, difference of diameter", diameter, 0.0, LAG_DIAMETER, "m", "SK-5", True
    )


def deviations(
    table: Table | None = None,
    balls: Balls | None = None,
    cue: Cue | None = None,
    lag_balls: tuple[Balls, Balls] | None = None,
) -> list[Deviation]:
    """Everything about the given equipment that is outside the specification; None: not looked at.

    Args:
        table: judged with the balls, because the nose height depends on them.
        balls: the set of balls.
        cue: the cue.
        lag_balls: the two balls of a lag, which should be equal (SK-5).
    """
    found: list[Deviation] = []
    if table is not None:
        found += _table(table, balls)
    if balls is not None:
        found += _balls(balls)
    if cue is not None:
        found += _cue(cue)
    if lag_balls is not None:
        found += _lag(*lag_balls)
    return found


def refuse_deviations(equipment: Equipment) -> None:
    """Strict equipment: nothing is played with what the specification does not allow.

    Raises:
        ConfigError: naming every number outside it and what is allowed.
    """
    found = deviations(equipment.table, equipment.balls, equipment.cue)
    problems = [
        Problem("strict equipment", d.item, f"{d.got:g} {d.unit}".rstrip(), d.allowed())
        for d in found
        if not d.advisory
    ]
    if problems:
        raise ConfigError(problems)


def rack_deviations(
    apex: tuple[float, float],
    foot_spot: tuple[float, float],
    largest_gap: float,
    gap_tolerance: float = RACK_GAP,
) -> list[Deviation]:
    """SK-2: the apex ball lies on the foot spot and all balls touch.

    Args:
        apex: where the apex ball lies [m].
        foot_spot: [m].
        largest_gap: between neighbours of the rack [m].
        gap_tolerance: gaps up to this count as touching [m].
    """
    away = math.dist(apex, foot_spot)
    return [
        *_outside("rack.apex to foot spot", away, 0.0, APEX_TOLERANCE, "m", "SK-2"),
        *_outside("rack.gap", largest_gap, 0.0, gap_tolerance, "m", "SK-2"),
    ]
