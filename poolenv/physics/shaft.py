"""Does the cue have room? Butt and shaft over rails and balls, and how far the butt must be lifted.

The cue is a cone around a straight axis, from the width of the tip to that of the butt. Its axis
goes through the centre of the tip's curvature, R + r from the centre of the cue ball. With b the
tip offset upwards it has the height R + x tan(th) + (R + r) b/cos(th) at the distance x behind the
cue ball, which grows with the elevation th, so where a level cue is blocked, lifting makes room.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from poolenv.balls import CUE, N_BALLS
from poolenv.config import Source
from poolenv.events import FOOT, HEAD, LEFT, N_RAILS, RIGHT
from poolenv.kernel import announce_compilation, kernel
from poolenv.physics.body import INF
from poolenv.physics.border import Shot, check_places, position_table
from poolenv.physics.setting import setting_of
from poolenv.physics.strike import tip_centre
from poolenv.position import Position
from poolenv.states import ABSENT, RIDING, STILL
from poolenv.table.phys import Phys

#: Nothing is in the way; a ball is told by its number, a rail by RAIL_IN_WAY + rail.
ROOM = -1
RAIL_IN_WAY = N_BALLS
BED_IN_WAY = N_BALLS + N_RAILS
#: Steepest cue that is tried, 85 degrees [rad].
STEEPEST = math.radians(85.0)
#: Halvings of the interval in which the least elevation lies.
HALVINGS = 40
#: The cue may lie on a rail or a ball [m].
LEANS = 1e-9


@kernel
def _meets_edge(
    phys: Phys, gap: float, back: float, rise: float, sin_el: float, cos_el: float
) -> bool:
    """Whether the cue meets a straight horizontal edge behind the tip.

    Args:
        phys: equipment.
        gap: way from the tip to the edge, across the edge; below 0 where the tip is over it [m].
        back: cosine of the plan angle between the cue and the way across, positive.
        rise: height of the edge above the centre of the tip [m].
        sin_el: sine of the elevation.
        cos_el: its cosine.
    """
    run = max(gap, 0.0) / (back * cos_el)  # along the cue
    if run > phys.cue_length:
        return False
    above = run * sin_el - rise
    across = cos_el * back
    distance = above * across / math.sqrt(sin_el * sin_el + across * across)
    return distance < _half_width(phys, run) - LEANS


@kernel
def _half_width(phys: Phys, run: float) -> float:
    """Half the width of the cue at a distance from the tip [m]."""
    return 0.5 * (phys.tip_width + (phys.butt_width - phys.tip_width) * run / phys.cue_length)


@kernel
def in_the_way(
    bed: Any,
    phys: Phys,
    pos: Any,
    motion: Any,
    i: int,
    aim_x: float,
    aim_y: float,
    side: float,
    follow: float,
    elevation: float,
) -> int:
    """What the cue of a stroke meets: a rail, a ball, the bed, or nothing.

    Args:
        bed: record Bed of the table.
        phys: equipment.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states.
        i: the row.
        aim_x: unit vector of the stroke, seen from above.
        aim_y: its y.
        side: tip offset to the right [ball radii].
        follow: tip offset upwards [ball radii].
        elevation: of the butt [rad].

    Returns:
        ROOM, the number of a ball, RAIL_IN_WAY + rail, or BED_IN_WAY.
    """
    sin_el, cos_el = math.sin(elevation), math.cos(elevation)
    x, y, z = tip_centre(phys, side, follow, aim_x, aim_y, sin_el, cos_el)
    x += pos[i, CUE, 0]
    y += pos[i, CUE, 1]
    z += pos[i, CUE, 2]
    if z < 0.5 * phys.tip_width * cos_el - LEANS:
        return BED_IN_WAY
    nose = phys.nose_height - z
    top = bed.rail_top - z
    if aim_x != 0.0:
        gap = x * math.copysign(1.0, aim_x)
        back = abs(aim_x)
        if _meets_edge(phys, bed.nose_x + gap, back, nose, sin_el, cos_el) or _meets_edge(
            phys, bed.outer_x + gap, back, top, sin_el, cos_el
        ):
            return RAIL_IN_WAY + (HEAD if aim_x > 0.0 else FOOT)
    if aim_y != 0.0:
        gap = y * math.copysign(1.0, aim_y)
        back = abs(aim_y)
        if _meets_edge(phys, bed.nose_y + gap, back, nose, sin_el, cos_el) or _meets_edge(
            phys, bed.outer_y + gap, back, top, sin_el, cos_el
        ):
            return RAIL_IN_WAY + (RIGHT if aim_y > 0.0 else LEFT)
    for ball in range(CUE + 1, N_BALLS):
        if motion[i, ball] > RIDING:
            continue
        bx, by, bz = pos[i, ball, 0] - x, pos[i, ball, 1] - y, pos[i, ball, 2] - z
        run = bz * sin_el - (bx * aim_x + by * aim_y) * cos_el
        if run < -phys.radius or run > phys.cue_length + phys.radius:
            continue
        run = min(max(run, 0.0), phys.cue_length)
        bx += run * cos_el * aim_x
        by += run * cos_el * aim_y
        bz -= run * sin_el
        clear = phys.radius + _half_width(phys, run) - LEANS
        if bx * bx + by * by + bz * bz < clear * clear:
            return ball
    return ROOM


@kernel
def least_free_elevation(
    bed: Any,
    phys: Phys,
    pos: Any,
    motion: Any,
    i: int,
    aim_x: float,
    aim_y: float,
    side: float,
    follow: float,
    asked: float,
) -> float:
    """The least elevation from ``asked`` on at which the cue meets nothing; INF if there is none.

    Args:
        bed: record Bed of the table.
        phys: equipment.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states.
        i: the row.
        aim_x: unit vector of the stroke, seen from above.
        aim_y: its y.
        side: tip offset to the right [ball radii].
        follow: tip offset upwards [ball radii].
        asked: elevation to begin with [rad].
    """
    if in_the_way(bed, phys, pos, motion, i, aim_x, aim_y, side, follow, asked) == ROOM:
        return asked
    low, high = asked, max(asked, STEEPEST)
    if in_the_way(bed, phys, pos, motion, i, aim_x, aim_y, side, follow, high) != ROOM:
        return INF
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if in_the_way(bed, phys, pos, motion, i, aim_x, aim_y, side, follow, middle) == ROOM:
            high = middle
        else:
            low = middle
    return high


def least_elevation(
    position: Position,
    shot: Shot,
    *,
    table: Source = "nine_foot",
    balls: Source = "pool",
    cue: Source = "playing",
) -> float:
    """How far the butt must be lifted so that the cue meets no rail, no other ball, not the bed.

    Args:
        position: where the balls lie, the cue ball included.
        shot: the stroke; less than its own elevation is not looked for.
        table: as in :func:`poolenv.simulate`.
        balls: as in :func:`poolenv.simulate`.
        cue: as in :func:`poolenv.simulate`.

    Returns:
        The elevation [rad], ``shot.elevation`` where the stroke is free as it is, ``inf`` where no
        elevation up to 85 degrees helps.

    Raises:
        ValueError: if the position cannot be.
        ConfigError: if the equipment cannot.

    Example:
        >>> from poolenv import Position, Shot, least_elevation
        >>> free = Position({0: (1.0, 0.0), 1: (1.2, 0.0)})
        >>> least_elevation(free, Shot(aim=0.0, speed=1.0))
        0.0
        >>> behind = Position({0: (1.0, 0.0), 1: (0.8, 0.0)})
        >>> round(least_elevation(behind, Shot(aim=0.0, speed=1.0)), 2)
        0.2
    """
    announce_compilation()
    setting = setting_of(table, "pool", balls, cue)
    where = position_table(Position(position))
    check_places(where, setting)
    here = ~np.isnan(where[..., 0])
    pos = np.zeros((1, N_BALLS, 3))
    pos[here, :2] = where[here]
    pos[..., 2] = setting.phys[0].radius
    motion = np.where(here, STILL, ABSENT).astype(np.int8)
    return float(
        least_free_elevation(
            setting.geometry.bed[0],
            setting.phys[0],
            pos,
            motion,
            0,
            math.cos(shot.aim),
            math.sin(shot.aim),
            float(shot.side),
            float(shot.follow),
            float(shot.elevation),
        )
    )
