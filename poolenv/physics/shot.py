"""One stroke of one row: strike the cue ball, play to rest."""

from __future__ import annotations

import math
from typing import Any

from poolenv.balls import N_BALLS, NO_BALL
from poolenv.events import (
    ABOVE_CENTRE,
    BELOW_CENTRE,
    MISCUE,
    NO_RAIL_SIDE,
    SHAFT_BLOCKED,
    TIP,
    TIP_CONTACT,
)
from poolenv.kernel import kernel
from poolenv.physics.body import INF
from poolenv.physics.log import write
from poolenv.physics.scratch import Scratch
from poolenv.physics.shaft import (
    BED_IN_WAY,
    RAIL_IN_WAY,
    ROOM,
    in_the_way,
    least_free_elevation,
)
from poolenv.physics.simulate import simulate_row
from poolenv.physics.slate import bounce, hop_speed, pinch_share
from poolenv.physics.strike import strike, tip_centre
from poolenv.physics.tip import NO_TIP, TIP_TIME, Tip
from poolenv.table.geometry import Geometry
from poolenv.table.phys import IGNORE, RAISE, Phys


@kernel
def shoot(
    geometry: Geometry,
    marks: Any,
    phys: Phys,
    action: Any,
    pos: Any,
    motion: Any,
    log: Any,
    log_len: Any,
    scratch: Scratch,
    watched: int,
    i: int,
    at: int,
) -> tuple[int, int]:
    """Strike the cue ball of row i as its action says and play to rest.

    Args:
        geometry: colliders of all tables.
        marks: (K,) record Marks of all tables.
        phys: equipment of the row.
        action: (N,) record Action; the STRIKE section is read, noise included.
        pos: (N, 16, 3) centres, rewritten [m].
        motion: (N, 16) states, rewritten.
        log: (L, LOG_CAPACITY) record Event; row `at` is rewritten.
        log_len: (L,) entries in use.
        scratch: of this thread.
        watched: WATCH_CUE_BALL, or WATCH_EVERY_BALL where a rule asks who reached the head string.
        i: the row.
        at: the row of the log: i where every table keeps its log, or a scratch row.

    Returns:
        (resolved events, entries of the state log).
    """
    stroke = action[i]
    log_len[at] = 0
    aim_x, aim_y = math.cos(stroke.aim), math.sin(stroke.aim)
    bed = geometry.bed[phys.table]
    elevation, obstacle = _make_room(bed, phys, stroke, pos, motion, i, aim_x, aim_y)
    sin_el, cos_el = math.sin(elevation), math.cos(elevation)
    pinch = pinch_share(phys, sin_el, cos_el)
    body = scratch.bodies[0]
    body.vx, body.vy, body.vz, body.wx, body.wy, body.wz, after, miscue = strike(
        phys,
        stroke.speed,
        stroke.side,
        stroke.follow,
        aim_x,
        aim_y,
        sin_el,
        cos_el,
        True,
        pinch,
    )
    if body.vz < 0.0:
        e = pinch * phys.e_pinch + (1.0 - pinch) * phys.e_slate
        bounce(body, e, phys.mu_slate, phys.radius, hop_speed(phys))
    flag = MISCUE if miscue else 0
    if stroke.follow < 0.0:
        flag |= BELOW_CENTRE
    elif stroke.follow > 0.0:
        flag |= ABOVE_CENTRE
    x = pos[i, 0, 0]
    y = pos[i, 0, 1]
    write(log, log_len, at, 0.0, TIP_CONTACT, 0, TIP, x, y, elevation, flag)
    log[at, 0].t_end = 0.5 * TIP_TIME
    if obstacle != ROOM:
        ball = obstacle if obstacle < N_BALLS else NO_BALL
        rail = obstacle - RAIL_IN_WAY if RAIL_IN_WAY <= obstacle < BED_IN_WAY else NO_RAIL_SIDE
        write(log, log_len, at, 0.0, SHAFT_BLOCKED, ball, rail, x, y, stroke.elevation, 0)
    tip = NO_TIP
    if stroke.follow_through > 0.0:
        tip = _tip_of(phys, stroke, pos[i, 0], aim_x, aim_y, sin_el, cos_el, after, miscue)
    going = scratch.going
    going[0, 0], going[0, 1], going[0, 2] = body.vx, body.vy, body.vz
    going[0, 3], going[0, 4], going[0, 5] = body.wx, body.wy, body.wz
    line = marks[phys.table].head_string
    return simulate_row(
        geometry, phys, line, watched, tip, 0.0, 0.0, pos, motion, log, log_len, scratch, i, at
    )


@kernel
def _make_room(
    bed: Any, phys: Phys, stroke: Any, pos: Any, motion: Any, i: int, aim_x: float, aim_y: float
) -> tuple[float, int]:
    """(elevation of the stroke as it is made [rad], what the cue would meet or ROOM)."""
    asked, side, follow = stroke.elevation, stroke.side, stroke.follow
    if phys.blocked_stroke == IGNORE:
        return asked, ROOM
    if phys.blocked_stroke == RAISE:
        least = least_free_elevation(bed, phys, pos, motion, i, aim_x, aim_y, side, follow, asked)
        if least < INF:
            return least, ROOM
    level = max(asked, phys.level)
    return asked, in_the_way(bed, phys, pos, motion, i, aim_x, aim_y, side, follow, level)


@kernel
def _tip_of(
    phys: Phys,
    stroke: Any,
    centre: Any,
    aim_x: float,
    aim_y: float,
    sin_el: float,
    cos_el: float,
    after: float,
    miscue: bool,
) -> Tip:
    """The tip right after the stroke; one that slipped has nothing left to press with."""
    x, y, z = tip_centre(phys, stroke.side, stroke.follow, aim_x, aim_y, sin_el, cos_el)
    force = 0.0 if miscue else (stroke.speed - after) * phys.cue_mass / phys.mass
    return Tip(
        cos_el * aim_x,
        cos_el * aim_y,
        -sin_el,
        0.0,
        centre[0] + x,
        centre[1] + y,
        centre[2] + z,
        after,
        stroke.follow_through,
        -1.0,
        0.5 * TIP_TIME,
        0,
        force,
        stroke.speed,
    )
