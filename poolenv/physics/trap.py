"""Mode ``trap_line``: a ball is in when its centre crosses a straight line across the mouth."""

from __future__ import annotations

from typing import Any

from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body, position_x, position_y
from poolenv.physics.roots import TOUCH, line_contact, lowest_on
from poolenv.states import AIRBORNE


@kernel
def trap_contact(body: Body, hole: Any, t_last: float) -> float:
    """First time at which the centre crosses the line towards the pocket [s from t0].

    Args:
        body: at the start of its segment, in front of the line.
        hole: record Hole.
        t_last: end of the segment [s from t0].
    """
    c = hole.line - (body.x * hole.axis_x + body.y * hole.axis_y)
    b = -(body.vx * hole.axis_x + body.vy * hole.axis_y)
    a = -(body.ax * hole.axis_x + body.ay * hole.axis_y)
    if lowest_on(c, b, a, t_last) > TOUCH or (c < -TOUCH and body.motion == AIRBORNE):
        return INF
    t = line_contact(max(c, 0.0), b, a)
    if t > t_last:
        return INF
    x, y = position_x(body, body.t0 + t), position_y(body, body.t0 + t)
    # Where the line ends a nose begins: a ball on the bed has to meet one of the two.
    if abs((x - hole.x) * hole.axis_y - (y - hole.y) * hole.axis_x) > hole.line_half + TOUCH:
        return INF
    return t
