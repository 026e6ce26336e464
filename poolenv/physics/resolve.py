"""What happens at an event: a segment ends, a ball meets the table, two balls meet."""

from __future__ import annotations

import math
from typing import Any

from poolenv.balls import N_BALLS
from poolenv.events import CUSHION, STILL_TOUCHING
from poolenv.kernel import kernel
from poolenv.physics.air import air_contact, drop_in, land, leave_or_stay, rest_on_rail
from poolenv.physics.ball_ball import collide, held_by_slate
from poolenv.physics.ball_ball_integrated import collide_integrated
from poolenv.physics.body import Body
from poolenv.physics.cushion import RUNTIME_STEPS, cushion_impact, cushion_restitution
from poolenv.physics.cushion_models import compliant_impact, fast_impact
from poolenv.physics.detect import release_time
from poolenv.physics.fall import start_falling
from poolenv.physics.full import meet_lying
from poolenv.physics.kinds import AIR_EDGE, CUSHION_LINE, DROP, OBSTACLE, RELEASE
from poolenv.physics.log import write, write_pair
from poolenv.physics.motion import (
    rolled_out_x,
    rolled_out_y,
    start_air,
    start_free,
    start_hold,
    start_rest,
    start_roll,
)
from poolenv.physics.obstacle import hit_obstacle
from poolenv.physics.rubber import enter_rubber, leave_rubber
from poolenv.physics.wedge import (
    AT_ONCE,
    JAW_TOUCHED,
    MOST_TURNS,
    NOTHING_TOUCHED,
    SEGMENT_TOUCHED,
    TURNS_BETWEEN_BALLS,
    still_touches,
    wedges,
)
from poolenv.states import AIRBORNE, FALLING, HELD, POCKETED, RIDING, ROLLING, SLIDING, SPINNING
from poolenv.table.geometry import Geometry
from poolenv.table.phys import CONSTRAINED, FAST, IMPULSE, Phys

#: Balls that friction presses together meet no sooner again than after this time [s]. With v_min
#: alone a chain of balls pushed by topspin meets a thousand times a second and reaches the cap.
APART = 0.010


@kernel
def transition(
    body: Body, phys: Phys, geometry: Geometry, k: int, log: Any, log_len: Any, at: int
) -> None:
    """The segment is over by itself: slide to roll, roll or spin to rest, hold anew, land."""
    if body.motion == SLIDING:
        start_roll(body, phys)
    elif body.motion == ROLLING:
        start_rest(body, phys)
    elif body.motion == SPINNING:
        body.wz = 0.0
        start_rest(body, phys)
    elif body.motion == HELD and leave_rubber(body):
        start_free(body, phys)
    elif body.motion == HELD:
        segment = geometry.segments[k, body.held_by]
        if not start_hold(body, phys, segment.nx, segment.ny, body.held_by):
            start_free(body, phys)
    elif body.motion == AIRBORNE:
        land(body, phys, geometry, k, log, log_len, at)
    elif body.motion == RIDING:
        rest_on_rail(body, geometry.bed[k], log, log_len, at)


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
        w_z = radius * body.wz
        if phys.cushion_model == CONSTRAINED:
            vt, vn, wt, wn, wz = cushion_impact(
                v_t, v_n, w_t, w_n, w_z, sin_th, cos_th, e, mu_w, phys.mu_slide, steps
            )
        elif phys.cushion_model == FAST:
            vt, vn, wt, wn, wz = fast_impact(v_t, v_n, w_t, w_n, w_z, sin_th, cos_th, e, mu_w)
        else:
            mu_s, ratio = phys.mu_slide, phys.cushion_ratio
            vt, vn, wt, wn, wz = compliant_impact(
                v_t, v_n, w_t, w_n, w_z, sin_th, cos_th, e, mu_w, mu_s, ratio, steps
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
def table_contact(
    body: Body, phys: Phys, geometry: Geometry, k: int, log: Any, log_len: Any, i: int
) -> None:
    """Resolve the contact with a cushion, a jaw or a drop edge."""
    kind, index = body.geo_kind, body.geo_index
    if kind == DROP:
        drop_in(body, phys, geometry, k, log, log_len, i)
        return
    if kind == OBSTACLE:
        hit_obstacle(body, phys, geometry, k, log, log_len, i)
        return
    if kind >= AIR_EDGE:
        air_contact(body, phys, geometry, k, log, log_len, i)
        return
    if kind == RELEASE:
        leave_rubber(body)
        start_free(body, phys)
        return
    if kind == CUSHION_LINE:
        segment = geometry.segments[k, index]
        nx, ny, rail = segment.nx, segment.ny, segment.rail
        sin_th, cos_th, e_ratio = segment.sin_theta, segment.cos_theta, segment.e_ratio
        mu_w = phys.mu_cushion if segment.pocket < 0 else phys.mu_facing
        what = SEGMENT_TOUCHED + index
    else:
        jaw = geometry.jaws[k, index]
        nx, ny = jaw.x - body.x, jaw.y - body.y
        distance = math.sqrt(nx * nx + ny * ny)
        nx, ny, rail = nx / distance, ny / distance, jaw.rail
        sin_th, cos_th, e_ratio, mu_w = jaw.sin_theta, jaw.cos_theta, 1.0, phys.mu_cushion
        what = JAW_TOUCHED + index
    v_n = body.vx * nx + body.vy * ny
    v_t = body.vx * ny - body.vy * nx
    vx, vy = body.vx, body.vy
    still = STILL_TOUCHING if (body.rails >> rail) & 1 == 1 else 0
    other, other_x, other_y = body.touch, body.touch_nx, body.touch_ny
    at_once = body.t0 - body.touch_t <= AT_ONCE
    lasts = still_touches(body, what, nx, ny, v_n)
    if not lasts and (v_n > phys.v_min or still == 0):
        write(log, log_len, i, body.t0, CUSHION, body.ball, rail, body.x, body.y, v_n, still)
    if body.turns > MOST_TURNS and other != what and other != NOTHING_TOUCHED:
        if wedges(body, phys, nx, ny, other, other_x, other_y, at_once):
            return
    if hit_cushion(body, phys, nx, ny, sin_th, cos_th, e_ratio, mu_w, RUNTIME_STEPS):
        if kind == CUSHION_LINE:
            body.vx = v_t * ny
            body.vy = -v_t * nx
            # At the end of the cushion it would be released at once, to be held again at once.
            if start_hold(body, phys, nx, ny, index) and release_time(body, segment) > 0.0:
                return
            body.vx -= phys.v_min * nx
            body.vy -= phys.v_min * ny
    elif phys.cushion_time > 0.0 and kind == CUSHION_LINE and segment.pocket < 0:
        enter_rubber(body, phys, nx, ny, index, vx, vy)
        if release_time(body, segment) > 0.0:
            return
        leave_rubber(body)
    start_free(body, phys)


@kernel
def pair_contact(
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
    other, other_x, other_y = first.touch, first.touch_nx, first.touch_ny
    third, third_x, third_y = second.touch, second.touch_nx, second.touch_ny
    lasts = _touch(first, second, a, b)
    if first.motion == POCKETED or second.motion == POCKETED:
        meets, lies = (second, first) if first.motion == POCKETED else (first, second)
        if not meet_lying(meets, lies, phys, lasts, log, log_len, i):
            go_on(meets, phys, log, log_len, i)
        return
    if not lasts:
        write_pair(first, second, first.t0, start_x, start_y, log, log_len, i)
    leave_rubber(first)
    leave_rubber(second)
    if phys.ball_model == IMPULSE or not collide_integrated(first, second, phys, RUNTIME_STEPS):
        collide(first, second, phys, held_by_slate(first, second))
    part_pair(first, second, phys, log, log_len, i)
    _stand_between(first, second, phys, b, other, other_x, other_y)
    _stand_between(second, first, phys, a, third, third_x, third_y)


@kernel
def _stand_between(
    body: Body, met: Body, phys: Phys, now: int, other: int, other_x: float, other_y: float
) -> None:
    """A ball that others bear stands too, later than between cushions: a row of balls must run.

    Args:
        body: its next segment has begun.
        met: the ball it has met; it must not be on its way into this one.
        phys: equipment.
        now: row of that ball.
        other: what it touched before, as wedge.py numbers it.
        other_x: unit normal into that.
        other_y: its y.
    """
    if body.turns > TURNS_BETWEEN_BALLS and other != now and other != NOTHING_TOUCHED:
        nx, ny = body.touch_nx, body.touch_ny
        if body.motion <= HELD and met.vx * nx + met.vy * ny >= 0.0:
            wedges(body, phys, nx, ny, other, other_x, other_y, False)


@kernel
def _touch(first: Body, second: Body, a: int, b: int) -> bool:
    """Note the contact of two balls of rows a and b; whether it is part of one before."""
    nx, ny, nz = second.x - first.x, second.y - first.y, second.z - first.z
    distance = math.sqrt(nx * nx + ny * ny + nz * nz)
    nx, ny, nz = nx / distance, ny / distance, nz / distance
    approach = (first.vx - second.vx) * nx + (first.vy - second.vy) * ny
    approach += (first.vz - second.vz) * nz
    lasts = still_touches(first, b, nx, ny, approach)
    return still_touches(second, a, -nx, -ny, approach) and lasts


@kernel
def part_pair(first: Body, second: Body, phys: Phys, log: Any, log_len: Any, i: int) -> None:
    """Begin the next segments of two balls after their collision."""
    go_on(first, phys, log, log_len, i)
    go_on(second, phys, log, log_len, i)
    if first.motion < RIDING and second.motion < RIDING:
        part_pressed(first, second, phys)


@kernel
def go_on(body: Body, phys: Phys, log: Any, log_len: Any, at: int) -> None:
    """Begin the next segment of a ball after an impulse."""
    if body.motion == FALLING:
        start_falling(body, phys, body.pocket)
    elif body.motion == AIRBORNE or body.motion == RIDING:
        start_air(body, phys)
    else:
        leave_or_stay(body, phys, log, log_len, at)


@kernel
def part_pressed(first: Body, second: Body, phys: Phys) -> None:
    """Let balls that friction presses together part fast enough to stay apart for APART.

    Their segments have begun. With a_n the acceleration that closes the gap, the parting speed is
    raised to a_n APART/2 (at most mu_s g APART, 2 cm/s), which adds no more than a quarter of
    m v^2. Why pairs are not held, as balls are at cushions: in a chain every hold changes what
    presses on the next one, so that means of pairs creep towards the mean of the chain, a contact
    each; and the mean of the free accelerations is not what a rolling ball that is pushed gets,
    because the cloth has to turn it. tests/physics/test_pushed_pair.py measures both.
    """
    nx = second.x - first.x
    ny = second.y - first.y
    distance = math.sqrt(nx * nx + ny * ny)
    nx /= distance
    ny /= distance
    # a is half the acceleration: the balls meet again after (parting speed)/(closing a).
    need = ((first.ax - second.ax) * nx + (first.ay - second.ay) * ny) * APART
    parting = (second.vx - first.vx) * nx + (second.vy - first.vy) * ny
    if parting >= need:
        return
    if (first.touched | second.touched) >> N_BALLS != 0:
        # Rubber throws one of them back. If friction only slows them down, so that they do not
        # close once they roll, this would keep them going to and fro.
        radius = phys.radius
        closing = (rolled_out_x(first, radius) - rolled_out_x(second, radius)) * nx
        closing += (rolled_out_y(first, radius) - rolled_out_y(second, radius)) * ny
        if closing <= 0.0:
            return
    push = 0.5 * (need - parting)
    first.vx -= push * nx
    first.vy -= push * ny
    second.vx += push * nx
    second.vy += push * ny
    start_free(first, phys)
    start_free(second, phys)
