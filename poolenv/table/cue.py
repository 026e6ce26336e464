"""A cue as files describe it, and the way it is held.

SI units; angles in degrees where the key ends in ``_deg``. The numbers and their sources stand in
``configs/cues``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from poolenv.config import Inconsistency, Range, Source, schema, settings
from poolenv.table.quantities import Kilograms, Metres, MetresOrNone, Restitution


@schema
class Cue:
    """A cue and the way it is held.

    ``blocked_stroke`` says what becomes of a stroke whose butt or shaft would meet a rail, a ball
    or the bed. ``"report"``: it is made as asked and the log tells, unless a lift of ``level_deg``
    would do, which players give a level cue without a word. ``"raise"``: the butt is lifted as far
    as needed, and the log tells only where no lift helps. ``"ignore"``: nobody looks.
    """

    mass: Kilograms
    length: Metres
    tip_width: Metres
    tip_radius: Metres  # of the rounding of the tip
    butt_width: Metres  # the cue is a cone from tip to butt
    e_tip: Annotated[float, Range(ge=0.0, le=1.0)]
    mu_tip: Annotated[float, Range(gt=0.0)]  # sets the miscue limit mu / sqrt(1 + mu^2) [R]
    ball_over_endmass: Annotated[float, Range(gt=0.0)]  # ball mass over that of the shaft's end
    follow_through: MetresOrNone  # way of the tip after the impact
    elevation_deg: Annotated[float, Range(unit="deg", ge=0.0, lt=90.0)] = (
        0.0  # unless a stroke says
    )
    blocked_stroke: Literal["report", "raise", "ignore"] = "report"
    level_deg: Annotated[float, Range(unit="deg", ge=0.0, lt=90.0)] = 8.0  # lift that goes unsaid
    pinch: bool = False  # an elevated cue pinches the ball against the slate
    pinch_from_deg: Annotated[float, Range(unit="deg", ge=0.0, lt=90.0)] = 30.0
    pinch_to_deg: Annotated[float, Range(unit="deg", gt=0.0, le=90.0)] = 70.0
    e_pinch: Restitution = 0.2

    def inconsistencies(self) -> list[Inconsistency]:
        """The pinch grows from one elevation to a larger one; the tip is round, the cue a cone."""
        wrong = []
        if self.pinch_from_deg >= self.pinch_to_deg:
            expected = f"less than pinch_to_deg, {self.pinch_to_deg:g}"
            wrong.append(Inconsistency("pinch_from_deg", self.pinch_from_deg, expected))
        if self.tip_radius < 0.5 * self.tip_width:
            expected = f"at least half of tip_width, {0.5 * self.tip_width:g} m"
            wrong.append(Inconsistency("tip_radius", self.tip_radius, expected))
        if self.butt_width < self.tip_width:
            expected = f"at least tip_width, {self.tip_width:g} m"
            wrong.append(Inconsistency("butt_width", self.butt_width, expected))
        return wrong


def load_cue(source: Source | Cue, **overrides: Any) -> Cue:
    """A cue of ``configs/cues``, of a file, or a mapping of differences from ``playing``.

    Raises:
        ConfigError: with every problem found.
    """
    return settings(Cue, "cues", source, base="playing", overrides=overrides)
