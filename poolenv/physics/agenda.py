"""Whose event is next: the order of equal times, and which predictions an event makes stale."""

from __future__ import annotations

from typing import Any

from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body
from poolenv.physics.detect import event_time, predict_pairs

# Kinds of next event, in the order in which equal times are resolved.
TRANSITION, TABLE, PAIR = range(3)


@kernel
def due_kind(body: Body, t: float) -> int:
    """Which of the body's events is the one due at t."""
    if body.t_end <= t:
        return TRANSITION
    if body.geo_t <= t:
        return TABLE
    return PAIR


@kernel
def next_body(bodies: Any, n: int) -> int:
    """Row of the body whose event is next; equal times by kind, then by ball number."""
    best = INF
    row = -1
    for j in range(n):
        t = event_time(bodies[j])
        if t < best:
            best = t
            row = j
        elif t == best and t < INF and due_kind(bodies[j], t) < due_kind(bodies[row], t):
            row = j
    return row


@kernel
def predict(bodies: Any, n: int, i: int, now: float, reach: float) -> None:
    """Predict the next contact of body i with a ball, and tell that ball of it."""
    predict_pairs(bodies, n, i, now, reach)
    body = bodies[i]
    if body.pair_body >= 0 and body.pair_t < bodies[body.pair_body].pair_t:
        bodies[body.pair_body].pair_t = body.pair_t
        bodies[body.pair_body].pair_body = i


@kernel
def update(bodies: Any, n: int, a: int, b: int, now: float, reach: float) -> None:
    """Predict contacts between balls again after bodies a and b (or -1) changed."""
    stale = 0
    for j in range(n):
        partner = bodies[j].pair_body
        if j == a or j == b or (partner >= 0 and (partner == a or partner == b)):
            # Forgotten first, so that a dead event culls no live one.
            stale |= 1 << j
            bodies[j].pair_t = INF
            bodies[j].pair_body = -1
    predict(bodies, n, a, now, reach)
    if b >= 0:
        predict(bodies, n, b, now, reach)
    for j in range(n):
        if (stale >> j) & 1 == 1 and j != a and j != b:
            predict(bodies, n, j, now, reach)
