"""Which event comes next for one ball: its own transition, the table, or another ball.

A prediction against the table holds for a whole segment, so it is made once when the segment
starts. Predictions between balls are made anew when either ball changed. Culling is conservative
and never looks at the direction of motion: sliding balls curve.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body, position_x, position_y, position_z
from poolenv.physics.fall import predict_fall
from poolenv.physics.flight import predict_flight
from poolenv.physics.kinds import CUSHION_JAW, CUSHION_LINE, DROP, NOTHING, RELEASE
from poolenv.physics.obstacle import predict_obstacles
from poolenv.physics.ride import predict_ride
from poolenv.physics.roots import TOUCH, first_contact, highest_on, line_contact, lowest_on
from poolenv.physics.trap import trap_contact
from poolenv.physics.wedge import WEDGED
from poolenv.states import AIRBORNE, FALLING, HELD, POCKETED, RIDING, SPINNING
from poolenv.table.geometry import TRAP_LINE, Geometry
from poolenv.table.phys import Phys

#: Longest look ahead on a frictionless cloth [s].
HORIZON = 100.0


@kernel
def event_time(body: Body) -> float:
    """When this body's next event is due [s]."""
    return min(body.t_end, min(body.geo_t, body.pair_t))


@kernel
def predict_table(body: Body, geometry: Geometry, k: int, phys: Phys) -> None:
    """Find the first contact of the current segment with cushions, jaws or a drop edge.

    Args:
        body: at the start of its segment; geo_t, geo_kind and geo_index are set.
        geometry: colliders of all tables.
        k: the table.
        phys: equipment.
    """
    body.geo_t = INF
    body.geo_kind = NOTHING
    body.geo_index = -1
    if body.motion <= SPINNING or body.motion > FALLING:
        return
    if body.motion >= RIDING:
        if body.motion == AIRBORNE:
            predict_flight(body, geometry, k, phys)
        elif body.motion == RIDING:
            predict_ride(body, geometry, k)
        else:
            predict_fall(body, geometry, k, phys)
        if geometry.bed[k].n_objects > 0:
            predict_obstacles(body, geometry, k, phys)
        return
    if body.held_by == WEDGED:
        return
    bed = geometry.bed[k]
    t_last = min(body.t_end - body.t0, HORIZON)
    inside = abs(body.x) <= bed.half_x + TOUCH and abs(body.y) <= bed.half_y + TOUCH
    if inside and bed.clear == 1 and body.motion != HELD:
        if not _meets_rectangle(body, bed, t_last):
            return
    _predict_features(body, geometry, k, t_last)


@kernel
def _meets_rectangle(body: Body, bed: Any, t_last: float) -> bool:
    """Contact with a straight nose by its four lines; True if a pocket mouth is entered first.

    Pocket features lie outside the rectangle, so a ball inside it meets a nose or leaves through a
    mouth.
    """
    best = INF
    side = -1
    for s in range(4):
        if s == 0:
            c, b, a = bed.half_x - body.x, -body.vx, -body.ax
        elif s == 1:
            c, b, a = bed.half_x + body.x, body.vx, body.ax
        elif s == 2:
            c, b, a = bed.half_y - body.y, -body.vy, -body.ay
        else:
            c, b, a = bed.half_y + body.y, body.vy, body.ay
        if lowest_on(c, b, a, t_last) <= TOUCH:
            t = line_contact(c, b, a)
            if t <= t_last and t < best:
                best = t
                side = s
    if side < 0:
        return False
    index = side
    if side < 2:
        if abs(position_y(body, body.t0 + best)) > bed.corner_end_y:
            return True
    else:
        x = position_x(body, body.t0 + best)
        if abs(x) < bed.side_end or abs(x) > bed.corner_end_x:
            return True
        # Long rails come in two halves, the foot half first.
        index = 2 * side - 2 if x >= 0.0 else 2 * side - 1
    body.geo_t = body.t0 + best
    body.geo_kind = CUSHION_LINE
    body.geo_index = index
    return False


@kernel
def _predict_features(body: Body, geometry: Geometry, k: int, t_last: float) -> None:
    """First contact with any collider, tested one by one: near pockets and along cushions."""
    best = INF
    kind = NOTHING
    index = -1
    for s in range(geometry.bed[k].n_segments):
        if s == body.held_by:
            continue
        t = _segment_contact(body, geometry.segments[k, s], t_last)
        if t < best:
            best, kind, index = t, CUSHION_LINE, s
    if body.held_by >= 0:
        t = release_time(body, geometry.segments[k, body.held_by])
        if t <= t_last and t < best:
            best, kind, index = t, RELEASE, body.held_by
    for s in range(geometry.bed[k].n_jaws):
        jaw = geometry.jaws[k, s]
        t = _circle_contact(body, jaw.x, jaw.y, jaw.reach, t_last, min(best, t_last))
        if t < best:
            best, kind, index = t, CUSHION_JAW, s
    for s in range(6):
        hole = geometry.holes[k, s]
        if hole.in_use == 1:
            if geometry.bed[k].pocket_mode == TRAP_LINE:
                t = trap_contact(body, hole, t_last)
            else:
                t = _circle_contact(body, hole.x, hole.y, hole.edge, t_last, min(best, t_last))
            if t < best:
                best, kind, index = t, DROP, s
    if kind != NOTHING:
        body.geo_t = body.t0 + best
        body.geo_kind = kind
        body.geo_index = index


@kernel
def _segment_contact(body: Body, segment: Any, t_last: float) -> float:
    """First time at which the ball meets a straight nose or facing from the table's side."""
    c = (segment.x - body.x) * segment.nx + (segment.y - body.y) * segment.ny
    b = -(body.vx * segment.nx + body.vy * segment.ny)
    a = -(body.ax * segment.nx + body.ay * segment.ny)
    if c < -TOUCH:
        # Behind the line, in a pocket mouth: the ball has to come out before it can meet the line.
        if b <= 0.0 or a >= 0.0 or b * b <= 4.0 * a * c or highest_on(c, b, a, t_last) < 0.0:
            return INF
    elif lowest_on(c, b, a, t_last) > TOUCH:
        return INF
    t = line_contact(max(c, 0.0), b, a) if c >= -TOUCH else _second_root(c, b, a)
    if t > t_last:
        return INF
    x = position_x(body, body.t0 + t) - segment.x
    y = position_y(body, body.t0 + t) - segment.y
    along = x * segment.tx + y * segment.ty
    if along < 0.0 or along > segment.length:
        return INF
    return t


@kernel
def _second_root(c: float, b: float, a: float) -> float:
    """Later root of c + b s + a s^2 for c < 0, b > 0, a < 0: where the gap closes again."""
    return (b + math.sqrt(b * b - 4.0 * a * c)) / (-2.0 * a)


@kernel
def release_time(body: Body, segment: Any) -> float:
    """When a held ball has slid to an end of its cushion [s from t0]."""
    along = (body.x - segment.x) * segment.tx + (body.y - segment.y) * segment.ty
    b = body.vx * segment.tx + body.vy * segment.ty
    a = body.ax * segment.tx + body.ay * segment.ty
    return min(line_contact(along, b, a), line_contact(segment.length - along, -b, -a))


@kernel
def _circle_contact(
    body: Body, x: float, y: float, reach: float, t_last: float, t_cull: float
) -> float:
    """First time at which the centre comes within ``reach`` of a vertical axis."""
    cx = body.x - x
    if (
        lowest_on(cx, body.vx, body.ax, t_cull) > reach
        or highest_on(cx, body.vx, body.ax, t_cull) < -reach
    ):
        return INF
    cy = body.y - y
    if (
        lowest_on(cy, body.vy, body.ay, t_cull) > reach
        or highest_on(cy, body.vy, body.ay, t_cull) < -reach
    ):
        return INF
    return first_contact(cx, cy, 0.0, body.vx, body.vy, 0.0, body.ax, body.ay, 0.0, reach, t_last)


@kernel
def predict_pairs(bodies: Any, n: int, i: int, now: float, reach: float) -> None:
    """Find the first contact of body i with another ball before its own next event.

    Roots are searched on the whole common validity of both segments, so that they do not depend on
    the order of the balls; the best event so far only serves to cull.

    Args:
        bodies: (n,) bodies.
        n: how many.
        i: whose pair_t and pair_body are set.
        now: time of the event being resolved [s].
        reach: distance of two touching centres [m].
    """
    body = bodies[i]
    best = min(body.t_end, body.geo_t)
    body.pair_t = INF
    body.pair_body = -1
    if body.motion >= POCKETED:
        return
    still = body.motion <= SPINNING
    x = position_x(body, now)
    y = position_y(body, now)
    s = now - body.t0
    vx = body.vx + 2.0 * body.ax * s
    vy = body.vy + 2.0 * body.ay * s
    for j in range(n):
        other = bodies[j]
        if j == i or (still and other.motion <= SPINNING):
            continue
        if other.motion >= POCKETED and other.pocket < 0:
            continue
        t_cull = min(min(best, event_time(other)) - now, HORIZON)
        s = now - other.t0
        cx = x - other.x - (other.vx + other.ax * s) * s
        bx = vx - other.vx - 2.0 * other.ax * s
        ax = body.ax - other.ax
        if lowest_on(cx, bx, ax, t_cull) > reach or highest_on(cx, bx, ax, t_cull) < -reach:
            continue
        cy = y - other.y - (other.vy + other.ay * s) * s
        by = vy - other.vy - 2.0 * other.ay * s
        ay = body.ay - other.ay
        if lowest_on(cy, by, ay, t_cull) > reach or highest_on(cy, by, ay, t_cull) < -reach:
            continue
        cz = position_z(body, now) - position_z(other, now)
        bz = body.vz + 2.0 * body.az * (now - body.t0) - other.vz - 2.0 * other.az * s
        az = body.az - other.az
        t_last = min(min(body.t_end, other.t_end) - now, HORIZON)
        t = now + first_contact(cx, cy, cz, bx, by, bz, ax, ay, az, reach, t_last)
        if t < best:
            best = t
            body.pair_t = t
            body.pair_body = j
