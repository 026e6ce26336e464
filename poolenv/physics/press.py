"""The cue ball meets an object ball while the tip is still on it: frozen and near balls.

The tip's contact lasts several times as long as that of two balls, so the cue pushes both. Cue
(mass M, damped linear spring that gives restitution e_tip and lasts TIP_TIME on a free ball), cue
ball and object ball (Hertz contact with damping, cluster.py) are integrated along the cue and along
the line of centres; friction between the balls then follows from the whole impulse. A ball that is
not reached in time would get what strike.py gives. Sources: Alciatore TP A.30 (restitution and time
of the tip); Schwager and Poeschel 2007 (the damped spring).
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.kernel import kernel
from poolenv.physics.ball_ball import collide, held_by_slate
from poolenv.physics.body import Body
from poolenv.physics.cluster import contact_drag, contact_force
from poolenv.physics.log import write_pair
from poolenv.physics.resolve import part_pair
from poolenv.physics.rubber import leave_rubber
from poolenv.physics.tip import TIP_TIME, Tip, follow_on
from poolenv.table.phys import Phys

#: Time step of the midpoint rule [s]; a contact of two balls lasts a hundred of them.
STEP = 2e-6
#: Then the tip has left, or what is left of the approach is an ordinary collision [s].
LONGEST = 0.005
#: A tip deader than this is taken as this: the spring would not swing back.
LEAST_E_TIP = 0.2


@kernel
def tip_spring(e_tip: float, give: float) -> tuple[float, float]:
    """Stiffness and damping of the tip, for a ball of mass 1.

    F = max(0, k s + c s'): the contact ends when the force does, at the phase
    pi - atan2(2 z b, 1 - 2 z^2) of the swing, b = sqrt(1 - z^2), with e = exp(-z phase/b)
    (Schwager and Poeschel 2007). The damping ratio z is the fixed point of that.

    Args:
        e_tip: restitution.
        give: inverse of the reduced mass of cue and ball, m/M + 1 + (5/2) rho^2.

    Returns:
        (k [1/s^2], c [1/s]).
    """
    loss = -math.log(max(e_tip, LEAST_E_TIP))
    ratio = 0.0
    phase = math.pi
    root = 1.0
    for _ in range(30):
        ratio = loss / phase * root
        root = math.sqrt(1.0 - ratio * ratio)
        phase = math.pi - math.atan2(2.0 * ratio * root, 1.0 - 2.0 * ratio * ratio)
    rate = phase / (root * TIP_TIME)
    return rate * rate / give, 2.0 * ratio * rate / give


@kernel
def push_both(
    phys: Phys, speed: float, spring: float, damper: float, give: float, share: float, gap: float
) -> tuple[float, float, float, float]:
    """Integrate cue, cue ball and object ball from the first touch of the tip on.

    Args:
        phys: equipment.
        speed: V, of the cue before [m/s].
        spring: k of the tip [1/s^2].
        damper: c of the tip [1/s].
        give: 1 + (5/2) rho^2, what the contact point gains along the cue by a push of 1.
        share: part of that push that drives the cue ball along the line of centres.
        gap: way along the line of centres before the balls touch [m].

    Returns:
        (J/m of the tip, P/m between the balls [m/s], when the tip left [s], its distance then from
        the ball at the end [m]).
    """
    mass, drag = phys.mass, contact_drag(phys)
    ratio = mass / phys.cue_mass
    half = 0.5 * STEP
    dent = 0.0  # of the tip
    overlap = -gap
    by_tip = 0.0
    by_ball = 0.0
    left = LONGEST
    t = 0.0
    while t < LONGEST:
        # midpoint rule; all velocities follow from the two impulses
        closing = speed - (ratio + give) * by_tip + share * by_ball
        nearing = share * by_tip - 2.0 * by_ball
        f = 0.0
        if left == LONGEST:
            f = max(0.0, spring * dent + damper * closing)
            if f == 0.0 and closing < 0.0:
                left = t
        if left < LONGEST and overlap <= 0.0 and nearing <= 0.0:
            break
        g = 0.0
        if overlap > 0.0:
            g = contact_force(overlap, nearing, phys.hertz, drag) / mass
        tip_mid = by_tip + half * f
        ball_mid = by_ball + half * g
        dent_mid = dent + half * closing
        overlap_mid = overlap + half * nearing
        closing = speed - (ratio + give) * tip_mid + share * ball_mid
        nearing = share * tip_mid - 2.0 * ball_mid
        if left == LONGEST:
            f = max(0.0, spring * dent_mid + damper * closing)
        g = 0.0
        if overlap_mid > 0.0:
            g = contact_force(overlap_mid, nearing, phys.hertz, drag) / mass
        dent += STEP * closing
        overlap += STEP * nearing
        by_tip += STEP * f
        by_ball += STEP * g
        t += STEP
    return by_tip, by_ball, left, max(0.0, -dent)


@kernel
def press_contact(
    tip: Tip,
    first: Body,
    second: Body,
    phys: Phys,
    bed: Any,
    start_x: float,
    start_y: float,
    log: Any,
    log_len: Any,
    at: int,
) -> Tip:
    """Resolve the contact of the cue ball with a ball while the tip is on it.

    Args:
        tip: on the cue ball.
        first: the cue ball at the time of the contact, with what the stroke would give it alone.
        second: the ball it meets.
        phys: equipment.
        bed: record Bed.
        start_x: where the cue ball lay [m].
        start_y: [m].
        log: (L, LOG_CAPACITY) record Event.
        log_len: (L,) entries in use.
        at: the row of the log.

    Returns:
        The tip afterwards.
    """
    now = first.t0
    nx, ny, nz = second.x - first.x, second.y - first.y, second.z - first.z
    distance = math.sqrt(nx * nx + ny * ny + nz * nz)
    nx, ny, nz = nx / distance, ny / distance, nz / distance
    write_pair(first, second, now, start_x, start_y, log, log_len, at)
    leave_rubber(first)
    leave_rubber(second)
    ahead = first.vx * nx + first.vy * ny + first.vz * nz
    share = ahead / tip.force
    ratio = phys.mass / phys.cue_mass
    give = (1.0 + phys.e_tip) * tip.struck / tip.force - ratio
    spring, damper = tip_spring(phys.e_tip, ratio + give)
    gap = max(0.0, (first.x - start_x) * nx + (first.y - start_y) * ny)
    by_tip, by_ball, left, clear = push_both(phys, tip.struck, spring, damper, give, share, gap)
    grown = by_tip / tip.force
    first.vx *= grown
    first.vy *= grown
    first.vz *= grown
    first.wx *= grown
    first.wy *= grown
    first.wz *= grown
    # The collision below shall exchange by_ball, friction included: lend it the approach for that.
    beyond = second.vx * nx + second.vy * ny + second.vz * nz
    lent = beyond + 2.0 * by_ball / (1.0 + phys.e_ball) - ahead * grown
    first.vx += lent * nx
    first.vy += lent * ny
    first.vz += lent * nz
    collide(first, second, phys, held_by_slate(first, second))
    first.vx -= lent * nx
    first.vy -= lent * ny
    first.vz -= lent * nz
    part_pair(first, second, phys, log, log_len, at)
    stays = max(now, left - 0.5 * TIP_TIME)
    log[at, tip.entry].t_end = stays
    # The tip touches where it did at the start, but for what it fell behind since it left.
    gone = (first.x - start_x) * tip.dx + (first.y - start_y) * tip.dy - clear
    moved = Tip(
        tip.dx,
        tip.dy,
        tip.dz,
        now,
        tip.x + first.x - start_x - clear * tip.dx,
        tip.y + first.y - start_y - clear * tip.dy,
        tip.z + first.z - phys.radius - clear * tip.dz,
        tip.struck - ratio * by_tip,
        tip.way - gone,
        -1.0,
        stays,
        tip.entry,
        0.0,
        tip.struck,
    )
    return follow_on(moved, first, phys, bed)
