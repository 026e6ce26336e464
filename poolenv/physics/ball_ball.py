"""Collision of two balls: one frictional impulse in 3-D (Alciatore TP A.5, A.14).

Both balls get the same angular impulse. Vertical components are real: friction of a rolling cue
ball lifts it. The caller decides what the slate answers.
"""

from __future__ import annotations

import math

from poolenv.kernel import kernel
from poolenv.physics.body import Body
from poolenv.states import AIRBORNE, HELD
from poolenv.table.phys import Phys


@kernel
def ball_friction(phys: Phys, slip: float) -> float:
    """Coefficient mu_b = a + b exp(-c |s|) at the slip |s| of the surfaces [m/s] (Marlow)."""
    return phys.mu_ball_a + phys.mu_ball_b * math.exp(-phys.mu_ball_c * slip)


# Which of the two balls the slate holds from below.
NEITHER, FIRST, SECOND = range(3)


@kernel
def held_by_slate(first: Body, second: Body) -> int:
    """Which ball lies on the bed while the other one comes from above."""
    down = second.z - first.z
    if first.motion == AIRBORNE and second.motion <= HELD and down < 0.0:
        return SECOND
    if second.motion == AIRBORNE and first.motion <= HELD and down > 0.0:
        return FIRST
    return NEITHER


@kernel
def collide(first: Body, second: Body, phys: Phys, held: int) -> bool:
    """Exchange the impulse of two touching, approaching balls of equal size and mass.

    With n from first to second, s_full = v1 - v2 + R (w1 + w2) x n, v_n = s_full . n and s its
    tangential part: J = (1 + e) m v_n/2, friction min(mu J, m |s|/7) against s. A ball held by the
    slate gives way horizontally only: J = (1 + e) m v_n/(1 + n_h^2), n_h horizontal part of n, and
    s is the slip that this leaves: friction against it takes energy, whatever the slate does. A
    separation slower than v_min is raised to v_min, which ends every cascade of shorter contacts.

    Args:
        first: a ball; its velocity and spin change.
        second: the other ball.
        phys: equipment.
        held: NEITHER, FIRST or SECOND.

    Returns:
        Whether the separation had to be raised to v_min.
    """
    nx = second.x - first.x
    ny = second.y - first.y
    nz = second.z - first.z
    distance = math.sqrt(nx * nx + ny * ny + nz * nz)
    nx /= distance
    ny /= distance
    nz /= distance
    radius = phys.radius
    wx = first.wx + second.wx
    wy = first.wy + second.wy
    wz = first.wz + second.wz
    sx = first.vx - second.vx
    sy = first.vy - second.vy
    sz = first.vz - second.vz
    v_n = sx * nx + sy * ny + sz * nz
    sx += radius * (wy * nz - wz * ny) - v_n * nx
    sy += radius * (wz * nx - wx * nz) - v_n * ny
    sz += radius * (wx * ny - wy * nx) - v_n * nz
    raised = phys.e_ball * v_n < phys.v_min
    parting = phys.v_min if raised else phys.e_ball * v_n
    push = 0.5 * (v_n + parting)  # J/m
    if held != NEITHER:
        push = (v_n + parting) / (1.0 + nx * nx + ny * ny)
        # The slate takes the vertical part of the push, which leaves a slip of its own.
        lift = push * nz
        sx -= lift * nz * nx
        sy -= lift * nz * ny
        sz += lift * (1.0 - nz * nz)
    slip = math.sqrt(sx * sx + sy * sy + sz * sz)
    fx = 0.0
    fy = 0.0
    fz = 0.0
    if slip > 0.0:
        grip = min(ball_friction(phys, slip) * push, slip / 7.0) / slip
        fx = -grip * sx
        fy = -grip * sy
        fz = -grip * sz
    first.vx -= push * nx - fx
    first.vy -= push * ny - fy
    first.vz -= push * nz - fz
    second.vx += push * nx - fx
    second.vy += push * ny - fy
    second.vz += push * nz - fz
    if held != NEITHER:
        if held == FIRST:
            first.vz = max(first.vz, 0.0)
        else:
            second.vz = max(second.vz, 0.0)
        # The slate takes the vertical part of the friction too, and some of the parting with it.
        apart = (second.vx - first.vx) * nx + (second.vy - first.vy) * ny
        apart += (second.vz - first.vz) * nz
        if apart < phys.v_min:
            raised = True
            more = (phys.v_min - apart) / (1.0 + nx * nx + ny * ny)
            first.vx -= more * nx
            first.vy -= more * ny
            second.vx += more * nx
            second.vy += more * ny
            if held == FIRST:
                second.vz += more * nz
            else:
                first.vz -= more * nz
    turn = 2.5 / radius
    tx = turn * (ny * fz - nz * fy)
    ty = turn * (nz * fx - nx * fz)
    tz = turn * (nx * fy - ny * fx)
    first.wx += tx
    first.wy += ty
    first.wz += tz
    second.wx += tx
    second.wy += ty
    second.wz += tz
    return raised
