"""Collision of two balls integrated over the normal impulse (Mathavan, Jackson and Parkin 2014).

Optional model: unlike the instantaneous impulse it lets the ball that friction presses down feel
the cloth during the contact. Both balls stay on the bed. Legend: y along the line of centres, x
across it, z up; spins as surface speeds R w; T normal impulse of the cloth per unit of P.
"""

from __future__ import annotations

import math

from poolenv.kernel import kernel
from poolenv.physics.ball_ball import ball_friction
from poolenv.physics.body import Body
from poolenv.physics.cushion import SLIP_EPSILON
from poolenv.states import HELD
from poolenv.table.phys import Phys

#: Midpoint steps of the whole impact in reference runs; a shot takes RUNTIME_STEPS.
STEPS = 512


@kernel
def _rates(
    v1x: float,
    v1y: float,
    w1x: float,
    w1y: float,
    w1z: float,
    v2x: float,
    v2y: float,
    w2x: float,
    w2y: float,
    w2z: float,
    mu_b: float,
    mu_s: float,
) -> tuple[float, float, float, float, float, float]:
    """(f_x, f_z, c1_x, c1_y, c2_x, c2_y) per unit of normal impulse over mass."""
    sx = v1x - v2x - (w1z + w2z)
    sz = w1x + w2x
    inverse = mu_b / (math.sqrt(sx * sx + sz * sz) + SLIP_EPSILON)
    fx = -sx * inverse
    fz = -sz * inverse
    t1 = max(0.0, -fz)
    t2 = max(0.0, fz)
    ux = v1x - w1y
    uy = v1y + w1x
    inverse = mu_s * t1 / (math.sqrt(ux * ux + uy * uy) + SLIP_EPSILON)
    c1x = -ux * inverse
    c1y = -uy * inverse
    ux = v2x - w2y
    uy = v2y + w2x
    inverse = mu_s * t2 / (math.sqrt(ux * ux + uy * uy) + SLIP_EPSILON)
    return fx, fz, c1x, c1y, -ux * inverse, -uy * inverse


@kernel
def collide_integrated(first: Body, second: Body, phys: Phys, steps: int) -> bool:
    """Exchange impulses until the returned work is e^2 times that of the compression.

    Friction between the balls is that of their slip before the impact. The law does not hold for a
    ball in the air or on a rail, nor for a separation slower than v_min, which the impulse raises.

    Args:
        first: touching and approaching; velocity and spin change.
        second: the other ball.
        phys: equipment.
        steps: midpoint steps.

    Returns:
        Whether the law holds; the balls are unchanged otherwise.
    """
    nx = second.x - first.x
    ny = second.y - first.y
    distance = math.sqrt(nx * nx + ny * ny)
    nx /= distance
    ny /= distance
    radius = phys.radius
    e = phys.e_ball
    mu_s = phys.mu_slide
    # local axes: x = (ny, -nx), y = (nx, ny)
    v1x, v1y = first.vx * ny - first.vy * nx, first.vx * nx + first.vy * ny
    v2x, v2y = second.vx * ny - second.vy * nx, second.vx * nx + second.vy * ny
    # Friction of the cloth changes the speed of separation, e times that of approach, by per cents.
    if 0.5 * e * (v1y - v2y) <= phys.v_min or first.motion > HELD or second.motion > HELD:
        return False
    w1x = radius * (first.wx * ny - first.wy * nx)
    w1y = radius * (first.wx * nx + first.wy * ny)
    w2x = radius * (second.wx * ny - second.wy * nx)
    w2y = radius * (second.wx * nx + second.wy * ny)
    w1z, w2z = radius * first.wz, radius * second.wz
    across = v1x - v2x - (w1z + w2z)
    down = w1x + w2x
    mu_b = ball_friction(phys, math.sqrt(across * across + down * down))
    h = 0.5 * (1.0 + e) * (v1y - v2y) / steps
    work = 0.0
    goal = 0.0
    expanding = False
    k = 2.5
    for _ in range(64 * steps):
        fx, fz, ax, ay, bx, by = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for stage in range(2):  # at the start of the step, then at its middle
            g = 0.5 * h * stage
            fx, fz, ax, ay, bx, by = _rates(
                v1x + g * (fx + ax),
                v1y + g * (ay - 1.0),
                w1x + g * k * (fz + ay),
                w1y - g * k * ax,
                w1z - g * k * fx,
                v2x + g * (bx - fx),
                v2y + g * (1.0 + by),
                w2x + g * k * (fz + by),
                w2y - g * k * bx,
                w2z - g * k * fx,
                mu_b,
                mu_s,
            )
        speed = v1y - v2y
        rate = ay - by - 2.0
        step = h
        done = False
        if not expanding:
            if speed + rate * h <= 0.0:
                step = -speed / rate
            work += (speed + 0.5 * rate * step) * step
        else:
            returned = -(speed + 0.5 * rate * h) * h
            if work + returned >= goal:
                rest = goal - work
                step = 2.0 * rest / (math.sqrt(speed * speed - 2.0 * rate * rest) - speed)
                done = True
            else:
                work += returned
        v1x += step * (fx + ax)
        v1y += step * (ay - 1.0)
        w1x += step * k * (fz + ay)
        w1y -= step * k * ax
        w1z -= step * k * fx
        v2x += step * (bx - fx)
        v2y += step * (1.0 + by)
        w2x += step * k * (fz + by)
        w2y -= step * k * bx
        w2z -= step * k * fx
        if done:
            break
        if not expanding and step < h:
            expanding = True
            goal = e * e * work
            work = 0.0
            v1y = v2y
            if goal <= 0.0:
                break
    first.vx, first.vy = v1x * ny + v1y * nx, -v1x * nx + v1y * ny
    second.vx, second.vy = v2x * ny + v2y * nx, -v2x * nx + v2y * ny
    first.wx, first.wy = (w1x * ny + w1y * nx) / radius, (-w1x * nx + w1y * ny) / radius
    second.wx, second.wy = (w2x * ny + w2y * nx) / radius, (-w2x * nx + w2y * ny) / radius
    first.wz, second.wz = w1z / radius, w2z / radius
    return True
