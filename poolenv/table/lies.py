"""Where a ball can lie: on the bed or in the throat of a pocket, through no cushion."""

from __future__ import annotations

import math
from typing import Any

from poolenv.events import FOOT, HEAD, LEFT
from poolenv.kernel import kernel
from poolenv.table.geometry import N_NOSES, TRAP_LINE, Geometry


@kernel
def _towards_pocket(facing: Any) -> tuple[float, float]:
    """Unit vector along the nose that ends at this facing, towards the pocket."""
    if facing.rail == FOOT or facing.rail == HEAD:
        return 0.0, 1.0 if facing.ty > 0.0 else -1.0
    return 1.0 if facing.tx > 0.0 else -1.0, 0.0


@kernel
def _nose_gap(bed: Any, rail: int, x: float, y: float) -> float:
    """Gap of a ball to the line of a nose, negative behind it [m]."""
    if rail == FOOT:
        return bed.half_x - x
    if rail == HEAD:
        return bed.half_x + x
    if rail == LEFT:
        return bed.half_y - y
    return bed.half_y + y


@kernel
def wall_gap(geometry: Geometry, k: int, wall: int, x: float, y: float) -> float:
    """Gap of a ball to one wall of a pocket, the nose beside it included, negative inside [m].

    Args:
        geometry: colliders of all tables.
        k: the table.
        wall: 0 to 11, in the order of facings and jaws.
        x: centre of the ball [m].
        y: its y.
    """
    facing = geometry.segments[k, N_NOSES + wall]
    jaw = geometry.jaws[k, wall]
    if (x - facing.x) * facing.tx + (y - facing.y) * facing.ty >= 0.0:
        return (facing.x - x) * facing.nx + (facing.y - y) * facing.ny
    along_x, along_y = _towards_pocket(facing)
    dx, dy = x - jaw.x, y - jaw.y
    if dx * along_x + dy * along_y >= 0.0:
        return math.sqrt(dx * dx + dy * dy) - jaw.reach
    return _nose_gap(geometry.bed[k], facing.rail, x, y)


@kernel
def trap_at(geometry: Geometry, k: int, x: float, y: float) -> int:
    """The pocket behind whose trap line a point lies, -1 if none.

    In a corner that is all that is left of the bed between the noses, beside the line too.
    """
    bed = geometry.bed[k]
    inside = abs(x) <= bed.nose_x and abs(y) <= bed.nose_y
    for s in range(6):
        hole = geometry.holes[k, s]
        if x * hole.axis_x + y * hole.axis_y <= hole.line:
            continue
        across = (x - hole.x) * hole.axis_y - (y - hole.y) * hole.axis_x
        if abs(across) <= hole.line_half or (inside and hole.axis_x != 0.0):
            return s
    return -1


@kernel
def sunk_at(geometry: Geometry, k: int, x: float, y: float) -> int:
    """The pocket behind whose trap line a ball at the height of the bed is, -1 if it is on the bed.

    A low flight leads past the end of a corner's line and of the noses too, where there is no bed.
    """
    pocket = trap_at(geometry, k, x, y)
    for s in range(6):
        hole = geometry.holes[k, s]
        if pocket < 0 and hole.axis_x != 0.0 and x * hole.axis_x + y * hole.axis_y > hole.line:
            pocket = s
    return pocket


@kernel
def edge_gap(geometry: Geometry, k: int, pocket: int, x: float, y: float) -> float:
    """How far the base of a ball is from the edge over which it would fall [m].

    Args:
        geometry: colliders of all tables.
        k: the table.
        pocket: 0 to 5.
        x: centre of the ball [m].
        y: its y.
    """
    hole = geometry.holes[k, pocket]
    if geometry.bed[k].pocket_mode == TRAP_LINE:
        ahead = hole.line - (x * hole.axis_x + y * hole.axis_y)
        across = abs((x - hole.x) * hole.axis_y - (y - hole.y) * hole.axis_x)
        if across <= hole.line_half:
            return ahead
        beside = across - hole.line_half
        return math.sqrt(ahead * ahead + beside * beside)
    dx, dy = x - hole.x, y - hole.y
    return math.sqrt(dx * dx + dy * dy) - hole.edge


@kernel
def can_lie(geometry: Geometry, k: int, x: float, y: float, slack: float) -> bool:
    """Whether a ball can lie here: between the noses or in a pocket's throat, not over the hole.

    Args:
        geometry: colliders of all tables.
        k: the table.
        x: centre of the ball [m].
        y: its y.
        slack: how far it may be inside rubber by rounding [m].
    """
    bed = geometry.bed[k]
    if bed.pocket_mode == TRAP_LINE:
        return (
            abs(x) <= bed.half_x + slack
            and abs(y) <= bed.half_y + slack
            and trap_at(geometry, k, x, y) < 0
        )
    for s in range(6):
        hole = geometry.holes[k, s]
        dx, dy = x - hole.x, y - hole.y
        if hole.in_use == 1 and dx * dx + dy * dy <= hole.edge * hole.edge:
            return False
    if abs(x) <= bed.half_x + slack and abs(y) <= bed.half_y + slack:
        return True
    # Outside the noses: only between the two walls of a pocket, on the table's side of its hole.
    for s in range(6):
        hole = geometry.holes[k, s]
        dx, dy = x - hole.x, y - hole.y
        if hole.in_use == 0 or dx * hole.axis_x + dy * hole.axis_y >= 0.0:
            continue
        if dx * dx + dy * dy > (hole.edge + hole.mouth) * (hole.edge + hole.mouth):
            continue
        free = True
        for wall in range(geometry.bed[k].n_jaws):
            if geometry.jaws[k, wall].pocket == s:
                free = free and wall_gap(geometry, k, wall, x, y) >= -slack
        return free
    return False
