"""Pockets that keep their balls: where those lie, and what happens to one that comes after.

The balls of a pocket lie in a column. The last one that it holds has its centre a radius below the
bed, where balls count as pocketed; the others are out of reach. Whatever falls into a full pocket
meets the balls that lie there: the column gives way like the lining of the pocket.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.events import CB_TOUCHES_POCKETED_BALL, JAM, OVER_HOLE, POCKETED
from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body
from poolenv.physics.log import write
from poolenv.physics.rigid import rigid_impact
from poolenv.physics.slate import hop_speed
from poolenv.physics.wedge import touch_nothing
from poolenv.states import FALLING
from poolenv.states import POCKETED as IN_POCKET
from poolenv.table.geometry import Geometry
from poolenv.table.phys import Phys


@kernel
def column_height(below: int, capacity: int, radius: float) -> float:
    """Height of a ball in the column of a pocket [m].

    Args:
        below: balls that lie under it.
        capacity: balls that the pocket holds.
        radius: R [m].
    """
    return -radius - 2.0 * radius * max(capacity - 1 - below, 0)


@kernel
def lie_down(bodies: Any, n: int, a: int, bed: Any, phys: Phys) -> None:
    """A ball has sunk: it runs back, or lies on top of those in a pocket that keeps it.

    Args:
        bodies: (n,) bodies.
        n: how many.
        a: the ball; it stays where it sank, deeper while there is room.
        bed: record Bed.
        phys: equipment.
    """
    body = bodies[a]
    if bed.capacity == 0:
        body.pocket = -1
        return
    below = 0
    for j in range(n):
        if j != a and bodies[j].motion == IN_POCKET and bodies[j].pocket == body.pocket:
            below += 1
    _lay(body, column_height(below, bed.capacity, phys.radius))


@kernel
def _lay(body: Body, z: float) -> None:
    body.z = z
    body.vx, body.vy, body.vz = 0.0, 0.0, 0.0
    body.wx, body.wy, body.wz = 0.0, 0.0, 0.0
    body.ax, body.ay, body.az = 0.0, 0.0, 0.0
    body.motion = IN_POCKET
    body.t_end = INF
    body.geo_t = INF


@kernel
def load_lying(
    bodies: Any, n: int, pos: Any, motion: Any, i: int, geometry: Geometry, k: int, phys: Phys
) -> int:
    """Add the balls that lie in the pockets of row i to the bodies; balls taken out leave no gap.

    Args:
        bodies: (16,) bodies, of which n are in use.
        n: how many.
        pos: (N, 16, 3) centres; a ball that lies in no pocket has position 0 [m].
        motion: (N, 16) states.
        i: the row.
        geometry: colliders of all tables.
        k: the table.
        phys: equipment.

    Returns:
        How many bodies there are now.
    """
    for ball in range(16):
        if motion[i, ball] != IN_POCKET or pos[i, ball, 2] == 0.0:
            continue
        body = bodies[n]
        body.ball = ball
        body.t0 = 0.0
        body.x, body.y = pos[i, ball, 0], pos[i, ball, 1]
        body.ux, body.uy = 0.0, 0.0
        body.pocket = pocket_near(geometry, k, body.x, body.y)
        body.pair_t = INF
        body.pair_body = -1
        body.held_by = -1
        touch_nothing(body)
        body.frozen = 0
        body.line_t = INF
        body.line_left = 0
        body.rails = 0
        body.bounces = 0
        body.logged = 0
        below = 0
        for other in range(16):
            if (
                other != ball
                and motion[i, other] == IN_POCKET
                and pos[i, other, 2] != 0.0
                and pocket_near(geometry, k, pos[i, other, 0], pos[i, other, 1]) == body.pocket
                and (
                    pos[i, other, 2] < pos[i, ball, 2]
                    or (pos[i, other, 2] == pos[i, ball, 2] and other < ball)
                )
            ):
                below += 1
        z = column_height(below, geometry.bed[k].capacity, phys.radius)
        if z == -phys.radius:
            z = max(z, pos[i, ball, 2])
        _lay(body, z)
        n += 1
    return n


@kernel
def pocket_near(geometry: Geometry, k: int, x: float, y: float) -> int:
    """The pocket whose hole is nearest to a place."""
    nearest, pocket = INF, -1
    for s in range(6):
        dx, dy = x - geometry.holes[k, s].x, y - geometry.holes[k, s].y
        away = math.sqrt(dx * dx + dy * dy)
        if away < nearest:
            nearest, pocket = away, s
    return pocket


@kernel
def meet_lying(
    body: Body, lying: Body, phys: Phys, lasts: bool, log: Any, log_len: Any, at: int
) -> bool:
    """A moving ball meets one that lies in a pocket.

    Args:
        body: the moving ball.
        lying: the other one, which stays.
        phys: equipment.
        lasts: whether the referee knows of this contact.
        log: referee log.
        log_len: its entries in use.
        at: its row.

    Returns:
        Whether the ball comes to lie there itself: slower than a hop it stays in the pocket, jammed
        if its centre is above the bed.
    """
    if body.ball == 0 and not lasts:
        write(
            log,
            log_len,
            at,
            body.t0,
            CB_TOUCHES_POCKETED_BALL,
            lying.ball,
            lying.pocket,
            body.x,
            body.y,
            0.0,
            0,
        )
    kx, ky, kz = body.x - lying.x, body.y - lying.y, body.z - lying.z
    length = math.sqrt(kx * kx + ky * ky + kz * kz)
    kx, ky, kz = kx / length, ky / length, kz / length
    approach = -(body.vx * kx + body.vy * ky + body.vz * kz)
    rigid_impact(body, kx, ky, kz, phys.liner_e, phys.liner_mu, phys.radius, phys.v_min)
    if body.motion != FALLING or approach >= hop_speed(phys):
        return False
    kind, flag = (JAM, OVER_HOLE) if body.z > 0.0 else (POCKETED, 0)
    body.pocket = lying.pocket
    write(log, log_len, at, body.t0, kind, body.ball, body.pocket, body.x, body.y, 0.0, flag)
    _lay(body, body.z)
    return True
