"""Touching balls share an impulse: Hertz contacts with damping, integrated in time.

Optional model for the rack and frozen groups, where pairwise impulses depend on the numbers of the
balls. F = max(0, K d^(3/2) + alpha sqrt(m* K) d^(1/4) d'), d overlap, m* = m/2 (Hertz; Tsuji et al.
1992); K from Marlow's ball data (Alciatore TP B.29). No tangential force, no cloth force, midpoint
steps.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.kernel import kernel

#: Stiffness of two phenolic balls, Marlow's data in TP B.29 [N/m^1.5].
HERTZ_K = 8.0587e8
#: Balls nearer than this belong to one cluster [m].
CLUSTER_GAP = 1e-4
#: Time step [s].
STEP = 1e-6
#: No cluster takes longer than this [s]: 3 ms part a fifteen-ball rack.
LONGEST = 0.05


@kernel
def damping(e: float) -> float:
    """alpha = 0.711 (1 - e) + 0.55 (1 - e)^2, which gives the restitution e in a pair."""
    loss = 1.0 - e
    return 0.711 * loss + 0.55 * loss * loss


@kernel
def contact_force(
    overlap: float, rate: float, stiffness: float, mass: float, alpha: float
) -> float:
    """Force between two balls that overlap [N].

    Args:
        overlap: d >= 0 [m].
        rate: its rate, positive while it grows [m/s].
        stiffness: K [N/m^1.5].
        mass: m of one ball [kg].
        alpha: damping.
    """
    root = math.sqrt(overlap)
    force = stiffness * overlap * root
    force += alpha * math.sqrt(0.5 * mass * stiffness) * math.sqrt(root) * rate
    return max(0.0, force)


@kernel
def _forces(
    x: Any,
    y: Any,
    vx: Any,
    vy: Any,
    ax: Any,
    ay: Any,
    n: int,
    reach: float,
    k: float,
    m: float,
    alpha: float,
) -> tuple[bool, float]:
    """Accelerations of n balls; whether any two touch or approach within the gap; largest force."""
    for i in range(n):
        ax[i] = 0.0
        ay[i] = 0.0
    busy = False
    largest = 0.0
    for i in range(n):
        for j in range(i):
            dx = x[i] - x[j]
            dy = y[i] - y[j]
            limit = reach + CLUSTER_GAP
            square = dx * dx + dy * dy
            if square > limit * limit:
                continue
            distance = math.sqrt(square)
            dx /= distance
            dy /= distance
            rate = (vx[j] - vx[i]) * dx + (vy[j] - vy[i]) * dy
            overlap = reach - distance
            if overlap > 0.0 or rate > 0.0:
                busy = True
            if overlap > 0.0:
                force = contact_force(overlap, rate, k, m, alpha)
                largest = max(largest, force)
                ax[i] += force * dx / m
                ay[i] += force * dy / m
                ax[j] -= force * dx / m
                ay[j] -= force * dy / m
    return busy, largest


@kernel
def integrate_cluster(
    x: Any,
    y: Any,
    vx: Any,
    vy: Any,
    work: Any,
    n: int,
    reach: float,
    stiffness: float,
    mass: float,
    e: float,
    step: float,
) -> tuple[float, float]:
    """Let n balls push each other until no overlap is left and none approach within the gap.

    Args:
        x: (n,) centres [m], moved.
        y: (n,).
        vx: (n,) velocities [m/s], changed.
        vy: (n,).
        work: (6, n) scratch.
        n: number of balls.
        reach: 2R [m].
        stiffness: K [N/m^1.5].
        mass: m [kg].
        e: restitution of a pair.
        step: time step [s].

    Returns:
        (elapsed time [s], largest force [N]).
    """
    alpha = damping(e)
    mx, my, mvx, mvy, ax, ay = work[0], work[1], work[2], work[3], work[4], work[5]
    t = 0.0
    peak = 0.0
    busy, force = _forces(x, y, vx, vy, ax, ay, n, reach, stiffness, mass, alpha)
    while busy and t < LONGEST:
        peak = max(peak, force)
        half = 0.5 * step
        for i in range(n):
            mx[i] = x[i] + half * vx[i]
            my[i] = y[i] + half * vy[i]
            mvx[i] = vx[i] + half * ax[i]
            mvy[i] = vy[i] + half * ay[i]
        _forces(mx, my, mvx, mvy, ax, ay, n, reach, stiffness, mass, alpha)
        for i in range(n):
            x[i] += step * mvx[i]
            y[i] += step * mvy[i]
            vx[i] += step * ax[i]
            vy[i] += step * ay[i]
        t += step
        busy, force = _forces(x, y, vx, vy, ax, ay, n, reach, stiffness, mass, alpha)
    return t, peak
