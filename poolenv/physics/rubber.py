"""Contact with a cushion that takes its time: the ball moves on along the rail before it leaves.

Optional. Rubber holds a ball for 5 to 6 ms, so that the lines before and after the impact meet
behind the nose, by some 2.7 ms times the normal speed (tracked carom match). The impulse is that of
the instant; then the centre stays at the nose while its velocity along the rail changes evenly from
what it was to what it becomes, which moves it by (v_in + v_out)/2 times the contact time.
"""

from __future__ import annotations

from poolenv.kernel import kernel
from poolenv.physics.body import Body
from poolenv.states import HELD
from poolenv.table.phys import Phys


@kernel
def enter_rubber(
    body: Body, phys: Phys, nx: float, ny: float, index: int, vx: float, vy: float
) -> None:
    """Begin the contact of a ball that has its velocity and spin after the impact.

    Args:
        body: at a straight nose; its segment begins.
        phys: equipment; its ``cushion_time`` is positive.
        nx: unit normal into the rubber.
        ny: its y.
        index: row of the nose among the segments.
        vx: velocity before the impact [m/s].
        vy: its y.
    """
    before = vx * ny - vy * nx
    after = body.vx * ny - body.vy * nx
    out = body.vx * nx + body.vy * ny
    half = 0.5 * (after - before) / phys.cushion_time
    body.rubber_x, body.rubber_y = out * nx, out * ny
    body.vx, body.vy = before * ny, -before * nx
    body.ax, body.ay, body.az = half * ny, -half * nx, 0.0
    body.ux, body.uy = 0.0, 0.0  # no friction of the cloth meanwhile
    body.motion = HELD
    body.held_by = index
    body.t_end = body.t0 + phys.cushion_time


@kernel
def leave_rubber(body: Body) -> bool:
    """Give a ball that is in rubber its velocity across the rail; False if it is in none."""
    if body.rubber_x == 0.0 and body.rubber_y == 0.0:
        return False
    body.vx += body.rubber_x
    body.vy += body.rubber_y
    body.rubber_x, body.rubber_y = 0.0, 0.0
    return True
