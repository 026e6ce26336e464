"""A ball on top of a rail: it rolls on, falls off at either side or into a pocket, or stays."""

from __future__ import annotations

import math

from poolenv.kernel import kernel
from poolenv.physics.body import Body, position_x, position_y
from poolenv.physics.kinds import NOTHING, OUTER_EDGE, RIDE_HOLE, TIP_OVER
from poolenv.physics.motion import SPEED_MIN, roll_time, rolled_out_x, rolled_out_y
from poolenv.physics.roots import first_contact, line_contact
from poolenv.states import RIDING
from poolenv.table.geometry import Geometry
from poolenv.table.phys import Phys


@kernel
def start_ride(body: Body, phys: Phys) -> None:
    """Begin to roll on the rail with the velocity that a slide would end with.

    The slide itself takes a few centimetres and is passed over; it would end with the Coriolis
    invariant whatever the friction.
    """
    vx, vy = rolled_out_x(body, phys.radius), rolled_out_y(body, phys.radius)
    speed = math.sqrt(vx * vx + vy * vy)
    body.motion = RIDING
    body.vx, body.vy, body.vz = vx, vy, 0.0
    body.wx, body.wy = -vy / phys.radius, vx / phys.radius
    body.ax, body.ay, body.az = 0.0, 0.0, 0.0
    body.t_end = body.t0
    if speed >= SPEED_MIN:
        half = 0.5 * phys.mu_roll * phys.gravity
        body.ux, body.uy = vx / speed, vy / speed
        body.ax, body.ay = -half * body.ux, -half * body.uy
        body.t_end = body.t0 + roll_time(speed, phys)


@kernel
def predict_ride(body: Body, geometry: Geometry, k: int) -> None:
    """Find where a ball on a rail leaves it.

    Args:
        body: RIDING, at the start of its segment; geo_t, geo_kind and geo_index are set.
        geometry: colliders of all tables.
        k: the table.
    """
    bed = geometry.bed[k]
    t_last = body.t_end - body.t0
    best, kind, index = t_last, NOTHING, -1
    # Deceleration only shortens the way, so the straight lines are solved with it.
    for axis in range(2):
        if axis == 0:
            p, v, a, nose, outer = body.x, body.vx, body.ax, bed.nose_x, bed.outer_x
        else:
            p, v, a, nose, outer = body.y, body.vy, body.ay, bed.nose_y, bed.outer_y
        if p < 0.0:
            p, v, a = -p, -v, -a
        if v > 0.0:
            t = line_contact(outer - p, -v, -a)
            if t < best:
                best, kind, index = t, OUTER_EDGE, -1
        elif v < 0.0 and p > nose:
            t = line_contact(p - nose, v, a)
            if t < best:
                x, y = position_x(body, body.t0 + t), position_y(body, body.t0 + t)
                beside = abs(y) <= bed.nose_y if axis == 0 else abs(x) <= bed.nose_x
                if beside:
                    best, kind, index = t, TIP_OVER, axis
    for s in range(6):
        hole = geometry.holes[k, s]
        if hole.in_use == 1:
            t = first_contact(
                body.x - hole.x,
                body.y - hole.y,
                0.0,
                body.vx,
                body.vy,
                0.0,
                body.ax,
                body.ay,
                0.0,
                hole.radius,
                t_last,
            )
            if t < best:
                best, kind, index = t, RIDE_HOLE, s
    if kind != NOTHING:
        body.geo_t = body.t0 + best
        body.geo_kind = kind
        body.geo_index = index
