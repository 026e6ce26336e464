"""Positions that are hard on a simulator: frozen racks and chains, balls on rails and in jaws."""

from __future__ import annotations

import math
from typing import Any

from poolenv.balls import OBJECT_BALLS, BallSet, one, without
from poolenv.kernel import kernel
from poolenv.physics.strike import miscue_limit
from poolenv.rng import below, between, uniform
from poolenv.states import ABSENT, STILL
from poolenv.table.geometry import Geometry
from poolenv.table.layouts import clear_bed, scatter_balls, set_ball
from poolenv.table.lies import can_lie
from poolenv.table.racks import full_rack, rack_balls

#: Kinds of layout.
SCATTERED, RACKED, RAILS, JAWS, CHAIN, PACKED = range(6)
KINDS = ("scattered", "rack", "rails", "jaws", "chain", "packed")
#: PACKED is not drawn among the others (packs.py).
N_MIXED = PACKED
#: Largest elevation of the cue [rad].
STEEPEST = math.radians(85.0)
#: Attempts to find a place.
TRIES = 60


@kernel
def small_gap(rng: Any, i: int) -> float:
    """A gap of balls that touch or nearly do [m]."""
    draw = below(rng, i, 5)
    if draw == 0:
        return 0.0
    if draw == 1:
        return 1e-12
    if draw == 2:
        return 1e-9
    if draw == 3:
        return 1e-6
    return between(rng, i, 0.0, 1e-4)


@kernel
def fits(
    geometry: Geometry, k: int, marks: Any, pos: Any, motion: Any, i: int, x: float, y: float
) -> bool:
    """Whether a ball can lie here: no rubber, no hole, no other ball."""
    if not can_lie(geometry, k, x, y, 0.0):
        return False
    reach = 2.0 * marks.ball_radius
    for ball in range(16):
        if motion[i, ball] == STILL:
            dx = x - pos[i, ball, 0]
            dy = y - pos[i, ball, 1]
            if dx * dx + dy * dy < reach * reach:
                return False
    return True


@kernel
def some_balls(rng: Any, i: int) -> BallSet:
    """The cue ball and 1 to 15 object balls."""
    balls = OBJECT_BALLS | one(0)
    for _ in range(below(rng, i, 15)):
        balls = without(balls, one(1 + below(rng, i, 15)))
    return balls


@kernel
def to_rail(
    geometry: Geometry, k: int, marks: Any, pos: Any, motion: Any, rng: Any, i: int
) -> None:
    """Move a ball to a rail, or into a corner of a table without pockets."""
    ball = below(rng, i, 16)
    if motion[i, ball] != STILL:
        return
    bed = geometry.bed[k]
    x, y = pos[i, ball, 0], pos[i, ball, 1]
    rail = below(rng, i, 5)
    gap = small_gap(rng, i)
    if rail == 0 or rail == 4:
        x = bed.half_x - gap
    elif rail == 1:
        x = gap - bed.half_x
    if rail == 2 or rail == 4:
        y = bed.half_y - gap
    elif rail == 3:
        y = gap - bed.half_y
    motion[i, ball] = ABSENT
    if fits(geometry, k, marks, pos, motion, i, x, y):
        pos[i, ball, 0] = x
        pos[i, ball, 1] = y
    motion[i, ball] = STILL


@kernel
def to_jaws(
    geometry: Geometry, k: int, marks: Any, pos: Any, motion: Any, rng: Any, i: int
) -> None:
    """Move a ball into the mouth of a pocket."""
    ball = below(rng, i, 16)
    hole = geometry.holes[k, below(rng, i, 6)]
    if motion[i, ball] != STILL or hole.in_use == 0:
        return
    motion[i, ball] = ABSENT
    for _ in range(TRIES):
        along = between(rng, i, 0.0, 0.08)
        aside = between(rng, i, -0.5, 0.5) * hole.mouth
        x = hole.x - (hole.edge + along) * hole.axis_x - aside * hole.axis_y
        y = hole.y - (hole.edge + along) * hole.axis_y + aside * hole.axis_x
        if fits(geometry, k, marks, pos, motion, i, x, y):
            pos[i, ball, 0] = x
            pos[i, ball, 1] = y
            break
    motion[i, ball] = STILL


@kernel
def lay_chain(
    geometry: Geometry, k: int, marks: Any, pos: Any, motion: Any, rng: Any, i: int
) -> None:
    """Balls in a line or an arc, each touching the next or nearly; the cue ball at one end."""
    clear_bed(pos, motion, i)
    x = between(rng, i, -0.7, 0.7) * geometry.bed[k].half_x
    y = between(rng, i, -0.7, 0.7) * geometry.bed[k].half_y
    turn = between(rng, i, -math.pi, math.pi)
    if below(rng, i, 3) == 0:
        turn = 0.5 * math.pi * below(rng, i, 4)
    bend = between(rng, i, -0.3, 0.3) if below(rng, i, 2) == 0 else 0.0
    first = 0
    for ball in range(2 + below(rng, i, 6)):
        if fits(geometry, k, marks, pos, motion, i, x, y):
            set_ball(pos, motion, i, ball, x, y, marks.ball_radius)
        elif ball == 0:
            first = 1
        pitch = 2.0 * marks.ball_radius + small_gap(rng, i)
        x += pitch * math.cos(turn)
        y += pitch * math.sin(turn)
        turn += bend
    if first == 1:
        place_cue_ball(geometry, k, marks, pos, motion, rng, i)


@kernel
def place_cue_ball(
    geometry: Geometry, k: int, marks: Any, pos: Any, motion: Any, rng: Any, i: int
) -> None:
    """Put the cue ball anywhere it fits."""
    bed = geometry.bed[k]
    motion[i, 0] = ABSENT
    for _ in range(TRIES):
        x = between(rng, i, -bed.half_x, bed.half_x)
        y = between(rng, i, -bed.half_y, bed.half_y)
        if fits(geometry, k, marks, pos, motion, i, x, y):
            set_ball(pos, motion, i, 0, x, y, marks.ball_radius)
            return


@kernel
def lay_out(geometry: Geometry, k: int, marks: Any, pos: Any, motion: Any, rng: Any, i: int) -> int:
    """A hard position in row i; returns its kind. The cue ball is always there."""
    kind = below(rng, i, N_MIXED)
    clear_bed(pos, motion, i)
    if kind == CHAIN:
        lay_chain(geometry, k, marks, pos, motion, rng, i)
    elif kind == RACKED:
        rack = below(rng, i, 5)
        gap = small_gap(rng, i)
        spread = gap if below(rng, i, 2) == 0 else 0.0
        rack_balls(rack, full_rack(rack), marks, gap, spread, pos, motion, rng, i)
        place_cue_ball(geometry, k, marks, pos, motion, rng, i)
    else:
        scatter_balls(some_balls(rng, i), marks, 0.0, pos, motion, rng, i)
    if kind == RAILS or kind == JAWS:
        for _ in range(12):
            if kind == RAILS:
                to_rail(geometry, k, marks, pos, motion, rng, i)
            else:
                to_jaws(geometry, k, marks, pos, motion, rng, i)
    if motion[i, 0] != STILL:
        place_cue_ball(geometry, k, marks, pos, motion, rng, i)
    return kind


@kernel
def draw_stroke(phys: Any, pos: Any, motion: Any, action: Any, rng: Any, i: int) -> None:
    """Any stroke: cue-ball speed 0.01 to 16 m/s, tip anywhere up to the miscue limit and beyond.

    Half of the strokes are aimed near an object ball, some of them at its centre exactly.
    """
    stroke = action[i]
    stroke.aim = between(rng, i, -math.pi, math.pi)
    ball = 1 + below(rng, i, 15)
    if motion[i, ball] == STILL:
        dx = pos[i, ball, 0] - pos[i, 0, 0]
        dy = pos[i, ball, 1] - pos[i, 0, 1]
        way = below(rng, i, 3)
        if way == 0:
            stroke.aim = math.atan2(dy, dx)
        elif way == 1:
            stroke.aim = math.atan2(dy, dx) + between(rng, i, -0.1, 0.1)
    if below(rng, i, 8) == 0:
        stroke.aim = 0.5 * math.pi * below(rng, i, 4)
    offset = miscue_limit(phys) * math.sqrt(uniform(rng, i))
    turn = between(rng, i, -math.pi, math.pi)
    if below(rng, i, 4) == 0:
        offset = 0.0
    elif below(rng, i, 16) == 0:
        offset *= 1.3  # a miscue
    stroke.side = offset * math.cos(turn)
    stroke.follow = offset * math.sin(turn)
    speed = 0.01 * math.exp(uniform(rng, i) * math.log(1600.0))
    share = phys.mass / phys.cue_mass + 1.0 + 2.5 * offset * offset
    stroke.speed = speed * share / (1.0 + phys.e_tip)
    stroke.elevation = 0.0
    if below(rng, i, 4) == 0:
        stroke.elevation = between(rng, i, 0.0, STEEPEST)
