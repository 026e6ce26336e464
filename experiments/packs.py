"""Balls packed into the mouth of a pocket or a corner, and strokes that press them into it."""

from __future__ import annotations

import math
from typing import Any

from experiments.layouts import fits, place_cue_ball, some_balls
from poolenv.kernel import kernel
from poolenv.physics.strike import miscue_limit
from poolenv.rng import below, between, uniform
from poolenv.states import ABSENT, STILL
from poolenv.table.geometry import Geometry
from poolenv.table.layouts import clear_bed, scatter_balls, set_ball

#: Balls come from this far in front of the pocket [m].
FAR = 0.3
#: A ball that cannot go this far touches what is in its way [m].
LEAST_STEP = 1e-11
#: The fastest of the hard strokes, about [m/s].
HARD = 12.0
#: By how much a ball turns that cannot go straight on [rad].
TURN = 1.0


@kernel
def push_in(
    geometry: Geometry,
    k: int,
    marks: Any,
    pos: Any,
    motion: Any,
    rng: Any,
    i: int,
    ball: int,
    pocket: int,
) -> None:
    """Push a ball towards a pocket, or its corner, until something is in its way.

    Args:
        geometry: colliders.
        k: the table.
        marks: record Marks.
        pos: (N, 16, 3) centres, row i is written [m].
        motion: (N, 16) states, row i is written.
        rng: (N,) random states.
        i: the row.
        ball: stays where it is if there is no room at the start of its way.
        pocket: which one; a table without pockets has the corners.
    """
    bed = geometry.bed[k]
    hole = geometry.holes[k, pocket]
    goal_x, goal_y = hole.x, hole.y
    if hole.in_use == 0:
        goal_x = bed.half_x if pocket < 3 else -bed.half_x
        goal_y = bed.half_y if pocket % 2 == 0 else -bed.half_y
    # A pocket lies in the direction from the centre of the table, or from the long string.
    out_x = 0.0 if abs(goal_x) < FAR else math.copysign(1.0, goal_x)
    x = goal_x - out_x * between(rng, i, 0.0, FAR)
    if out_x == 0.0:
        x += between(rng, i, -0.5, 0.5) * FAR
    y = goal_y - math.copysign(1.0, goal_y) * between(rng, i, 0.0, FAR)
    lay = motion[i, ball]
    motion[i, ball] = ABSENT
    if not fits(geometry, k, marks, pos, motion, i, x, y):
        motion[i, ball] = lay
        return
    step = 0.02
    while step > LEAST_STEP:
        towards = math.atan2(goal_y - y, goal_x - x)
        moved = False
        for side in range(3):
            turn = towards + (TURN if side == 1 else 0.0) - (TURN if side == 2 else 0.0)
            to_x, to_y = x + step * math.cos(turn), y + step * math.sin(turn)
            if not moved and fits(geometry, k, marks, pos, motion, i, to_x, to_y):
                x, y = to_x, to_y
                moved = True
        if not moved or math.hypot(goal_x - x, goal_y - y) < step:
            step *= 0.5
    set_ball(pos, motion, i, ball, x, y, marks.ball_radius)


@kernel
def lay_pack(
    geometry: Geometry, k: int, marks: Any, pos: Any, motion: Any, rng: Any, i: int
) -> None:
    """Two to eight balls packed into one pocket or several, and none or some anywhere."""
    clear_bed(pos, motion, i)
    if below(rng, i, 2) == 0:
        scatter_balls(some_balls(rng, i), marks, 0.0, pos, motion, rng, i)
    first = below(rng, i, 2)  # 0: the cue ball is one of them
    pocket = below(rng, i, 6)
    for ball in range(first, first + 2 + below(rng, i, 7)):
        if below(rng, i, 8) == 0:
            pocket = below(rng, i, 6)
        push_in(geometry, k, marks, pos, motion, rng, i, ball, pocket)
    if motion[i, 0] != STILL:
        place_cue_ball(geometry, k, marks, pos, motion, rng, i)


@kernel
def aim_at_pack(phys: Any, pos: Any, motion: Any, action: Any, rng: Any, i: int) -> None:
    """Turn a stroke to one of the packed balls, half of them hard, half with all the spin there is.

    Args:
        phys: record Phys.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states.
        action: (N,) record Action, row i is changed.
        rng: (N,) random states.
        i: the row.
    """
    stroke = action[i]
    target = 1 + below(rng, i, 3)
    if motion[i, target] == STILL:
        dx, dy = pos[i, target, 0] - pos[i, 0, 0], pos[i, target, 1] - pos[i, 0, 1]
        stroke.aim = math.atan2(dy, dx) + between(rng, i, -1.0, 1.0) * 0.1
    if below(rng, i, 2) == 0:
        stroke.speed = HARD * (0.1 + uniform(rng, i))
    if below(rng, i, 2) == 0:
        stroke.side = 0.0
        stroke.follow = 0.98 * miscue_limit(phys) * (1.0 if uniform(rng, i) < 0.75 else -1.0)
