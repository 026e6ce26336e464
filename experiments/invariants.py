"""What must hold on every simulated shot, checked on its state log (laws of mechanics, no model).

The log holds the start of every segment of motion. Bringing the segment before it to the time of an
event gives the state before the event, and the events themselves follow from what each ball was
waiting for, so everything is checked from outside: nothing here calls a collision law.
"""

from __future__ import annotations

import math
from typing import Any

from experiments.laws import (
    OVERLAP,
    check_cushion,
    check_jump,
    check_pair,
    check_pivot,
    check_rigid,
    check_segment,
)
from experiments.rubber import depth_in_rubber, hole_at, hole_depth
from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body
from poolenv.physics.kinds import CUSHION_JAW, CUSHION_LINE, DROP, RIDE_HOLE, TIP_OVER
from poolenv.physics.motion import advance
from poolenv.physics.result import copy_body
from poolenv.states import AIRBORNE, HELD, POCKETED, SPINNING
from poolenv.table.geometry import JAW_PIECES, Geometry
from poolenv.table.phys import Phys

#: A ball is never deeper in rubber than this [m].
DEPTH = 2e-9
#: Moments between two events at which gaps are looked at, beside the events themselves.
LOOKS = 3


class Findings:
    """Faults counted and worst values seen (record)."""

    shots: int
    events: int
    contacts: int  # ball to ball
    flights: int  # balls that left the bed
    # most of one shot
    most_events: int
    most_logged: int
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
    lost_spin: int  # contacts with a moment about the contact points, pairs with unequal ones
    slipped: int  # slides that change the velocity of natural roll
    # worst values
    deepest: float  # overlap of two balls [m]
    gain: float  # energy, over that before the event
    jump: float  # [m]
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
    "lost_spin",
    "slipped",
)
MOST = ("most_events", "most_logged")
WORST = ("deepest", "gain", "jump", "moment", "roll", "contact_gap")


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
def jaw_sag(geometry: Geometry, k: int, phys: Phys) -> float:
    """How far a rounded jaw stands out between the straight pieces that a flying ball meets [m]."""
    half_turn = 0.25 * math.pi / JAW_PIECES
    sag = 0.0
    for s in range(geometry.bed[k].n_jaws):
        jaw = geometry.jaws[k, s]
        sag = max(sag, (jaw.reach - phys.radius * jaw.cos_theta) * (1.0 - math.cos(half_turn)))
    return sag


@kernel
def check_gaps(
    current: Any,
    now: Any,
    present: Any,
    flown: int,
    phys: Phys,
    geometry: Geometry,
    k: int,
    t: float,
    out: Any,
) -> None:
    """Look at all balls at one moment: apart from each other, in front of rubber, not in a hole.

    Bits ``flown`` are balls that have been in the air: they may come down beside a jaw in what is
    cut off from it there.
    """
    reach = 2.0 * phys.radius
    for ball in range(16):
        if present[ball] != 1:
            continue
        copy_body(current[ball], now[ball])
        if t > now[ball].t0:
            advance(now[ball], phys, min(t, now[ball].t_end))
        body = now[ball]
        on_bed = body.motion <= HELD
        if on_bed:
            depth = depth_in_rubber(geometry, k, body.x, body.y)
            if depth > DEPTH:
                landed = (flown >> ball) & 1 == 1
                if not landed or depth > DEPTH + jaw_sag(geometry, k, phys):
                    out.outside += 1
        hole = hole_at(geometry, k, body.x, body.y)
        if on_bed and hole >= 0:
            if hole_depth(geometry, k, hole, body.x, body.y) > DEPTH:
                out.missed_drops += 1
        for other in range(ball):
            if present[other] != 1:
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
        present: (16,) int, scratch: 1 on the bed or above it, -1 gone, 0 never there.
        out: record Findings, added to.
    """
    k = phys.table
    out.shots += 1
    out.capped += 1 if capped else 0
    for ball in range(16):
        present[ball] = 0
    row = 0
    flown = 0
    while row < n and states[row].t0 == 0.0 and present[states[row].ball] == 0:
        copy_body(states[row], current[states[row].ball])
        copy_event(states[row], current[states[row].ball])
        present[states[row].ball] = 1 if states[row].motion < POCKETED else -1
        if states[row].motion == AIRBORNE:
            out.flights += 1
            flown |= 1 << states[row].ball
        row += 1
    check_gaps(current, now, present, flown, phys, geometry, k, 0.0, out)
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
                check_gaps(current, now, present, flown, phys, geometry, k, moment, out)
        last = t
        copy_body(a, now[c.ball])
        copy_event(a, now[c.ball])
        before = now[c.ball]
        advance(before, phys, t)
        check_segment(a, before, phys, out)
        pivots = kind == 1 and (
            a.geo_kind == DROP or a.geo_kind == TIP_OVER or a.geo_kind == RIDE_HOLE
        )
        # A pivot over an edge takes no time, and a ball that sinks is out of reach.
        if not pivots and c.motion != POCKETED:
            check_jump(before, c, out)
        if c.motion == AIRBORNE and a.motion <= HELD:
            out.flights += 1
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
            if other.motion == POCKETED:
                check_rigid(before, c, phys, out)
            elif before.motion == POCKETED:
                check_rigid(other, d, phys, out)
            else:
                check_pair(before, other, c, d, phys, out)
            if d.motion >= POCKETED:
                present[d.ball] = -1
            if d.motion == AIRBORNE:
                flown |= 1 << d.ball
            copy_body(d, b)
            copy_event(d, b)
            row += 1
        elif kind == 1 and (a.geo_kind == CUSHION_LINE or a.geo_kind == CUSHION_JAW):
            check_cushion(before, c, geometry, k, phys, out)
        elif pivots:
            check_pivot(before, c, phys, out)
        else:
            check_rigid(before, c, phys, out)
        if c.motion == AIRBORNE:
            flown |= 1 << c.ball
        copy_body(c, a)
        copy_event(c, a)
        if c.motion >= POCKETED:
            present[c.ball] = -1
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
        setattr(total, name, max(a, b) if name in WORST or name in MOST else a + b)
