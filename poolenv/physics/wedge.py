"""Contacts that last, and balls wedged between two things that they are pressed against.

Rubber holds a ball for some 5 ms, and balls that friction presses together never part, although
resolve.py lets them for APART. So slow contacts that follow each other faster than TOGETHER are one
contact. Two things follow. The referee is told of it once. And a ball that goes to and fro between
two of its contacts faster than they could let go of it stands still: if the cloth drives it into
both (its drive lies in the cone of the two normals) they bear it, as one cushion bears a held ball
(contact hold). Its velocity is gone, and the cloth turns it on the spot until its spin is used up:

    v = 0,  u = R (-w_y, w_x),  du/dt = -(5/2) mu_s g u/|u|.

The contacts do no work and their friction is neglected. Without this two balls that topspin presses
into a mouth meet each other and the facings a thousand times a second.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.balls import N_BALLS
from poolenv.kernel import kernel
from poolenv.physics.body import Body, position_x, position_y
from poolenv.physics.group import SLOW
from poolenv.physics.motion import SLIP_MIN, slip_x, slip_y, start_free, start_rest
from poolenv.states import HELD
from poolenv.table.geometry import N_JAWS, N_SEGMENTS
from poolenv.table.phys import Phys

#: Slow contacts that follow each other within this time are one [s]; longer than resolve.APART.
TOGETHER = 0.015
#: A ball is wedged once its slow contacts have changed this often between different things.
MOST_TURNS = 8
#: The same between balls, which may be on their way.
TURNS_BETWEEN_BALLS = 64
#: A ball that is not slow is in a tight corner if it meets both sides of that within this time [s].
AT_ONCE = 1e-4
#: How often it is looked whether what bears a wedged ball is still there [s].
WEDGE_QUANTUM = 0.020
#: It is there if it is no farther away than this [m].
WITHIN = 1e-4
#: ``Body.held_by`` of a wedged ball.
WEDGED = -2
# What a ball touches: nothing, the row of a ball, or
NOTHING_TOUCHED = -1
SEGMENT_TOUCHED = N_BALLS
JAW_TOUCHED = SEGMENT_TOUCHED + N_SEGMENTS
OBJECT_TOUCHED = JAW_TOUCHED + N_JAWS  # two for each: what the referee is told of it differs


@kernel
def touch_nothing(body: Body) -> None:
    """Forget what the ball has touched."""
    body.touched = 0
    body.touch = NOTHING_TOUCHED
    body.touch_nx, body.touch_ny = 0.0, 0.0
    body.touch_t = -TOGETHER
    body.turns = 0


@kernel
def still_touches(body: Body, what: int, nx: float, ny: float, approach: float) -> bool:
    """Note a contact; tell whether it is part of one that was noted before.

    Args:
        body: at the time of the contact.
        what: row of a ball, or SEGMENT_TOUCHED, JAW_TOUCHED or OBJECT_TOUCHED and the row of that.
        nx: unit normal from the body to what it touches.
        ny: its y.
        approach: how fast they meet [m/s].
    """
    bit = 1 << what
    if approach >= SLOW or (body.held_by != WEDGED and body.t0 - body.touch_t > TOGETHER):
        body.touched = 0
        body.turns = 0
    lasts = body.touched & bit != 0
    if approach < SLOW:
        body.touched |= bit
    if body.touch != what:
        body.turns += 1
    body.touch = what
    body.touch_nx, body.touch_ny = nx, ny
    body.touch_t = body.t0
    return lasts


@kernel
def _into_both(x: float, y: float, nx: float, ny: float, mx: float, my: float) -> bool:
    """Whether (x, y) = a n + b m with positive a and b."""
    turn = nx * my - ny * mx
    return (x * my - y * mx) * turn > 0.0 and (nx * y - ny * x) * turn > 0.0


@kernel
def wedges(
    body: Body,
    phys: Phys,
    nx: float,
    ny: float,
    what: int,
    mx: float,
    my: float,
    at_once: bool,
) -> bool:
    """Bring a ball to a stand that two things bear, if they do; see the head of this file.

    It has to be slow, or on its way into the corner that they make, to and fro across that no more
    than slowly. If the cloth drives it out again, it stands for no time.

    Args:
        body: touches both.
        phys: equipment.
        nx: unit normal into what it meets now.
        ny: its y.
        what: it touched before that, as in :func:`still_touches`.
        mx: unit normal into that.
        my: its y.
        at_once: whether it touched that a moment before.
    """
    inwards = _into_both(body.vx, body.vy, nx, ny, mx, my)
    depth = math.sqrt((nx + mx) * (nx + mx) + (ny + my) * (ny + my))
    if at_once and depth > 0.0 and nx * mx + ny * my < 0.0:
        ahead = body.vx * (nx + mx) + body.vy * (ny + my)
        across = abs(body.vx * (ny + my) - body.vy * (nx + mx))
        inwards = inwards or (ahead > 0.0 and across < SLOW * depth)
    slow = body.vx * body.vx + body.vy * body.vy < SLOW * SLOW
    # The cloth drives a ball that stands against the slip of its spin.
    dx, dy = phys.radius * body.wy, -phys.radius * body.wx
    weak = dx * dx + dy * dy < SLOW * SLOW
    borne = weak or _into_both(dx, dy, nx, ny, mx, my)
    if not (inwards and at_once) and not (slow and borne):
        return False
    start_wedge(body, phys, what if borne else NOTHING_TOUCHED, mx, my)
    return True


@kernel
def start_wedge(body: Body, phys: Phys, other: int, other_x: float, other_y: float) -> None:
    """Let a ball stand for WEDGE_QUANTUM or until its spin is used up.

    Args:
        body: touches both.
        phys: equipment.
        other: what it touched before the last contact; it stands for no time if that is nothing.
        other_x: unit normal into that.
        other_y: its y.
    """
    body.vx, body.vy = 0.0, 0.0
    body.ax, body.ay, body.az = 0.0, 0.0, 0.0
    ux, uy = slip_x(body, phys.radius), slip_y(body, phys.radius)
    slip = math.sqrt(ux * ux + uy * uy)
    body.ux, body.uy = 0.0, 0.0
    lasts = 0.0
    drag = phys.mu_slide * phys.gravity
    if slip >= SLIP_MIN and other != NOTHING_TOUCHED and drag > 0.0:
        body.ux, body.uy = ux / slip, uy / slip
        lasts = min(WEDGE_QUANTUM, slip / (2.5 * drag))
    body.motion = HELD
    body.held_by = WEDGED
    body.t_end = body.t0 + lasts
    body.touch, body.touch_nx, body.touch_ny = other, other_x, other_y
    body.touch_t = body.t0


@kernel
def stay_wedged(bodies: Any, a: int, phys: Phys, reach: float) -> None:
    """A wedged ball stands on if it still spins and what bears it is still there.

    Args:
        bodies: (n,) record Body.
        a: row of the wedged ball, whose segment is over.
        phys: equipment.
        reach: distance of two touching centres [m].
    """
    body = bodies[a]
    now = body.t0
    ux, uy = slip_x(body, phys.radius), slip_y(body, phys.radius)
    if ux * ux + uy * uy < SLIP_MIN * SLIP_MIN:
        start_rest(body, phys)
        return
    if body.touch == NOTHING_TOUCHED or phys.mu_slide * phys.gravity <= 0.0:
        touch_nothing(body)
        start_free(body, phys)
        return
    if body.touch < N_BALLS:
        other = bodies[body.touch]
        dx, dy = position_x(other, now) - body.x, position_y(other, now) - body.y
        s = now - other.t0
        vx, vy = other.vx + 2.0 * other.ax * s, other.vy + 2.0 * other.ay * s
        far = dx * dx + dy * dy > (reach + WITHIN) * (reach + WITHIN)
        if far or vx * vx + vy * vy >= SLOW * SLOW:
            touch_nothing(body)
            start_free(body, phys)
            return
    start_wedge(body, phys, body.touch, body.touch_nx, body.touch_ny)
