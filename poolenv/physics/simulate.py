"""The event loop: next event, bring its balls there, resolve, predict again.

Balls keep local times; only those of the event move. Equal times are resolved in the order of kinds
(transition, drop, cushion, ball to ball) and then of ball numbers, compared exactly.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.events import (
    ALL_REST,
    BALL_BALL,
    BALL_MOVED,
    BALL_REST,
    CUSHION,
    EVENT_CAP,
    FOOT,
    HEAD,
    HEAD_STRING,
    LEFT,
    LINE_CROSS,
    LONG_STRING,
    POCKETED,
    RIGHT,
    STILL_TOUCHING,
    TRUNCATED,
)
from poolenv.kernel import kernel
from poolenv.physics.ball_ball import collide
from poolenv.physics.body import INF, Body, position_x, position_y
from poolenv.physics.cushion import RUNTIME_STEPS, cushion_impact, cushion_restitution
from poolenv.physics.detect import (
    CUSHION_JAW,
    CUSHION_LINE,
    DROP,
    RELEASE,
    event_time,
    predict_pairs,
    predict_table,
)
from poolenv.physics.log import write
from poolenv.physics.motion import (
    advance,
    start_free,
    start_hold,
    start_rest,
    start_roll,
)
from poolenv.physics.roots import highest_on, line_contact
from poolenv.states import (
    ABSENT,
    FALLING,
    HELD,
    OFF_TABLE,
    ROLLING,
    SLIDING,
    SPINNING,
    STILL,
)
from poolenv.states import POCKETED as IN_POCKET
from poolenv.table.geometry import Geometry
from poolenv.table.phys import Phys

#: A ball this close to a cushion is frozen to it for the referee [m].
FROZEN_TO_RAIL = 1e-4
#: A ball this close to the cue ball is frozen to it [m].
FROZEN_TO_BALL = 5e-5

# Kinds of next event, in the order in which equal times are resolved.
_TRANSITION, _TABLE, _PAIR = range(3)


@kernel
def _due_kind(body: Body, t: float) -> int:
    """Which of the body's events is the one due at t."""
    if body.t_end <= t:
        return _TRANSITION
    if body.geo_t <= t:
        return _TABLE
    return _PAIR


@kernel
def _next(bodies: Any, n: int) -> int:
    """Row of the body whose event is next; equal times by kind, then by ball number."""
    best = INF
    row = -1
    for j in range(n):
        t = event_time(bodies[j])
        if t < best:
            best = t
            row = j
        elif t == best and t < INF and _due_kind(bodies[j], t) < _due_kind(bodies[row], t):
            row = j
    return row


@kernel
def watch_line(body: Body, marks_line: float, lag: bool) -> None:
    """Find when this segment crosses the watched line for the first time; it never moves the ball."""
    if body.line_left == 0:
        return
    if lag:
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
def _leave_rails(body: Body, bed: Any, t: float) -> None:
    """Forget the rails that the body leaves before t."""
    for rail in range(4):
        if (body.rails >> rail) & 1 == 1:
            c, b, a = _gap(bed, rail, body)
            if highest_on(c, b, a, t - body.t0) > FROZEN_TO_RAIL:
                body.rails &= ~(1 << rail)


@kernel
def _move_to(body: Body, phys: Phys, bed: Any, t: float) -> None:
    if body.rails != 0:
        _leave_rails(body, bed, t)
    advance(body, phys, t)


@kernel
def _transition(body: Body, phys: Phys, geometry: Geometry, k: int) -> None:
    """The segment is over by itself: slide to roll, roll to rest, spin to rest, hold anew."""
    if body.motion == SLIDING:
        start_roll(body, phys)
    elif body.motion == ROLLING:
        start_rest(body, phys)
    elif body.motion == SPINNING:
        body.wz = 0.0
        start_rest(body, phys)
    elif body.motion == HELD:
        segment = geometry.segments[k, body.held_by]
        if not start_hold(body, phys, segment.nx, segment.ny, body.held_by):
            start_free(body, phys)


@kernel
def hit_cushion(
    body: Body,
    phys: Phys,
    nx: float,
    ny: float,
    sin_th: float,
    cos_th: float,
    e_ratio: float,
    mu_w: float,
    steps: int,
) -> bool:
    """Impact of a ball on the bed with rubber whose horizontal normal is n.

    Args:
        body: touching and approaching; velocity and spin change.
        phys: equipment.
        nx: unit normal into the rubber.
        ny: its y.
        sin_th: sine of the contact angle.
        cos_th: its cosine.
        e_ratio: restitution over that of the nose.
        mu_w: friction of the rubber.
        steps: midpoint steps of the integration.

    Returns:
        Whether the separation had to be raised to v_min.
    """
    v_n = body.vx * nx + body.vy * ny
    v_t = body.vx * ny - body.vy * nx
    radius = phys.radius
    raised = True
    if v_n > 0.0:
        e = e_ratio * cushion_restitution(phys, v_n)
        w_t = radius * (body.wx * ny - body.wy * nx)
        w_n = radius * (body.wx * nx + body.wy * ny)
        vt, vn, wt, wn, wz = cushion_impact(
            v_t, v_n, w_t, w_n, radius * body.wz, sin_th, cos_th, e, mu_w, phys.mu_slide, steps
        )
        if -vn >= phys.v_min:
            raised = False
            body.vx = vt * ny + vn * nx
            body.vy = -vt * nx + vn * ny
            body.wx = (wt * ny + wn * nx) / radius
            body.wy = (-wt * nx + wn * ny) / radius
            body.wz = wz / radius
    if raised:
        body.vx = v_t * ny - phys.v_min * nx
        body.vy = -v_t * nx - phys.v_min * ny
    return raised


@kernel
def _table_contact(
    body: Body, phys: Phys, geometry: Geometry, k: int, log: Any, log_len: Any, i: int
) -> None:
    """Resolve the contact with a cushion, a jaw or a drop edge."""
    kind, index = body.geo_kind, body.geo_index
    if kind == DROP:
        write(log, log_len, i, body.t0, POCKETED, body.ball, index, body.x, body.y, 0.0, 0)
        body.motion = IN_POCKET
        body.t_end = INF
        return
    if kind == RELEASE:
        start_free(body, phys)
        return
    if kind == CUSHION_LINE:
        segment = geometry.segments[k, index]
        nx, ny, rail = segment.nx, segment.ny, segment.rail
        sin_th, cos_th, e_ratio = segment.sin_theta, segment.cos_theta, segment.e_ratio
        mu_w = phys.mu_cushion if segment.pocket < 0 else phys.mu_facing
    else:
        jaw = geometry.jaws[k, index]
        nx, ny = jaw.x - body.x, jaw.y - body.y
        distance = math.sqrt(nx * nx + ny * ny)
        nx, ny, rail = nx / distance, ny / distance, jaw.rail
        sin_th, cos_th, e_ratio, mu_w = jaw.sin_theta, jaw.cos_theta, 1.0, phys.mu_cushion
    v_n = body.vx * nx + body.vy * ny
    v_t = body.vx * ny - body.vy * nx
    still = STILL_TOUCHING if (body.rails >> rail) & 1 == 1 else 0
    if v_n > phys.v_min or still == 0:
        write(log, log_len, i, body.t0, CUSHION, body.ball, rail, body.x, body.y, v_n, still)
    if hit_cushion(body, phys, nx, ny, sin_th, cos_th, e_ratio, mu_w, RUNTIME_STEPS):
        if kind == CUSHION_LINE:
            body.vx = v_t * ny
            body.vy = -v_t * nx
            if start_hold(body, phys, nx, ny, index):
                return
            body.vx -= phys.v_min * nx
            body.vy -= phys.v_min * ny
    start_free(body, phys)


@kernel
def _pair_contact(
    bodies: Any,
    a: int,
    b: int,
    phys: Phys,
    start_x: float,
    start_y: float,
    log: Any,
    log_len: Any,
    i: int,
) -> None:
    """Resolve the contact of two balls."""
    first, second = bodies[a], bodies[b]
    kind = BALL_BALL
    if first.ball == 0 and second.frozen == 1:
        dx, dy = first.x - start_x, first.y - start_y
        if dx * dx + dy * dy <= 4.0 * FROZEN_TO_BALL * FROZEN_TO_BALL:
            kind = BALL_MOVED
    if kind == BALL_MOVED:
        write(log, log_len, i, first.t0, BALL_MOVED, second.ball, 0, second.x, second.y, 0.0, 0)
    else:
        write(
            log, log_len, i, first.t0, BALL_BALL, first.ball, second.ball, first.x, first.y, 0.0, 0
        )
    second.frozen = 0
    collide(first, second, phys)
    first.vz = 0.0
    second.vz = 0.0
    start_free(first, phys)
    start_free(second, phys)


@kernel
def _load(
    bodies: Any, pos: Any, vel: Any, spin: Any, motion: Any, i: int, phys: Phys, bed: Any, lag: bool
) -> int:
    """Fill bodies with the balls of row i that lie on the bed, by ball number.

    Returns:
        How many there are.
    """
    n = 0
    for ball in range(16):
        if motion[i, ball] >= FALLING:
            continue
        body = bodies[n]
        body.ball = ball
        body.t0 = 0.0
        body.x, body.y, body.z = pos[i, ball, 0], pos[i, ball, 1], pos[i, ball, 2]
        body.vx, body.vy, body.vz = vel[i, ball, 0], vel[i, ball, 1], vel[i, ball, 2]
        body.wx, body.wy, body.wz = spin[i, ball, 0], spin[i, ball, 1], spin[i, ball, 2]
        body.geo_t = INF
        body.pair_t = INF
        body.pair_body = -1
        body.held_by = -1
        body.frozen = 0
        body.line_t = INF
        body.line_left = 1 if ball == 0 or (lag and ball == 1) else 0
        body.rails = frozen_rails(body, bed)
        start_free(body, phys)
        n += 1
    if n > 0 and bodies[0].ball == 0:
        reach = 2.0 * phys.radius + FROZEN_TO_BALL
        for j in range(1, n):
            dx = bodies[j].x - bodies[0].x
            dy = bodies[j].y - bodies[0].y
            if dx * dx + dy * dy <= reach * reach:
                bodies[j].frozen = 1
    return n


@kernel
def _record(states: Any, n_states: int, body: Body) -> int:
    """Keep the start of a segment in the state log, if one was asked for and has room."""
    if n_states < len(states):
        states[n_states] = body
        n_states += 1
    return n_states


@kernel
def _predict(bodies: Any, n: int, i: int, now: float, reach: float) -> None:
    """Predict the next contact of body i with a ball, and tell that ball of it."""
    predict_pairs(bodies, n, i, now, reach)
    body = bodies[i]
    if body.pair_body >= 0 and body.pair_t < bodies[body.pair_body].pair_t:
        bodies[body.pair_body].pair_t = body.pair_t
        bodies[body.pair_body].pair_body = i


@kernel
def _update(bodies: Any, n: int, a: int, b: int, now: float, reach: float) -> None:
    """Predict contacts between balls again after bodies a and b (or -1) changed."""
    stale = 0
    for j in range(n):
        partner = bodies[j].pair_body
        if j == a or j == b or (partner >= 0 and (partner == a or partner == b)):
            # Forgotten first, so that a dead event culls no live one.
            stale |= 1 << j
            bodies[j].pair_t = INF
            bodies[j].pair_body = -1
    _predict(bodies, n, a, now, reach)
    if b >= 0:
        _predict(bodies, n, b, now, reach)
    for j in range(n):
        if (stale >> j) & 1 == 1 and j != a and j != b:
            _predict(bodies, n, j, now, reach)


@kernel
def simulate_row(
    geometry: Geometry,
    phys: Phys,
    marks_line: float,
    lag: bool,
    pos: Any,
    vel: Any,
    spin: Any,
    motion: Any,
    log: Any,
    log_len: Any,
    bodies: Any,
    states: Any,
    i: int,
) -> tuple[int, int]:
    """Play row i from its velocities to rest.

    Args:
        geometry: colliders; phys.table is the row's.
        phys: equipment of the row.
        marks_line: x of the head string, whose first crossing by the cue ball is logged [m].
        lag: watch balls 0 and 1 at the long string instead.
        pos: (N, 16, 3) centres, rewritten [m].
        vel: (N, 16, 3) velocities, zero afterwards [m/s].
        spin: (N, 16, 3) angular velocities, zero afterwards [rad/s].
        motion: (N, 16) states, rewritten.
        log: (N, LOG_CAPACITY) record Event; entries are appended.
        log_len: (N,) entries in use.
        bodies: (16,) record Body, scratch.
        states: (S,) record Body: the state log, filled with the start of every segment; S may be 0.
        i: the row.

    Returns:
        (resolved events, entries of the state log).
    """
    k = phys.table
    bed = geometry.bed[k]
    reach = 2.0 * phys.radius
    n = _load(bodies, pos, vel, spin, motion, i, phys, bed, lag)
    start_x, start_y = bodies[0].x, bodies[0].y
    n_states = 0
    for j in range(n):
        predict_table(bodies[j], geometry, k)
        watch_line(bodies[j], marks_line, lag)
        n_states = _record(states, n_states, bodies[j])
    for j in range(n):
        _predict(bodies, n, j, 0.0, reach)
    events = 0
    now = 0.0
    while True:
        a = _next(bodies, n)
        due = event_time(bodies[a]) if a >= 0 else INF
        for j in range(min(n, 2)):
            body = bodies[j]
            if body.line_left == 1 and body.line_t <= due and body.line_t < INF:
                x, y = position_x(body, body.line_t), position_y(body, body.line_t)
                line = LONG_STRING if lag else HEAD_STRING
                write(log, log_len, i, body.line_t, LINE_CROSS, body.ball, line, x, y, 0.0, 0)
                body.line_left = 0
        if a < 0:
            break
        if events >= EVENT_CAP:
            write(log, log_len, i, now, TRUNCATED, -1, -1, 0.0, 0.0, 0.0, 0)
            break
        events += 1
        now = due
        body = bodies[a]
        kind = _due_kind(body, now)
        b = -1
        if kind == _PAIR:
            b = body.pair_body
            first, second = min(a, b), max(a, b)
            _move_to(body, phys, bed, now)
            _move_to(bodies[b], phys, bed, now)
            _pair_contact(bodies, first, second, phys, start_x, start_y, log, log_len, i)
        else:
            _move_to(body, phys, bed, now)
            if kind == _TRANSITION:
                _transition(body, phys, geometry, k)
                if body.ball == 0 and body.motion == STILL:
                    write(log, log_len, i, now, BALL_REST, 0, -1, body.x, body.y, 0.0, 0)
            else:
                _table_contact(body, phys, geometry, k, log, log_len, i)
        predict_table(body, geometry, k)
        watch_line(body, marks_line, lag)
        n_states = _record(states, n_states, body)
        if b >= 0:
            predict_table(bodies[b], geometry, k)
            watch_line(bodies[b], marks_line, lag)
            n_states = _record(states, n_states, bodies[b])
        _update(bodies, n, a, b, now, reach)
    if a < 0:
        write(log, log_len, i, now, ALL_REST, -1, -1, 0.0, 0.0, 0.0, 0)
    _store(bodies, n, pos, vel, spin, motion, i)
    return events, n_states


@kernel
def _store(bodies: Any, n: int, pos: Any, vel: Any, spin: Any, motion: Any, i: int) -> None:
    """Write the bodies back to row i, at rest; a ball off the bed has position 0."""
    for j in range(n):
        body = bodies[j]
        ball = body.ball
        gone = body.motion == IN_POCKET or body.motion == OFF_TABLE or body.motion == ABSENT
        pos[i, ball, 0] = 0.0 if gone else body.x
        pos[i, ball, 1] = 0.0 if gone else body.y
        pos[i, ball, 2] = 0.0 if gone else body.z
        motion[i, ball] = body.motion if gone else STILL
        for axis in range(3):
            vel[i, ball, axis] = 0.0
            spin[i, ball, axis] = 0.0
