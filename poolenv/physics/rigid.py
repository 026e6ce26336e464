"""Impact of a free ball with something fixed: generic rigid impulse at the true contact normal.

For airborne balls at cushions, rail tops, walls of pockets and foreign objects. A ball held down by
the slate obeys cushion.py instead.
"""

from __future__ import annotations

import math

from poolenv.kernel import kernel
from poolenv.physics.body import Body


@kernel
def rigid_impact(
    body: Body, kx: float, ky: float, kz: float, e: float, mu: float, radius: float, v_min: float
) -> bool:
    """Reflect a ball: P = (1 + e) m v_c, friction min(mu P, (2/7) m |s|) against the slip s.

    Args:
        body: touching and approaching; velocity and spin change.
        kx: unit normal from the contact to the centre.
        ky: its y.
        kz: its z.
        e: restitution.
        mu: friction.
        radius: R [m].
        v_min: least separation speed [m/s].

    Returns:
        Whether the separation had to be raised to v_min.
    """
    approach = -(body.vx * kx + body.vy * ky + body.vz * kz)
    raised = e * approach < v_min
    push = approach + (v_min if raised else e * approach)
    # slip of the surface at the contact, r = -R k: v + w x (-R k), less its normal part
    sx = body.vx + approach * kx - radius * (body.wy * kz - body.wz * ky)
    sy = body.vy + approach * ky - radius * (body.wz * kx - body.wx * kz)
    sz = body.vz + approach * kz - radius * (body.wx * ky - body.wy * kx)
    slip = math.sqrt(sx * sx + sy * sy + sz * sz)
    fx = 0.0
    fy = 0.0
    fz = 0.0
    if slip > 0.0:
        grip = min(mu * push, 2.0 / 7.0 * slip) / slip
        fx = -grip * sx
        fy = -grip * sy
        fz = -grip * sz
    body.vx += push * kx + fx
    body.vy += push * ky + fy
    body.vz += push * kz + fz
    # w += (-R k x F)/I
    turn = 2.5 / radius
    body.wx -= turn * (ky * fz - kz * fy)
    body.wy -= turn * (kz * fx - kx * fz)
    body.wz -= turn * (kx * fy - ky * fx)
    return raised
