"""Touching balls share an impulse: Hertz contacts with damping, integrated in time.

Optional model for the rack and frozen groups, where pairwise impulses depend on the numbers of the
balls. F = max(0, K d^(3/2) + alpha sqrt(m* K) d^(1/4) d'), d overlap, m* = m/2 (Hertz; Tsuji et al.
1992); K from Marlow's ball data (Alciatore TP B.29). No tangential force, no cloth force. The force
of a step acts at the midpoint of its way.

Who takes part and when it ends: group.py.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.kernel import kernel
from poolenv.physics.log import write_pair
from poolenv.table.phys import Phys

#: Balls nearer than this belong to one cluster [m].
CLUSTER_GAP = 1e-4
#: Overlap that rounding may leave between balls at rest [m]: no contact yet.
SHALLOW = 1e-9
#: Time step [s].
STEP = 1e-6
#: A pair that approaches is waited for this long [s]; one that takes longer meets by itself.
WAIT = 1e-3
#: No cluster takes longer than this [s]: 3 ms part a fifteen-ball rack.
LONGEST = 0.05
#: First of the bits of Body.logged that say which balls it has met in this cluster.
MET = 8


@kernel
def damping(e: float) -> float:
    """alpha = 0.711 (1 - e) + 0.55 (1 - e)^2, which gives the restitution e in a pair."""
    loss = 1.0 - e
    return 0.711 * loss + 0.55 * loss * loss


@kernel
def contact_drag(phys: Phys) -> float:
    """alpha sqrt(m* K), the factor of the damping in the force between two balls."""
    return damping(phys.e_ball) * math.sqrt(0.5 * phys.mass * phys.hertz)


@kernel
def contact_force(overlap: float, rate: float, stiffness: float, drag: float) -> float:
    """Force between two balls that overlap [N], never a pull.

    Args:
        overlap: d >= 0 [m].
        rate: its rate, positive while it grows [m/s].
        stiffness: K [N/m^1.5].
        drag: as of ``contact_drag``.
    """
    root = math.sqrt(overlap)
    return max(0.0, stiffness * overlap * root + drag * math.sqrt(root) * rate)


@kernel
def integrate_cluster(
    bodies: Any,
    n: int,
    members: int,
    phys: Phys,
    bed: Any,
    now: float,
    limit: float,
    start_x: float,
    start_y: float,
    log: Any,
    log_len: Any,
    at: int,
) -> tuple[float, float]:
    """Let the members push each other until they part.

    It ends when no overlap is left and none approach, at the limit, or when a member reaches
    rubber, which is not part of the integration. What was not over then goes on as the contacts
    that are left.

    Args:
        bodies: (n,) record Body; members are at time now. Their places and velocities change, their
            segments have to begin anew; ``ux`` and ``uy`` keep where they were.
        n: how many bodies there are.
        members: bits of the rows that take part.
        phys: equipment.
        bed: record Bed.
        now: the time [s].
        limit: no later than this [s]: something else happens then.
        start_x: where the cue ball lay before the stroke [m].
        start_y: its y.
        log: (L, LOG_CAPACITY) record Event, for the pairs that meet.
        log_len: (L,) entries in use.
        at: the row of the log.

    Returns:
        (time at the end [s], largest force [N]).
    """
    reach = 2.0 * phys.radius
    near = (reach + CLUSTER_GAP) * (reach + CLUSTER_GAP)
    drag = contact_drag(phys)
    half = 0.5 * STEP
    peak = 0.0
    t = now
    busy = True
    for i in range(n):
        if (members >> i) & 1 == 1:
            bodies[i].ux, bodies[i].uy = bodies[i].x, bodies[i].y
    while busy and t - now < LONGEST and t + STEP <= limit:
        busy = False
        for i in range(n):
            if (members >> i) & 1 == 0:
                continue
            body = bodies[i]
            body.x += half * body.vx
            body.y += half * body.vy
            body.ax = 0.0
            body.ay = 0.0
            for j in range(i):
                other = bodies[j]
                dx = body.x - other.x
                dy = body.y - other.y
                square = dx * dx + dy * dy
                if square > near or (members >> j) & 1 == 0:
                    continue
                distance = math.sqrt(square)
                dx /= distance
                dy /= distance
                rate = (other.vx - body.vx) * dx + (other.vy - body.vy) * dy
                overlap = reach - distance
                if overlap > SHALLOW or (rate > 0.0 and overlap + rate * WAIT > 0.0):
                    busy = True
                if overlap > 0.0:
                    force = contact_force(overlap, rate, phys.hertz, drag)
                    peak = max(peak, force)
                    push = force / phys.mass
                    body.ax += push * dx
                    body.ay += push * dy
                    other.ax -= push * dx
                    other.ay -= push * dy
                if overlap > SHALLOW and (body.logged >> (MET + j)) & 1 == 0:
                    body.logged |= 1 << (MET + j)
                    write_pair(other, body, t, start_x, start_y, log, log_len, at)
        t += STEP
        for i in range(n):
            if (members >> i) & 1 == 0:
                continue
            body = bodies[i]
            body.vx += STEP * body.ax
            body.vy += STEP * body.ay
            body.x += half * body.vx
            body.y += half * body.vy
            if abs(body.x) >= bed.half_x or abs(body.y) >= bed.half_y:
                body.x = min(max(body.x, -bed.half_x), bed.half_x)
                body.y = min(max(body.y, -bed.half_y), bed.half_y)
                busy = False
    for i in range(n):
        if (members >> i) & 1 == 1:
            bodies[i].logged &= (1 << MET) - 1
    return t, peak
