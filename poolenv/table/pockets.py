"""Where the pockets are: axes, mouths and holes in the plane of the bed.

Shared by the marks, the colliders of the physics and the pictures. Order HL HR SL SR FL FR; left is
+y. The axis of a corner pocket is the diagonal of its corner, whatever the proportions of the bed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from poolenv.table.pocket_specs import PocketShape
from poolenv.table.specs import Table


class PocketPlace(NamedTuple):
    """One pocket of a table, lengths in metres."""

    name: str
    mouth: tuple[float, float]  # middle of the mouth line
    axis: tuple[float, float]  # unit vector out of the bed
    hole: tuple[float, float]  # centre of the hole
    shape: PocketShape

    def noses(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Ends of the mouth line, seen from the bed left and right: nose line meets facing."""
        (x, y), (ax, ay) = self.mouth, self.axis
        half = 0.5 * self.shape.mouth
        return (x - half * ay, y + half * ax), (x + half * ay, y - half * ax)


def pocket_places(table: Table) -> list[PocketPlace]:
    """The six pockets in the order HL HR SL SR FL FR, or none for a table without pockets."""
    corner, side = table.pockets.corner, table.pockets.side
    if table.pockets.mode == "none" or corner is None or side is None:
        return []
    places = []
    for name, sign_x, sign_y in (
        ("HL", -1.0, 1.0),
        ("HR", -1.0, -1.0),
        ("SL", 0.0, 1.0),
        ("SR", 0.0, -1.0),
        ("FL", 1.0, 1.0),
        ("FR", 1.0, -1.0),
    ):
        shape = side if sign_x == 0.0 else corner
        # Noses lie on both rails mouth/sqrt(2) from the corner: the mouth line is mouth/2 away.
        inset = 0.0 if sign_x == 0.0 else 0.5 * shape.mouth * math.sqrt(0.5)
        slope = 1.0 if sign_x == 0.0 else math.sqrt(0.5)
        axis = (sign_x * slope, sign_y * slope)
        mouth = (
            sign_x * (0.5 * table.length - inset),
            sign_y * (0.5 * table.width - inset),
        )
        depth = shape.shelf + shape.hole_radius
        hole = (mouth[0] + depth * axis[0], mouth[1] + depth * axis[1])
        places.append(PocketPlace(name, mouth, axis, hole, shape))
    return places
