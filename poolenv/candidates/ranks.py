"""Ranking what can be played at: pairs of ball and pocket, and balls to be met.

Row-wise kernels: they fill row i of the records of ``layout.Candidates`` from row i of the balls.
"""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from poolenv.aim import MAX_CUT, Approach, PotLine, approach_past, past_others
from poolenv.balls import CUE, N_BALLS, NO_BALL, BallSet, has, one, without
from poolenv.candidates.layout import PAIRS, TARGETS
from poolenv.course import Course, course
from poolenv.events import N_POCKETS, NO_POCKET
from poolenv.gaps import FREE, is_on_table, others
from poolenv.hits import hit_width, visible_share
from poolenv.kernel import kernel

#: Tangent of a cut that is beyond the largest whatever rounding does.
BEYOND_REACH = math.tan(MAX_CUT + math.radians(1.0))


@kernel
def rank_pairs(
    marks: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    on: BallSet,
    in_hand: bool,
    pairs: Any,
    i: int,
) -> None:
    """Keep the easiest pairs of a ball that is on and a pocket, easiest first.

    Ties go to the lower ball, then the lower pocket. Pairs that cannot be potted are not listed.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        on: balls that may be potted.
        in_hand: the cue ball is still to be placed, so only the object ball's way counts.
        pairs: (N, PAIRS) record Pair; row i is rewritten.
        i: the row.
    """
    n = 0
    lying = others(motion, i, CUE)
    for ball in range(CUE + 1, N_BALLS):
        if has(on & lying, ball):
            beside = without(lying, one(ball))
            for pocket in range(N_POCKETS):
                if not in_hand and _is_behind(marks, pos, i, ball, pocket):
                    continue
                way = course(marks, pos[i, ball, 0], pos[i, ball, 1], pocket)
                if not way.is_open or not (in_hand or _is_in_reach(pos, i, way)):
                    continue
                line = past_others(marks, pos, i, beside, ball, way)
                if not line.is_open:
                    continue
                if in_hand:
                    ease = math.atan2(min(line.window, line.gap), line.distance)
                    reach = Approach(ease, 0.0, 1.0, 0.0, 0.0, FREE)
                else:
                    x = pos[i, CUE, 0]
                    y = pos[i, CUE, 1]
                    reach = approach_past(marks, pos, i, beside, line, x, y)
                if reach.ease > 0.0:
                    n = _insert(pairs, i, n, ball, pocket, line, reach)
    for slot in range(n, PAIRS):
        pairs[i, slot].ball = NO_BALL
        pairs[i, slot].ease = 0.0


@kernel
def _is_behind(marks: Any, pos: NDArray[Any], i: int, ball: int, pocket: int) -> bool:
    """Whether the cut into a pocket is beyond reach whatever the potting point (a cheap test).

    The ball would leave at more than a right angle and a half from the way of the cue ball.
    """
    to_x = pos[i, ball, 0] - pos[i, CUE, 0]
    to_y = pos[i, ball, 1] - pos[i, CUE, 1]
    out_x = marks.pocket_x[pocket] - pos[i, ball, 0]
    out_y = marks.pocket_y[pocket] - pos[i, ball, 1]
    dot = to_x * out_x + to_y * out_y
    square = (to_x * to_x + to_y * to_y) * (out_x * out_x + out_y * out_y)
    return dot < 0.0 and dot * dot > 0.5 * square


@kernel
def _is_in_reach(pos: NDArray[Any], i: int, way: Course) -> bool:
    """Whether the cut of a course is not clearly beyond the largest one (a cheap test)."""
    to_x = way.ghost_x - pos[i, CUE, 0]
    to_y = way.ghost_y - pos[i, CUE, 1]
    along = to_x * way.dir_x + to_y * way.dir_y
    across = to_x * way.dir_y - to_y * way.dir_x
    return abs(across) <= BEYOND_REACH * along + 1e-9


@kernel
def _insert(
    pairs: Any, i: int, n: int, ball: int, pocket: int, line: PotLine, reach: Approach
) -> int:
    """Put a pair into the list of row i where its ease belongs; of a full list the last drops out.

    Args:
        pairs: (N, PAIRS) record Pair.
        i: the row.
        n: how many the list holds.
        ball: of the pair.
        pocket: of the pair.
        line: way of the ball.
        reach: what it asks of the player.

    Returns:
        How many it holds now.
    """
    slot = n
    while slot > 0 and reach.ease > pairs[i, slot - 1].ease:
        slot -= 1
    if slot == PAIRS:
        return n
    for later in range(min(n, PAIRS - 1), slot, -1):
        pairs[i, later] = pairs[i, later - 1]
    pair = pairs[i, slot]
    pair.ball = ball
    pair.pocket = pocket
    pair.ease = reach.ease
    pair.cut = reach.cut
    pair.aim_x = reach.aim_x
    pair.aim_y = reach.aim_y
    pair.entry = math.atan2(line.sine, line.cosine)
    pair.cue_distance = reach.distance
    pair.ball_distance = line.distance
    pair.cue_gap = reach.gap
    pair.ball_gap = line.gap
    pair.dir_x = line.dir_x
    pair.dir_y = line.dir_y
    pair.ghost_x = line.ghost_x
    pair.ghost_y = line.ghost_y
    return min(n + 1, PAIRS)


@kernel
def rank_targets(
    marks: Any, pos: NDArray[Any], motion: NDArray[Any], on: BallSet, targets: Any, i: int
) -> None:
    """Keep the balls that are easiest to hit directly, easiest first; hidden ones come last.

    Ties, and so the order of hidden balls, go to the lower ball.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        on: balls that may be met first.
        targets: (N, TARGETS) record Target; row i is rewritten.
        i: the row.
    """
    x = pos[i, CUE, 0]
    y = pos[i, CUE, 1]
    for slot in range(TARGETS):
        targets[i, slot].ball = NO_BALL
        targets[i, slot].seen = 0.0
        targets[i, slot].width = -1.0
        targets[i, slot].pocket = NO_POCKET
    for ball in range(CUE + 1, N_BALLS):
        if has(on, ball) and is_on_table(motion, i, ball):
            seen = visible_share(marks, pos, motion, i, x, y, ball)
            width = hit_width(marks, x, y, pos[i, ball, 0], pos[i, ball, 1], seen)
            slot = TARGETS
            while slot > 0 and width > targets[i, slot - 1].width:
                slot -= 1
            for later in range(TARGETS - 1, slot, -1):
                targets[i, later].ball = targets[i, later - 1].ball
                targets[i, later].seen = targets[i, later - 1].seen
                targets[i, later].width = targets[i, later - 1].width
            if slot < TARGETS:
                targets[i, slot].ball = ball
                targets[i, slot].seen = seen
                targets[i, slot].width = width
    for slot in range(TARGETS):
        if targets[i, slot].ball == NO_BALL:
            targets[i, slot].width = 0.0
        else:
            targets[i, slot].pocket = nearest_pocket(marks, pos, i, targets[i, slot].ball)


@kernel
def nearest_pocket(marks: Any, pos: NDArray[Any], i: int, ball: int) -> int:
    """The pocket whose hole is nearest to a ball: what is named when nothing better is known.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m].
        i: the row.
        ball: the ball.
    """
    nearest = 0
    least = math.inf
    for pocket in range(N_POCKETS):
        if marks.mouth_width[pocket] > 0.0:
            dx = marks.pocket_x[pocket] - pos[i, ball, 0]
            dy = marks.pocket_y[pocket] - pos[i, ball, 1]
            away = dx * dx + dy * dy
            if away < least:
                least = away
                nearest = pocket
    return nearest
