"""The cushions of a table as its file describes them."""

from __future__ import annotations

from typing import Annotated, Literal

from poolenv.config import Inconsistency, Range, schema
from poolenv.table.quantities import Friction, Metres, Restitution


@schema
class CushionLaw:
    """Restitution of a cushion: e_c = clip(e0 - slope v_n, min, max), v_n normal speed [m/s]."""

    e0: Annotated[float, Range(gt=0.0)]
    slope: Annotated[float, Range(unit="s/m", ge=0.0)]
    min: Restitution
    max: Restitution

    def inconsistencies(self) -> list[Inconsistency]:
        """The least restitution is not above the greatest."""
        if self.min <= self.max:
            return []
        return [Inconsistency("min", self.min, f"at most max, {self.max:g}")]


@schema
class Cushions:
    """The four cushions: nose line, restitution, friction, and the law of an impact.

    ``"mathavan"``: impulses integrated with the ball held on the slate (Mathavan 2010).
    ``"stronge"``: rubber that also gives way along itself and returns part of the slip, for which
    ``frequency_ratio`` stands. ``"fast"``: closed form for search, off by some 5 % of the speed.
    """

    nose_height: Metres  # above the bed
    mu: Friction
    e: CushionLaw
    model: Literal["mathavan", "stronge", "fast"] = "mathavan"
    frequency_ratio: Annotated[float, Range(ge=1.0, le=2.0)] = 1.8  # tangential over normal
    contact_time: Annotated[float, Range(unit="s", ge=0.0, le=0.02)] = 0.0  # 0: an instant
