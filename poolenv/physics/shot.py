"""One stroke of one row: strike the cue ball, play to rest."""

from __future__ import annotations

import math
from typing import Any

from poolenv.events import ABOVE_CENTRE, BELOW_CENTRE, MISCUE, TIP, TIP_CONTACT
from poolenv.kernel import kernel
from poolenv.physics.log import write
from poolenv.physics.simulate import simulate_row
from poolenv.physics.slate import bounce, hop_speed, pinch_share
from poolenv.physics.strike import strike
from poolenv.table.geometry import Geometry

#: How long the tip stays on the ball [s]: 1-2 ms on high-speed video (Alciatore).
TIP_TIME = 0.0015


@kernel
def shoot(
    geometry: Geometry,
    marks: Any,
    phys: Any,
    action: Any,
    pos: Any,
    vel: Any,
    spin: Any,
    motion: Any,
    log: Any,
    log_len: Any,
    bodies: Any,
    states: Any,
    i: int,
    at: int,
) -> tuple[int, int]:
    """Strike the cue ball of row i as its action says and play to rest.

    Args:
        geometry: colliders of all tables.
        marks: (K,) record Marks of all tables.
        phys: (N,) record Phys.
        action: (N,) record Action; aim, speed, side, follow and elevation are read, noise included.
        pos: (N, 16, 3) centres, rewritten [m].
        vel: (N, 16, 3) zero before and after.
        spin: (N, 16, 3) zero before and after.
        motion: (N, 16) states, rewritten.
        log: (L, LOG_CAPACITY) record Event; row `at` is rewritten.
        log_len: (L,) entries in use.
        bodies: (16,) record Body, scratch of this thread.
        states: (S,) record Body, state log; S may be 0.
        i: the row.
        at: the row of the log: i where every table keeps its log, or a scratch row.

    Returns:
        (resolved events, entries of the state log).
    """
    stroke = action[i]
    row = phys[i]
    log_len[at] = 0
    sin_el, cos_el = math.sin(stroke.elevation), math.cos(stroke.elevation)
    pinch = pinch_share(row, sin_el, cos_el)
    body = bodies[0]
    body.vx, body.vy, body.vz, body.wx, body.wy, body.wz, _, miscue = strike(
        row,
        stroke.speed,
        stroke.side,
        stroke.follow,
        math.cos(stroke.aim),
        math.sin(stroke.aim),
        sin_el,
        cos_el,
        True,
        pinch,
    )
    if body.vz < 0.0:
        e = pinch * row.e_pinch + (1.0 - pinch) * row.e_slate
        bounce(body, e, row.mu_slate, row.radius, hop_speed(row))
    flag = MISCUE if miscue else 0
    if stroke.follow < 0.0:
        flag |= BELOW_CENTRE
    elif stroke.follow > 0.0:
        flag |= ABOVE_CENTRE
    x = pos[i, 0, 0]
    y = pos[i, 0, 1]
    write(log, log_len, at, 0.0, TIP_CONTACT, 0, TIP, x, y, stroke.elevation, flag)
    log[at, 0].t_end = TIP_TIME
    vel[i, 0, 0], vel[i, 0, 1], vel[i, 0, 2] = body.vx, body.vy, body.vz
    spin[i, 0, 0], spin[i, 0, 1], spin[i, 0, 2] = body.wx, body.wy, body.wz
    line = marks[row.table].head_string
    return simulate_row(
        geometry, row, line, False, pos, vel, spin, motion, log, log_len, bodies, states, i, at
    )
