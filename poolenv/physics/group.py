"""A blow to balls that touch each other: who shares it, and their way while it lasts."""

from __future__ import annotations

from typing import Any

from poolenv.kernel import kernel
from poolenv.physics.body import INF, position_x, position_y
from poolenv.physics.cluster import CLUSTER_GAP, STEP
from poolenv.states import HELD, SLIDING

#: Slower contacts are pairwise [m/s]: balls that friction presses together meet as slowly as that,
#: over and over, and what two of them do to a third is then of no account.
SLOW = 0.02
#: Who lies no further from a member may be reached before the blow is over [m]: a contact of 0.3 ms
#: at 5 m/s moves a ball by 1.5 mm.
NEAR = 2e-3


@kernel
def find_group(
    bodies: Any, n: int, a: int, b: int, reach: float, bed: Any, now: float
) -> tuple[int, float]:
    """Who shares the contact of two balls with them, and for how long nothing else happens.

    Left to pairwise impulses, which know friction, flight and rubber: two balls alone, slow
    contacts, balls in the air, balls at a cushion or in a mouth.

    Args:
        bodies: (n,) record Body; a and b are at time now.
        n: how many there are.
        a: row of one of the balls that meet.
        b: row of the other.
        reach: distance of two touching centres [m].
        bed: record Bed.
        now: the time [s].

    Returns:
        (bits of the rows, 0: a matter of the pair alone; time of the next event of anybody else).
    """
    first, second = bodies[a], bodies[b]
    closing = (first.vx - second.vx) * (second.x - first.x)
    closing += (first.vy - second.vy) * (second.y - first.y)
    on_bed = first.motion <= HELD and second.motion <= HELD and bed.clear == 1
    if not on_bed or closing <= SLOW * reach:
        return 0, now
    # Who touches the two, or somebody who does; then whom those may reach, and on from there.
    members = (1 << a) | (1 << b)
    core = 0
    gap = CLUSTER_GAP
    grown = 0
    while grown != members:
        grown = members
        for i in range(n):
            x, y = position_x(bodies[i], now), position_y(bodies[i], now)
            for j in range(n):
                if (members >> j) & 1 == 1 and bodies[i].motion <= HELD:
                    dx = x - position_x(bodies[j], now)
                    dy = y - position_y(bodies[j], now)
                    if dx * dx + dy * dy <= (reach + gap) * (reach + gap):
                        members |= 1 << i
        if grown == members and core == 0:
            core = members
            gap = NEAR
            grown = 0
    if core == (1 << a) | (1 << b):
        return 0, now
    limit = INF
    for i in range(n):
        body = bodies[i]
        if (members >> i) & 1 == 1:
            x, y = position_x(body, now), position_y(body, now)
            if abs(x) >= bed.half_x - CLUSTER_GAP or abs(y) >= bed.half_y - CLUSTER_GAP:
                return 0, now
            continue
        limit = min(limit, min(body.t_end, body.geo_t))
        if body.pair_body >= 0 and (members >> body.pair_body) & 1 == 0:
            limit = min(limit, body.pair_t)
    return (members, limit) if now + STEP <= limit else (0, now)


@kernel
def record_ways(bodies: Any, n: int, group: int, end: float, states: Any, used: int) -> int:
    """Append a straight piece of way for the time of a blow to the state log.

    Args:
        bodies: (n,) record Body after the blow, with its beginning in ``t0``, ``ux`` and ``uy``.
        n: how many there are.
        group: bits of the rows that took part.
        end: time after the blow [s].
        states: (S,) record Body, state log.
        used: its entries in use.

    Returns:
        Entries in use.
    """
    for i in range(n):
        if (group >> i) & 1 == 1 and used < len(states):
            body = bodies[i]
            states[used] = body
            piece = states[used]
            piece.motion = SLIDING
            piece.vx = (body.x - body.ux) / (end - body.t0)
            piece.vy = (body.y - body.uy) / (end - body.t0)
            piece.x, piece.y = body.ux, body.uy
            piece.ax, piece.ay = 0.0, 0.0
            piece.ux, piece.uy = 0.0, 0.0
            piece.t_end = end
            used += 1
    return used
