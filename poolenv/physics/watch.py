"""What the referee has to see and the motion does not depend on: lines crossed, rails touched."""

from __future__ import annotations

from typing import Any

from poolenv.events import FOOT, HEAD, LEFT, RIGHT
from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body
from poolenv.physics.roots import highest_on, line_contact
from poolenv.states import FALLING, SPINNING

#: Which balls are watched at which line: the cue ball at the head string, every ball there, or both
#: balls of a lag at the long string.
WATCH_CUE_BALL, WATCH_EVERY_BALL, WATCH_LAG = range(3)
#: A ball this close to a cushion is frozen to it for the referee [m].
FROZEN_TO_RAIL = 1e-4
#: A ball this close to the cue ball is frozen to it [m].
FROZEN_TO_BALL = 5e-5


@kernel
def is_watched(ball: int, watched: int) -> bool:
    """Whether the first crossing of the line by this ball is to be reported."""
    return ball == 0 or watched == WATCH_EVERY_BALL or (watched == WATCH_LAG and ball == 1)


@kernel
def watch_line(body: Body, marks_line: float, watched: int) -> None:
    """Find when this segment first crosses the watched line; it never moves the ball."""
    if body.line_left == 0:
        return
    if watched == WATCH_LAG:
        c, b, a = body.y, body.vy, body.ay
    else:
        c, b, a = body.x - marks_line, body.vx, body.ax
    if c < 0.0:
        c, b, a = -c, -b, -a
    body.line_t = INF
    if body.motion > SPINNING and body.motion < FALLING and c > 0.0:
        t = body.t0 + line_contact(c, b, a)
        if t <= body.t_end:
            body.line_t = t


@kernel
def _gap(bed: Any, rail: int, body: Body) -> tuple[float, float, float]:
    """Gap to a rail as c + b s + a s^2 of the current segment."""
    if rail == FOOT:
        return bed.half_x - body.x, -body.vx, -body.ax
    if rail == HEAD:
        return bed.half_x + body.x, body.vx, body.ax
    if rail == LEFT:
        return bed.half_y - body.y, -body.vy, -body.ay
    return bed.half_y + body.y, body.vy, body.ay


@kernel
def frozen_rails(body: Body, bed: Any) -> int:
    """Bits of the rails that the body touches, within the referee's tolerance."""
    bits = 0
    for rail in range(4):
        c, _, _ = _gap(bed, rail, body)
        if rail == LEFT or rail == RIGHT:
            beside = abs(body.x) < bed.side_end or abs(body.x) > bed.corner_end_x
        else:
            beside = abs(body.y) > bed.corner_end_y
        if c <= FROZEN_TO_RAIL and not beside:
            bits |= 1 << rail
    return bits


@kernel
def leave_rails(body: Body, bed: Any, t: float) -> None:
    """Forget the rails that the body leaves before t."""
    for rail in range(4):
        if (body.rails >> rail) & 1 == 1:
            c, b, a = _gap(bed, rail, body)
            if highest_on(c, b, a, t - body.t0) > FROZEN_TO_RAIL:
                body.rails &= ~(1 << rail)
