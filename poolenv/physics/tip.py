"""The tip as a body after the stroke: it goes on along the cue and may meet the cue ball again.

After the impact the tip moves on at V' = V - J/M along the line of the cue until it has gone the
length of the follow-through, or something stops it: the rail ahead, the bed below an elevated cue,
or the player, who brakes so that it never catches a cue ball that runs freely. What remains are
the touches of a cue ball that something else has stopped or thrown back. The tip is part of a ball
of its radius of curvature r, so tip and cue ball touch when their centres are R + r apart, and the
offsets of a later touch follow from where the two are.

Each touch acts in the middle of a contact of TIP_TIME. Touches whose contacts overlap are one long
contact, which the log tells by its end; any other is logged as a second touch.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from poolenv.events import FERRULE, LOG_CAPACITY, TIP, TIP_RECONTACT
from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body
from poolenv.physics.log import write
from poolenv.physics.motion import roll_time, rolled_out_x, rolled_out_y
from poolenv.physics.resolve import go_on
from poolenv.physics.roots import first_contact
from poolenv.physics.strike import strike
from poolenv.states import AIRBORNE, FALLING, ROLLING, SLIDING
from poolenv.table.phys import Phys

#: How long the tip stays on the ball [s]: 1-2 ms on high-speed video (Alciatore).
TIP_TIME = 0.0015


class Tip(NamedTuple):
    """Where the tip is and how long it matters; every change makes a new one."""

    dx: float  # unit vector along the cue, d
    dy: float
    dz: float
    t0: float  # time of the place below [s]
    x: float  # centre of the tip's curvature [m]
    y: float
    z: float
    speed: float  # along d [m/s]
    way: float  # left to go from there [m]
    until: float  # withdrawn at this time, and no longer a body [s]
    stays: float  # end of its present or last contact with the cue ball [s]
    entry: int  # the entry of the log that tells of this contact
    force: float  # J/m of the stroke [m/s], 0 once nothing is left to press with
    struck: float  # V, speed of the cue before the stroke [m/s]


#: No cue: balls that are set going by themselves.
NO_TIP = Tip(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, -1.0, 0, 0.0, 0.0)


@kernel
def _way_ahead(phys: Phys, bed: Any, tip: Tip) -> float:
    """How far the tip can go before the rail ahead or the bed stops it [m]."""
    way = tip.way
    half = 0.5 * phys.tip_width
    if tip.z - half < phys.nose_height:
        if tip.dx != 0.0:
            nose = bed.nose_x - tip.x * math.copysign(1.0, tip.dx)
            way = min(way, nose / abs(tip.dx) - phys.tip_radius)
        if tip.dy != 0.0:
            nose = bed.nose_y - tip.y * math.copysign(1.0, tip.dy)
            way = min(way, nose / abs(tip.dy) - phys.tip_radius)
    if tip.dz < 0.0:
        way = min(way, (tip.z - half) / -tip.dz)
    return max(way, 0.0)


@kernel
def _runs_ahead(tip: Tip, body: Body, phys: Phys) -> float:
    """How long a cue ball that nothing stops keeps ahead of the tip [s].

    Until its speed along the cue has fallen to that of the tip; then the player brakes.
    """
    lead = body.vx * tip.dx + body.vy * tip.dy + body.vz * tip.dz - tip.speed
    if lead <= 0.0:
        return 0.0
    lasts = body.t_end - body.t0
    if body.motion == AIRBORNE:
        return lasts
    if body.motion != SLIDING and body.motion != ROLLING:
        return 0.0
    rate = -2.0 * (body.ax * tip.dx + body.ay * tip.dy)
    if rate > 0.0 and rate * lasts > lead:
        return lead / rate
    if body.motion == ROLLING:
        return lasts
    vx = rolled_out_x(body, phys.radius)
    vy = rolled_out_y(body, phys.radius)
    # Rolling resistance acts along the roll, so along the cue the ball slows no faster.
    return lasts + max(0.0, roll_time(vx * tip.dx + vy * tip.dy - tip.speed, phys))


@kernel
def follow_on(tip: Tip, body: Body, phys: Phys, bed: Any) -> Tip:
    """The tip that goes on behind the cue ball, which has just begun a segment.

    Args:
        tip: with its place, speed and way; until when it matters is found here.
        body: the cue ball.
        phys: equipment.
        bed: record Bed.
    """
    until = -1.0
    way = _way_ahead(phys, bed, tip)
    if tip.speed > 0.0 and way > 0.0:
        until = tip.t0 + min(way / tip.speed, _runs_ahead(tip, body, phys))
    return Tip(
        tip.dx,
        tip.dy,
        tip.dz,
        tip.t0,
        tip.x,
        tip.y,
        tip.z,
        tip.speed,
        way,
        until,
        tip.stays,
        tip.entry,
        tip.force,
        tip.struck,
    )


@kernel
def next_touch(tip: Tip, body: Body, phys: Phys) -> float:
    """When the tip meets the cue ball on the ball's present segment; INF if it does not [s]."""
    now = body.t0
    t_last = min(tip.until, body.t_end) - now
    if body.motion >= FALLING or t_last < 0.0:
        return INF
    gone = tip.speed * (now - tip.t0)
    return now + first_contact(
        body.x - tip.x - gone * tip.dx,
        body.y - tip.y - gone * tip.dy,
        body.z - tip.z - gone * tip.dz,
        body.vx - tip.speed * tip.dx,
        body.vy - tip.speed * tip.dy,
        body.vz - tip.speed * tip.dz,
        body.ax,
        body.ay,
        body.az,
        phys.radius + phys.tip_radius,
        t_last,
    )


@kernel
def touch_again(tip: Tip, body: Body, phys: Phys, bed: Any, log: Any, log_len: Any, at: int) -> Tip:
    """The tip meets the cue ball once more: the law of the stroke with their relative speed.

    V is replaced by what the contact point of the ball lacks along the cue, V' - (v + w x Q).d, or
    along the edge of the friction cone, and what follows is added; there is no squirt. Where the
    ball's surface runs away along the cue although the bodies approach, only the normal part acts,
    with e_tip. Either way they part at v_min at least.

    Args:
        tip: touching the cue ball.
        body: the cue ball at the time of the touch; it begins its next segment.
        phys: equipment.
        bed: record Bed.
        log: (L, LOG_CAPACITY) record Event.
        log_len: (L,) entries in use.
        at: the row of the log.

    Returns:
        The tip afterwards.
    """
    now = body.t0
    gone = tip.speed * (now - tip.t0)
    x, y, z = tip.x + gone * tip.dx, tip.y + gone * tip.dy, tip.z + gone * tip.dz
    # q from the ball to the tip, in units of R + r; the normal into the ball is -q
    qx, qy, qz = x - body.x, y - body.y, z - body.z
    distance = math.sqrt(qx * qx + qy * qy + qz * qz)
    qx, qy, qz = qx / distance, qy / distance, qz / distance
    cos_el = math.sqrt(tip.dx * tip.dx + tip.dy * tip.dy)
    aim_x, aim_y = tip.dx / cos_el, tip.dy / cos_el
    side = qx * aim_y - qy * aim_x
    follow = -tip.dz * (qx * aim_x + qy * aim_y) + cos_el * qz
    depth = -(qx * tip.dx + qy * tip.dy + qz * tip.dz)
    closing = tip.speed * depth + body.vx * qx + body.vy * qy + body.vz * qz
    edge = 0.5 * phys.tip_width / phys.tip_radius
    part = FERRULE if depth < 0.0 or side * side + follow * follow > edge * edge else TIP
    entry = tip.entry
    if now - 0.5 * TIP_TIME > tip.stays:
        entry = min(log_len[at], LOG_CAPACITY - 1)
        write(log, log_len, at, now, TIP_RECONTACT, 0, part, body.x, body.y, closing, 0)
    stays = now + 0.5 * TIP_TIME
    log[at, entry].t_end = stays
    speed = tip.speed
    # g, what the contact point Q = R q of the ball lacks in velocity
    gx = speed * tip.dx - body.vx - phys.radius * (body.wy * qz - body.wz * qy)
    gy = speed * tip.dy - body.vy - phys.radius * (body.wz * qx - body.wx * qz)
    gz = speed * tip.dz - body.vz - phys.radius * (body.wx * qy - body.wy * qx)
    along = gx * tip.dx + gy * tip.dy + gz * tip.dz
    least = max(phys.v_min, phys.e_tip * closing)
    if along > 0.0 and depth > 0.0:
        vx, vy, vz, wx, wy, wz, after, slips = strike(
            phys, along, side, follow, aim_x, aim_y, -tip.dz, cos_el, False, 0.0
        )
        share = 1.0
        if slips:
            # The law of the stroke takes g along the cue; what counts is g along the impulse.
            meant = along * (vx * tip.dx + vy * tip.dy + vz * tip.dz)
            share = max(0.0, vx * gx + vy * gy + vz * gz) / meant
        body.vx += share * vx
        body.vy += share * vy
        body.vz += share * vz
        body.wx += share * wx
        body.wy += share * wy
        body.wz += share * wz
        speed -= share * (along - after)
        least = phys.v_min
    parting = -(speed * depth + body.vx * qx + body.vy * qy + body.vz * qz)
    if parting < least:
        back = phys.mass / phys.cue_mass * depth
        push = (least - parting) / (1.0 + back * depth)
        body.vx -= push * qx
        body.vy -= push * qy
        body.vz -= push * qz
        speed -= push * back
    go_on(body, phys, log, log_len, at)
    # A touch slower than v_min ends it: a ball that is only leant on is not pushed for ever.
    way = tip.way - gone if closing > phys.v_min else 0.0
    moved = Tip(
        tip.dx, tip.dy, tip.dz, now, x, y, z, speed, way, -1.0, stays, entry, 0.0, tip.struck
    )
    return follow_on(moved, body, phys, bed)
