"""Foreign objects of a scene: chalk on a rail, a lamp above the bed. They are rigid and stay.

They belong to no table, so a ball that touches one may count as driven off (WSR 27, WPA 8.5).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from poolenv.events import CHALK, OBJECT_NAMES
from poolenv.schema import Inconsistency
from poolenv.table.geometry import N_OBJECTS

if TYPE_CHECKING:
    from poolenv.table.specs import Table

#: A cube of 7/8 in has the base of a cylinder of this radius [m].
CHALK_RADIUS = 0.0222 / math.sqrt(math.pi)
CHALK_HEIGHT = 0.0222
#: A shade [m] [E], hung as low as the WPA specification allows, 40 in above the bed.
LAMP_RADIUS = 0.2
LAMP_HEIGHT = 0.1
LAMP_ABOVE_BED = 1.016


def fill_objects(obstacles: Any, table: Table) -> int:
    """Write the objects of a table; returns how many."""
    for obstacle, (name, x, y) in zip(obstacles, table.objects, strict=False):
        obstacle.x, obstacle.y = x, y
        obstacle.kind = OBJECT_NAMES.index(name)
        if obstacle.kind == CHALK:
            obstacle.radius = CHALK_RADIUS
            obstacle.low = min(table.rails.height, table.cushions.nose_height)
            obstacle.high = obstacle.low + CHALK_HEIGHT
        else:
            obstacle.radius = LAMP_RADIUS
            obstacle.low = LAMP_ABOVE_BED
            obstacle.high = LAMP_ABOVE_BED + LAMP_HEIGHT
    return len(table.objects)


def misplaced_objects(table: Table) -> list[Inconsistency]:
    """Objects that cannot be where they are said to be: chalk off the rails, too many."""
    wrong = []
    if len(table.objects) > N_OBJECTS:
        wrong.append(Inconsistency("objects", len(table.objects), f"at most {N_OBJECTS} objects"))
    for n, (name, x, y) in enumerate(table.objects):
        if name == "chalk" and not _is_on_rail(table, x, y):
            length, width, rail = 0.5 * table.length, 0.5 * table.width, table.rails.width
            expected = (
                f"a place for the whole cube on a rail, away from pockets: |x| from {length:g} to "
                f"{length + rail:g} m or |y| from {width:g} to {width + rail:g} m"
            )
            wrong.append(Inconsistency(f"objects[{n}]", f"({name}, {x:g}, {y:g})", expected))
    return wrong


def _is_on_rail(table: Table, x: float, y: float) -> bool:
    """Whether a cube of chalk stands here with its whole base."""
    corner, side = table.pockets.corner, table.pockets.side
    mouth = beside = 0.0
    if table.pockets.mode != "none" and corner is not None and side is not None:
        mouth = corner.mouth * math.sqrt(0.5) + CHALK_RADIUS
        beside = max(0.5 * side.mouth, side.hole_radius) + CHALK_RADIUS
    least, most = CHALK_RADIUS, table.rails.width - CHALK_RADIUS
    beyond_x, beyond_y = abs(x) - 0.5 * table.length, abs(y) - 0.5 * table.width
    on_long_rail = least <= beyond_y <= most and beside <= abs(x) and -beyond_x >= mouth
    return on_long_rail or (least <= beyond_x <= most and -beyond_y >= mouth)
