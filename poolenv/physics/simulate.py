"""The event loop: next event, bring its balls there, resolve, predict again.

Balls keep local times; only those of the event move. Equal times are resolved in the order of kinds
(transition, drop, cushion, ball to ball, tip) and then of ball numbers, compared exactly.

The tip of the cue is looked at only once something has met the cue ball before the tip was
withdrawn (tip.py), so it costs nothing on other strokes.
"""

from __future__ import annotations

from typing import Any

from poolenv.events import (
    ALL_REST,
    BALL_REST,
    EVENT_CAP,
    TRUNCATED,
)
from poolenv.kernel import kernel
from poolenv.physics.agenda import PAIR, TRANSITION, due_kind, next_body, predict, update
from poolenv.physics.air import leave_or_stay
from poolenv.physics.body import INF, Body
from poolenv.physics.cluster import integrate_cluster
from poolenv.physics.detect import event_time, predict_table
from poolenv.physics.full import lie_down, load_lying
from poolenv.physics.group import find_group, record_ways
from poolenv.physics.kinds import DROP, RIDE_HOLE, TIP_OVER
from poolenv.physics.lag import forget_strokes, strike_late, wait_for_stroke
from poolenv.physics.log import write, write_crossings
from poolenv.physics.motion import advance, start_air, start_free
from poolenv.physics.pivot import stop_at_balls
from poolenv.physics.press import press_contact
from poolenv.physics.resolve import pair_contact, table_contact, transition
from poolenv.physics.scratch import GOING, Scratch
from poolenv.physics.tip import Tip, follow_on, next_touch, touch_again
from poolenv.physics.watch import (
    FROZEN_TO_BALL,
    WATCH_EVERY_BALL,
    frozen_rails,
    is_watched,
    leave_rails,
    watch_line,
)
from poolenv.physics.wedge import WEDGED, stay_wedged, touch_nothing
from poolenv.states import ABSENT, FALLING, OFF_TABLE, STILL
from poolenv.states import POCKETED as IN_POCKET
from poolenv.table.geometry import Geometry
from poolenv.table.phys import CLUSTER, Phys


@kernel
def _move_to(body: Body, phys: Phys, bed: Any, t: float) -> None:
    if body.rails != 0:
        leave_rails(body, bed, t)
    advance(body, phys, t)


@kernel
def _load(
    bodies: Any,
    pos: Any,
    going: Any,
    motion: Any,
    i: int,
    phys: Phys,
    bed: Any,
    watched: int,
    first_at: float,
    second_at: float,
    log: Any,
    log_len: Any,
    at: int,
) -> int:
    """Fill bodies with the balls of row i that lie on the bed, by ball number, and set them going.

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
        body.vx, body.vy, body.vz = going[ball, 0], going[ball, 1], going[ball, 2]
        body.wx, body.wy, body.wz = going[ball, 3], going[ball, 4], going[ball, 5]
        late = ball < 2 and (first_at if ball == 0 else second_at) > 0.0
        if not late:
            for axis in range(GOING):
                going[ball, axis] = 0.0
        body.geo_t = INF
        body.pair_t = INF
        body.pair_body = -1
        body.held_by = -1
        body.rubber_x, body.rubber_y = 0.0, 0.0
        touch_nothing(body)
        body.frozen = 0
        body.line_t = INF
        body.line_left = 1 if is_watched(ball, watched) else 0
        body.rails = frozen_rails(body, bed)
        body.pocket = -1
        body.bounces = 0
        body.logged = 0
        if body.z > phys.radius:
            start_air(body, phys)
        else:
            leave_or_stay(body, phys, log, log_len, at)
        if late:
            wait_for_stroke(body, first_at if ball == 0 else second_at)
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
def simulate_row(
    geometry: Geometry,
    phys: Phys,
    marks_line: float,
    watched: int,
    tip: Tip,
    first_at: float,
    second_at: float,
    pos: Any,
    motion: Any,
    log: Any,
    log_len: Any,
    scratch: Scratch,
    i: int,
    at: int,
) -> tuple[int, int]:
    """Play row i to rest, from how its balls are set going.

    Args:
        geometry: colliders; phys.table is the row's.
        phys: equipment of the row.
        marks_line: x of the head string [m].
        watched: which balls' first crossing of which line is logged, as in watch.py.
        tip: the tip of the cue right after the stroke, NO_TIP for balls set going without one.
        first_at: when ball 0 begins to move; above 0 at a lag where it is struck late [s].
        second_at: the same of ball 1 [s].
        pos: (N, 16, 3) centres, rewritten [m].
        motion: (N, 16) states, rewritten.
        log: (L, LOG_CAPACITY) record Event; entries are appended to row `at`.
        log_len: (L,) entries in use.
        scratch: of this thread; ``going`` says how the balls begin, and is zero afterwards, and the
            state log is filled with the start of every segment, if it has room.
        i: the row.
        at: the row of the log.

    Returns:
        (resolved events, entries of the state log).
    """
    k = phys.table
    bed = geometry.bed[k]
    reach = 2.0 * phys.radius
    bodies, states = scratch.bodies, scratch.states
    going = scratch.going
    n = _load(
        bodies, pos, going, motion, i, phys, bed, watched, first_at, second_at, log, log_len, at
    )
    if bed.capacity > 0:
        n = load_lying(bodies, n, pos, motion, i, geometry, k, phys)
    start_x, start_y = bodies[0].x, bodies[0].y
    n_states = 0
    for j in range(n):
        predict_table(bodies[j], geometry, k, phys)
        watch_line(bodies[j], marks_line, watched)
        n_states = _record(states, n_states, bodies[j])
    for j in range(n):
        predict(bodies, n, j, 0.0, reach)
    n_watched = n if watched == WATCH_EVERY_BALL else min(n, 2)
    has_cue_ball = n > 0 and bodies[0].ball == 0
    if has_cue_ball and tip.way > 0.0:
        tip = follow_on(tip, bodies[0], phys, bed)
    tip_t = INF
    met = False  # whether the cue ball has met anything but the tip
    events = 0
    now = 0.0
    while True:
        a = next_body(bodies, n)
        due = event_time(bodies[a]) if a >= 0 else INF
        touch = tip_t < due
        if touch:
            a, due = 0, tip_t
        for j in range(n_watched):
            if bodies[j].line_left == 1 and bodies[j].line_t <= due and bodies[j].line_t < INF:
                write_crossings(bodies, n_watched, due, watched, log, log_len, at)
        if a < 0:
            break
        if events >= EVENT_CAP:
            write(log, log_len, at, now, TRUNCATED, -1, -1, 0.0, 0.0, 0.0, 0)
            break
        events += 1
        now = due
        body = bodies[a]
        kind = due_kind(body, now)
        b = -1
        if touch:
            _move_to(body, phys, bed, now)
            tip = touch_again(tip, body, phys, bed, log, log_len, at)
        elif kind == PAIR:
            b = body.pair_body
            first, second = min(a, b), max(a, b)
            _move_to(body, phys, bed, now)
            _move_to(bodies[b], phys, bed, now)
            pressed = has_cue_ball and first == 0 and not met and now <= tip.stays
            pressed = pressed and tip.force > 0.0 and bodies[second].motion != IN_POCKET
            group, limit = 0, INF
            if phys.rack_model == CLUSTER and not pressed:
                group, limit = find_group(bodies, n, first, second, reach, bed, now)
            if group != 0:
                for j in range(n):
                    if (group >> j) & 1 == 1:
                        _move_to(bodies[j], phys, bed, now)
                now, _ = integrate_cluster(
                    bodies, n, group, phys, bed, now, limit, start_x, start_y, log, log_len, at
                )
                n_states = record_ways(bodies, n, group, now, states, n_states)
                for j in range(n):
                    if (group >> j) & 1 == 1:
                        bodies[j].t0 = now
                        start_free(bodies[j], phys)
                        predict_table(bodies[j], geometry, k, phys)
                        watch_line(bodies[j], marks_line, watched)
                        n_states = _record(states, n_states, bodies[j])
                        bodies[j].pair_t = INF
                for j in range(n):
                    if (group >> j) & 1 == 1:
                        update(bodies, n, j, -1, now, reach)
                if group & 1 == 1 and has_cue_ball:
                    met = True
                    tip_t = next_touch(tip, bodies[0], phys) if now <= tip.until else INF
                continue
            if pressed:
                tip = press_contact(
                    tip, bodies[0], bodies[second], phys, bed, start_x, start_y, log, log_len, at
                )
            else:
                pair_contact(bodies, first, second, phys, start_x, start_y, log, log_len, at)
        else:
            _move_to(body, phys, bed, now)
            if kind == TRANSITION:
                if body.motion == STILL:
                    strike_late(body, phys, going, log, log_len, at)
                elif body.held_by == WEDGED:
                    stay_wedged(bodies, a, phys, reach)
                else:
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
        watch_line(body, marks_line, watched)
        n_states = _record(states, n_states, body)
        if b >= 0:
            predict_table(bodies[b], geometry, k, phys)
            watch_line(bodies[b], marks_line, watched)
            n_states = _record(states, n_states, bodies[b])
        update(bodies, n, a, b, now, reach)
        if a == 0 or b == 0:
            met = met or touch or kind != TRANSITION
            tip_t = INF
            if met and now <= tip.until and has_cue_ball:
                tip_t = next_touch(tip, bodies[0], phys)
    if first_at > 0.0 or second_at > 0.0:
        forget_strokes(going)
    if a < 0:
        write(log, log_len, at, now, ALL_REST, -1, -1, 0.0, 0.0, 0.0, 0)
    _store(bodies, n, pos, motion, i)
    return events, n_states


@kernel
def _store(bodies: Any, n: int, pos: Any, motion: Any, i: int) -> None:
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
