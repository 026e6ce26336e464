"""Ball and cushion: impulse integration with the ball held on the slate (Mathavan et al. 2010).

Legend: local frame x along the cushion, y into it, z up; contact at R (cos th y + sin th z) from
the centre; rho = normal impulse over mass; (s_x, s_s) slip at the nose along and up its face, (c_x,
c_y) slip at the cloth; all spins as surface speeds R w. The slips obey

    ds_x = -(1 + k) F_x - (1 - k sin) G_x        F = mu_w (s_x, s_s)/|s|
    ds_s = sin cos - (sin^2 + k) F_s - (k - sin) G_y   G = mu_s T (c_x, c_y)/|c|
    dc_x = -(1 - k sin) F_x - (1 + k) G_x        T = max(0, sin + F_s cos)
    dc_y = -cos - (k - sin) F_s - (1 + k) G_y    k = 5/2

which follows from the equations of motion; velocity and spin are recovered from the slips and from
the accumulated impulses of F_x and G_x.
"""

from __future__ import annotations

import math

from poolenv.kernel import kernel
from poolenv.table.phys import Phys

#: Regularises the direction of a slip that vanishes [m/s]; without it rounding would decide.
SLIP_EPSILON = 1e-9
#: Midpoint steps of a whole impact at run time; reference runs use 512.
RUNTIME_STEPS = 64
REFERENCE_STEPS = 512


@kernel
def cushion_restitution(phys: Phys, v_n: float) -> float:
    """e_c = clip(e0 - slope v_n, least, most) at the normal speed v_n before the impact [m/s]."""
    e = phys.e_cushion_0 - phys.e_cushion_slope * v_n
    return min(max(e, phys.e_cushion_min), phys.e_cushion_max)


@kernel
def cushion_impact(
    vx: float,
    vy: float,
    wx: float,
    wy: float,
    wz: float,
    sin_th: float,
    cos_th: float,
    e: float,
    mu_w: float,
    mu_s: float,
    steps: int,
) -> tuple[float, float, float, float, float]:
    """Velocity and spin after an impact, in the local frame.

    Compression ends when v_y = 0; expansion when the returned work is e^2 times that of
    compression. Both phases are closed with the rates of their last step: v_y linearly, the work
    quadratically.

    Args:
        vx: velocity along the cushion [m/s].
        vy: velocity into it, positive [m/s].
        wx: R w_x, surface speed [m/s].
        wy: R w_y.
        wz: R w_z.
        sin_th: sine of the contact angle above the centre.
        cos_th: its cosine.
        e: restitution.
        mu_w: friction at the nose.
        mu_s: friction at the cloth.
        steps: midpoint steps of the whole impact.

    Returns:
        (vx, vy, R w_x, R w_y, R w_z) after the impact, vy negative.
    """
    k = 2.5
    sx = vx + wy * sin_th - wz * cos_th
    ss = wx - vy * sin_th
    cx = vx - wy
    cy = vy + wx
    nose = 0.0  # accumulated F_x
    cloth = 0.0  # accumulated G_x
    h = (1.0 + e) * vy / (steps * cos_th)
    work = 0.0
    goal = 0.0
    expanding = False
    speed = vy
    a1 = 1.0 + k
    a2 = 1.0 - k * sin_th
    a3 = sin_th * sin_th + k
    a4 = k - sin_th
    sc = sin_th * cos_th
    per_speed = 1.0 / (1.0 + sin_th)
    for _ in range(64 * steps):
        # rates at the start of the step
        inverse = mu_w / (math.sqrt(sx * sx + ss * ss) + SLIP_EPSILON)
        fx = sx * inverse
        fs = ss * inverse
        inverse = (
            mu_s * max(0.0, sin_th + fs * cos_th) / (math.sqrt(cx * cx + cy * cy) + SLIP_EPSILON)
        )
        gx = cx * inverse
        gy = cy * inverse
        half = 0.5 * h
        msx = sx - half * (a1 * fx + a2 * gx)
        mss = ss + half * (sc - a3 * fs - a4 * gy)
        mcx = cx - half * (a2 * fx + a1 * gx)
        mcy = cy - half * (cos_th + a4 * fs + a1 * gy)
        # rates at the midpoint
        inverse = mu_w / (math.sqrt(msx * msx + mss * mss) + SLIP_EPSILON)
        fx = msx * inverse
        fs = mss * inverse
        inverse = (
            mu_s
            * max(0.0, sin_th + fs * cos_th)
            / (math.sqrt(mcx * mcx + mcy * mcy) + SLIP_EPSILON)
        )
        gx = mcx * inverse
        gy = mcy * inverse
        d_ss = sc - a3 * fs - a4 * gy
        d_cy = -(cos_th + a4 * fs + a1 * gy)
        rate = (d_cy - d_ss) * per_speed  # of v_y
        step = h
        done = False
        if not expanding:
            if speed + rate * h <= 0.0:
                step = -speed / rate
            work += cos_th * (speed + 0.5 * rate * step) * step
        else:
            returned = -cos_th * (speed + 0.5 * rate * h) * h
            if work + returned >= goal:
                # -cos (speed s + rate s^2/2) = goal - work, speed <= 0, rate < 0
                rest = (goal - work) / cos_th
                step = 2.0 * rest / (math.sqrt(speed * speed - 2.0 * rate * rest) - speed)
                done = True
            else:
                work += returned
        sx -= step * (a1 * fx + a2 * gx)
        ss += step * d_ss
        cx -= step * (a2 * fx + a1 * gx)
        cy += step * d_cy
        nose += step * fx
        cloth += step * gx
        speed = (cy - ss) * per_speed
        if done:
            break
        if not expanding and step < h:
            expanding = True
            goal = e * e * work
            work = 0.0
            speed = 0.0
            if goal <= 0.0:
                break
    return (
        vx - nose - cloth,
        speed,
        cy - speed,
        wy - k * (sin_th * nose - cloth),
        wz + k * cos_th * nose,
    )
