"""A ball past the drop edge: it rolls over the rim, flies, meets the wall, sinks or comes back.

Legend: rho = R + r_d, v_r speed towards the axis of the hole, psi angle turned about the edge.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body
from poolenv.physics.flight import edge_contact, ring_exit
from poolenv.physics.kinds import AIR_EDGE, CLEAR_OF_HOLE, FACING, LINER, RIM, SUNK
from poolenv.physics.motion import fall_time
from poolenv.physics.pocket import leave_cosine
from poolenv.physics.roots import TOUCH, first_contact, line_contact
from poolenv.states import FALLING
from poolenv.table.geometry import N_NOSES, Geometry
from poolenv.table.phys import Phys


@kernel
def start_fall(body: Body, phys: Phys, hole: Any, index: int) -> None:
    """Take a ball over the drop edge; the pivot takes no time in the simulation.

    The component of the velocity along the edge is carried through. A sliding ball is treated as
    rolling. From sqrt(g rho) on the ball leaves the edge at once.

    Args:
        body: on the bed at the edge, moving inwards.
        phys: equipment.
        hole: record Hole.
        index: the pocket.
    """
    dx, dy = hole.x - body.x, hole.y - body.y
    distance = math.sqrt(dx * dx + dy * dy)
    dx, dy = dx / distance, dy / distance
    inward = max(body.vx * dx + body.vy * dy, 0.0)
    along = body.vy * dx - body.vx * dy
    rho = phys.radius + hole.edge - hole.radius
    cosine = leave_cosine(inward, phys.gravity, rho)
    if cosine < 1.0:
        sine = math.sqrt(1.0 - cosine * cosine)
        speed = math.sqrt(phys.gravity * rho * cosine)
        body.x += rho * sine * dx
        body.y += rho * sine * dy
        body.z -= rho * (1.0 - cosine)
        body.vx = speed * cosine * dx - along * dy
        body.vy = speed * cosine * dy + along * dx
        body.vz = -speed * sine
    body.wx, body.wy = -body.vy / phys.radius, body.vx / phys.radius
    start_falling(body, phys, index)


@kernel
def start_falling(body: Body, phys: Phys, index: int) -> None:
    """Begin a ballistic segment inside a hole."""
    body.motion = FALLING
    body.pocket = index
    body.held_by = -1
    body.ux, body.uy = 0.0, 0.0
    body.ax, body.ay, body.az = 0.0, 0.0, -0.5 * phys.gravity
    body.t_end = INF


@kernel
def predict_fall(body: Body, geometry: Geometry, k: int, phys: Phys) -> None:
    """Find what a ball in a hole meets: wall, rim, facing, the bottom of its fall, or the way out.

    Below the bed the wall is all round; above it the facings stand on both sides and the wall
    behind, up to the top of the rail. A ball that moves back to the table at the height of the bed
    or above is out, and so is one that flies over the rail; lower it meets the rim, taken as
    straight across the ball's way.

    Args:
        body: FALLING, at the start of its segment; geo_t, geo_kind and geo_index are set.
        geometry: colliders of all tables.
        k: the table.
        phys: equipment.
    """
    hole = geometry.holes[k, body.pocket]
    body.geo_index = body.pocket
    body.geo_kind = SUNK
    body.geo_t = body.t0 + fall_time(body.z + phys.radius, body.vz, phys.gravity)
    _predict_wall(body, geometry, k, hole, phys)
    if body.z > 0.0:
        _predict_rim(body, geometry, k, hole, phys)
        _predict_facings(body, geometry, k, phys)


@kernel
def between_facings(geometry: Geometry, k: int, pocket: int, x: float, y: float) -> bool:
    """Whether a ball is between the two facings of a pocket, or their lines behind the hole."""
    for s in range(N_NOSES, geometry.bed[k].n_segments):
        facing = geometry.segments[k, s]
        if facing.pocket == pocket:
            if (facing.x - x) * facing.nx + (facing.y - y) * facing.ny < -TOUCH:
                return False
    return True


@kernel
def _predict_facings(body: Body, geometry: Geometry, k: int, phys: Phys) -> None:
    """The facings on both sides, as walls up to their edges and as edges above."""
    for s in range(N_NOSES, geometry.bed[k].n_segments):
        facing = geometry.segments[k, s]
        if facing.pocket != body.pocket:
            continue
        edge = geometry.edges[k, s]
        t_last = body.geo_t - body.t0
        c = (facing.x - body.x) * facing.nx + (facing.y - body.y) * facing.ny
        b = -(body.vx * facing.nx + body.vy * facing.ny)
        t = line_contact(c, b, 0.0) if c >= -TOUCH else INF
        if t < t_last:
            z = body.z + (body.vz + body.az * t) * t
            if z >= 0.0 and z < edge.height:
                body.geo_t, body.geo_kind, body.geo_index = body.t0 + t, FACING, s
                t_last = t
        t = edge_contact(body, edge, phys.radius, t_last)
        if t < t_last and body.z + (body.vz + body.az * t) * t >= edge.height:
            body.geo_t, body.geo_kind, body.geo_index = body.t0 + t, AIR_EDGE, s


@kernel
def _predict_wall(body: Body, geometry: Geometry, k: int, hole: Any, phys: Phys) -> None:
    """The wall of the hole: all round, but not between the facings above the bed."""
    inner = hole.radius - phys.radius
    x, y = body.x - hole.x, body.y - hole.y
    outwards = x * body.vx + y * body.vy
    square = body.vx * body.vx + body.vy * body.vy
    t = ring_exit(body, hole, inner)
    if x * x + y * y >= inner * inner and (outwards >= 0.0 or t == INF):
        # In the ring beside the wall and not on a way further in: where it is nearest to the axis.
        t = max(0.0, -outwards / square) if square > 0.0 else 0.0
    x, y = x + body.vx * t, y + body.vy * t
    z = body.z + (body.vz + body.az * t) * t
    front = x * hole.axis_x + y * hole.axis_y <= 0.0
    kind = LINER
    if z > geometry.bed[k].rail_top + phys.radius + TOUCH:
        kind = CLEAR_OF_HOLE
    elif z >= 0.0 and front and between_facings(geometry, k, body.pocket, x + hole.x, y + hole.y):
        # Towards the table there is a wall only below the bed.
        t = max(t, fall_time(body.z, body.vz, phys.gravity)) if body.z > 0.0 else t
    if body.t0 + t < body.geo_t:
        body.geo_t, body.geo_kind = body.t0 + t, kind


@kernel
def _predict_rim(body: Body, geometry: Geometry, k: int, hole: Any, phys: Phys) -> None:
    """A ball on its way back to the table: it meets the rim, or is out above it."""
    t_out = ring_exit(body, hole, hole.edge)
    if t_out == INF:
        return
    ex = (body.x + body.vx * t_out - hole.x) / hole.edge
    ey = (body.y + body.vy * t_out - hole.y) / hole.edge
    x, y = hole.x + ex * hole.edge, hole.y + ey * hole.edge
    front = ex * hole.axis_x + ey * hole.axis_y <= 0.0
    if not front or not between_facings(geometry, k, body.pocket, x, y):
        height = body.z + (body.vz + body.az * t_out) * t_out
        over = height > geometry.bed[k].rail_top + phys.radius
        if over and body.t0 + t_out < body.geo_t:
            # It left the throat over a facing, on its way up.
            body.geo_t, body.geo_kind = body.t0 + t_out, CLEAR_OF_HOLE
        return
    c = hole.edge - ((body.x - hole.x) * ex + (body.y - hole.y) * ey)
    b = -(body.vx * ex + body.vy * ey)
    t_last = body.geo_t - body.t0
    t = first_contact(c, body.z, 0.0, b, body.vz, 0.0, 0.0, body.az, 0.0, phys.radius, t_last)
    if t < t_last and t <= t_out:
        body.geo_t, body.geo_kind = body.t0 + t, RIM
    elif t_out < t_last:
        out = body.z + (body.vz + body.az * t_out) * t_out >= phys.radius
        body.geo_t, body.geo_kind = body.t0 + t_out, CLEAR_OF_HOLE if out else LINER
