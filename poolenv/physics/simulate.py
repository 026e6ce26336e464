"""The event loop: next event, bring its balls there, resolve, predict again.

Balls keep local times; only those of the event move. Equal times are resolved in the order of kinds
(transition, drop, cushion, ball to ball) and then of ball numbers, compared exactly.
"""

from __future__ import annotations

from typing import Any

from poolenv.events import (
    ALL_REST,
    BALL_REST,
    EVENT_CAP,
    HEAD_STRING,
    LINE_CROSS,
    LONG_STRING,
    TRUNCATED,
)
from poolenv.kernel import kernel
from poolenv.physics.air import leave_or_stay
from poolenv.physics.body import INF, Body, position_x, position_y
from poolenv.physics.detect import event_time, predict_pairs, predict_table
from poolenv.physics.full import lie_down, load_lying
from poolenv.physics.kinds import DROP, RIDE_HOLE, TIP_OVER
from poolenv.physics.log import write
from poolenv.physics.motion import advance, start_air
from poolenv.physics.pivot import stop_at_balls
from poolenv.physics.resolve import pair_contact, table_contact, transition
from poolenv.physics.watch import FROZEN_TO_BALL, frozen_rails, leave_rails, watch_line
from poolenv.states import ABSENT, FALLING, OFF_TABLE, STILL
from poolenv.states import POCKETED as IN_POCKET
from poolenv.table.geometry import Geometry
from poolenv.table.phys import Phys

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
def _move_to(body: Body, phys: Phys, bed: Any, t: float) -> None:
    if body.rails != 0:
        leave_rails(body, bed, t)
    advance(body, phys, t)


@kernel
def _load(
    bodies: Any,
    pos: Any,
    vel: Any,
    spin: Any,
    motion: Any,
    i: int,
    phys: Phys,
    bed: Any,
    lag: bool,
    log: Any,
    log_len: Any,
    at: int,
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
        body.pocket = -1
        body.bounces = 0
        body.logged = 0
        if body.z > phys.radius:
            start_air(body, phys)
        else:
            leave_or_stay(body, phys, log, log_len, at)
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
    at: int,
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
        log: (L, LOG_CAPACITY) record Event; entries are appended to row `at`.
        log_len: (L,) entries in use.
        bodies: (16,) record Body, scratch.
        states: (S,) record Body: the state log, filled with the start of every segment; S may be 0.
        i: the row.
        at: the row of the log.

    Returns:
        (resolved events, entries of the state log).
    """
    k = phys.table
    bed = geometry.bed[k]
    reach = 2.0 * phys.radius
    n = _load(bodies, pos, vel, spin, motion, i, phys, bed, lag, log, log_len, at)
    if bed.capacity > 0:
        n = load_lying(bodies, n, pos, motion, i, geometry, k, phys)
    start_x, start_y = bodies[0].x, bodies[0].y
    n_states = 0
    for j in range(n):
        predict_table(bodies[j], geometry, k, phys)
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
                write(log, log_len, at, body.line_t, LINE_CROSS, body.ball, line, x, y, 0.0, 0)
                body.line_left = 0
        if a < 0:
            break
        if events >= EVENT_CAP:
            write(log, log_len, at, now, TRUNCATED, -1, -1, 0.0, 0.0, 0.0, 0)
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
            pair_contact(bodies, first, second, phys, start_x, start_y, log, log_len, at)
        else:
            _move_to(body, phys, bed, now)
            if kind == _TRANSITION:
                transition(body, phys, geometry, k, log, log_len, at)
                if body.ball == 0 and body.motion == STILL:
                    write(log, log_len, at, now, BALL_REST, 0, -1, body.x, body.y, 0.0, 0)
            else:
                x, y, z = body.x, body.y, body.z
                turns = body.geo_kind
                table_contact(body, phys, geometry, k, log, log_len, at)
                if turns == DROP or turns == TIP_OVER or turns == RIDE_HOLE:
                    if body.z < z and n > 1:
                        stop_at_balls(bodies, n, a, x, y, z, phys, log, log_len, at)
            if body.motion == IN_POCKET:
                lie_down(bodies, n, a, bed, phys)
        predict_table(body, geometry, k, phys)
        watch_line(body, marks_line, lag)
        n_states = _record(states, n_states, body)
        if b >= 0:
            predict_table(bodies[b], geometry, k, phys)
            watch_line(bodies[b], marks_line, lag)
            n_states = _record(states, n_states, bodies[b])
        _update(bodies, n, a, b, now, reach)
    if a < 0:
        write(log, log_len, at, now, ALL_REST, -1, -1, 0.0, 0.0, 0.0, 0)
    _store(bodies, n, pos, vel, spin, motion, i)
    return events, n_states


@kernel
def _store(bodies: Any, n: int, pos: Any, vel: Any, spin: Any, motion: Any, i: int) -> None:
    """Write the bodies back to row i, at rest.

    A ball off the bed has position 0, but one that lies in a pocket has its place there.
    """
    for j in range(n):
        body = bodies[j]
        ball = body.ball
        gone = body.motion == IN_POCKET or body.motion == OFF_TABLE or body.motion == ABSENT
        nowhere = gone and body.pocket < 0
        pos[i, ball, 0] = 0.0 if nowhere else body.x
        pos[i, ball, 1] = 0.0 if nowhere else body.y
        pos[i, ball, 2] = 0.0 if nowhere else body.z
        motion[i, ball] = body.motion if gone else STILL
        for axis in range(3):
            vel[i, ball, axis] = 0.0
            spin[i, ball, axis] = 0.0
