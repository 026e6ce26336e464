"""A ball past the drop edge: it rolls over the rim, flies, meets the wall, sinks or comes back.

Legend: rho = R + r_d, v_r speed towards the axis of the hole, psi angle turned about the edge.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body
from poolenv.physics.flight import in_opening, ring_exit
from poolenv.physics.kinds import CLEAR_OF_HOLE, LINER, NOTHING, RIM, SUNK
from poolenv.physics.motion import fall_time
from poolenv.physics.pocket import leave_cosine
from poolenv.physics.roots import first_contact
from poolenv.states import FALLING
from poolenv.table.geometry import Geometry
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
    """Find what a ball in a hole meets: wall, rim, the bottom of its fall, or the way out.

    Below the bed the wall is all round; above it only behind, up to the top of the rail. A ball
    that moves back to the table at the height of the bed or above is out; lower it meets the rim,
    which is taken as straight across the ball's way.

    Args:
        body: FALLING, at the start of its segment; geo_t, geo_kind and geo_index are set.
        geometry: colliders of all tables.
        k: the table.
        phys: equipment.
    """
    hole = geometry.holes[k, body.pocket]
    radius = phys.radius
    sunk = fall_time(body.z + radius, body.vz, phys.gravity)
    best, kind = sunk, SUNK
    t_wall = ring_exit(body, hole, hole.radius - radius)
    x, y = body.x - hole.x, body.y - hole.y
    if t_wall < best:
        wx, wy = x + body.vx * t_wall, y + body.vy * t_wall
        z = body.z + (body.vz + body.az * t_wall) * t_wall
        behind = not in_opening(hole, wx, wy)
        if z < 0.0 or (behind and z < geometry.bed[k].rail_top + radius):
            best, kind = t_wall, LINER
        elif behind:
            best, kind = t_wall, CLEAR_OF_HOLE
        else:
            # Towards the table above the wall: the rim, or out.
            length = math.sqrt(wx * wx + wy * wy)
            ex, ey = wx / length, wy / length
            c = hole.radius - (x * ex + y * ey)
            t = first_contact(
                c,
                body.z,
                0.0,
                -(body.vx * ex + body.vy * ey),
                body.vz,
                0.0,
                0.0,
                body.az,
                0.0,
                radius,
                best,
            )
            if t < best:
                best, kind = t, RIM
            t = ring_exit(body, hole, hole.edge)
            if t < best and body.z + (body.vz + body.az * t) * t >= radius:
                best, kind = t, CLEAR_OF_HOLE
    elif x * x + y * y > (hole.radius - radius) * (hole.radius - radius):
        # Along the rim: pressed to the wall once below the bed.
        t = fall_time(body.z, body.vz, phys.gravity)
        if t < best and body.z > 0.0:
            best, kind = t, LINER
    if kind != NOTHING:
        body.geo_t = body.t0 + best
        body.geo_kind = kind
        body.geo_index = body.pocket
