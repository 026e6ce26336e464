"""From the measures of a table to its colliders.

The contact distance of a nose is R cos(theta), sin(theta) = (h - R)/R (Mathavan 2010); of a facing
with back draft beta it is (R - (h - R) sin(beta))/cos(beta), contact at height R(1 + sin(beta)).
Because the two differ by 0.06 mm, the jaw circle is tangent to the two *moved* lines; that shifts
it by as much. Everything is built for the quadrant x > 0, y > 0 and mirrored by sign, so that
mirrored shots are mirror images to the bit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from poolenv.events import FL, FOOT, FR, HEAD, HL, HR, LEFT, N_POCKETS, NO_POCKET, RIGHT, SL, SR
from poolenv.records import rows
from poolenv.table.edges import fill_edges
from poolenv.table.foreign import fill_objects
from poolenv.table.geometry import (
    N_EDGES,
    N_JAWS,
    N_OBJECTS,
    N_SEGMENTS,
    POCKET_MODES,
    TRAP_LINE,
    Bed,
    Edge,
    Geometry,
    Hole,
    Jaw,
    Obstacle,
    Segment,
)
from poolenv.table.pocket_specs import PocketShape
from poolenv.table.pockets import pocket_places
from poolenv.table.specs import Balls, Table


class _Wall(NamedTuple):
    """One jaw and facing of the first quadrant."""

    jaw: tuple[float, float]
    reach: float
    start: tuple[float, float]
    along: tuple[float, float]
    normal: tuple[float, float]
    length: float
    back_draft: float


def nose_angle(nose_height: float, ball_radius: float) -> tuple[float, float]:
    """(sin, cos) of the angle at which a nose touches a ball lying on the bed."""
    sin_theta = (nose_height - ball_radius) / ball_radius
    return sin_theta, math.sqrt(1.0 - sin_theta * sin_theta)


def facing_distance(nose_height: float, ball_radius: float, back_draft: float) -> float:
    """Horizontal distance of a touching ball's centre from the upper edge of a facing [m]."""
    above = nose_height - ball_radius
    return (ball_radius - above * math.sin(back_draft)) / math.cos(back_draft)


def _wall(
    table: Table,
    ball_radius: float,
    shape: PocketShape,
    hole: tuple[float, float],
    point: tuple[float, float],
    nose_normal: tuple[float, float],
    along: tuple[float, float],
) -> _Wall:
    """Jaw circle and facing that start at the mouth point of a nose line.

    Args:
        table: the table.
        ball_radius: [m].
        shape: the pocket.
        hole: centre of the hole [m].
        point: intersection of nose line and facing line [m].
        nose_normal: unit normal of the nose into the rubber.
        along: unit vector of the facing, into the pocket.
    """
    nose_height = table.cushions.nose_height
    back_draft = math.radians(shape.back_draft_deg)
    nose_distance = ball_radius * nose_angle(nose_height, ball_radius)[1]
    facing = facing_distance(nose_height, ball_radius, back_draft)
    reach = shape.jaw_radius + nose_distance
    normal = (-along[1], along[0])
    if normal[0] * nose_normal[0] + normal[1] * nose_normal[1] < 0.0:
        normal = (along[1], -along[0])
    # The centre of the circle lies `reach` behind both moved lines: two linear equations.
    k_nose = nose_normal[0] * point[0] + nose_normal[1] * point[1] - nose_distance + reach
    k_facing = normal[0] * point[0] + normal[1] * point[1] - facing + reach
    det = nose_normal[0] * normal[1] - nose_normal[1] * normal[0]
    jaw = (
        (k_nose * normal[1] - nose_normal[1] * k_facing) / det,
        (nose_normal[0] * k_facing - k_nose * normal[0]) / det,
    )
    first = (jaw[0] - point[0]) * along[0] + (jaw[1] - point[1]) * along[1]
    # Long enough to reach the wall behind the hole.
    last = (hole[0] - point[0]) * along[0] + (hole[1] - point[1]) * along[1] + shape.hole_radius
    last = max(last, first)
    start = (
        point[0] + first * along[0] - facing * normal[0],
        point[1] + first * along[1] - facing * normal[1],
    )
    return _Wall(jaw, reach, start, along, normal, last - first, back_draft)


def _corner_walls(table: Table, ball_radius: float) -> tuple[_Wall, _Wall]:
    """Walls of the foot-left pocket: on the left rail, on the foot rail."""
    place = pocket_places(table)[FL]
    back = place.shape.mouth / math.sqrt(2.0)
    angle = math.radians(180.0 - place.shape.cut_deg)  # between nose line and facing
    c, s = math.cos(angle), math.sin(angle)
    x, y = 0.5 * table.length, 0.5 * table.width
    return (
        _wall(table, ball_radius, place.shape, place.hole, (x - back, y), (0.0, 1.0), (c, s)),
        _wall(table, ball_radius, place.shape, place.hole, (x, y - back), (1.0, 0.0), (s, c)),
    )


def _side_wall(table: Table, ball_radius: float) -> _Wall:
    """Wall of the left side pocket on its foot side."""
    place = pocket_places(table)[SL]
    angle = math.radians(180.0 - place.shape.cut_deg)
    along = (-math.cos(angle), math.sin(angle))
    point = (0.5 * place.shape.mouth, 0.5 * table.width)
    return _wall(table, ball_radius, place.shape, place.hole, point, (0.0, 1.0), along)


_CORNERS = {(1, 1): FL, (1, -1): FR, (-1, 1): HL, (-1, -1): HR}


def build_geometry(tables: Sequence[tuple[Table, Balls]]) -> Geometry:
    """Colliders of several tables, one after another on the first axis.

    Args:
        tables: each table with the balls played on it; they are checked where they are read.
    """
    k = len(tables)
    geometry = Geometry(
        rows(Segment, k, N_SEGMENTS),
        rows(Jaw, k, N_JAWS),
        rows(Edge, k, N_EDGES),
        rows(Hole, k, N_POCKETS),
        rows(Obstacle, k, N_OBJECTS),
        rows(Bed, k),
    )
    for index, (table, balls) in enumerate(tables):
        _fill(geometry, index, table, balls.radius)
    return geometry


def _fill(geometry: Geometry, k: int, table: Table, ball_radius: float) -> None:
    bed = geometry.bed[k]
    sin_theta, cos_theta = nose_angle(table.cushions.nose_height, ball_radius)
    distance = ball_radius * cos_theta
    bed.half_x = 0.5 * table.length - distance
    bed.half_y = 0.5 * table.width - distance
    bed.nose_x, bed.nose_y = 0.5 * table.length, 0.5 * table.width
    bed.outer_x = bed.nose_x + table.rails.width
    bed.outer_y = bed.nose_y + table.rails.width
    # Rubber rises to a higher rail; balls are taken to ride level with the nose, without a step.
    bed.rail_top = min(table.rails.height, table.cushions.nose_height)
    pockets = bool(pocket_places(table))
    bed.pocket_mode = POCKET_MODES.index(table.pockets.mode) if pockets else 0
    bed.capacity = table.pockets.capacity
    walled = pockets and bed.pocket_mode != TRAP_LINE
    corner = _corner_walls(table, ball_radius) if walled else None
    side = _side_wall(table, ball_radius) if walled else None
    bed.corner_end_x = corner[0].jaw[0] if corner else bed.half_x
    bed.corner_end_y = corner[1].jaw[1] if corner else bed.half_y
    bed.side_end = side.jaw[0] if side else 0.0
    if pockets and not walled:
        _open_trap_lines(geometry.holes[k], bed, table)
    walls = _walls(corner, side)
    bed.n_segments = _fill_noses(geometry.segments[k], bed, sin_theta, cos_theta)
    bed.n_segments = _fill_facings(geometry.segments[k], bed.n_segments, table, walls)
    bed.n_jaws = _fill_jaws(geometry.jaws[k], walls, sin_theta, cos_theta)
    _fill_holes(geometry.holes[k], table)
    bed.n_edges = fill_edges(geometry, k, ball_radius)
    bed.n_objects = fill_objects(geometry.objects[k], table)
    bed.clear = int(bed.pocket_mode != TRAP_LINE and _is_clear(geometry.holes[k], bed))


def _open_trap_lines(holes: Any, bed: Any, table: Table) -> None:
    """End the noses where the lines begin: across the corners, and along the noses at the sides."""
    leg = table.pockets.corner_line * math.sqrt(0.5)
    bed.corner_end_x, bed.corner_end_y = bed.half_x - leg, bed.half_y - leg
    bed.side_end = 0.5 * table.pockets.side_line
    for hole, place in zip(holes, pocket_places(table), strict=True):
        ax, ay = place.axis
        is_side = place.name in ("SL", "SR")
        end_x = bed.side_end if is_side else bed.corner_end_x
        hole.line = end_x * abs(ax) + bed.half_y * abs(ay)
        hole.line_half = bed.side_end if is_side else 0.5 * table.pockets.corner_line


def _walls(
    corner: tuple[_Wall, _Wall] | None, side: _Wall | None
) -> list[tuple[_Wall, int, int, int, int]]:
    """All walls of the table: (wall, sign of x, sign of y, rail, pocket)."""
    walls: list[tuple[_Wall, int, int, int, int]] = []
    for sx in (1, -1):
        for sy in (1, -1):
            long_rail, short_rail = (LEFT if sy > 0 else RIGHT), (FOOT if sx > 0 else HEAD)
            if corner:
                walls.append((corner[0], sx, sy, long_rail, _CORNERS[sx, sy]))
                walls.append((corner[1], sx, sy, short_rail, _CORNERS[sx, sy]))
            if side:
                walls.append((side, sx, sy, long_rail, SL if sy > 0 else SR))
    return walls


def _is_clear(holes: Any, bed: Any) -> bool:
    """Whether no drop circle reaches into the rectangle of the noses."""
    for hole in holes:
        dx = max(abs(hole.x) - bed.half_x, 0.0)
        dy = max(abs(hole.y) - bed.half_y, 0.0)
        if hole.in_use and dx * dx + dy * dy <= hole.edge * hole.edge:
            return False
    return True


def _set_segment(
    segment: Any,
    start: tuple[float, float],
    along: tuple[float, float],
    normal: tuple[float, float],
    length: float,
) -> None:
    segment.x, segment.y = start
    segment.tx, segment.ty = along
    segment.nx, segment.ny = normal
    segment.length = length


def _fill_noses(segments: Any, bed: Any, sin_theta: float, cos_theta: float) -> int:
    n = 0
    for sx, rail in ((1, FOOT), (-1, HEAD)):
        start = (sx * bed.half_x, -bed.corner_end_y)
        _set_segment(segments[n], start, (0.0, 1.0), (float(sx), 0.0), 2.0 * bed.corner_end_y)
        segments[n].rail = rail
        n += 1
    for sy, rail in ((1, LEFT), (-1, RIGHT)):
        for sx in (1, -1):
            start = (sx * bed.side_end, sy * bed.half_y)
            length = bed.corner_end_x - bed.side_end
            _set_segment(segments[n], start, (float(sx), 0.0), (0.0, float(sy)), length)
            segments[n].rail = rail
            n += 1
    for nose in segments[:n]:
        nose.sin_theta, nose.cos_theta, nose.e_ratio = sin_theta, cos_theta, 1.0
        nose.pocket = NO_POCKET
    return n


def _fill_facings(
    segments: Any, first: int, table: Table, walls: list[tuple[_Wall, int, int, int, int]]
) -> int:
    n = first
    for wall, sx, sy, rail, pocket in walls:
        facing = segments[n]
        start = (sx * wall.start[0], sy * wall.start[1])
        along = (sx * wall.along[0], sy * wall.along[1])
        normal = (sx * wall.normal[0], sy * wall.normal[1])
        _set_segment(facing, start, along, normal, wall.length)
        facing.rail, facing.pocket = rail, pocket
        facing.sin_theta = math.sin(wall.back_draft)
        facing.cos_theta = math.cos(wall.back_draft)
        facing.e_ratio = table.pockets.e_facing_ratio
        n += 1
    return n


def _fill_jaws(
    jaws: Any, walls: list[tuple[_Wall, int, int, int, int]], sin_theta: float, cos_theta: float
) -> int:
    for jaw, (wall, sx, sy, rail, pocket) in zip(jaws, walls, strict=False):
        jaw.x, jaw.y = sx * wall.jaw[0], sy * wall.jaw[1]
        jaw.rail, jaw.pocket = rail, pocket
        jaw.reach = wall.reach
        jaw.sin_theta, jaw.cos_theta = sin_theta, cos_theta
    return len(walls)


def _fill_holes(holes: Any, table: Table) -> None:
    for hole, place in zip(holes, pocket_places(table), strict=False):
        hole.x, hole.y = place.hole
        hole.axis_x, hole.axis_y = place.axis
        hole.radius = place.shape.hole_radius
        hole.edge = place.shape.hole_radius + place.shape.slate_rounding
        hole.mouth = place.shape.mouth
        hole.in_use = 1
