"""Cue to ball: instantaneous impulse with tip restitution, friction cone and end-mass squirt.

Sources: Alciatore TP A.30 (efficiency), TP A.31 and TP B.1 (squirt), Coriolis 1835. Legend: V cue
speed, a, b contact offsets to the right and upwards in ball radii, perpendicular to the cue axis,
rho their length, th elevation, d direction of the cue, M cue mass, m ball mass.
"""

from __future__ import annotations

import math

from poolenv.kernel import kernel
from poolenv.table.phys import Phys


@kernel
def miscue_limit(phys: Phys) -> float:
    """Largest offset at which the tip grips, mu/sqrt(1 + mu^2) [ball radii]."""
    return phys.mu_tip / math.sqrt(1.0 + phys.mu_tip * phys.mu_tip)


@kernel
def tip_centre(
    phys: Phys,
    side: float,
    follow: float,
    aim_x: float,
    aim_y: float,
    sin_el: float,
    cos_el: float,
) -> tuple[float, float, float]:
    """From the centre of the cue ball to that of the tip's curvature, at the touch [m].

    They are R + r apart, along the offsets and the depth c = sqrt(1 - a^2 - b^2) behind them.

    Args:
        phys: equipment.
        side: a, tip offset to the right [ball radii].
        follow: b, tip offset upwards [ball radii].
        aim_x: unit vector of the stroke, seen from above.
        aim_y: its y.
        sin_el: sine of the elevation.
        cos_el: its cosine.
    """
    reach = phys.radius + phys.tip_radius
    depth = math.sqrt(max(0.0, 1.0 - side * side - follow * follow))
    along = follow * sin_el - depth * cos_el
    return (
        reach * (along * aim_x + side * aim_y),
        reach * (along * aim_y - side * aim_x),
        reach * (follow * cos_el + depth * sin_el),
    )


@kernel
def squirt_angle(side: float, follow: float, ball_over_endmass: float) -> float:
    """Deflection of the cue ball away from the english side [rad], 0 for an infinitely light shaft.

    tan = (5/2) a c/(1 + m_r + (5/2) c^2), c = sqrt(1 - a^2 - b^2): equals TP A.31 at b = 0.
    """
    c2 = 1.0 - side * side - follow * follow
    return math.atan2(2.5 * side * math.sqrt(max(c2, 0.0)), 1.0 + ball_over_endmass + 2.5 * c2)


@kernel
def strike(
    phys: Phys,
    speed: float,
    side: float,
    follow: float,
    aim_x: float,
    aim_y: float,
    sin_el: float,
    cos_el: float,
    squirt: bool,
    pinch: float,
) -> tuple[float, float, float, float, float, float, float, bool]:
    """State of the cue ball right after the tip, before the slate answers.

    Args:
        phys: equipment.
        speed: V, cue speed at impact [m/s].
        side: a, contact offset to the right [ball radii].
        follow: b, contact offset upwards [ball radii].
        aim_x: unit vector of the horizontal direction of the cue.
        aim_y: its y.
        sin_el: sine of the elevation of the butt.
        cos_el: its cosine.
        squirt: whether the end mass deflects the ball.
        pinch: how far an elevated cue pinches the ball against the slate, 0 to 1.

    Returns:
        (vx, vy, vz, wx, wy, wz, cue speed after, miscue).
    """
    # cue axis d, right e_r, up e_u, contact point q (in radii), normal into the ball -q
    dx = cos_el * aim_x
    dy = cos_el * aim_y
    dz = -sin_el
    rx = aim_y
    ry = -aim_x
    ux = sin_el * aim_x
    uy = sin_el * aim_y
    uz = cos_el
    rho2 = side * side + follow * follow
    limit = miscue_limit(phys)
    miscue = rho2 > limit * limit
    if not miscue:
        # (1 + e) V/(m/M + 1 + (5/2) rho^2) is J/m
        held = 1.0 - pinch * sin_el * sin_el
        push = (1.0 + phys.e_tip) * speed / (phys.mass / phys.cue_mass + held + 2.5 * rho2)
        after = speed - push * phys.mass / phys.cue_mass
        turn = 2.5 * push / phys.radius
        wx = turn * (side * ux - follow * rx)
        wy = turn * (side * uy - follow * ry)
        wz = turn * side * uz
        if not squirt:
            return push * dx, push * dy, push * dz, wx, wy, wz, after, False
        # rotate the velocity about e_u, to the left for right english: d cos - e_r sin
        angle = squirt_angle(side, follow, phys.ball_over_endmass)
        c = push * math.cos(angle)
        s = push * math.sin(angle)
        return c * dx - s * rx, c * dy - s * ry, c * dz, wx, wy, wz, after, False
    c = math.sqrt(max(1.0 - rho2, 0.0))
    qx = side * rx + follow * ux - c * dx
    qy = side * ry + follow * uy - c * dy
    qz = follow * uz - c * dz
    # tangent t = (d - (d.n) n)/|..| with n = -q and d.n = c
    tx = dx + c * qx
    ty = dy + c * qy
    tz = dz + c * qz
    length = math.sqrt(tx * tx + ty * ty + tz * tz)
    cone = 1.0 / math.sqrt(1.0 + phys.mu_tip * phys.mu_tip)
    px = cone * (phys.mu_tip * tx / length - qx)
    py = cone * (phys.mu_tip * ty / length - qy)
    pz = cone * (phys.mu_tip * tz / length - qz)
    kx = qy * pz - qz * py
    ky = qz * px - qx * pz
    kz = qx * py - qy * px
    k2 = kx * kx + ky * ky + kz * kz
    dp = dx * px + dy * py + dz * pz
    held = 1.0 - pinch * pz * pz
    push = (1.0 + phys.e_tip) * speed * dp / (dp * dp * phys.mass / phys.cue_mass + held + 2.5 * k2)
    turn = 2.5 * push / phys.radius
    after = speed - push * dp * phys.mass / phys.cue_mass
    return push * px, push * py, push * pz, turn * kx, turn * ky, turn * kz, after, True
