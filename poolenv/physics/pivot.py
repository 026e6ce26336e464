"""Balls in the way of one that turns about an edge: of a hole, of a nose, of a rail.

The turn takes no time in the simulation. Another ball may stand in the way: then the ball stops
where they touch, and their contact follows.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.events import POCKET_REBOUND
from poolenv.kernel import kernel
from poolenv.physics.body import position_x, position_y, position_z
from poolenv.physics.log import write
from poolenv.physics.motion import start_air, start_free
from poolenv.states import AIRBORNE, FALLING, POCKETED
from poolenv.table.phys import Phys

#: Places on the way over an edge that are looked at for other balls.
_LOOKS = 16
_HALVINGS = 50


@kernel
def _gap_on_way(
    bodies: Any,
    n: int,
    a: int,
    x: float,
    y: float,
    z: float,
    dx: float,
    dy: float,
    rho: float,
    angle: float,
    reach: float,
) -> float:
    """Least gap between the others and a ball that has turned by this angle, at most reach [m]."""
    px = x + rho * math.sin(angle) * dx
    py = y + rho * math.sin(angle) * dy
    pz = z - rho * (1.0 - math.cos(angle))
    now = bodies[a].t0
    least = reach
    for j in range(n):
        other = bodies[j]
        if j == a or (other.motion >= POCKETED and other.pocket < 0):
            continue
        qx = px - position_x(other, now)
        qy = py - position_y(other, now)
        qz = pz - position_z(other, now)
        least = min(least, math.sqrt(qx * qx + qy * qy + qz * qz) - reach)
    return least


@kernel
def stop_at_balls(
    bodies: Any,
    n: int,
    a: int,
    x: float,
    y: float,
    z: float,
    phys: Phys,
    log: Any,
    log_len: Any,
    at: int,
) -> None:
    """Take a ball that went over an edge from (x, y, z) back to where it meets another one.

    On the way about the edge (7/10)(v^2 - v0^2) = g rho (1 - cos psi), across it alone.

    Args:
        bodies: (n,) bodies.
        n: how many.
        a: the one that has turned about an edge.
        x: where its centre was before [m].
        y: its y.
        z: its z.
        phys: equipment.
        log: referee log.
        log_len: its entries in use.
        at: its row.
    """
    body = bodies[a]
    dx, dy = body.x - x, body.y - y
    far = math.sqrt(dx * dx + dy * dy)
    dx, dy = dx / far, dy / far
    whole = 2.0 * math.atan2(z - body.z, far)
    rho = far / math.sin(whole)
    reach = 2.0 * phys.radius
    free = 0.0
    blocked = -1.0
    for look in range(1, _LOOKS + 1):
        angle = whole * look / _LOOKS
        if _gap_on_way(bodies, n, a, x, y, z, dx, dy, rho, angle, reach) < 0.0:
            blocked = angle
            break
        free = angle
    if blocked < 0.0:
        return
    for _ in range(_HALVINGS):
        angle = 0.5 * (free + blocked)
        if _gap_on_way(bodies, n, a, x, y, z, dx, dy, rho, angle, reach) < 0.0:
            blocked = angle
        else:
            free = angle
    sine, cosine = math.sin(free), math.cos(free)
    inward = body.vx * dx + body.vy * dy
    along_x, along_y = body.vx - inward * dx, body.vy - inward * dy
    gained = 10.0 / 7.0 * phys.gravity * rho * (cosine - math.cos(whole))
    speed = math.sqrt(max(inward * inward + body.vz * body.vz - gained, 0.0))
    body.x = x + rho * sine * dx
    body.y = y + rho * sine * dy
    body.z = z - rho * (1.0 - cosine)
    stays = body.motion == FALLING and body.z > phys.radius - 1e-12 and z <= phys.radius
    if stays:
        # They touch already: the ball waits at the edge until the other one is gone.
        write(log, log_len, at, body.t0, POCKET_REBOUND, body.ball, body.pocket, x, y, 0.0, 0)
        body.x, body.y, body.z = x, y, z
        body.vx, body.vy = along_x - phys.v_min * dx, along_y - phys.v_min * dy
        body.vz = 0.0
        body.pocket = -1
    else:
        body.vx, body.vy = along_x + speed * cosine * dx, along_y + speed * cosine * dy
        body.vz = -speed * sine
    body.wx, body.wy = -body.vy / phys.radius, body.vx / phys.radius
    if stays:
        start_free(body, phys)
    elif body.motion == AIRBORNE:
        start_air(body, phys)
