"""When does a gap close? Certified root finding for pairs and circles, closed form for lines.

Pairs: f(s) = |C + B s + A s^2|^2 - D^2 is a quartic. The first downward crossing in [0, T] is found
by advancing with a quadratic that is nowhere above f (curvature = the least second derivative on
the rest of the interval), so no root can be jumped over and "no contact" is proven, not guessed. No
closed-form quartic: those lose digits exactly where contacts are close (physics of grazing and
touching balls).
"""

from __future__ import annotations

import math

from poolenv.kernel import kernel
from poolenv.physics.body import INF

#: Two surfaces this close are touching [m].
TOUCH = 1e-9
#: Below this distance a line counts as reached [m]: rounding of a contact that was just resolved.
LINE_TOUCH = 1e-12


@kernel
def first_contact(
    cx: float,
    cy: float,
    cz: float,
    bx: float,
    by: float,
    bz: float,
    ax: float,
    ay: float,
    az: float,
    reach: float,
    t_last: float,
) -> float:
    """First time in [0, t_last] at which |C + B s + A s^2| falls to ``reach``; INF if none.

    Touching and approaching is a contact now; touching without approaching is none. The result does
    not depend on any other ball, so relabelling balls changes nothing.

    Args:
        cx: C, separation now [m].
        cy: its y.
        cz: its z.
        bx: B, relative velocity [m/s].
        by: its y.
        bz: its z.
        ax: A, half the relative acceleration [m/s^2].
        ay: its y.
        az: its z.
        reach: distance of contact [m].
        t_last: end of the interval [s]; may be INF when A = 0.
    """
    q0 = cx * cx + cy * cy + cz * cz - reach * reach
    q1 = 2.0 * (bx * cx + by * cy + bz * cz)
    if q0 <= 2.0 * reach * TOUCH:
        if q1 < 0.0:
            return 0.0
        q0 = max(q0, 1e-300)
    q2 = bx * bx + by * by + bz * bz + 2.0 * (ax * cx + ay * cy + az * cz)
    q3 = 2.0 * (ax * bx + ay * by + az * bz)
    q4 = ax * ax + ay * ay + az * az
    goal = 2.0 * reach * 1e-13
    vertex = -0.25 * q3 / q4 if q4 > 0.0 else 0.0
    t = 0.0
    f = q0
    slope = q1
    for _ in range(60):
        if q4 > 0.0:
            at = min(max(vertex, t), t_last)
            curvature = (12.0 * q4 * at + 6.0 * q3) * at + 2.0 * q2
        else:
            curvature = 2.0 * q2
        if slope < 0.0:
            square = slope * slope - 2.0 * curvature * f
            if square < 0.0:
                return INF
            step = 2.0 * f / (math.sqrt(square) - slope)
        else:
            if curvature >= 0.0:
                return INF
            step = (slope + math.sqrt(slope * slope - 2.0 * curvature * f)) / -curvature
        t += step
        if t > t_last:
            return INF
        f = (((q4 * t + q3) * t + q2) * t + q1) * t + q0
        slope = ((4.0 * q4 * t + 3.0 * q3) * t + 2.0 * q2) * t + q1
        if f <= goal or step < 4e-16 * t:
            curvature = (12.0 * q4 * t + 6.0 * q3) * t + 2.0 * q2
            if slope < 0.0:
                # The rest of the way, unless the slope turns before: a graze.
                step = -f / slope if curvature * f < slope * slope else 0.0
                return min(max(t + step, 0.0), t_last)
            if curvature < 0.0:
                # They touch in passing, on ways that bend towards each other.
                t -= 2.0 * slope / curvature
                return t if t <= t_last else INF
            # They part; they cannot come back before f bends down again.
            square = 36.0 * q3 * q3 - 96.0 * q4 * q2
            if vertex <= t or square <= 0.0:
                return INF
            t = max(t, (-6.0 * q3 - math.sqrt(square)) / (24.0 * q4))
            if t > t_last:
                return INF
            f = (((q4 * t + q3) * t + q2) * t + q1) * t + q0
            slope = ((4.0 * q4 * t + 3.0 * q3) * t + 2.0 * q2) * t + q1
    return t if slope < 0.0 else INF


@kernel
def line_contact(c: float, b: float, a: float) -> float:
    """First time at which the gap c + b s + a s^2 to a straight line closes; INF if it never does.

    Cancellation-free. A gap that is closed already counts only if it is closing or about to.

    Args:
        c: gap now, not below -LINE_TOUCH but for rounding [m].
        b: its rate [m/s].
        a: half its acceleration [m/s^2].
    """
    if c <= LINE_TOUCH:
        if b < 0.0:
            return 0.0
        if a < 0.0:
            # b = 0: pressed into the line, which the caller answers by holding the ball there.
            return -b / a
        return INF
    square = b * b - 4.0 * a * c
    if b < 0.0:
        if square < 0.0:
            return INF
        return 2.0 * c / (math.sqrt(square) - b)
    if a >= 0.0:
        return INF
    return (b + math.sqrt(square)) / (-2.0 * a)


@kernel
def lowest_on(c: float, b: float, a: float, t_last: float) -> float:
    """Least value of c + b s + a s^2 on [0, t_last]."""
    low = min(c, c + (b + a * t_last) * t_last)
    if a > 0.0 and b < 0.0 and -b < 2.0 * a * t_last:
        low = c - 0.25 * b * b / a
    return low


@kernel
def highest_on(c: float, b: float, a: float, t_last: float) -> float:
    """Greatest value of c + b s + a s^2 on [0, t_last]."""
    return -lowest_on(-c, -b, -a, t_last)
