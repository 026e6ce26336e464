"""Cue ball in hand: where it may be placed, and the nearest legal place."""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from poolenv.balls import CUE, N_BALLS, NO_BALL
from poolenv.kernel import kernel
from poolenv.knobs import ALLOW_AND_RULE, IN_HAND_HEAD, IN_HAND_TABLE
from poolenv.plane import length
from poolenv.rules.book import rule
from poolenv.rules.spotting import is_on_table
from poolenv.rules.words import CLEARLY_MISPLACED, MISPLACED
from poolenv.table.marks import is_behind_head_string, is_on_bed, out_of_corner

#: Distance kept from lines, pockets and balls by a projected place [m].
MARGIN = 1e-6
N_CIRCLES = 21  # 15 object balls and 6 pockets


@kernel
def touches_ball(marks: Any, pos: NDArray[Any], motion: NDArray[Any], x: float, y: float) -> int:
    """The object ball that a cue ball lying here would touch, NO_BALL if none."""
    apart = 2.0 * marks.ball_radius
    for ball in range(1, N_BALLS):
        dx = pos[ball, 0] - x
        dy = pos[ball, 1] - y
        if dx * dx + dy * dy <= apart * apart and is_on_table(motion, ball):
            return ball
    return NO_BALL


@rule("SK-7 SK-9 SK-11 SK-15 SK-39 UA-5 UA-F10", "Cue ball in hand")
@kernel
def is_legal_place(
    marks: Any, region: int, pos: NDArray[Any], motion: NDArray[Any], x: float, y: float
) -> bool:
    """In hand the base of the cue ball may lie anywhere, or strictly behind the head string.

    Args:
        marks: record Marks.
        region: IN_HAND_TABLE or IN_HAND_HEAD.
        pos: (16, 3) positions [m].
        motion: (16,) states.
        x: wished place of the cue ball [m].
        y: the same across the table [m].
    """
    if region == IN_HAND_HEAD and not is_behind_head_string(marks, x):
        return False
    return is_on_bed(marks, x, y) and touches_ball(marks, pos, motion, x, y) == NO_BALL


@kernel
def _circle(
    marks: Any, pos: NDArray[Any], motion: NDArray[Any], k: int
) -> tuple[float, float, float]:
    """Forbidden circle k: centre and radius [m]; radius 0 if there is no such ball or pocket."""
    if k < 15:
        if not is_on_table(motion, k + 1):
            return 0.0, 0.0, 0.0
        return pos[k + 1, 0], pos[k + 1, 1], 2.0 * marks.ball_radius + MARGIN
    p = k - 15
    radius = marks.pocket_radius[p]
    return marks.pocket_x[p], marks.pocket_y[p], radius + MARGIN if radius > 0.0 else 0.0


@kernel
def nearest_place(
    marks: Any, region: int, pos: NDArray[Any], motion: NDArray[Any], x: float, y: float
) -> tuple[float, float]:
    """The legal place nearest to a wish; the wish itself if it is legal.

    The nearest point of a rectangle outside some circles is the clamped wish, a point of a circle,
    a point where two circles meet, or one where a circle meets an edge: all are tried.

    Args:
        marks: record Marks.
        region: IN_HAND_TABLE or IN_HAND_HEAD.
        pos: (16, 3) positions [m].
        motion: (16,) states.
        x: wished place [m].
        y: the same across the table [m].
    """
    half = 0.5 * marks.width - marks.cushion_gap
    low = -0.5 * marks.length + marks.cushion_gap
    high = marks.head_string - MARGIN if region == IN_HAND_HEAD else -low
    best_x = min(max(x, low), high)
    best_y = min(max(y, -half), half)
    best_x, best_y = out_of_corner(marks, best_x, best_y, MARGIN)
    if is_legal_place(marks, region, pos, motion, best_x, best_y):
        return best_x, best_y
    # Inside one circle only, the point towards the wish on it is nearest, if it is legal.
    for i in range(N_CIRCLES):
        cx, cy, r = _circle(marks, pos, motion, i)
        if r > 0.0 and (best_x - cx) * (best_x - cx) + (best_y - cy) * (best_y - cy) < r * r:
            px, py = _candidate(marks, pos, motion, i, -5, 1, best_x, best_y, low, high)
            if is_legal_place(marks, region, pos, motion, px, py):
                return px, py
    best = math.inf
    clamped_x = best_x
    clamped_y = best_y
    for i in range(N_CIRCLES):
        if _least_distance(marks, pos, motion, i, x, y) >= best:
            continue
        for j in range(-5, N_CIRCLES):
            if j >= 0 and _least_distance(marks, pos, motion, j, x, y) >= best:
                continue
            for sign in range(-1, 2, 2):
                px, py = _candidate(marks, pos, motion, i, j, sign, clamped_x, clamped_y, low, high)
                distance = (px - x) * (px - x) + (py - y) * (py - y)
                if distance < best and is_legal_place(marks, region, pos, motion, px, py):
                    best = distance
                    best_x = px
                    best_y = py
    return best_x, best_y


@kernel
def _least_distance(
    marks: Any, pos: NDArray[Any], motion: NDArray[Any], k: int, x: float, y: float
) -> float:
    """Square of the distance of a wish from the rim of circle k; for ever if there is no circle."""
    cx, cy, r = _circle(marks, pos, motion, k)
    if r == 0.0:
        return math.inf
    # A candidate lies up to three steps of MARGIN outside the circle.
    away = max(abs(length(x - cx, y - cy) - r) - 3.0 * MARGIN, 0.0)
    return away * away


@kernel
def _candidate(
    marks: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    i: int,
    j: int,
    sign: int,
    x: float,
    y: float,
    low: float,
    high: float,
) -> tuple[float, float]:
    """A point of circle i: towards the wish (j = -5), on an edge (j = -4 to -1), on circle j."""
    half = 0.5 * marks.width - marks.cushion_gap
    cx, cy, r = _circle(marks, pos, motion, i)
    # One step of MARGIN outwards, so that rounding leaves the candidate legal.
    out = r + MARGIN
    if j == -5:
        away = length(x - cx, y - cy)
        if away == 0.0:
            return cx + sign * out, cy
        return cx + (x - cx) / away * out, cy + (y - cy) / away * out
    if j < -2:
        edge = low if j == -4 else high
        square = out * out - (edge - cx) * (edge - cx)
        return edge, cy + sign * math.sqrt(max(square, 0.0))
    if j < 0:
        edge = -half if j == -2 else half
        square = out * out - (edge - cy) * (edge - cy)
        return cx + sign * math.sqrt(max(square, 0.0)), edge
    dx, dy, other = _circle(marks, pos, motion, j)
    apart = length(dx - cx, dy - cy)
    other += MARGIN
    if j == i or other <= MARGIN or apart == 0.0 or apart > out + other:
        return cx, cy
    along = (apart * apart + out * out - other * other) / (2.0 * apart)
    across = sign * math.sqrt(max(out * out - along * along, 0.0))
    ux = (dx - cx) / apart
    uy = (dy - cy) / apart
    return cx + along * ux - across * uy, cy + along * uy + across * ux


@kernel
def place_cue_ball(
    rules: Any, marks: Any, game: Any, pos: NDArray[Any], motion: NDArray[Any], x: float, y: float
) -> None:
    """Lay the cue ball on the nearest legal place; it stays adjustable until it is struck.

    With ``placement_policy = allow_and_rule`` the nearest place on the whole bed will do. A cue
    ball outside its region is written on the sheet and ruled on after the stroke; where a referee
    must tell the player (SK-9), a ball misplaced by mistake is placed again.

    Args:
        rules: the rules of the row.
        marks: record Marks.
        game: the game sheet; its region is settled by this.
        pos: (16, 3) positions [m], written.
        motion: (16,) states, written.
        x: wished place [m].
        y: the same across the table [m].
    """
    allowed = rules.placement_policy == ALLOW_AND_RULE
    px, py = nearest_place(marks, IN_HAND_TABLE if allowed else game.region, pos, motion, x, y)
    if game.region == IN_HAND_HEAD and not is_behind_head_string(marks, px):
        # By more than a ball's width nobody misplaces it by mistake.
        if px > marks.head_string + 2.0 * marks.ball_radius:
            game.placed_wrong = CLEARLY_MISPLACED
        elif rules.placement_notice != 0 and rules.referee != 0:
            px, py = nearest_place(marks, IN_HAND_HEAD, pos, motion, x, y)
        else:
            game.placed_wrong = MISPLACED
    commit_cue_ball(marks, game, pos, motion, px, py)


@kernel
def commit_cue_ball(
    marks: Any, game: Any, pos: NDArray[Any], motion: NDArray[Any], x: float, y: float
) -> None:
    """Lay the cue ball exactly here, legal or not (``placement_policy = allow_and_rule``)."""
    pos[CUE, 0] = x
    pos[CUE, 1] = y
    pos[CUE, 2] = marks.ball_radius
    motion[CUE] = 0
    game.played_from = game.region
    game.region = 0
