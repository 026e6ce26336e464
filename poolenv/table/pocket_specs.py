"""Pockets as files describe them; the rest of the equipment is in specs.py."""

from __future__ import annotations

from typing import Annotated, Literal

from poolenv.schema import Inconsistency, Range, schema
from poolenv.table.quantities import Friction, Metres, MetresOrNone, Restitution


@schema
class PocketShape:
    """One kind of pocket, corner or side; the distances are in the plane of the bed."""

    mouth: Metres  # between the intersections of nose lines and facings, before rounding
    cut_deg: Annotated[float, Range(unit="deg", gt=90.0, lt=180.0)]  # facing against nose line
    shelf: MetresOrNone  # mouth line to the edge of the hole, on the pocket's axis
    hole_radius: Metres
    jaw_radius: MetresOrNone  # rounding between nose line and facing
    back_draft_deg: Annotated[float, Range(unit="deg", ge=0.0, lt=45.0)]  # undercut of the facing
    slate_rounding: MetresOrNone  # radius r_d of the edge of the slate


@schema
class Pockets:
    """All pockets; ``mode`` says how a ball falls.

    ``"circle"``: when its centre crosses the edge of the hole. ``"drop"``: it rolls over the edge,
    falls, and may come back from the wall of the hole. ``"trap_line"``: when its centre crosses a
    straight line across the mouth, which has no jaws; the lengths of the lines are those of the
    older computer-olympiad engine. ``"none"``: there are no pockets.

    With ``capacity`` 0 the balls run back to the players. Else a pocket keeps what falls into it:
    the last ball that it holds lies just below the bed, and whatever comes after meets it.
    """

    mode: Literal["circle", "drop", "trap_line", "none"]
    capacity: Annotated[int, Range(unit="balls", ge=0, le=15)] = 0
    corner_line: Metres = 0.0696  # "trap_line": width of a corner pocket for the ball's centre
    side_line: Metres = 0.120  # ... of a side pocket
    e_facing_ratio: Restitution = 0.9  # restitution of a facing over that of the cushion
    mu_facing: Friction = 0.15
    e_liner: Restitution = 0.3
    mu_liner: Friction = 0.15
    corner: PocketShape | None = None
    side: PocketShape | None = None

    def inconsistencies(self) -> list[Inconsistency]:
        """A table with pockets has both kinds; only those that a ball falls into fill up."""
        wrong = []
        if self.capacity > 0 and self.mode != "drop":
            expected = f"0 in mode {self.mode!r}; pockets fill up in mode 'drop'"
            wrong.append(Inconsistency("capacity", self.capacity, expected))
        if self.mode == "none":
            return wrong
        shapes = {"corner": self.corner, "side": self.side}
        return wrong + [
            Inconsistency(name, None, f"the table [pockets.{name}], because mode is {self.mode!r}")
            for name, shape in shapes.items()
            if shape is None
        ]
