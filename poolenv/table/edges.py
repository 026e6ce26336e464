"""Upper edges of the cushions, which a ball in the air meets.

Straight pieces along noses and facings, and the rounded jaws as chains of short ones.
"""

from __future__ import annotations

import itertools
import math

from poolenv.events import FOOT, HEAD, LEFT, NO_POCKET, RIGHT
from poolenv.table.geometry import JAW_PIECES, N_NOSES, TRAP_LINE, Geometry


def fill_edges(geometry: Geometry, k: int, ball_radius: float) -> int:
    """Upper edges of noses, facings and jaws, at the heights that fit the colliders of the bed."""
    edges, bed = geometry.edges[k], geometry.bed[k]
    distance = ball_radius * geometry.segments[k, 0].cos_theta
    n = 0
    for s in range(bed.n_segments):
        segment = geometry.segments[k, s]
        edge = edges[n]
        edge.x = segment.x + distance * segment.nx
        edge.y = segment.y + distance * segment.ny
        edge.tx, edge.ty, edge.nx, edge.ny = segment.tx, segment.ty, segment.nx, segment.ny
        edge.length, edge.e_ratio = segment.length, segment.e_ratio
        if segment.pocket != NO_POCKET:
            # Beside the axis of the hole the upper edge gives way to the rim of the leather.
            edge.length = max(edge.length - geometry.holes[k, segment.pocket].radius, 0.0)
        edge.height = _edge_height(ball_radius, distance)
        edge.rail, edge.pocket = segment.rail, segment.pocket
        n += 1
    for wall in range(bed.n_jaws):
        n = _fill_jaw_edges(geometry, k, wall, n, ball_radius, distance)
    if bed.pocket_mode == TRAP_LINE:
        # Nothing goes on where a nose ends, so its last point needs a piece of its own.
        for s in range(N_NOSES):
            edges[n] = edges[s]
            edges[n].x = edges[s].x + edges[s].length * edges[s].tx
            edges[n].y = edges[s].y + edges[s].length * edges[s].ty
            edges[n].length = 0.0
            n += 1
    return n


def _edge_height(ball_radius: float, distance: float) -> float:
    """Height of an edge that a ball on the bed touches at this horizontal distance [m]."""
    return ball_radius + math.sqrt(ball_radius * ball_radius - distance * distance)


def _fill_jaw_edges(
    geometry: Geometry, k: int, wall: int, n: int, ball_radius: float, distance: float
) -> int:
    """The rounded edge of a jaw as a chain from nose to facing."""
    jaw, facing = geometry.jaws[k, wall], geometry.segments[k, N_NOSES + wall]
    nose = {FOOT: (1.0, 0.0), HEAD: (-1.0, 0.0), LEFT: (0.0, 1.0), RIGHT: (0.0, -1.0)}[jaw.rail]
    radius = jaw.reach - distance
    turn = math.atan2(
        nose[0] * facing.ny - nose[1] * facing.nx, nose[0] * facing.nx + nose[1] * facing.ny
    )
    start = math.atan2(nose[1], nose[0])
    points = []
    for piece in range(JAW_PIECES + 1):
        angle = start + turn * piece / JAW_PIECES
        points.append((jaw.x - radius * math.cos(angle), jaw.y - radius * math.sin(angle)))
    for (x, y), (next_x, next_y) in itertools.pairwise(points):
        length = math.hypot(next_x - x, next_y - y)
        edge = geometry.edges[k, n]
        edge.x, edge.y, edge.length = x, y, length
        if length > 0.0:
            edge.tx, edge.ty = (next_x - x) / length, (next_y - y) / length
        else:
            edge.tx, edge.ty = facing.tx, facing.ty
        sign = 1.0 if edge.tx * facing.ny - edge.ty * facing.nx > 0.0 else -1.0
        edge.nx, edge.ny = -sign * edge.ty, sign * edge.tx
        edge.height, edge.e_ratio = _edge_height(ball_radius, distance), 1.0
        edge.rail, edge.pocket = jaw.rail, jaw.pocket
        n += 1
    return n
