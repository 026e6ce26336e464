"""The drop edge: a ball that rolls over the rim of the slate (rigid sphere on a rounded edge).

Legend: rho = R + r_d, R ball radius, r_d rounding of the slate, v0 speed towards the hole axis, psi
the angle by which the centre has turned about the edge.
"""

from __future__ import annotations

import math

from poolenv.kernel import kernel

_PANELS = 64


@kernel
def critical_speed(gravity: float, rho: float) -> float:
    """Speed from which the ball leaves the edge at once, sqrt(g rho) [m/s]."""
    return math.sqrt(gravity * rho)


@kernel
def leave_cosine(v0: float, gravity: float, rho: float) -> float:
    """cos psi at which the ball leaves the edge: (10 + 7 v0^2/(g rho))/17, at most 1."""
    return min(1.0, (10.0 + 7.0 * v0 * v0 / (gravity * rho)) / 17.0)


@kernel
def leave_speed(v0: float, gravity: float, rho: float) -> float:
    """Speed of the centre when it leaves the edge [m/s]."""
    cosine = leave_cosine(v0, gravity, rho)
    return max(v0, math.sqrt(gravity * rho * cosine))


@kernel
def leave_time(v0: float, gravity: float, rho: float) -> float:
    """Duration of the pivot [s], the integral of rho dpsi/sqrt(v0^2 + (10/7) g rho (1 - cos psi)).

    The substitution psi = (v0/sqrt((5/7) g rho)) sinh(x) takes the near-singularity of slow balls
    out of the integrand; Simpson's rule over the rest. A ball that arrives with no speed never
    leaves: INF.
    """
    if v0 <= 0.0:
        return math.inf
    angle = math.acos(leave_cosine(v0, gravity, rho))
    if angle == 0.0:
        return 0.0
    scale = v0 / math.sqrt(5.0 / 7.0 * gravity * rho)
    last = math.asinh(angle / scale)
    width = last / (2 * _PANELS)
    total = 0.0
    for k in range(2 * _PANELS + 1):
        x = k * width
        psi = scale * math.sinh(x)
        speed = math.sqrt(v0 * v0 + 10.0 / 7.0 * gravity * rho * (1.0 - math.cos(psi)))
        value = rho * scale * math.cosh(x) / speed
        if k == 0 or k == 2 * _PANELS:
            weight = 1.0
        elif k % 2 == 1:
            weight = 4.0
        else:
            weight = 2.0
        total += weight * value
    return total * width / 3.0
