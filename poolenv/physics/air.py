"""What happens when a ball in the air, on a rail or in a pocket meets something."""

from __future__ import annotations

import math
from typing import Any

from poolenv.events import (
    BALL_LANDS_BED,
    BALL_LEAVES_BED,
    BALL_OFF_TABLE,
    BALL_ON_RAIL_TOP,
    BALL_REST_ON_RAIL_TOP,
    FOOT,
    HEAD,
    LEFT,
    POCKET_ENTER,
    POCKET_REBOUND,
    POCKETED,
    RIGHT,
)
from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body
from poolenv.physics.cushion import cushion_restitution
from poolenv.physics.fall import start_fall, start_falling
from poolenv.physics.kinds import (
    AIR_VERTEX,
    CLEAR_OF_HOLE,
    FACING,
    INTO_HOLE,
    LINER,
    OUTER_EDGE,
    RAIL_TOP,
    RIDE_HOLE,
    RIM,
    SUNK,
    TIP_OVER,
)
from poolenv.physics.log import write
from poolenv.physics.motion import start_air, start_free
from poolenv.physics.pocket import leave_cosine
from poolenv.physics.ride import start_ride
from poolenv.physics.rigid import rigid_impact
from poolenv.physics.slate import bounce, hop_speed, slate_bounce
from poolenv.physics.walls import (
    LEFT_BED,
    ON_RAIL,
    hit_facing,
    hit_liner,
    hit_rim,
    rattles_on,
    tell_rail,
)
from poolenv.states import FALLING, OFF_TABLE
from poolenv.states import POCKETED as IN_POCKET
from poolenv.table.geometry import DROP_EDGE, TRAP_LINE, Geometry
from poolenv.table.lies import sunk_at
from poolenv.table.phys import Phys

#: After as many bounces a ball stays on the bed.
MOST_BOUNCES = 10
#: A hop that rises less than this is not news for the referee [ball radii].
LOGGED_RISE = 0.25


@kernel
def leave_or_stay(body: Body, phys: Phys, log: Any, log_len: Any, at: int) -> None:
    """Begin the next segment of a ball on the bed after an impulse: in the air, or on the cloth.

    The slate answers a downward velocity in the same event; a hop lower than h_min is none.
    """
    if body.vz < 0.0:
        slate_bounce(body, phys)
        body.bounces += 1
    if body.vz < hop_speed(phys) or body.bounces >= MOST_BOUNCES:
        body.vz = 0.0
    if body.vz > 0.0:
        rise = 0.5 * body.vz * body.vz / phys.gravity
        if rise >= LOGGED_RISE * phys.radius and body.logged & LEFT_BED == 0:
            write(
                log, log_len, at, body.t0, BALL_LEAVES_BED, body.ball, -1, body.x, body.y, rise, 0
            )
            body.logged |= LEFT_BED
        start_air(body, phys)
    else:
        body.bounces = 0
        start_free(body, phys)


@kernel
def land(
    body: Body, phys: Phys, geometry: Geometry, k: int, log: Any, log_len: Any, at: int
) -> None:
    """A ball is down at the height of the bed: on it, or over a hole."""
    body.z = phys.radius
    pocket = _pocket_at(geometry, k, body.x, body.y)
    if pocket >= 0:
        if geometry.bed[k].pocket_mode != DROP_EDGE:
            sink(body, pocket, log, log_len, at)
        else:
            write(
                log, log_len, at, body.t0, POCKET_ENTER, body.ball, pocket, body.x, body.y, 0.0, 0
            )
            start_falling(body, phys, pocket)
        return
    if body.logged & (LEFT_BED | ON_RAIL) != 0:
        write(log, log_len, at, body.t0, BALL_LANDS_BED, body.ball, -1, body.x, body.y, 0.0, 0)
    body.logged = 0
    leave_or_stay(body, phys, log, log_len, at)


@kernel
def _pocket_at(geometry: Geometry, k: int, x: float, y: float) -> int:
    """The pocket that a ball at the height of the bed falls into, -1 if it lies on the bed."""
    if geometry.bed[k].pocket_mode == TRAP_LINE:
        return sunk_at(geometry, k, x, y)
    for s in range(6):
        hole = geometry.holes[k, s]
        dx, dy = x - hole.x, y - hole.y
        if hole.in_use == 1 and dx * dx + dy * dy < hole.edge * hole.edge:
            return s
    return -1


@kernel
def sink(body: Body, pocket: int, log: Any, log_len: Any, at: int) -> None:
    """The ball stays in the pocket."""
    write(log, log_len, at, body.t0, POCKETED, body.ball, pocket, body.x, body.y, 0.0, 0)
    body.motion = IN_POCKET
    body.pocket = pocket
    body.t_end = INF


@kernel
def off_table(body: Body, log: Any, log_len: Any, at: int) -> None:
    """The ball has left the table."""
    write(log, log_len, at, body.t0, BALL_OFF_TABLE, body.ball, -1, body.x, body.y, 0.0, 0)
    body.motion = OFF_TABLE
    body.t_end = INF


@kernel
def rest_on_rail(body: Body, bed: Any, log: Any, log_len: Any, at: int) -> None:
    """The ball came to rest on top of a rail: it counts as driven off the table."""
    rail = nearest_rail(bed, body.x, body.y)
    write(log, log_len, at, body.t0, BALL_REST_ON_RAIL_TOP, body.ball, rail, body.x, body.y, 0.0, 0)
    body.motion = OFF_TABLE
    body.t_end = INF


@kernel
def nearest_rail(bed: Any, x: float, y: float) -> int:
    """The rail that a point beyond the noses is over."""
    if abs(x) - bed.nose_x > abs(y) - bed.nose_y:
        return FOOT if x > 0.0 else HEAD
    return LEFT if y > 0.0 else RIGHT


@kernel
def hit_edge(
    body: Body, phys: Phys, edge: Any, vertex: bool, log: Any, log_len: Any, at: int
) -> None:
    """A ball in the air meets the upper edge of a cushion."""
    along = 0.0
    if not vertex:
        along = (body.x - edge.x) * edge.tx + (body.y - edge.y) * edge.ty
    kx = body.x - edge.x - along * edge.tx
    ky = body.y - edge.y - along * edge.ty
    kz = body.z - edge.height
    length = math.sqrt(kx * kx + ky * ky + kz * kz)
    kx, ky, kz = kx / length, ky / length, kz / length
    v_c = -(body.vx * kx + body.vy * ky + body.vz * kz)
    tell_rail(body, phys, edge.rail, v_c, log, log_len, at)
    if not rattles_on(body, phys, v_c):
        sink(body, body.pocket, log, log_len, at)
        return
    e = edge.e_ratio * cushion_restitution(phys, v_c)
    rigid_impact(body, kx, ky, kz, e, phys.mu_cushion, phys.radius, phys.v_min)
    if body.motion == FALLING:
        start_falling(body, phys, body.pocket)
    else:
        start_air(body, phys)


@kernel
def air_contact(
    body: Body, phys: Phys, geometry: Geometry, k: int, log: Any, log_len: Any, at: int
) -> None:
    """Resolve the contact of a ball that is not on the bed."""
    kind, index = body.geo_kind, body.geo_index
    bed = geometry.bed[k]
    if kind == OUTER_EDGE:
        off_table(body, log, log_len, at)
    elif kind == RAIL_TOP:
        body.z = bed.rail_top + phys.radius
        if body.logged & ON_RAIL == 0:
            rail = nearest_rail(bed, body.x, body.y)
            write(
                log, log_len, at, body.t0, BALL_ON_RAIL_TOP, body.ball, rail, body.x, body.y, 0.0, 0
            )
            body.logged |= ON_RAIL
        bounce(body, phys.rail_e, phys.rail_mu, phys.radius, hop_speed(phys))
        if body.vz > 0.0:
            start_air(body, phys)
        else:
            start_ride(body, phys)
    elif kind == TIP_OVER:
        if index == 0:
            _tip_over(body, phys, -1.0 if body.x > 0.0 else 1.0, 0.0)
        else:
            _tip_over(body, phys, 0.0, -1.0 if body.y > 0.0 else 1.0)
        start_air(body, phys)
    elif kind == RIDE_HOLE:
        hole = geometry.holes[k, index]
        dx, dy = hole.x - body.x, hole.y - body.y
        distance = math.sqrt(dx * dx + dy * dy)
        _tip_over(body, phys, dx / distance, dy / distance)
        _enter(body, phys, bed, index, log, log_len, at)
    elif kind == INTO_HOLE:
        _enter(body, phys, bed, index, log, log_len, at)
    elif kind == LINER:
        hit_liner(body, phys, geometry.holes[k, index])
        if body.pocket < 0:
            write(log, log_len, at, body.t0, POCKET_ENTER, body.ball, index, body.x, body.y, 0.0, 0)
        start_falling(body, phys, index)
    elif kind == RIM:
        if hit_rim(body, phys, geometry.holes[k, index]):
            start_falling(body, phys, index)
        else:
            sink(body, index, log, log_len, at)
    elif kind == FACING:
        if hit_facing(body, phys, geometry.segments[k, index], log, log_len, at):
            start_falling(body, phys, body.pocket)
        else:
            sink(body, body.pocket, log, log_len, at)
    elif kind == SUNK:
        sink(body, index, log, log_len, at)
    elif kind == CLEAR_OF_HOLE:
        write(log, log_len, at, body.t0, POCKET_REBOUND, body.ball, index, body.x, body.y, 0.0, 0)
        body.pocket = -1
        body.bounces = 0
        start_air(body, phys)
    else:
        hit_edge(body, phys, geometry.edges[k, index], kind == AIR_VERTEX, log, log_len, at)


@kernel
def _enter(body: Body, phys: Phys, bed: Any, pocket: int, log: Any, log_len: Any, at: int) -> None:
    """A ball comes into a hole from above; behind a trap line that is the end of it."""
    if bed.pocket_mode == TRAP_LINE:
        sink(body, pocket, log, log_len, at)
        return
    write(log, log_len, at, body.t0, POCKET_ENTER, body.ball, pocket, body.x, body.y, 0.0, 0)
    start_falling(body, phys, pocket)


@kernel
def _tip_over(body: Body, phys: Phys, dx: float, dy: float) -> None:
    """A ball on a rail rolls over its edge in direction (dx, dy), as over a drop edge."""
    inward = max(body.vx * dx + body.vy * dy, 0.0)
    radius = phys.radius
    cosine = leave_cosine(inward, phys.gravity, radius)
    if cosine < 1.0:
        sine = math.sqrt(1.0 - cosine * cosine)
        speed = math.sqrt(phys.gravity * radius * cosine)
        body.x += radius * sine * dx
        body.y += radius * sine * dy
        body.z -= radius * (1.0 - cosine)
        change = speed * cosine - inward
        body.vx += change * dx
        body.vy += change * dy
        body.vz = -speed * sine
        body.wx, body.wy = -body.vy / radius, body.vx / radius


@kernel
def drop_in(
    body: Body, phys: Phys, geometry: Geometry, k: int, log: Any, log_len: Any, at: int
) -> None:
    """A ball on the bed crosses a drop edge."""
    pocket = body.geo_index
    if geometry.bed[k].pocket_mode != DROP_EDGE:
        sink(body, pocket, log, log_len, at)
        return
    write(log, log_len, at, body.t0, POCKET_ENTER, body.ball, pocket, body.x, body.y, 0.0, 0)
    start_fall(body, phys, geometry.holes[k, pocket], pocket)
