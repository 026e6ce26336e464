"""Colliders of a table as flat arrays, in the space of ball centres.

Every collider is where the *centre* of a ball is when the ball touches rubber, so a ball is a point:

* straight noses and facings are line segments, moved towards the table by the contact distance;
* the rounded jaw between nose and facing is a circle that is tangent to both of these segments. The
  chain nose - jaw - facing is closed, so no root can fall into a gap between two colliders;
* the drop edge is a circle around the hole.

The contact distance of a nose is R cos(theta), sin(theta) = (h - R)/R (physics of Mathavan 2010); of a
facing with back draft beta it is (R - (h - R) sin(beta))/cos(beta), contact at height R(1 + sin(beta)).
Because the two differ by 0.06 mm, the jaw circle is tangent to the two *moved* lines; that shifts it by
as much. Everything is built for the quadrant x > 0, y > 0 and mirrored by sign, so that mirrored shots
are mirror images to the bit.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from poolenv.events import (
    FL,
    FOOT,
    FR,
    HEAD,
    HL,
    HR,
    LEFT,
    N_POCKETS,
    NO_POCKET,
    RIGHT,
    SL,
    SR,
)
from poolenv.records import rows

N_NOSES = 6
N_SEGMENTS = 18  # 6 noses, then 12 facings
N_JAWS = 12


class Segment:
    """A straight nose or facing, as ball centres see it (record)."""

    x: float  # start of the line [m]
    y: float
    tx: float  # unit vector along it
    ty: float
    nx: float  # unit normal into the rubber
    ny: float
    length: float  # [m]
    sin_theta: float  # contact height above the centre is R sin_theta
    cos_theta: float
    e_ratio: float  # restitution over that of the nose
    rail: int
    pocket: int  # NO_POCKET for a nose


class Jaw:
    """A rounded jaw, as ball centres see it (record)."""

    x: float  # centre of the circle [m]
    y: float
    reach: float  # distance of a touching ball's centre [m]
    sin_theta: float
    cos_theta: float
    rail: int
    pocket: int


class Hole:
    """A pocket: drop circle and hole (record)."""

    x: float  # centre of the hole [m]
    y: float
    edge: float  # radius of the drop circle: hole and rounding of the slate [m]
    radius: float  # of the hole [m]
    axis_x: float  # unit vector from the table into the pocket
    axis_y: float
    mouth: float  # width of the mouth [m]
    in_use: int  # 0: the table has no such pocket


class Bed:
    """The rectangle of ball centres between the noses (record)."""

    half_x: float  # centre of a ball that touches the foot cushion [m]
    half_y: float  # ... the left cushion [m]
    side_end: float  # the noses of the long rails run from |x| = side_end [m]
    corner_end_x: float  # ... to |x| = corner_end_x [m]
    corner_end_y: float  # the noses of the short rails reach |y| = corner_end_y [m]
    clear: int  # 1: no pocket feature reaches into the rectangle
    n_segments: int
    n_jaws: int


class Geometry(NamedTuple):
    """Colliders of K tables."""

    segments: Any  # (K, 18) record Segment
    jaws: Any  # (K, 12) record Jaw
    holes: Any  # (K, 6) record Hole
    bed: Any  # (K,) record Bed


class PocketShape(NamedTuple):
    """Measures of one kind of pocket, SI units, the wall angle in radians.

    ``mouth`` is the distance between the intersections of nose line and facing line, ``wall`` the angle
    of the facing to the pocket axis, ``shelf`` the way from the mouth line to the hole along the axis.
    """

    mouth: float
    wall: float
    shelf: float
    hole_radius: float


class TableShape(NamedTuple):
    """What the colliders depend on, SI units."""

    length: float
    width: float
    nose_height: float
    ball_radius: float
    jaw_radius: float
    back_draft: float  # [rad]
    rounding: float  # radius of the slate edge
    e_facing: float  # restitution of a facing over that of the nose
    corner: PocketShape | None  # None: no corner pockets
    side: PocketShape | None


def nose_angle(shape: TableShape) -> tuple[float, float]:
    """(sin, cos) of the angle at which a nose touches a ball lying on the bed."""
    sin_theta = (shape.nose_height - shape.ball_radius) / shape.ball_radius
    return sin_theta, math.sqrt(1.0 - sin_theta * sin_theta)


def facing_distance(shape: TableShape) -> float:
    """Horizontal distance of a touching ball's centre from the upper edge of a facing [m]."""
    above = shape.nose_height - shape.ball_radius
    return (shape.ball_radius - above * math.sin(shape.back_draft)) / math.cos(shape.back_draft)


class _Wall(NamedTuple):
    """One jaw and facing of the first quadrant."""

    jaw: tuple[float, float]
    start: tuple[float, float]
    along: tuple[float, float]
    normal: tuple[float, float]
    length: float


def _wall(
    shape: TableShape,
    point: tuple[float, float],
    nose_normal: tuple[float, float],
    along: tuple[float, float],
    normal: tuple[float, float],
    hole: tuple[float, float],
    radius: float,
) -> _Wall:
    """Jaw circle and facing that start at the mouth point of a nose line.

    Args:
        shape: the table.
        point: intersection of nose line and facing line [m].
        nose_normal: unit normal of the nose into the rubber.
        along: unit vector of the facing, into the pocket.
        normal: unit normal of the facing into the rubber.
        hole: centre of the hole [m].
        radius: radius of the hole [m].
    """
    nose_distance = shape.ball_radius * nose_angle(shape)[1]
    facing = facing_distance(shape)
    reach = shape.jaw_radius + nose_distance
    # The centre of the circle lies `reach` behind both moved lines: two linear equations.
    k_nose = nose_normal[0] * point[0] + nose_normal[1] * point[1] - nose_distance + reach
    k_facing = normal[0] * point[0] + normal[1] * point[1] - facing + reach
    det = nose_normal[0] * normal[1] - nose_normal[1] * normal[0]
    jaw = (
        (k_nose * normal[1] - nose_normal[1] * k_facing) / det,
        (nose_normal[0] * k_facing - k_nose * normal[0]) / det,
    )
    first = (jaw[0] - point[0]) * along[0] + (jaw[1] - point[1]) * along[1]
    # The facing ends where it meets the wall of the hole.
    to_hole = (hole[0] - point[0], hole[1] - point[1])
    middle = to_hole[0] * along[0] + to_hole[1] * along[1]
    aside = to_hole[0] * normal[0] + to_hole[1] * normal[1]
    half = radius * radius - aside * aside
    last = middle - math.sqrt(half) if half > 0.0 else middle
    last = max(last, first)
    start = (
        point[0] + first * along[0] - facing * normal[0],
        point[1] + first * along[1] - facing * normal[1],
    )
    return _Wall(jaw, start, along, normal, last - first)


def corner_hole(shape: TableShape) -> tuple[float, float]:
    """Centre of the foot-left hole: on the 45-degree axis, shelf and radius behind the mouth line."""
    assert shape.corner is not None
    depth = shape.corner.shelf + shape.corner.hole_radius - 0.5 * shape.corner.mouth
    shift = depth / math.sqrt(2.0)
    return 0.5 * shape.length + shift, 0.5 * shape.width + shift


def side_hole(shape: TableShape) -> tuple[float, float]:
    """Centre of the left side hole."""
    assert shape.side is not None
    return 0.0, 0.5 * shape.width + shape.side.shelf + shape.side.hole_radius


def _corner_walls(shape: TableShape) -> tuple[_Wall, _Wall]:
    """Walls of the foot-left pocket: on the left rail, on the foot rail."""
    pocket = shape.corner
    assert pocket is not None
    hole = corner_hole(shape)
    back = pocket.mouth / math.sqrt(2.0)
    angle = 0.25 * math.pi - pocket.wall  # between nose line and facing
    c, s = math.cos(angle), math.sin(angle)
    corner = (0.5 * shape.length, 0.5 * shape.width)
    left = _wall(
        shape, (corner[0] - back, corner[1]), (0.0, 1.0), (c, s), (-s, c), hole, pocket.hole_radius
    )
    foot = _wall(
        shape, (corner[0], corner[1] - back), (1.0, 0.0), (s, c), (c, -s), hole, pocket.hole_radius
    )
    return left, foot


def _side_wall(shape: TableShape) -> _Wall:
    """Wall of the left side pocket on its foot side."""
    pocket = shape.side
    assert pocket is not None
    c, s = math.cos(pocket.wall), math.sin(pocket.wall)
    point = (0.5 * pocket.mouth, 0.5 * shape.width)
    return _wall(shape, point, (0.0, 1.0), (-s, c), (c, s), side_hole(shape), pocket.hole_radius)


_CORNERS = {(1, 1): FL, (1, -1): FR, (-1, 1): HL, (-1, -1): HR}


def build_geometry(shapes: list[TableShape]) -> Geometry:
    """Colliders of several tables, one after another on the first axis.

    Args:
        shapes: the tables; their consistency is checked where specifications are read.
    """
    k = len(shapes)
    geometry = Geometry(
        rows(Segment, k, N_SEGMENTS), rows(Jaw, k, N_JAWS), rows(Hole, k, N_POCKETS), rows(Bed, k)
    )
    for index, shape in enumerate(shapes):
        _fill(geometry, index, shape)
    return geometry


def _fill(geometry: Geometry, k: int, shape: TableShape) -> None:
    bed = geometry.bed[k]
    sin_theta, cos_theta = nose_angle(shape)
    distance = shape.ball_radius * cos_theta
    bed.half_x = 0.5 * shape.length - distance
    bed.half_y = 0.5 * shape.width - distance
    corner = _corner_walls(shape) if shape.corner is not None else None
    side = _side_wall(shape) if shape.side is not None else None
    bed.corner_end_x = corner[0].jaw[0] if corner else bed.half_x
    bed.corner_end_y = corner[1].jaw[1] if corner else bed.half_y
    bed.side_end = side.jaw[0] if side else 0.0
    bed.n_segments = _fill_segments(geometry.segments[k], shape, bed, corner, side)
    bed.n_jaws = _fill_jaws(geometry.jaws[k], shape, corner, side)
    _fill_holes(geometry.holes[k], shape)
    bed.clear = int(_is_clear(geometry.holes[k], bed))


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


def _fill_segments(
    segments: Any,
    shape: TableShape,
    bed: Any,
    corner: tuple[_Wall, _Wall] | None,
    side: _Wall | None,
) -> int:
    sin_theta, cos_theta = nose_angle(shape)
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
    first_facing = n
    for sx in (1, -1):
        for sy in (1, -1):
            long_rail, short_rail = (LEFT if sy > 0 else RIGHT), (FOOT if sx > 0 else HEAD)
            walls: list[tuple[_Wall, int, int]] = []
            if corner:
                walls += [(corner[0], long_rail, _CORNERS[sx, sy])]
                walls += [(corner[1], short_rail, _CORNERS[sx, sy])]
            if side:
                walls += [(side, long_rail, SL if sy > 0 else SR)]
            for wall, rail, pocket in walls:
                start = (sx * wall.start[0], sy * wall.start[1])
                along = (sx * wall.along[0], sy * wall.along[1])
                normal = (sx * wall.normal[0], sy * wall.normal[1])
                _set_segment(segments[n], start, along, normal, wall.length)
                segments[n].rail, segments[n].pocket = rail, pocket
                n += 1
    for facing in segments[first_facing:n]:
        facing.sin_theta = math.sin(shape.back_draft)
        facing.cos_theta = math.cos(shape.back_draft)
        facing.e_ratio = shape.e_facing
    return n


def _fill_jaws(
    jaws: Any, shape: TableShape, corner: tuple[_Wall, _Wall] | None, side: _Wall | None
) -> int:
    n = 0
    for sx in (1, -1):
        for sy in (1, -1):
            long_rail, short_rail = (LEFT if sy > 0 else RIGHT), (FOOT if sx > 0 else HEAD)
            walls: list[tuple[_Wall, int, int]] = []
            if corner:
                walls += [(corner[0], long_rail, _CORNERS[sx, sy])]
                walls += [(corner[1], short_rail, _CORNERS[sx, sy])]
            if side:
                walls += [(side, long_rail, SL if sy > 0 else SR)]
            for wall, rail, pocket in walls:
                jaws[n].x, jaws[n].y = sx * wall.jaw[0], sy * wall.jaw[1]
                jaws[n].rail, jaws[n].pocket = rail, pocket
                n += 1
    sin_theta, cos_theta = nose_angle(shape)
    for jaw in jaws[:n]:
        jaw.reach = shape.jaw_radius + shape.ball_radius * cos_theta
        jaw.sin_theta, jaw.cos_theta = sin_theta, cos_theta
    return n


def _fill_holes(holes: Any, shape: TableShape) -> None:
    half = math.sqrt(0.5)
    if shape.corner is not None:
        x, y = corner_hole(shape)
        for (sx, sy), pocket in _CORNERS.items():
            hole = holes[pocket]
            hole.x, hole.y = sx * x, sy * y
            hole.axis_x, hole.axis_y = sx * half, sy * half
            _set_hole(hole, shape.corner, shape)
    if shape.side is not None:
        _, y = side_hole(shape)
        for sy, pocket in ((1, SL), (-1, SR)):
            hole = holes[pocket]
            hole.x, hole.y = 0.0, sy * y
            hole.axis_x, hole.axis_y = 0.0, float(sy)
            _set_hole(hole, shape.side, shape)


def _set_hole(hole: Any, pocket: PocketShape, shape: TableShape) -> None:
    hole.radius = pocket.hole_radius
    hole.edge = pocket.hole_radius + shape.rounding
    hole.mouth = pocket.mouth
    hole.in_use = 1


def nose_gaps(
    geometry: Geometry, k: int, x: float, y: float
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Gap of a ball centre to each straight nose of table k (N_NOSES,) [m]; inf beside the nose."""
    gaps = np.full(N_NOSES, np.inf)
    for s in range(N_NOSES):
        nose = geometry.segments[k, s]
        along = (x - nose.x) * nose.tx + (y - nose.y) * nose.ty
        if 0.0 <= along <= nose.length:
            gaps[s] = (nose.x - x) * nose.nx + (nose.y - y) * nose.ny
    return gaps
