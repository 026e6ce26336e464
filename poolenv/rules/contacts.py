"""What a ball meets: which ball is hit first, and which contact drives a ball to a cushion.

Parts of the fold of ``shot.py``; each reads one event into the sheet.
"""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from poolenv import events as ev
from poolenv.balls import CUE, NO_BALL, has, lowest, one
from poolenv.kernel import kernel
from poolenv.knobs import LEFT_BETWEEN
from poolenv.plane import length
from poolenv.rules.book import rule
from poolenv.rules.words import MET_BALL_BEHIND, MET_BALL_OUTSIDE, MET_CUSHION, MET_NOTHING
from poolenv.table.marks import is_behind_head_string


@rule("SK-17 SK-22 UA-F7 WPA-6.7", "Playing away from a touching ball")
@kernel
def read_direction(rules: Any, game: Any, pos: NDArray[Any], aim: float, shot: Any) -> None:
    """A stroke directed into a touching ball hits it first; at 90 degrees or more it plays away.

    Args:
        rules: the rules of the row; ``play_away_angle`` [deg] and more is no contact.
        game: the game sheet with the balls declared frozen to the cue ball.
        pos: (16, 3) positions before the stroke [m].
        aim: direction of the stroke [rad].
        shot: the sheet to be filled.
    """
    shot.touching = game.declared_cue
    if shot.touching == 0:
        return
    # An angle of exactly the limit is "away"; 1e-9 absorbs the rounding of the cosine.
    limit = math.cos(math.radians(rules.play_away_angle)) + 1e-9
    for ball in range(1, 16):
        if has(shot.touching, ball):
            dx = pos[ball, 0] - pos[CUE, 0]
            dy = pos[ball, 1] - pos[CUE, 1]
            along = dx * math.cos(aim) + dy * math.sin(aim)
            if along > limit * length(dx, dy):
                shot.into |= one(ball)
    if shot.into != 0:
        shot.first_hits = shot.into
        shot.first_hit = lowest(shot.into)
        shot.contacts = shot.into


@rule("SK-17 UA-F2 WPA-REG-SPLIT", "First contact")
@kernel
def meets_ball(rules: Any, marks: Any, pos: NDArray[Any], event: Any, shot: Any) -> None:
    """The first object ball that the cue ball meets is the one hit; of a split hit both are."""
    if event.ball != CUE and event.other != CUE:
        if event.ball == shot.first_hit or event.other == shot.first_hit:
            shot.first_kissed = 1
        return
    shot.struck = 1
    ball = event.other if event.ball == CUE else event.ball
    shot.contacts |= one(ball)
    if shot.first_hit == NO_BALL:
        shot.first_hit = ball
        shot.first_hits = one(ball)
        shot.contact_at = event.t
    elif event.t - shot.contact_at < rules.split_hit_tolerance:
        shot.first_hits |= one(ball)
    elif ball == shot.first_hit:
        shot.first_kissed = 1
    if shot.crossed_head == 0 and shot.first_obstacle == MET_NOTHING:
        behind = is_behind_head_string(marks, pos[ball, 0])
        shot.first_obstacle = MET_BALL_BEHIND if behind else MET_BALL_OUTSIDE


@kernel
def touching_ball_moves(game: Any, event: Any, shot: Any) -> None:
    """A ball that touched the cue ball moves: it was hit, unless it was declared and left alone."""
    ball = event.ball
    if has(game.declared_cue, ball) and not has(shot.into, ball):
        return
    shot.contacts |= one(ball)
    if shot.first_hit == NO_BALL:
        shot.first_hit = ball
        shot.first_hits = one(ball)
        shot.contact_at = event.t


@rule("SK-37 WPA-8.4", "Driven to a cushion")
@kernel
def counts_as_railed(rules: Any, game: Any, shot: Any, ball: int, rail: int, still: int) -> bool:
    """A contact after the first hit drives a ball to a cushion unless it lay frozen there.

    SK-37: the first ball hit, declared frozen, counts for its own cushion only if it left it, met
    another ball and came back; another ball counts only for a cushion it was not frozen to; the cue
    ball always counts. WPA 8.4: a ball declared frozen must have left the cushion in between.
    """
    frozen = has(game.declared_rail[rail], ball)
    if rules.rail_rule == LEFT_BETWEEN:
        return not (frozen and still != 0)
    if ball == CUE or not frozen:
        return True
    return ball == shot.first_hit and still == 0 and shot.first_kissed != 0


@kernel
def meets_cushion(rules: Any, marks: Any, game: Any, event: Any, shot: Any) -> None:
    """A ball touches a cushion."""
    ball = event.ball
    if ball == CUE and shot.crossed_head == 0:
        if is_behind_head_string(marks, event.x):
            if shot.first_obstacle == MET_NOTHING:
                shot.first_obstacle = MET_CUSHION
        else:
            shot.crossed_head = 1
    if ball != CUE:
        shot.driven |= one(ball)
    if shot.first_hit == NO_BALL:
        return
    still = event.flag & ev.STILL_TOUCHING
    if counts_as_railed(rules, game, shot, ball, event.other, still):
        shot.railed |= one(ball)
        own = ball == shot.first_hit and event.other == shot.near_rail
        if not own or shot.first_kissed != 0:
            shot.rail_but_near = 1


@kernel
def read_near_rail(marks: Any, pos: NDArray[Any], shot: Any) -> None:
    """WSR-14.1: the cushion that the first ball lay within one ball width of."""
    x = pos[shot.first_hit, 0]
    y = pos[shot.first_hit, 1]
    reach = marks.cushion_gap + 2.0 * marks.ball_radius
    if x < -0.5 * marks.length + reach:
        shot.near_rail = ev.HEAD
    elif x > 0.5 * marks.length - reach:
        shot.near_rail = ev.FOOT
    elif y > 0.5 * marks.width - reach:
        shot.near_rail = ev.LEFT
    elif y < -0.5 * marks.width + reach:
        shot.near_rail = ev.RIGHT
