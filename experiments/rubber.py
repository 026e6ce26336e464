"""Where the centre of a ball can be, worked out collider by collider.

A second opinion on :mod:`poolenv.table.lies`, which asks by rail and pocket.
"""

from __future__ import annotations

import math

from poolenv.kernel import kernel
from poolenv.table.geometry import TRAP_LINE, Geometry


@kernel
def depth_in_rubber(geometry: Geometry, k: int, x: float, y: float) -> float:
    """How deep a ball on the bed is in the rubber [m]; 0 if it is clear, inf if off the bed.

    Between the jaws of a pocket a ball is on the bed although it is beyond the nose lines.

    Args:
        geometry: colliders of all tables.
        k: the table.
        x: centre of the ball [m].
        y: its y.
    """
    bed = geometry.bed[k]
    depth = 0.0
    for s in range(bed.n_segments):
        segment = geometry.segments[k, s]
        dx = x - segment.x
        dy = y - segment.y
        along = dx * segment.tx + dy * segment.ty
        if along >= 0.0 and along <= segment.length:
            depth = max(depth, dx * segment.nx + dy * segment.ny)
    for s in range(bed.n_jaws):
        jaw = geometry.jaws[k, s]
        dx = x - jaw.x
        dy = y - jaw.y
        if abs(dx) < jaw.reach and abs(dy) < jaw.reach:
            depth = max(depth, jaw.reach - math.sqrt(dx * dx + dy * dy))
    if depth > 0.0 or (abs(x) <= bed.half_x and abs(y) <= bed.half_y):
        return depth
    for s in range(6):
        hole = geometry.holes[k, s]
        dx = x - hole.x
        dy = y - hole.y
        near = hole.edge + hole.mouth
        if hole.in_use == 1 and dx * dx + dy * dy <= near * near:
            return 0.0
    return math.inf


@kernel
def hole_at(geometry: Geometry, k: int, x: float, y: float) -> int:
    """The pocket that a ball with its centre here falls into, -1 if it does not fall."""
    for s in range(6):
        if geometry.holes[k, s].in_use == 1 and hole_depth(geometry, k, s, x, y) > 0.0:
            return s
    return -1


@kernel
def hole_depth(geometry: Geometry, k: int, pocket: int, x: float, y: float) -> float:
    """How far the centre is beyond the edge of a hole, or the line across its mouth [m]."""
    hole = geometry.holes[k, pocket]
    if geometry.bed[k].pocket_mode == TRAP_LINE:
        across = abs((x - hole.x) * hole.axis_y - (y - hole.y) * hole.axis_x)
        ahead = x * hole.axis_x + y * hole.axis_y
        depth: float = ahead - hole.line
        return depth if across <= hole.line_half else -math.inf
    dx = x - hole.x
    dy = y - hole.y
    inside: float = hole.edge - math.sqrt(dx * dx + dy * dy)
    return inside
