"""A blow to balls that touch each other: who shares it, and how the motion goes on from there."""

from __future__ import annotations

import math
from typing import Any

from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body, position_x, position_y
from poolenv.physics.cluster import CLUSTER_GAP, STEP, integrate_cluster, is_inside
from poolenv.physics.detect import predict_table
from poolenv.physics.motion import advance, start_free
from poolenv.physics.watch import leave_rails, watch_line
from poolenv.states import HELD, SLIDING
from poolenv.table.geometry import Geometry
from poolenv.table.phys import Phys

#: Slower contacts are pairwise [m/s]: balls that friction presses together meet as slowly as that,
#: over and over, and what two of them do to a third is then of no account.
SLOW = 0.02
#: Fewer balls are a pair, whose impulse knows friction.
LEAST = 3


@kernel
def closing_speed(first: Body, second: Body) -> float:
    """How fast two balls on the bed approach each other [m/s]."""
    nx = second.x - first.x
    ny = second.y - first.y
    closing = (first.vx - second.vx) * nx + (first.vy - second.vy) * ny
    return closing / math.sqrt(nx * nx + ny * ny)


@kernel
def _connected(bodies: Any, n: int, members: int, reach: float, now: float) -> int:
    """The members, and everybody on the bed whom gaps of a cluster connect with them."""
    limit = reach + CLUSTER_GAP
    grown = 0
    while grown != members:
        grown = members
        for i in range(n):
            if (members >> i) & 1 == 1 or bodies[i].motion > HELD:
                continue
            x, y = position_x(bodies[i], now), position_y(bodies[i], now)
            for j in range(n):
                if (members >> j) & 1 == 1:
                    dx = x - position_x(bodies[j], now)
                    dy = y - position_y(bodies[j], now)
                    if dx * dx + dy * dy <= limit * limit:
                        members |= 1 << i
                        break
    return members


@kernel
def share_blow(
    bodies: Any,
    n: int,
    a: int,
    b: int,
    phys: Phys,
    bed: Any,
    now: float,
    start_x: float,
    start_y: float,
    log: Any,
    log_len: Any,
    at: int,
) -> tuple[int, float]:
    """Resolve the contact of two balls together with all that touch them.

    Left to pairwise impulses, which know friction, flight and rubber: two balls alone, slow
    contacts, balls in the air, and groups at a cushion or a mouth.

    Args:
        bodies: (n,) record Body; a and b are at time now.
        n: how many there are.
        a: row of one of the balls that meet.
        b: row of the other.
        phys: equipment.
        bed: record Bed.
        now: the time [s].
        start_x: where the cue ball lay before the stroke [m].
        start_y: its y.
        log: (L, LOG_CAPACITY) record Event.
        log_len: (L,) entries in use.
        at: the row of the log.

    Returns:
        (bits of the rows that took part, 0: the contact is still to be resolved; time after it
        [s]). Who took part is where it is then, with ``ux`` and ``uy`` where it was at its ``t0``.
    """
    on_bed = bodies[a].motion <= HELD and bodies[b].motion <= HELD and bed.clear == 1
    if not on_bed or closing_speed(bodies[a], bodies[b]) <= SLOW:
        return 0, now
    members = _connected(bodies, n, (1 << a) | (1 << b), 2.0 * phys.radius, now)
    count = 0
    limit = INF
    for i in range(n):
        body = bodies[i]
        if (members >> i) & 1 == 1:
            count += 1
            if not is_inside(bed, position_x(body, now), position_y(body, now)):
                return 0, now
            continue
        limit = min(limit, min(body.t_end, body.geo_t))
        if body.pair_body >= 0 and (members >> body.pair_body) & 1 == 0:
            limit = min(limit, body.pair_t)
    if count < LEAST or now + STEP > limit:
        return 0, now
    for i in range(n):
        if (members >> i) & 1 == 1:
            if bodies[i].rails != 0:
                leave_rails(bodies[i], bed, now)
            advance(bodies[i], phys, now)
    members, end, _ = integrate_cluster(
        bodies, n, members, phys, bed, now, limit, start_x, start_y, log, log_len, at
    )
    return members, end


@kernel
def begin_group(
    bodies: Any,
    n: int,
    members: int,
    geometry: Geometry,
    phys: Phys,
    now: float,
    marks_line: float,
    lag: bool,
    states: Any,
    used: int,
) -> int:
    """Begin the segments of the members after a blow that they shared.

    Args:
        bodies: (n,) record Body as :func:`share_blow` leaves them.
        n: how many there are.
        members: bits of who took part.
        geometry: colliders.
        phys: equipment.
        now: time after the blow [s].
        marks_line: as of :func:`poolenv.physics.simulate.simulate_row`.
        lag: the same.
        states: (S,) record Body, state log: a straight piece for the way during the blow, then the
            new segments.
        used: its entries in use.

    Returns:
        Entries of the state log in use.
    """
    first = INF
    for i in range(n):
        if (members >> i) & 1 == 1:
            first = min(first, bodies[i].t0)
    for i in range(n):
        body = bodies[i]
        # Who joined later keeps to its old segment until now: half a millisecond at most or so.
        if (members >> i) & 1 == 1 and body.t0 == first and used < len(states):
            states[used] = body
            piece = states[used]
            piece.motion = SLIDING
            piece.vx = (body.x - body.ux) / (now - first)
            piece.vy = (body.y - body.uy) / (now - first)
            piece.x, piece.y = body.ux, body.uy
            piece.ax, piece.ay = 0.0, 0.0
            piece.ux, piece.uy = 0.0, 0.0
            piece.t_end = now
            used += 1
    for i in range(n):
        body = bodies[i]
        if (members >> i) & 1 == 1:
            body.t0 = now
            start_free(body, phys)
            predict_table(body, geometry, phys.table, phys)
            watch_line(body, marks_line, lag)
            if used < len(states):
                states[used] = body
                used += 1
    return used
