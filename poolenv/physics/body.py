"""One moving ball as the simulator keeps it: its state at a local time and its next event.

On a segment, from ``t0`` on, the centre is p + v s + a s^2 with s = t - t0 (a is *half* the
acceleration). Only balls that take part in an event are brought to its time.
"""

from __future__ import annotations

from poolenv.kernel import kernel

INF = float("inf")


class Body:
    """A ball (record). The unit vector u of the slip is frozen during a segment."""

    ball: int  # its number
    motion: int  # states.py
    t0: float  # local time [s]
    x: float  # centre at t0 [m]
    y: float
    z: float
    vx: float  # velocity at t0 [m/s]
    vy: float
    vz: float
    wx: float  # angular velocity at t0 [rad/s]
    wy: float
    wz: float
    ax: float  # half the acceleration [m/s^2]
    ay: float
    az: float
    ux: float  # direction of the slip at the cloth
    uy: float
    t_end: float  # when the segment ends by itself [s]
    geo_t: float  # next contact with the table: time [s],
    geo_kind: int  # kind of feature
    geo_index: int  # and its index
    pair_t: float  # next contact with a ball: time [s]
    pair_body: int  # and the other body's row
    pocket: int  # the hole that a FALLING ball is in, else -1
    bounces: int  # on the bed since it last lay on the cloth, or slow contacts in a pocket
    logged: int  # bits: what the log already says of this flight
    held_by: int  # segment that a HELD ball is pressed against, WEDGED, else -1
    rubber_x: float  # velocity across the rail with which it will leave rubber, else 0 [m/s]
    rubber_y: float
    touched: int  # bits: what its slow contacts were with, as long as they follow each other
    touch: int  # what the last contact was with, as wedge.py numbers it, else -1
    touch_nx: float  # unit normal into that
    touch_ny: float
    touch_t: float  # when [s]
    turns: int  # how often the slow contacts that follow each other changed to something else
    rails: int  # bits of the rails it has touched without a break since before the stroke
    line_t: float  # when this segment crosses the watched line [s]
    line_left: int  # 1: the crossing is still to be reported
    frozen: int  # 1: touched the cue ball before the stroke and has not moved since


@kernel
def position_x(body: Body, t: float) -> float:
    """x of the centre at time t of the current segment [m]."""
    s = t - body.t0
    return body.x + (body.vx + body.ax * s) * s


@kernel
def position_y(body: Body, t: float) -> float:
    """y of the centre at time t of the current segment [m]."""
    s = t - body.t0
    return body.y + (body.vy + body.ay * s) * s


@kernel
def position_z(body: Body, t: float) -> float:
    """z of the centre at time t of the current segment [m]."""
    s = t - body.t0
    return body.z + (body.vz + body.az * s) * s
