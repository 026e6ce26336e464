"""Laws of mechanics that hold at one event, whatever the model of the contact.

Legend: R radius, n normal, v velocity, w spin, z up; energies over the mass, moments over m R.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.kernel import kernel
from poolenv.physics.body import Body
from poolenv.physics.kinds import CUSHION_LINE
from poolenv.physics.motion import SLIP_MIN, SPEED_MIN, rolled_out_x, rolled_out_y
from poolenv.physics.resolve import APART
from poolenv.physics.wedge import WEDGED
from poolenv.states import AIRBORNE, FALLING, HELD, SLIDING
from poolenv.table.geometry import Geometry
from poolenv.table.phys import Phys

#: Two balls never come closer than touching by more than this [m].
OVERLAP = 2e-9
#: Relative rounding of one event.
ROUNDING = 1e-12


@kernel
def energy(body: Body, phys: Phys) -> float:
    """Kinetic, rotational and potential energy over the mass [m^2/s^2]."""
    v2 = body.vx * body.vx + body.vy * body.vy + body.vz * body.vz
    w2 = body.wx * body.wx + body.wy * body.wy + body.wz * body.wz
    rest = body.z - phys.radius
    return 0.5 * v2 + 0.2 * phys.radius * phys.radius * w2 + phys.gravity * rest


@kernel
def rolling_energy(body: Body, phys: Phys) -> float:
    """Energy over the mass of a ball taken as rolling, as at a drop edge [m^2/s^2].

    Counted from the depth at which a ball is pocketed: the fall is the energy that is turned over.
    """
    v2 = body.vx * body.vx + body.vy * body.vy + body.vz * body.vz
    return 0.7 * v2 + phys.gravity * (body.z + phys.radius)


@kernel
def check_segment(start: Body, end: Body, phys: Phys, out: Any) -> None:
    """A slide leaves the velocity of natural roll alone (Coriolis)."""
    if start.motion != SLIDING:
        return
    x0, y0 = rolled_out_x(start, phys.radius), rolled_out_y(start, phys.radius)
    dx = rolled_out_x(end, phys.radius) - x0
    dy = rolled_out_y(end, phys.radius) - y0
    speed = math.sqrt(energy(start, phys))
    change = math.sqrt(dx * dx + dy * dy) / speed
    out.roll = max(out.roll, change)
    if change > ROUNDING:
        out.slipped += 1


@kernel
def check_gain(before: float, after: float, allowed: float, t: float, phys: Phys, out: Any) -> None:
    """Energy never grows but for what a declared least separation adds.

    The time t of the event is rounded, and with it the velocity that friction leaves.
    """
    late = 4e-16 * t * phys.mu_slide * phys.gravity
    gain = after - before - allowed - late * math.sqrt(abs(before))
    if gain > 0.0:
        share = gain / max(abs(before), abs(after), 1e-12)
        out.gain = max(out.gain, share)
        if share > ROUNDING:
            out.gains += 1


@kernel
def check_pivot(a: Body, c: Body, phys: Phys, out: Any) -> None:
    """A ball before and after it turned about an edge; one that has to wait is pushed back."""
    allowed = 0.7 * phys.v_min * phys.v_min if c.motion <= HELD else 0.0
    check_gain(rolling_energy(a, phys), rolling_energy(c, phys), allowed, c.t0, phys, out)


@kernel
def fall_energy(body: Body, phys: Phys) -> float:
    """What a ball in a pocket can still fall: counted from the bed it has less than no energy."""
    return 2.0 * phys.radius * phys.gravity if body.motion == FALLING else 0.0


@kernel
def check_rigid(a: Body, c: Body, phys: Phys, out: Any) -> None:
    """A free ball before and after it met something that does not move, or nothing.

    A slow parting may have been raised to v_min. Energy is gained then only if the approach was
    slower still, so that the push and its friction change the velocity by no more than this.
    """
    dx, dy, dz = c.vx - a.vx, c.vy - a.vy, c.vz - a.vz
    most = 4.0 * phys.v_min
    pushed = dx * dx + dy * dy + dz * dz <= most * most
    allowed = 0.5 * phys.v_min * phys.v_min if pushed else 0.0
    depth = fall_energy(a, phys)
    check_gain(energy(a, phys) + depth, energy(c, phys) + depth, allowed, c.t0, phys, out)


@kernel
def check_jump(before: Body, after: Body, out: Any) -> None:
    """A ball does not move at an event."""
    jump = abs(after.x - before.x) + abs(after.y - before.y) + abs(after.z - before.z)
    out.jump = max(out.jump, jump)
    if jump > 1e-13:
        out.jumps += 1


@kernel
def check_pair(a: Body, b: Body, c: Body, d: Body, phys: Phys, out: Any) -> None:
    """Balls a and b before, c and d after their contact.

    Both get opposite impulses and the same angular impulse, and the slate answers the one that
    friction or weight drives down with an impulse s at its lowest point. So horizontally

        dv_a + dv_b = s,  R (dw_a - dw_b) = -+ (5/2) z x s  for s at ball a or b,

    and the other ball's moment about the contact point is unchanged about the vertical.
    """
    out.contacts += 1
    nx, ny, nz = b.x - a.x, b.y - a.y, b.z - a.z
    distance = math.sqrt(nx * nx + ny * ny + nz * nz)
    nx, ny, nz = nx / distance, ny / distance, nz / distance
    gap = abs(distance - 2.0 * phys.radius)
    out.contact_gap = max(out.contact_gap, gap)
    if gap > OVERLAP:
        out.overlaps += 1
    closing = (a.vx - b.vx) * nx + (a.vy - b.vy) * ny + (a.vz - b.vz) * nz
    parting = (d.vx - c.vx) * nx + (d.vy - c.vy) * ny + (d.vz - c.vz) * nz
    depth = fall_energy(a, phys) + fall_energy(b, phys)
    before = energy(a, phys) + energy(b, phys) + depth
    after = energy(c, phys) + energy(d, phys) + depth
    # A hit may graze, or be so slow, that its approach is lost in rounding.
    # The slate answers a ball that is pressed down in the same event, which may drive it against
    # the other one again: they meet once more at once.
    bounced = (a.motion <= HELD and (c.motion == AIRBORNE or nz > 0.0)) or (
        b.motion <= HELD and (d.motion == AIRBORNE or nz < 0.0)
    )
    # One that others bear stands, and what bears it pushes it too.
    borne = c.held_by == WEDGED or d.held_by == WEDGED
    parts = parting > 0.0 or (bounced and parting > -closing) or (borne and parting >= -SPEED_MIN)
    if not (closing > -ROUNDING * math.sqrt(before) - SPEED_MIN and parts):
        out.receding += 1
    # A slow parting may have been raised to v_min, and again to keep pressed balls apart a while.
    least = max(phys.v_min, phys.mu_slide * phys.gravity * APART) * (1.0 + ROUNDING)
    # Of a ball that stands the other one has the whole parting, not half of it.
    raised = (0.5 if borne else 0.25) * (parting * parting + phys.v_min * phys.v_min)
    allowed = raised if parting <= least else 0.0
    check_gain(before, after, allowed, c.t0, phys, out)
    radius = phys.radius
    ax, ay, bx, by = c.vx - a.vx, c.vy - a.vy, d.vx - b.vx, d.vy - b.vy
    sx, sy = ax + bx, ay + by
    wx = radius * ((c.wx - a.wx) - (d.wx - b.wx))
    wy = radius * ((c.wy - a.wy) - (d.wy - b.wy))
    wz = radius * abs((c.wz - a.wz) - (d.wz - b.wz))
    # z x s = (-s_y, s_x)
    at_a = abs(wx - 2.5 * sy) + abs(wy + 2.5 * sx)
    at_b = abs(wx + 2.5 * sy) + abs(wy - 2.5 * sx)
    at_a += abs(0.4 * radius * (d.wz - b.wz) + (nx * by - ny * bx))
    at_b += abs(0.4 * radius * (c.wz - a.wz) - (nx * ay - ny * ax))
    # Slip below SLIP_MIN is none: such a ball rolls, or rests, exactly, before it is pushed on.
    exact = allowed > 0.0 or c.motion != SLIDING or d.motion != SLIDING
    rounded = 4.0 * SLIP_MIN if exact else 0.0
    moment = max(min(at_a, at_b) + wz - rounded, 0.0) / math.sqrt(max(before, after))
    if borne:
        moment = 0.0
    out.moment = max(out.moment, moment)
    if moment > ROUNDING:
        out.lost_spin += 1


@kernel
def check_cushion(a: Body, c: Body, geometry: Geometry, k: int, phys: Phys, out: Any) -> None:
    """A ball before and after a cushion, facing or jaw.

    Forces act at the nose and at the cloth only, so the moment about the line through both contact
    points is unchanged: (n cos + z (1 + sin)) . (0.4 R dw + r x dv) = 0, r = -(n cos + z sin).
    """
    if a.geo_kind == CUSHION_LINE:
        segment = geometry.segments[k, a.geo_index]
        nx, ny, sine, cosine = segment.nx, segment.ny, segment.sin_theta, segment.cos_theta
    else:
        jaw = geometry.jaws[k, a.geo_index]
        dx, dy = jaw.x - a.x, jaw.y - a.y
        distance = math.sqrt(dx * dx + dy * dy)
        nx, ny, sine, cosine = dx / distance, dy / distance, jaw.sin_theta, jaw.cos_theta
    closing = a.vx * nx + a.vy * ny
    parting = -(c.vx * nx + c.vy * ny)
    if closing < -1e-9 or not (parting > 0.0 or c.motion == HELD):
        out.receding += 1
    before = energy(a, phys)
    least = parting < phys.v_min * (1.0 + 1e-9)
    allowed = 0.5 * phys.v_min * phys.v_min if least else 0.0
    check_gain(before, energy(c, phys), allowed, c.t0, phys, out)
    if least:
        return
    speed = math.sqrt(before)
    radius = phys.radius
    dvx, dvy = c.vx - a.vx, c.vy - a.vy
    dwx, dwy, dwz = c.wx - a.wx, c.wy - a.wy, c.wz - a.wz
    # r x dv with dv horizontal
    mx = 0.4 * radius * dwx + sine * dvy
    my = 0.4 * radius * dwy - sine * dvx
    mz = 0.4 * radius * dwz - cosine * (nx * dvy - ny * dvx)
    moment = abs(cosine * (nx * mx + ny * my) + (1.0 + sine) * mz) / speed
    out.moment = max(out.moment, moment)
    if moment > ROUNDING:
        out.lost_spin += 1
