"""What must hold on every simulated shot, checked on its state log (laws of mechanics, no model).

The log holds the start of every segment of motion. Bringing the segment before it to the time of an
event gives the state before the event, and the events themselves follow from what each ball was
waiting for, so everything is checked from outside: nothing here calls a collision law.

Legend: m mass, R radius, n normal, v velocity, w spin; energies over m, moments over m R.
"""

from __future__ import annotations

import math
from typing import Any

from experiments.rubber import depth_in_rubber, hole_at
from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body
from poolenv.physics.detect import CUSHION_JAW, CUSHION_LINE
from poolenv.physics.motion import advance, rolled_out_x, rolled_out_y
from poolenv.physics.resolve import APART
from poolenv.physics.result import copy_body
from poolenv.states import FALLING, HELD, SLIDING, SPINNING
from poolenv.table.geometry import Geometry
from poolenv.table.phys import Phys

#: Two balls never come closer than touching by more than this [m].
OVERLAP = 2e-9
#: A ball is never deeper in rubber than this [m].
DEPTH = 2e-9
#: Relative rounding of one event.
ROUNDING = 1e-12
#: Distance of surfaces at a contact that is declared touching [m].
TOUCHING = 1e-9
#: Moments between two events at which gaps are looked at, beside the events themselves.
LOOKS = 3


class Findings:
    """Faults counted and worst values seen (record)."""

    shots: int
    events: int
    contacts: int  # ball to ball
    # faults
    capped: int  # event cap reached or log full
    not_finite: int
    overlaps: int  # moments with two balls deeper in each other than OVERLAP
    outside: int  # moments with a ball in rubber or off the bed without an event
    missed_drops: int  # moments with a ball on the bed inside a drop circle
    gains: int  # events that add energy beyond the declared least separation
    late: int  # events out of order or after the end of a segment
    jumps: int  # positions that change at an event
    receding: int  # contacts without approach before, or with approach after
    lost_momentum: int
    lost_spin: int  # pairs with unequal angular impulses, cushions with a moment about the contacts
    slipped: int  # slides that change the velocity of natural roll
    # worst values
    deepest: float  # overlap of two balls [m]
    gain: float  # energy, over that before the event
    jump: float  # [m]
    momentum: float  # change over the speed
    moment: float  # change over the speed
    roll: float  # change over the speed
    contact_gap: float  # distance of surfaces at a contact [m]


FAULTS = (
    "capped",
    "not_finite",
    "overlaps",
    "outside",
    "missed_drops",
    "gains",
    "late",
    "jumps",
    "receding",
    "lost_momentum",
    "lost_spin",
    "slipped",
)
WORST = ("deepest", "gain", "jump", "momentum", "moment", "roll", "contact_gap")


@kernel
def energy(body: Body, phys: Phys) -> float:
    """Kinetic, rotational and potential energy over the mass [m^2/s^2]."""
    v2 = body.vx * body.vx + body.vy * body.vy + body.vz * body.vz
    w2 = body.wx * body.wx + body.wy * body.wy + body.wz * body.wz
    rest = body.z - phys.radius
    return 0.5 * v2 + 0.2 * phys.radius * phys.radius * w2 + phys.gravity * rest


@kernel
def is_finite(body: Body) -> bool:
    """Whether every number of the state is finite."""
    total = abs(body.x) + abs(body.y) + abs(body.z) + abs(body.vx) + abs(body.vy) + abs(body.vz)
    return total + abs(body.wx) + abs(body.wy) + abs(body.wz) < INF and not math.isnan(body.t_end)


@kernel
def due_kind(body: Body, t: float) -> int:
    """What ends this segment at t: 0 itself, 1 the table, 2 another ball."""
    if body.t_end <= t:
        return 0
    if body.geo_t <= t:
        return 1
    return 2


@kernel
def check_gaps(
    current: Any, now: Any, present: Any, phys: Phys, geometry: Geometry, k: int, t: float, out: Any
) -> None:
    """Look at all balls at one moment: apart from each other, in front of rubber, not in a hole."""
    reach = 2.0 * phys.radius
    for ball in range(16):
        if present[ball] == 0:
            continue
        copy_body(current[ball], now[ball])
        if t > now[ball].t0:
            advance(now[ball], phys, min(t, now[ball].t_end))
        body = now[ball]
        if depth_in_rubber(geometry, k, body.x, body.y) > DEPTH:
            out.outside += 1
        hole = hole_at(geometry, k, body.x, body.y)
        if hole >= 0:
            dx = body.x - geometry.holes[k, hole].x
            dy = body.y - geometry.holes[k, hole].y
            if geometry.holes[k, hole].edge - math.sqrt(dx * dx + dy * dy) > DEPTH:
                out.missed_drops += 1
        for other in range(ball):
            if present[other] == 0:
                continue
            dx = body.x - now[other].x
            dy = body.y - now[other].y
            dz = body.z - now[other].z
            square = dx * dx + dy * dy + dz * dz
            if square < reach * reach:
                deep = reach - math.sqrt(square)
                out.deepest = max(out.deepest, deep)
                if deep > OVERLAP:
                    out.overlaps += 1


@kernel
def check_segment(start: Body, end: Body, phys: Phys, out: Any) -> None:
    """A slide leaves the velocity of natural roll alone (Coriolis)."""
    if start.motion != SLIDING:
        return
    x0, y0 = rolled_out_x(start, phys.radius), rolled_out_y(start, phys.radius)
    dx = rolled_out_x(end, phys.radius) - x0
    dy = rolled_out_y(end, phys.radius) - y0
    speed = math.sqrt(energy(start, phys))
    change = math.sqrt(dx * dx + dy * dy) / speed
    out.roll = max(out.roll, change)
    if change > ROUNDING:
        out.slipped += 1


@kernel
def check_gain(before: float, after: float, allowed: float, t: float, phys: Phys, out: Any) -> None:
    """Energy never grows but for what a declared least separation adds.

    The time t of the event is rounded, and with it the velocity that friction leaves.
    """
    late = 4e-16 * t * phys.mu_slide * phys.gravity
    gain = after - before - allowed - late * math.sqrt(before)
    if gain > 0.0:
        share = gain / max(before, 1e-12)
        out.gain = max(out.gain, share)
        if share > ROUNDING:
            out.gains += 1


@kernel
def check_jump(before: Body, after: Body, out: Any) -> None:
    """A ball does not move at an event."""
    jump = abs(after.x - before.x) + abs(after.y - before.y) + abs(after.z - before.z)
    out.jump = max(out.jump, jump)
    if jump > 1e-13:
        out.jumps += 1


@kernel
def check_pair(a: Body, b: Body, c: Body, d: Body, phys: Phys, out: Any) -> None:
    """Balls a and b before, c and d after their contact.

    The bed takes vertical momentum, so horizontal momentum and the moment about the vertical are
    compared; both balls get the same angular impulse whatever the bed does.
    """
    out.contacts += 1
    nx, ny, nz = b.x - a.x, b.y - a.y, b.z - a.z
    distance = math.sqrt(nx * nx + ny * ny + nz * nz)
    nx, ny, nz = nx / distance, ny / distance, nz / distance
    gap = abs(distance - 2.0 * phys.radius)
    out.contact_gap = max(out.contact_gap, gap)
    if gap > OVERLAP:
        out.overlaps += 1
    closing = (a.vx - b.vx) * nx + (a.vy - b.vy) * ny + (a.vz - b.vz) * nz
    parting = (d.vx - c.vx) * nx + (d.vy - c.vy) * ny
    if not (closing > 0.0 and parting > 0.0):
        out.receding += 1
    # A slow parting may have been raised: to v_min, or so that pressed balls stay apart a while.
    least = max(phys.v_min, phys.mu_slide * phys.gravity * APART) * (1.0 + ROUNDING)
    allowed = 0.25 * parting * parting if parting <= least else 0.0
    before = energy(a, phys) + energy(b, phys)
    check_gain(before, energy(c, phys) + energy(d, phys), allowed, c.t0, phys, out)
    speed = math.sqrt(before)
    lost = abs(a.vx + b.vx - c.vx - d.vx) + abs(a.vy + b.vy - c.vy - d.vy)
    out.momentum = max(out.momentum, lost / speed)
    if lost > ROUNDING * speed:
        out.lost_momentum += 1
    radius = phys.radius
    unequal = abs((c.wx - a.wx) - (d.wx - b.wx)) + abs((c.wy - a.wy) - (d.wy - b.wy))
    unequal += abs((c.wz - a.wz) - (d.wz - b.wz))
    # 0.4 R dw = n x dv about the vertical, the contact point being at R n
    twist = abs(0.4 * radius * (c.wz - a.wz) - (nx * (c.vy - a.vy) - ny * (c.vx - a.vx)))
    moment = max(radius * unequal, twist) / speed
    out.moment = max(out.moment, moment)
    if moment > ROUNDING:
        out.lost_spin += 1


@kernel
def check_cushion(a: Body, c: Body, geometry: Geometry, k: int, phys: Phys, out: Any) -> None:
    """A ball before and after a cushion, facing or jaw.

    Forces act at the nose and at the cloth only, so the moment about the line through both contact
    points is unchanged: (n cos + z (1 + sin)) . (0.4 R dw + r x dv) = 0, r = -(n cos + z sin).
    """
    if a.geo_kind == CUSHION_LINE:
        segment = geometry.segments[k, a.geo_index]
        nx, ny, sine, cosine = segment.nx, segment.ny, segment.sin_theta, segment.cos_theta
    else:
        jaw = geometry.jaws[k, a.geo_index]
        dx, dy = jaw.x - a.x, jaw.y - a.y
        distance = math.sqrt(dx * dx + dy * dy)
        nx, ny, sine, cosine = dx / distance, dy / distance, jaw.sin_theta, jaw.cos_theta
    closing = a.vx * nx + a.vy * ny
    parting = -(c.vx * nx + c.vy * ny)
    if closing < -1e-9 or not (parting > 0.0 or c.motion == HELD):
        out.receding += 1
    before = energy(a, phys)
    least = parting < phys.v_min * (1.0 + 1e-9)
    allowed = 0.5 * phys.v_min * phys.v_min if least else 0.0
    check_gain(before, energy(c, phys), allowed, c.t0, phys, out)
    if least:
        return
    speed = math.sqrt(before)
    radius = phys.radius
    dvx, dvy = c.vx - a.vx, c.vy - a.vy
    dwx, dwy, dwz = c.wx - a.wx, c.wy - a.wy, c.wz - a.wz
    # r x dv with dv horizontal
    mx = 0.4 * radius * dwx + sine * dvy
    my = 0.4 * radius * dwy - sine * dvx
    mz = 0.4 * radius * dwz - cosine * (nx * dvy - ny * dvx)
    moment = abs(cosine * (nx * mx + ny * my) + (1.0 + sine) * mz) / speed
    out.moment = max(out.moment, moment)
    if moment > ROUNDING:
        out.lost_spin += 1


@kernel
def check_log(
    states: Any,
    n: int,
    capped: bool,
    phys: Phys,
    geometry: Geometry,
    current: Any,
    now: Any,
    present: Any,
    out: Any,
) -> None:
    """Check one shot.

    Args:
        states: (S,) record Body, the state log of the shot.
        n: entries in use; the log must not have overflowed.
        capped: whether the shot was cut off.
        phys: record Phys of the row.
        geometry: colliders of all tables.
        current: (16,) record Body, scratch.
        now: (16,) record Body, scratch.
        present: (16,) int, scratch.
        out: record Findings, added to.
    """
    k = phys.table
    out.shots += 1
    out.capped += 1 if capped else 0
    for ball in range(16):
        present[ball] = 0
    row = 0
    while row < n and states[row].t0 == 0.0 and present[states[row].ball] == 0:
        copy_body(states[row], current[states[row].ball])
        copy_event(states[row], current[states[row].ball])
        present[states[row].ball] = 1
        row += 1
    check_gaps(current, now, present, phys, geometry, k, 0.0, out)
    last = 0.0
    while row < n:
        c = states[row]
        t = c.t0
        a = current[c.ball]
        kind = due_kind(a, t)
        out.events += 1
        if not (t >= last and t <= a.t_end):
            out.late += 1
        for look in range(1, LOOKS + 1):
            if t > last:
                moment = last + (t - last) * look / LOOKS
                check_gaps(current, now, present, phys, geometry, k, moment, out)
        last = t
        copy_body(a, now[c.ball])
        copy_event(a, now[c.ball])
        before = now[c.ball]
        advance(before, phys, t)
        check_segment(a, before, phys, out)
        check_jump(before, c, out)
        if not is_finite(c):
            out.not_finite += 1
        if kind == 2 and row + 1 < n:
            d = states[row + 1]
            b = current[d.ball]
            if not (d.t0 == t and t <= b.t_end and d.ball != c.ball):
                out.late += 1
            copy_body(b, now[d.ball])
            other = now[d.ball]
            advance(other, phys, t)
            check_segment(b, other, phys, out)
            check_jump(other, d, out)
            if not is_finite(d):
                out.not_finite += 1
            check_pair(before, other, c, d, phys, out)
            copy_body(d, b)
            copy_event(d, b)
            row += 1
        elif kind == 1 and (a.geo_kind == CUSHION_LINE or a.geo_kind == CUSHION_JAW):
            check_cushion(before, c, geometry, k, phys, out)
        else:
            check_gain(energy(before, phys), energy(c, phys), 0.0, t, phys, out)
        copy_body(c, a)
        copy_event(c, a)
        if c.motion >= FALLING:
            present[c.ball] = 0
        row += 1
    for ball in range(16):
        if present[ball] == 1 and current[ball].motion > SPINNING and not capped:
            out.late += 1  # it never came to rest


@kernel
def copy_event(source: Body, target: Body) -> None:
    """Copy what the ball is waiting for."""
    target.ball = source.ball
    target.geo_t = source.geo_t
    target.geo_kind = source.geo_kind
    target.geo_index = source.geo_index


def add(part: Any, total: Any) -> None:
    """Add the findings of one thread to the total: faults are counted, worst values kept."""
    for name in part.dtype.names:
        a, b = getattr(part, name), getattr(total, name)
        setattr(total, name, max(a, b) if name in WORST else a + b)
