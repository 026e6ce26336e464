"""What the slate answers: bounces of a ball on the bed and the reaction to an elevated cue.

A force at the lowest point has no moment about the vertical axis, so w_z never changes; the
Coriolis invariant (5/7) v - (2/7) R z x w is the same before and after. Legend: Pi = (1 + e)|v_z|
normal impulse over mass, u slip at the cloth. Sources: Alciatore TP B.10; Coriolis 1835.
"""

from __future__ import annotations

import math

from poolenv.kernel import kernel
from poolenv.physics.body import Body
from poolenv.physics.motion import slip_x, slip_y
from poolenv.table.phys import Phys


@kernel
def hop_speed(phys: Phys) -> float:
    """Upward speed below which a bounce is none, sqrt(2 g h_min) [m/s]."""
    return math.sqrt(2.0 * phys.gravity * phys.hop_min)


@kernel
def bounce(body: Body, e: float, mu: float, radius: float, cut: float) -> None:
    """Reflect a downward velocity on the bed with friction, sticking or slipping.

    Args:
        body: touching the bed with v_z < 0; velocity and spin change.
        e: restitution.
        mu: friction during the impact.
        radius: R [m].
        cut: upward speed below which the ball stays on the cloth [m/s].
    """
    push = (1.0 + e) * -body.vz
    ux = slip_x(body, radius)
    uy = slip_y(body, radius)
    slip = math.sqrt(ux * ux + uy * uy)
    if slip > 0.0:
        grip = min(mu * push, 2.0 / 7.0 * slip) / slip
        dx = -grip * ux
        dy = -grip * uy
        body.vx += dx
        body.vy += dy
        # w_h -= (5/(2R)) z x dv
        turn = 2.5 / radius
        body.wx += turn * dy
        body.wy -= turn * dx
    body.vz = -e * body.vz
    if body.vz < cut:
        body.vz = 0.0


@kernel
def slate_bounce(body: Body, phys: Phys) -> None:
    """A ball falls on the bed; a hop lower than h_min is none."""
    bounce(body, phys.e_slate, phys.mu_slate, phys.radius, hop_speed(phys))


@kernel
def pinch_share(phys: Phys, sin_el: float, cos_el: float) -> float:
    """How far an elevated cue pinches the ball against the slate, 0 to 1 (smoothstep)."""
    if phys.pinch == 0 or phys.pinch_to <= phys.pinch_from:
        return 0.0
    elevation = math.atan2(sin_el, cos_el)
    x = (elevation - phys.pinch_from) / (phys.pinch_to - phys.pinch_from)
    x = min(max(x, 0.0), 1.0)
    return x * x * (3.0 - 2.0 * x)
