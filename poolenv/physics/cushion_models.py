"""Other laws of a ball and a cushion, chosen by name in the file of the table; off by default.

``stronge``: normal and tangential compliance at the nose (Stronge, Impact Mechanics, 2000). A
spring that returns e^2 of its work pushes along the normal; another one, which slides as Coulomb
friction says, pulls in the tangential plane and gives slip back. Stronge's closed form for its
regimes of slip and stick is that of a free ball whose slip keeps its line. On the slate the normal
moves the slip up the face and the slip turns, so here the same springs are integrated in time.

``fast``: one normal and one friction impulse, no cloth. It is off by some 5 % of the speed.

The ball is held on the slate as in cushion.py, whose legend and whose restitution hold here too.
"""

from __future__ import annotations

import math

from poolenv.kernel import kernel
from poolenv.physics.cushion import SLIP_EPSILON


@kernel
def compliant_impact(
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
    ratio: float,
    steps: int,
) -> tuple[float, float, float, float, float]:
    """Velocity and spin after an impact with compliant rubber, in the local frame of cushion.py.

    The unit of time makes the normal spring of a free ball swing with frequency 1; the tangential
    one swings with ``ratio``. Arguments as of :func:`poolenv.physics.cushion.cushion_impact`.

    Args:
        vx: velocity along the cushion [m/s].
        vy: velocity into it, positive [m/s].
        wx: R w_x, surface speed [m/s].
        wy: R w_y.
        wz: R w_z.
        sin_th: sine of the contact angle above the centre.
        cos_th: its cosine.
        e: energetic restitution.
        mu_w: friction at the nose.
        mu_s: friction at the cloth.
        ratio: tangential over normal frequency, 1 to 2.
        steps: midpoint steps of the whole impact.

    Returns:
        (vx, vy, R w_x, R w_y, R w_z) after the impact, vy negative.
    """
    k = 2.5
    sx = vx + wy * sin_th - wz * cos_th
    ss = wx - vy * sin_th
    cx = vx - wy
    cy = vy + wx
    a1 = 1.0 + k
    a2 = 1.0 - k * sin_th
    a3 = sin_th * sin_th + k
    a4 = k - sin_th
    stiffness = ratio * ratio / a1
    h = math.pi / (steps * cos_th)
    nose = 0.0  # accumulated pull along the cushion
    cloth = 0.0
    ux = 0.0
    us = 0.0
    depth = 0.0
    free = 0.0  # depth at which the unloading spring is slack
    soft = 1.0  # over the stiffness of the loading spring
    speed = vy
    expanding = False
    for _ in range(8 * steps):
        # The springs at the middle of the step, where friction has let slide what mu_w cannot hold.
        half = 0.5 * h
        push = max(0.0, (depth + half * cos_th * speed - free) / soft)
        ux += half * sx
        us += half * ss
        pull = stiffness * math.sqrt(ux * ux + us * us)
        if pull > mu_w * push:
            ux *= mu_w * push / pull
            us *= mu_w * push / pull
        fx = stiffness * ux
        fs = stiffness * us
        grip = mu_s * max(0.0, sin_th * push + fs * cos_th)
        grip /= math.sqrt(cx * cx + cy * cy) + SLIP_EPSILON
        gx = grip * cx
        gy = grip * cy
        d_ss = sin_th * cos_th * push - a3 * fs - a4 * gy
        d_cy = -(cos_th * push + a4 * fs + a1 * gy)
        rate = (d_cy - d_ss) / (1.0 + sin_th)  # of v_y
        step = h
        turns = not expanding and speed + rate * h <= 0.0
        done = expanding and depth + h * cos_th * (speed + half * rate) <= free
        if turns:
            step = -speed / rate
        elif done:
            step = (free - depth) / (cos_th * (speed + half * rate))
        depth += step * cos_th * (speed + 0.5 * step * rate)
        sx -= step * (a1 * fx + a2 * gx)
        ss += step * d_ss
        cx -= step * (a2 * fx + a1 * gx)
        cy += step * d_cy
        ux += (step - half) * sx
        us += (step - half) * ss
        nose += step * fx
        cloth += step * gx
        speed = (cy - ss) / (1.0 + sin_th)
        if done:
            break
        if turns:
            soft = e * e
            if soft <= 0.0:
                break
            expanding = True
            free = depth * (1.0 - soft)
            h *= e  # the unloading spring is quicker
    return (
        vx - nose - cloth,
        speed,
        cy - speed,
        wy - k * (sin_th * nose - cloth),
        wz + k * cos_th * nose,
    )


@kernel
def fast_impact(
    vx: float,
    vy: float,
    wx: float,
    wy: float,
    wz: float,
    sin_th: float,
    cos_th: float,
    e: float,
    mu_w: float,
) -> tuple[float, float, float, float, float]:
    """Velocity and spin after an impact in closed form, in the local frame of cushion.py.

    P = (1 + e) m v_y/cos, then friction min(mu_w P, (2/7) m |s|) against the slip s that P leaves;
    in this order neither impulse can add energy. Arguments as of
    :func:`poolenv.physics.cushion.cushion_impact`.

    Returns:
        (vx, vy, R w_x, R w_y, R w_z) after the impact.
    """
    k = 2.5
    push = (1.0 + e) * vy / cos_th
    sx = vx + wy * sin_th - wz * cos_th
    ss = wx - vy * sin_th + sin_th * cos_th * push
    slip = math.sqrt(sx * sx + ss * ss)
    fx = 0.0
    fs = 0.0
    if slip > 0.0:
        grip = min(mu_w * push, 2.0 / 7.0 * slip) / slip
        fx = grip * sx
        fs = grip * ss
    return (
        vx - fx,
        sin_th * fs - e * vy,
        wx - k * fs,
        wy - k * sin_th * fx,
        wz + k * cos_th * fx,
    )
