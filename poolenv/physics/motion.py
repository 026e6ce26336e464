"""Motion of a ball on the cloth in closed form (Coriolis 1835; Leckie and Greenspan 2006).

Sliding: Coulomb friction mu_s against the slip u = v + w x (-R z), whose direction stays constant.
Rolling: constant resistance mu_r g. Spin about the vertical axis decays at a constant rate and does
not bend the path. Legend: e = u/|u|, s = time since the segment began, R radius, g gravity.
"""

from __future__ import annotations

import math

from poolenv.kernel import kernel
from poolenv.physics.body import INF, Body
from poolenv.states import AIRBORNE, HELD, ROLLING, SLIDING, SPINNING, STILL
from poolenv.table.phys import Phys

#: Below this slip a ball rolls [m/s]: the unit vector of the slip would be noise.
SLIP_MIN = 1e-10
#: Below this speed a ball does not move [m/s]: squares would leave the range of doubles.
SPEED_MIN = 1e-12
#: Longest piece of a curved held segment before its slip direction is taken anew [s].
HOLD_QUANTUM = 0.010


@kernel
def slip_x(body: Body, radius: float) -> float:
    """x of the slip u = v + w x (-R z) at the cloth [m/s]."""
    return body.vx - radius * body.wy


@kernel
def slip_y(body: Body, radius: float) -> float:
    """y of the slip at the cloth [m/s]."""
    return body.vy + radius * body.wx


@kernel
def slide_time(slip: float, phys: Phys) -> float:
    """Duration of a slide, 2|u|/(7 mu_s g) [s]; for ever on a frictionless cloth."""
    drag = 7.0 * phys.mu_slide * phys.gravity
    return 2.0 * slip / drag if drag > 0.0 else INF


@kernel
def roll_time(speed: float, phys: Phys) -> float:
    """Duration of a roll to rest, |v|/(mu_r g) [s]."""
    drag = phys.mu_roll * phys.gravity
    return speed / drag if drag > 0.0 else INF


@kernel
def spin_time(wz: float, phys: Phys) -> float:
    """Time until the spin about the vertical axis is gone, |w_z|/alpha [s]."""
    if wz == 0.0:
        return 0.0
    return abs(wz) / phys.spin_decay if phys.spin_decay > 0.0 else INF


@kernel
def start_free(body: Body, phys: Phys) -> None:
    """Begin a segment on the cloth after an impulse: sliding unless there is no slip."""
    ux = slip_x(body, phys.radius)
    uy = slip_y(body, phys.radius)
    slip = math.sqrt(ux * ux + uy * uy)
    body.held_by = -1
    if slip < SLIP_MIN:
        start_roll(body, phys)
        return
    body.motion = SLIDING
    body.ux = ux / slip
    body.uy = uy / slip
    half = 0.5 * phys.mu_slide * phys.gravity
    body.ax = -half * body.ux
    body.ay = -half * body.uy
    body.az = 0.0
    body.t_end = body.t0 + slide_time(slip, phys)


@kernel
def start_roll(body: Body, phys: Phys) -> None:
    """Begin to roll: the spin is made exactly that of rolling, or the ball stops."""
    speed = math.sqrt(body.vx * body.vx + body.vy * body.vy)
    body.held_by = -1
    if speed < SPEED_MIN:
        start_rest(body, phys)
        return
    body.motion = ROLLING
    body.wx = -body.vy / phys.radius
    body.wy = body.vx / phys.radius
    body.ux = body.vx / speed
    body.uy = body.vy / speed
    half = 0.5 * phys.mu_roll * phys.gravity
    body.ax = -half * body.ux
    body.ay = -half * body.uy
    body.az = 0.0
    body.t_end = body.t0 + roll_time(speed, phys)


@kernel
def start_rest(body: Body, phys: Phys) -> None:
    """The centre rests; what spin is left about the vertical axis runs out in place."""
    body.held_by = -1
    body.vx = 0.0
    body.vy = 0.0
    body.vz = 0.0
    body.wx = 0.0
    body.wy = 0.0
    body.ax = 0.0
    body.ay = 0.0
    body.az = 0.0
    body.ux = 0.0
    body.uy = 0.0
    if body.wz == 0.0:
        body.motion = STILL
        body.t_end = INF
    else:
        body.motion = SPINNING
        body.t_end = body.t0 + spin_time(body.wz, phys)


@kernel
def fall_time(height: float, vz: float, gravity: float) -> float:
    """Time of flight to a plane ``height`` below, (v_z + sqrt(v_z^2 + 2 g height))/g [s]."""
    if gravity <= 0.0:
        return INF
    return (vz + math.sqrt(max(0.0, vz * vz + 2.0 * gravity * height))) / gravity


@kernel
def start_air(body: Body, phys: Phys) -> None:
    """Begin a ballistic segment, which ends by itself at the height of a ball on the bed."""
    body.motion = AIRBORNE
    body.held_by = -1
    body.ux = 0.0
    body.uy = 0.0
    body.ax = 0.0
    body.ay = 0.0
    body.az = -0.5 * phys.gravity
    body.t_end = body.t0 + fall_time(body.z - phys.radius, body.vz, phys.gravity)


@kernel
def start_hold(body: Body, phys: Phys, nx: float, ny: float, index: int) -> bool:
    """Begin to slide along a cushion that the ball's own spin presses it against, if it does.

    The nose cancels the velocity and the acceleration across it and does no work (contact hold).
    Along the cushion du_t/dt = -(7/2) mu_s g e_t, across it du_n/dt = -(5/2) mu_s g e_n.

    Args:
        body: a ball that touches the cushion and moves along it.
        phys: equipment.
        nx: unit normal into the rubber.
        ny: its y.
        index: row of the cushion's segment.

    Returns:
        False if the slip does not press the ball into the cushion; the body is unchanged then.
    """
    ux = slip_x(body, phys.radius)
    uy = slip_y(body, phys.radius)
    slip = math.sqrt(ux * ux + uy * uy)
    if slip < SLIP_MIN:
        return False
    ux /= slip
    uy /= slip
    push = -(ux * nx + uy * ny)  # acceleration across over mu_s g, positive into the rubber
    if push <= 0.0 or phys.mu_slide * phys.gravity <= 0.0:
        return False
    tx = ny
    ty = -nx
    along = body.vx * tx + body.vy * ty
    body.vx = along * tx
    body.vy = along * ty
    # The slip across counts the velocity across, which is gone now.
    ux = slip_x(body, phys.radius)
    uy = slip_y(body, phys.radius)
    slip = math.sqrt(ux * ux + uy * uy)
    if slip < SLIP_MIN:
        return False
    body.ux = ux / slip
    body.uy = uy / slip
    across = ux * nx + uy * ny
    if across >= 0.0:
        return False
    u_t = ux * tx + uy * ty
    e_t = u_t / slip
    half = 0.5 * phys.mu_slide * phys.gravity
    body.motion = HELD
    body.held_by = index
    body.ax = -half * e_t * tx
    body.ay = -half * e_t * ty
    body.az = 0.0
    # With e frozen the slip across is used up after |u_n|/((5/2) mu_s g |e_n|) = slip/(5 half).
    lasts = slip / (5.0 * half)
    if abs(u_t) > SLIP_MIN:
        lasts = min(lasts, HOLD_QUANTUM)
        lasts = min(lasts, slip / (7.0 * half))
    body.t_end = body.t0 + lasts
    return True


@kernel
def spin_after(wz: float, decay: float) -> float:
    """Spin about the vertical axis when ``decay`` of it is used up, never beyond zero [rad/s]."""
    if wz > 0.0:
        return max(0.0, wz - decay)
    return min(0.0, wz + decay)


@kernel
def advance(body: Body, phys: Phys, t: float) -> None:
    """Bring a body to time t of its segment and make t its local time."""
    s = t - body.t0
    body.t0 = t
    if body.motion == STILL or s == 0.0:
        return
    body.x += (body.vx + body.ax * s) * s
    body.y += (body.vy + body.ay * s) * s
    body.z += (body.vz + body.az * s) * s
    body.vx += 2.0 * body.ax * s
    body.vy += 2.0 * body.ay * s
    body.vz += 2.0 * body.az * s
    if body.motion == ROLLING:
        body.wx = -body.vy / phys.radius
        body.wy = body.vx / phys.radius
    elif body.motion == SLIDING or body.motion == HELD:
        rate = 2.5 * phys.mu_slide * phys.gravity / phys.radius * s
        body.wx -= rate * body.uy
        body.wy += rate * body.ux
    if body.motion <= HELD:
        body.wz = spin_after(body.wz, phys.spin_decay * s)


@kernel
def rolled_out_x(body: Body, radius: float) -> float:
    """x of the Coriolis invariant (5/7) v - (2/7) R z x w, the velocity after the slide [m/s]."""
    return (5.0 * body.vx + 2.0 * radius * body.wy) / 7.0


@kernel
def rolled_out_y(body: Body, radius: float) -> float:
    """y of the Coriolis invariant [m/s]."""
    return (5.0 * body.vy - 2.0 * radius * body.wx) / 7.0
