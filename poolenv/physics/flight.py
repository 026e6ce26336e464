"""What a ball in the air meets: edges of the cushions, tops of the rails, walls of the pockets.

On the bed a ball is a point among moved lines and circles (detect.py). In the air it is a sphere
among edges at the height of the noses: straight pieces and their joints, where a quartic like that
of two balls tells the time of contact.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body
from poolenv.physics.kinds import (
    AIR_EDGE,
    AIR_VERTEX,
    DROP,
    INTO_HOLE,
    LINER,
    NOTHING,
    OUTER_EDGE,
    RAIL_TOP,
)
from poolenv.physics.motion import fall_time
from poolenv.physics.roots import first_contact, highest_on, lowest_on
from poolenv.physics.trap import trap_contact
from poolenv.table.geometry import TRAP_LINE, Geometry
from poolenv.table.lies import trap_at, wall_gap
from poolenv.table.phys import Phys


@kernel
def over_rail(geometry: Geometry, k: int, x: float, y: float, gap: float) -> bool:
    """Whether a point of the plane is over wood or rubber: not over the bed, a hole or a throat.

    Args:
        geometry: colliders.
        k: the table.
        x: [m].
        y: [m].
        gap: distance of a touching ball's centre from the edge of a cushion [m].
    """
    bed = geometry.bed[k]
    if abs(x) <= bed.nose_x and abs(y) <= bed.nose_y:
        return False
    for s in range(6):
        hole = geometry.holes[k, s]
        if hole.in_use == 0:
            continue
        dx, dy = x - hole.x, y - hole.y
        square = dx * dx + dy * dy
        if square < hole.radius * hole.radius:
            return False
        if bed.pocket_mode == TRAP_LINE:
            continue
        reach = hole.edge + hole.mouth
        if square < reach * reach and dx * hole.axis_x + dy * hole.axis_y < 0.0:
            free = True
            for wall in range(bed.n_jaws):
                if geometry.jaws[k, wall].pocket == s:
                    free = free and wall_gap(geometry, k, wall, x, y) > -gap
            if free:
                return False
    return True


@kernel
def hole_under(geometry: Geometry, k: int, x: float, y: float) -> int:
    """The pocket whose hole or trap is under a point at the height of the rails, -1 if none."""
    bed = geometry.bed[k]
    if bed.pocket_mode == TRAP_LINE:
        pocket = trap_at(geometry, k, x, y)
        if pocket >= 0:
            return pocket
    if abs(x) <= bed.nose_x and abs(y) <= bed.nose_y:
        return -1
    for s in range(6):
        hole = geometry.holes[k, s]
        dx, dy = x - hole.x, y - hole.y
        if hole.in_use == 1 and dx * dx + dy * dy < hole.radius * hole.radius:
            return s
    return -1


@kernel
def span(x: float, v: float, length: float, t_last: float) -> tuple[float, float]:
    """From when until when in 0 to t_last x + v t is in 0 to ``length``; INF and 0 if never."""
    if v == 0.0:
        return (0.0, t_last) if x >= 0.0 and x <= length else (INF, 0.0)
    near, far = -x / v, (length - x) / v
    return max(0.0, min(near, far)), min(t_last, max(near, far))


@kernel
def edge_contact(body: Body, edge: Any, radius: float, t_last: float) -> float:
    """When the ball meets a straight piece of edge, between its ends [s from t0]."""
    along = (body.x - edge.x) * edge.tx + (body.y - edge.y) * edge.ty
    run = body.vx * edge.tx + body.vy * edge.ty
    t_in, t_out = span(along, run, edge.length, t_last)
    if t_in > t_out:
        return INF
    # Beside the piece only: the ball may meet its line beyond the ends before that, or be in it.
    b = -(body.vx * edge.nx + body.vy * edge.ny)
    c = (edge.x - body.x) * edge.nx + (edge.y - body.y) * edge.ny + b * t_in
    left = t_out - t_in
    if lowest_on(c, b, 0.0, left) > radius or highest_on(c, b, 0.0, left) < -radius:
        return INF
    z = body.z - edge.height + (body.vz + body.az * t_in) * t_in
    vz = body.vz + 2.0 * body.az * t_in
    if lowest_on(z, vz, body.az, left) > radius:
        return INF
    t = first_contact(c, z, 0.0, b, vz, 0.0, 0.0, body.az, 0.0, radius, left)
    return t_in + t if t <= left else INF


@kernel
def vertex_contact(body: Body, edge: Any, radius: float, t_last: float) -> float:
    """When the ball meets the start of a piece of edge [s from t0]."""
    cx = body.x - edge.x
    if (
        lowest_on(cx, body.vx, 0.0, t_last) > radius
        or highest_on(cx, body.vx, 0.0, t_last) < -radius
    ):
        return INF
    cy = body.y - edge.y
    if (
        lowest_on(cy, body.vy, 0.0, t_last) > radius
        or highest_on(cy, body.vy, 0.0, t_last) < -radius
    ):
        return INF
    return first_contact(
        cx,
        cy,
        body.z - edge.height,
        body.vx,
        body.vy,
        body.vz,
        0.0,
        0.0,
        body.az,
        radius,
        t_last,
    )


@kernel
def leave_time(x: float, v: float, reach: float) -> float:
    """When |x + v t| grows to ``reach``; INF if it never does."""
    if v > 0.0:
        return max(0.0, (reach - x) / v)
    if v < 0.0:
        return max(0.0, (reach + x) / -v)
    return INF


@kernel
def ring_exit(body: Body, hole: Any, reach: float) -> float:
    """When the centre, flying straight, leaves the circle of this reach around a hole [s from t0].

    The later root: a ball still outside is first let in. INF if its way misses the circle.
    """
    cx, cy = body.x - hole.x, body.y - hole.y
    a = body.vx * body.vx + body.vy * body.vy
    b = cx * body.vx + cy * body.vy
    c = cx * cx + cy * cy - reach * reach
    square = b * b - a * c
    if a <= 0.0 or square <= 0.0:
        return INF
    root = math.sqrt(square)
    t = (root - b) / a if b <= 0.0 else -c / (b + root)
    return t if t > 0.0 else INF


@kernel
def _liner_contact(body: Body, hole: Any, radius: float, top: float, t_last: float) -> float:
    """When a ball that flies over a hole meets the wall behind it, below the top of the rail."""
    t = ring_exit(body, hole, hole.radius - radius)
    if t > t_last:
        return INF
    x = body.x + body.vx * t - hole.x
    y = body.y + body.vy * t - hole.y
    z = body.z + (body.vz + body.az * t) * t
    if x * hole.axis_x + y * hole.axis_y <= 0.0 or z > top + radius:
        return INF
    return t


@kernel
def predict_flight(body: Body, geometry: Geometry, k: int, phys: Phys) -> None:
    """Find the first thing that a ball in the air meets before it is down at the bed.

    Args:
        body: AIRBORNE, at the start of its segment; geo_t, geo_kind and geo_index are set.
        geometry: colliders of all tables.
        k: the table.
        phys: equipment.
    """
    bed = geometry.bed[k]
    radius = phys.radius
    t_last = body.t_end - body.t0
    x_end, y_end = body.x + body.vx * t_last, body.y + body.vy * t_last
    inner_x, inner_y = bed.nose_x - radius, bed.nose_y - radius
    if (
        max(abs(body.x), abs(x_end)) < inner_x
        and max(abs(body.y), abs(y_end)) < inner_y
        and bed.clear == 1
    ):
        return
    best = t_last
    kind = NOTHING
    index = -1
    for s in range(bed.n_edges):
        edge = geometry.edges[k, s]
        t = edge_contact(body, edge, radius, best)
        if t < best:
            best, kind, index = t, AIR_EDGE, s
        t = vertex_contact(body, edge, radius, best)
        if t < best:
            best, kind, index = t, AIR_VERTEX, s
    for s in range(6):
        if geometry.holes[k, s].in_use == 1 and bed.pocket_mode == TRAP_LINE:
            # A wall up to the top of the rails: what crosses it is in.
            t = trap_contact(body, geometry.holes[k, s], best)
            if t < best and body.z + (body.vz + body.az * t) * t < bed.rail_top + radius:
                best, kind, index = t, DROP, s
        elif geometry.holes[k, s].in_use == 1:
            t = _liner_contact(body, geometry.holes[k, s], radius, bed.rail_top, best)
            if t < best:
                best, kind, index = t, LINER, s
    height = body.z - bed.rail_top - radius
    if height + fall_height(body.vz, phys.gravity) >= 0.0:
        t = fall_time(height, body.vz, phys.gravity)
        x, y = body.x + body.vx * t, body.y + body.vy * t
        gap = bed.nose_x - bed.half_x
        if t < best:
            pocket = hole_under(geometry, k, x, y)
            if pocket >= 0:
                best, kind, index = t, INTO_HOLE, pocket
            elif over_rail(geometry, k, x, y, gap):
                best, kind, index = t, RAIL_TOP, -1
    t = min(leave_time(body.x, body.vx, bed.outer_x), leave_time(body.y, body.vy, bed.outer_y))
    if t < best:
        best, kind, index = t, OUTER_EDGE, -1
    if kind != NOTHING:
        body.geo_t = body.t0 + best
        body.geo_kind = kind
        body.geo_index = index


@kernel
def fall_height(vz: float, gravity: float) -> float:
    """How much higher a ball still rises, v_z^2/(2g) if it moves upwards [m]."""
    return 0.5 * vz * vz / gravity if vz > 0.0 and gravity > 0.0 else 0.0
