"""Writing the referee log: what a rule may read, in order of time."""

from __future__ import annotations

from typing import Any

from poolenv.events import (
    BALL_BALL,
    BALL_MOVED,
    HEAD_STRING,
    LINE_CROSS,
    LOG_CAPACITY,
    LONG_STRING,
    TRUNCATED,
)
from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body, position_x, position_y
from poolenv.physics.watch import FROZEN_TO_BALL, WATCH_LAG


@kernel
def write(
    log: Any,
    log_len: Any,
    i: int,
    t: float,
    kind: int,
    ball: int,
    other: int,
    x: float,
    y: float,
    value: float,
    flag: int,
) -> None:
    """Append one event to row i; the last place is kept for the note that the log is full.

    Args:
        log: (N, LOG_CAPACITY) record Event.
        log_len: (N,) entries in use.
        i: the row.
        t: time of the event [s].
        kind: one of the kinds in events.py, which say what the other arguments mean.
        ball: the ball it happens to.
        other: ball, rail, pocket, line or part.
        x: centre of the ball [m].
        y: its y.
        value: by kind.
        flag: bits, by kind.
    """
    n = log_len[i]
    if n >= LOG_CAPACITY:
        return
    event = log[i, n]
    event.t = t
    event.t_end = t
    event.kind = kind if n < LOG_CAPACITY - 1 else TRUNCATED
    event.ball = ball
    event.other = other
    event.x = x
    event.y = y
    event.value = value
    event.flag = flag
    log_len[i] = n + 1


@kernel
def write_pair(
    first: Body,
    second: Body,
    t: float,
    start_x: float,
    start_y: float,
    log: Any,
    log_len: Any,
    at: int,
) -> None:
    """Append the contact of two balls, or that the cue ball moved one it was frozen to.

    Args:
        first: the ball of the lower row.
        second: the other one; it is frozen to the cue ball no more.
        t: time of the contact [s].
        start_x: where the cue ball lay before the stroke [m].
        start_y: its y.
        log: (L, LOG_CAPACITY) record Event.
        log_len: (L,) entries in use.
        at: the row of the log.
    """
    kind = BALL_BALL
    if first.ball == 0 and second.frozen == 1:
        dx, dy = first.x - start_x, first.y - start_y
        if dx * dx + dy * dy <= 4.0 * FROZEN_TO_BALL * FROZEN_TO_BALL:
            kind = BALL_MOVED
    ball, other, x, y = first.ball, second.ball, first.x, first.y
    if kind == BALL_MOVED:
        ball, other, x, y = second.ball, 0, second.x, second.y
    write(log, log_len, at, t, kind, ball, other, x, y, 0.0, 0)
    second.frozen = 0


@kernel
def write_crossings(
    bodies: Any, n: int, due: float, watched: int, log: Any, log_len: Any, at: int
) -> None:
    """Append the crossings of the watched line up to a time, in their order; each ball's first.

    Args:
        bodies: (16,) record Body.
        n: how many of the first bodies are watched.
        due: time of the event that comes next [s].
        watched: which balls at which line, as in watch.py.
        log: (L, LOG_CAPACITY) record Event.
        log_len: (L,) entries in use.
        at: the row of the log.
    """
    line = LONG_STRING if watched == WATCH_LAG else HEAD_STRING
    while True:
        first = -1
        t = INF
        for j in range(n):
            if bodies[j].line_left == 1 and bodies[j].line_t <= due and bodies[j].line_t < t:
                first, t = j, bodies[j].line_t
        if first < 0:
            return
        body = bodies[first]
        x, y = position_x(body, t), position_y(body, t)
        write(log, log_len, at, t, LINE_CROSS, body.ball, line, x, y, 0.0, 0)
        body.line_left = 0
