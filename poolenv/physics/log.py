"""Writing the referee log: what a rule may read, in order of time."""

from __future__ import annotations

from typing import Any

from poolenv.events import LOG_CAPACITY, TRUNCATED
from poolenv.kernel import kernel


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
