"""Foreign objects: a ball in the air or on a rail meets chalk or a lamp, rigid upright cylinders.

The centre of a touching ball lies on a surface of flats, a pipe and two pieces of a torus. A root
of its distance is a root of degree eight, so the time is found by steps that the distance allows:
nowhere is it left faster than the ball moves.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.events import BALL_HITS_OBJECT, WOULD_HAVE_LEFT
from poolenv.kernel import kernel
from poolenv.physics.body import Body, position_x, position_y, position_z
from poolenv.physics.kinds import OBSTACLE
from poolenv.physics.log import write
from poolenv.physics.motion import fall_time, start_air
from poolenv.physics.rigid import rigid_impact
from poolenv.physics.wedge import OBJECT_TOUCHED, still_touches
from poolenv.states import AIRBORNE, RIDING
from poolenv.table.geometry import Geometry
from poolenv.table.phys import Phys

#: Restitution and friction of a ball on a foreign object, as on the wood of a rail [E].
E_OBJECT, MU_OBJECT = 0.5, 0.2
#: A surface this near is touched [m].
NEAR = 1e-10
#: Least step of the search [s]: a faster graze than this is none (16 m/s: 1 nm deep).
LEAST_STEP = 1e-6
MOST_STEPS = 5000


@kernel
def obstacle_gap(obstacle: Any, x: float, y: float, z: float) -> float:
    """Distance of a point from the solid cylinder [m]."""
    dx, dy = x - obstacle.x, y - obstacle.y
    beside = max(math.sqrt(dx * dx + dy * dy) - obstacle.radius, 0.0)
    over = max(max(obstacle.low - z, z - obstacle.high), 0.0)
    return math.sqrt(beside * beside + over * over)


@kernel
def obstacle_normal(obstacle: Any, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Unit normal from the nearest point of the cylinder to a point outside of it."""
    dx, dy = x - obstacle.x, y - obstacle.y
    away = math.sqrt(dx * dx + dy * dy)
    beside = max(away - obstacle.radius, 0.0)
    over = 0.0
    if z > obstacle.high:
        over = z - obstacle.high
    elif z < obstacle.low:
        over = z - obstacle.low
    length = math.sqrt(beside * beside + over * over)
    if beside == 0.0:
        return 0.0, 0.0, over / length
    return dx / away * beside / length, dy / away * beside / length, over / length


@kernel
def _is_approaching(body: Body, obstacle: Any, t: float) -> bool:
    s = t - body.t0
    nx, ny, nz = obstacle_normal(
        obstacle, position_x(body, t), position_y(body, t), position_z(body, t)
    )
    vx, vy = body.vx + 2.0 * body.ax * s, body.vy + 2.0 * body.ay * s
    return vx * nx + vy * ny + (body.vz + 2.0 * body.az * s) * nz < 0.0


@kernel
def _obstacle_contact(body: Body, obstacle: Any, radius: float, t_last: float) -> float:
    """When the ball meets a cylinder before the time t_last; t_last if it does not."""
    rise = max(abs(body.vz), abs(body.vz + 2.0 * body.az * (t_last - body.t0)))
    fastest = math.sqrt(body.vx * body.vx + body.vy * body.vy + rise * rise)
    if fastest == 0.0:
        return t_last
    before = body.t0
    t = body.t0
    for _ in range(MOST_STEPS):
        gap = obstacle_gap(obstacle, position_x(body, t), position_y(body, t), position_z(body, t))
        gap -= radius
        if gap <= NEAR and _is_approaching(body, obstacle, t):
            if gap < -NEAR and t > before:
                return _touching_time(body, obstacle, radius, before, t)
            return t
        before = t
        t += max(gap / fastest, LEAST_STEP)
        if t >= t_last:
            return t_last
    return t_last


@kernel
def _touching_time(body: Body, obstacle: Any, radius: float, low: float, high: float) -> float:
    """Bisect the contact between a time before it and one after it."""
    for _ in range(60):
        t = 0.5 * (low + high)
        gap = obstacle_gap(obstacle, position_x(body, t), position_y(body, t), position_z(body, t))
        if gap > radius:
            low = t
        else:
            high = t
    return low


@kernel
def predict_obstacles(body: Body, geometry: Geometry, k: int, phys: Phys) -> None:
    """Let the next contact of a ball that is not on the bed be one with a foreign object.

    Args:
        body: at the start of its segment, its next contact with the table known.
        geometry: colliders of all tables.
        k: the table.
        phys: equipment.
    """
    if body.motion != AIRBORNE and body.motion != RIDING:
        return
    for s in range(geometry.bed[k].n_objects):
        t_last = min(body.t_end, body.geo_t)
        t = _obstacle_contact(body, geometry.objects[k, s], phys.radius, t_last)
        if t < t_last:
            body.geo_t, body.geo_kind, body.geo_index = t, OBSTACLE, s


@kernel
def hit_obstacle(
    body: Body, phys: Phys, geometry: Geometry, k: int, log: Any, log_len: Any, at: int
) -> None:
    """A ball meets a foreign object; the referee learns whether it would have left the table."""
    obstacle = geometry.objects[k, body.geo_index]
    flag = WOULD_HAVE_LEFT if would_leave(body, phys, geometry.bed[k]) else 0
    x, y, kind = body.x, body.y, obstacle.kind
    nx, ny, nz = obstacle_normal(obstacle, x, y, body.z)
    approach = -(body.vx * nx + body.vy * ny + body.vz * nz)
    what = OBJECT_TOUCHED + 2 * body.geo_index + flag
    if not still_touches(body, what, -nx, -ny, approach):
        write(log, log_len, at, body.t0, BALL_HITS_OBJECT, body.ball, kind, x, y, 0.0, flag)
    rigid_impact(body, nx, ny, nz, E_OBJECT, MU_OBJECT, phys.radius, phys.v_min)
    # One that rode on a rail lands there again, and rolls as after any landing.
    start_air(body, phys)


@kernel
def would_leave(body: Body, phys: Phys, bed: Any) -> bool:
    """Whether a ball in the air or on a rail is on its way off the table.

    It flies straight on to the height of the rails. Down there between the noses it comes back;
    beyond the rails it is off; on a rail it rolls on straight, and it comes back if it moves
    inwards fast enough to reach the nose.
    """
    x, y = body.x, body.y
    if body.motion == AIRBORNE:
        t = fall_time(max(body.z - bed.rail_top - phys.radius, 0.0), body.vz, phys.gravity)
        x += body.vx * t
        y += body.vy * t
    beyond_x, beyond_y = abs(x) - bed.nose_x, abs(y) - bed.nose_y
    if beyond_x <= 0.0 and beyond_y <= 0.0:
        return False
    if abs(x) >= bed.outer_x or abs(y) >= bed.outer_y:
        return True
    inwards = -body.vx if x > 0.0 else body.vx
    way = beyond_x
    if beyond_y > beyond_x:
        inwards = -body.vy if y > 0.0 else body.vy
        way = beyond_y
    speed = math.sqrt(body.vx * body.vx + body.vy * body.vy)
    return inwards * speed <= 2.0 * phys.mu_roll * phys.gravity * way
