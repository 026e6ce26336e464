"""Contacts of a ball inside a pocket: the wall of the hole, the facings, the edge of the slate."""

from __future__ import annotations

import math
from typing import Any

from poolenv.events import CUSHION
from poolenv.kernel import kernel
from poolenv.physics.body import Body
from poolenv.physics.cushion import cushion_restitution
from poolenv.physics.flight import ring_exit
from poolenv.physics.log import write
from poolenv.physics.rigid import rigid_impact
from poolenv.physics.slate import hop_speed
from poolenv.states import FALLING
from poolenv.table.phys import Phys

#: Least share of its speed with which a ball leaves the wall of a hole.
CHORD = 0.2
#: Slow contacts with its edges after which a pocket has a ball.
MOST_RATTLES = 200
# Bits of Body.logged.
LEFT_BED, ON_RAIL = 1, 2
TOLD_RAIL = 4  # and the next three bits: a contact with the rail


@kernel
def tell_rail(
    body: Body, phys: Phys, rail: int, v_c: float, log: Any, log_len: Any, at: int
) -> None:
    """Log a contact with a cushion; of slow ones in one flight the first on each rail is told."""
    bit = TOLD_RAIL << rail
    if body.logged & bit != 0 and v_c < hop_speed(phys):
        return
    body.logged |= bit
    write(log, log_len, at, body.t0, CUSHION, body.ball, rail, body.x, body.y, v_c, 0)


@kernel
def rattles_on(body: Body, phys: Phys, v_c: float) -> bool:
    """Whether a ball in a pocket is still on its way after a contact at this speed.

    One that is wedged between a facing and the wall, or a facing, the rim and another ball, has
    come to its end over the hole.
    """
    if body.motion != FALLING or v_c >= hop_speed(phys):
        return True
    body.bounces += 1
    return body.bounces < MOST_RATTLES


@kernel
def hit_liner(body: Body, phys: Phys, hole: Any) -> None:
    """A ball meets the wall of a hole.

    A ball that whirls along the wall would meet it ever more often: it leaves the wall at CHORD of
    its speed at least, its speed unchanged, so that it goes round on chords.
    """
    kx, ky = hole.x - body.x, hole.y - body.y
    length = math.sqrt(kx * kx + ky * ky)
    kx, ky = kx / length, ky / length
    if -(body.vx * kx + body.vy * ky) > 0.0:
        rigid_impact(body, kx, ky, 0.0, phys.liner_e, phys.liner_mu, phys.radius, 0.0)
    speed = math.sqrt(body.vx * body.vx + body.vy * body.vy)
    parting = body.vx * kx + body.vy * ky
    if parting < CHORD * speed:
        along = body.vy * kx - body.vx * ky
        turn = math.sqrt(1.0 - CHORD * CHORD) * speed
        if along < 0.0:
            turn = -turn
        body.vx = CHORD * speed * kx - turn * ky
        body.vy = CHORD * speed * ky + turn * kx


@kernel
def hit_facing(body: Body, phys: Phys, facing: Any, log: Any, log_len: Any, at: int) -> bool:
    """A ball in a pocket meets a facing below its upper edge; whether it is still on its way."""
    v_c = body.vx * facing.nx + body.vy * facing.ny
    tell_rail(body, phys, facing.rail, v_c, log, log_len, at)
    e = facing.e_ratio * cushion_restitution(phys, v_c)
    kx, ky = -facing.nx, -facing.ny
    rigid_impact(body, kx, ky, 0.0, e, phys.mu_facing, phys.radius, phys.v_min)
    return rattles_on(body, phys, v_c)


@kernel
def hit_rim(body: Body, phys: Phys, hole: Any) -> bool:
    """A ball inside a hole meets the edge of the slate where its way would lead out.

    Returns:
        Whether it is still on its way.
    """
    t = ring_exit(body, hole, hole.edge)
    ex = (body.x + body.vx * t - hole.x) / hole.edge
    ey = (body.y + body.vy * t - hole.y) / hole.edge
    out = hole.edge - ((body.x - hole.x) * ex + (body.y - hole.y) * ey)
    norm = math.sqrt(out * out + body.z * body.z)
    kx, ky, kz = -ex * out / norm, -ey * out / norm, body.z / norm
    v_c = -(body.vx * kx + body.vy * ky + body.vz * kz)
    rigid_impact(body, kx, ky, kz, phys.e_slate, phys.mu_slate, phys.radius, phys.v_min)
    return rattles_on(body, phys, v_c)
