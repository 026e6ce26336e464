"""Colliders of a table as flat arrays, in the space of ball centres.

Every collider is where the *centre* of a ball is when the ball touches rubber, so a ball is a
point:

* straight noses and facings are line segments, moved towards the table by the contact distance;
* the rounded jaw between nose and facing is a circle that is tangent to both of these segments. The
  chain nose - jaw - facing is closed, so no root can fall into a gap between two colliders;
* the drop edge is a circle around the hole; in mode ``trap_line`` a straight line across the mouth
  takes its place, and there are no jaws and facings.

How they are built from the measures of a table: colliders.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple

N_NOSES = 6
N_SEGMENTS = 18  # 6 noses, then 12 facings
N_JAWS = 12
#: Pieces of the upper edge of a rounded jaw, as a ball in the air meets it.
JAW_PIECES = 6
N_EDGES = 18 + N_JAWS * JAW_PIECES
#: Most foreign objects in a scene.
N_OBJECTS = 8

# How a ball falls into a pocket.
CIRCLE, DROP_EDGE, TRAP_LINE = range(3)
POCKET_MODES = ("circle", "drop", "trap_line")


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
    line: float  # TRAP_LINE: distance of the line from the centre of the bed, along the axis [m]
    line_half: float  # TRAP_LINE: half its length [m]
    in_use: int  # 0: the table has no such pocket


class Edge:
    """A piece of the upper edge of the cushions, as a ball in the air meets it (record).

    The height is chosen so that a ball on the bed touches the edge exactly where it touches the
    collider of cushion.py: a ball that lands or takes off beside a cushion is never inside it.
    """

    x: float  # start [m]
    y: float
    tx: float  # unit vector along it
    ty: float
    nx: float  # unit normal into the rubber
    ny: float
    length: float  # [m]
    height: float  # above the bed [m]
    e_ratio: float  # restitution over that of the nose
    rail: int
    pocket: int  # NO_POCKET for a nose


class Obstacle:
    """A foreign object: a rigid upright cylinder on a rail or above the bed (record)."""

    x: float  # of its axis [m]
    y: float
    radius: float  # [m]
    low: float  # height of its lower face above the bed [m]
    high: float  # of its upper face [m]
    kind: int  # events.OBJECT_NAMES


class Bed:
    """The rectangle of ball centres between the noses (record)."""

    half_x: float  # centre of a ball that touches the foot cushion [m]
    half_y: float  # ... the left cushion [m]
    side_end: float  # the noses of the long rails run from |x| = side_end [m]
    corner_end_x: float  # ... to |x| = corner_end_x [m]
    corner_end_y: float  # the noses of the short rails reach |y| = corner_end_y [m]
    nose_x: float  # the nose lines of head and foot [m]
    nose_y: float  # ... of the long rails [m]
    outer_x: float  # outer edges of the rails [m]
    outer_y: float
    rail_top: float  # height of the top of the rails [m]
    pocket_mode: int  # CIRCLE, DROP_EDGE or TRAP_LINE
    capacity: int  # balls that a pocket holds; 0: they go back to the players
    clear: int  # 1: no pocket feature reaches into the rectangle
    n_segments: int
    n_jaws: int
    n_edges: int
    n_objects: int


class Geometry(NamedTuple):
    """Colliders of K tables."""

    segments: Any  # (K, 18) record Segment
    jaws: Any  # (K, 12) record Jaw
    edges: Any  # (K, 90) record Edge
    holes: Any  # (K, 6) record Hole
    objects: Any  # (K, 8) record Obstacle
    bed: Any  # (K,) record Bed
