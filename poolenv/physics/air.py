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
    CUSHION,
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
from poolenv.physics.flight import ring_exit
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
from poolenv.states import FALLING, OFF_TABLE
from poolenv.states import POCKETED as IN_POCKET
from poolenv.table.geometry import CIRCLE, Geometry
from poolenv.table.phys import Phys

#: After as many bounces a ball stays on the bed.
MOST_BOUNCES = 10
#: A hop that rises less than this is not news for the referee [ball radii].
LOGGED_RISE = 0.25
#: Least share of its speed with which a ball leaves the wall of a hole.
CHORD = 0.2
# Bits of Body.logged.
LEFT_BED, ON_RAIL = 1, 2


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
    for s in range(6):
        hole = geometry.holes[k, s]
        dx, dy = body.x - hole.x, body.y - hole.y
        if hole.in_use == 1 and dx * dx + dy * dy < hole.edge * hole.edge:
            if geometry.bed[k].pocket_mode == CIRCLE:
                sink(body, s, log, log_len, at)
            else:
                write(log, log_len, at, body.t0, POCKET_ENTER, body.ball, s, body.x, body.y, 0.0, 0)
                start_falling(body, phys, s)
            return
    if body.logged != 0:
        write(log, log_len, at, body.t0, BALL_LANDS_BED, body.ball, -1, body.x, body.y, 0.0, 0)
        body.logged = 0
    leave_or_stay(body, phys, log, log_len, at)


@kernel
def sink(body: Body, pocket: int, log: Any, log_len: Any, at: int) -> None:
    """The ball stays in the pocket."""
    write(log, log_len, at, body.t0, POCKETED, body.ball, pocket, body.x, body.y, 0.0, 0)
    body.motion = IN_POCKET
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
    write(log, log_len, at, body.t0, CUSHION, body.ball, edge.rail, body.x, body.y, v_c, 0)
    e = edge.e_ratio * cushion_restitution(phys, v_c)
    rigid_impact(body, kx, ky, kz, e, phys.mu_cushion, phys.radius, phys.v_min)
    if body.motion == FALLING:
        start_falling(body, phys, body.pocket)
    else:
        start_air(body, phys)


@kernel
def _hit_liner(body: Body, phys: Phys, hole: Any) -> None:
    """A ball meets the wall of a hole.

    A ball that whirls along the wall would meet it ever more often: it leaves the wall at CHORD of
    its speed at least, its speed unchanged, so that it goes round on chords.
    """
    kx, ky = hole.x - body.x, hole.y - body.y
    length = math.sqrt(kx * kx + ky * ky)
    kx, ky = kx / length, ky / length
    if -(body.vx * kx + body.vy * ky) > 0.0:
        rigid_impact(body, kx, ky, 0.0, phys.liner_e, phys.liner_mu, phys.radius, phys.v_min)
    speed = math.sqrt(body.vx * body.vx + body.vy * body.vy)
    parting = body.vx * kx + body.vy * ky
    if parting < CHORD * speed:
        along = body.vy * kx - body.vx * ky
        turn = math.sqrt(1.0 - CHORD * CHORD) * speed
        if along < 0.0:
            turn = -turn
        body.vx = CHORD * speed * kx - turn * ky
        body.vy = CHORD * speed * ky + turn * kx


@kernel
def _hit_facing(body: Body, phys: Phys, facing: Any, log: Any, log_len: Any, at: int) -> None:
    """A ball in a pocket meets a facing below its upper edge."""
    v_c = body.vx * facing.nx + body.vy * facing.ny
    write(log, log_len, at, body.t0, CUSHION, body.ball, facing.rail, body.x, body.y, v_c, 0)
    e = facing.e_ratio * cushion_restitution(phys, v_c)
    kx, ky = -facing.nx, -facing.ny
    rigid_impact(body, kx, ky, 0.0, e, phys.mu_facing, phys.radius, phys.v_min)
    start_falling(body, phys, body.pocket)


@kernel
def _hit_rim(body: Body, phys: Phys, hole: Any) -> None:
    """A ball inside a hole meets the edge of the slate where its way would lead out."""
    t = ring_exit(body, hole, hole.edge)
    ex = (body.x + body.vx * t - hole.x) / hole.edge
    ey = (body.y + body.vy * t - hole.y) / hole.edge
    out = hole.edge - ((body.x - hole.x) * ex + (body.y - hole.y) * ey)
    norm = math.sqrt(out * out + body.z * body.z)
    kx, ky, kz = -ex * out / norm, -ey * out / norm, body.z / norm
    rigid_impact(body, kx, ky, kz, phys.e_slate, phys.mu_slate, phys.radius, phys.v_min)


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
        write(log, log_len, at, body.t0, POCKET_ENTER, body.ball, index, body.x, body.y, 0.0, 0)
        start_falling(body, phys, index)
    elif kind == INTO_HOLE:
        write(log, log_len, at, body.t0, POCKET_ENTER, body.ball, index, body.x, body.y, 0.0, 0)
        start_falling(body, phys, index)
    elif kind == LINER:
        _hit_liner(body, phys, geometry.holes[k, index])
        if body.pocket < 0:
            write(log, log_len, at, body.t0, POCKET_ENTER, body.ball, index, body.x, body.y, 0.0, 0)
        start_falling(body, phys, index)
    elif kind == RIM:
        _hit_rim(body, phys, geometry.holes[k, index])
        start_falling(body, phys, index)
    elif kind == FACING:
        _hit_facing(body, phys, geometry.segments[k, index], log, log_len, at)
    elif kind == SUNK:
        sink(body, index, log, log_len, at)
    elif kind == CLEAR_OF_HOLE:
        write(log, log_len, at, body.t0, POCKET_REBOUND, body.ball, index, body.x, body.y, 0.0, 0)
        body.pocket = -1
        start_air(body, phys)
    else:
        hit_edge(body, phys, geometry.edges[k, index], kind == AIR_VERTEX, log, log_len, at)


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
    if geometry.bed[k].pocket_mode == CIRCLE:
        sink(body, pocket, log, log_len, at)
        return
    write(log, log_len, at, body.t0, POCKET_ENTER, body.ball, pocket, body.x, body.y, 0.0, 0)
    start_fall(body, phys, geometry.holes[k, pocket], pocket)
