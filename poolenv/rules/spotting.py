"""Where a ball returns to the table."""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from poolenv import states
from poolenv.balls import CUE, N_BALLS, has
from poolenv.kernel import kernel
from poolenv.knobs import LINE_NOT_FREE, LOWEST_NEAREST
from poolenv.rules.book import rule

#: Slack in comparisons of places [m]; a billionth of a metre is far below any tolerance.
SLACK = 1e-9


@kernel
def is_on_table(motion: NDArray[Any], ball: int) -> bool:
    """Whether the ball lies on the bed."""
    return motion[ball] < states.POCKETED


@kernel
def lies_in_pocket(marks: Any, pos: NDArray[Any], motion: NDArray[Any], ball: int) -> bool:
    """Whether the ball has its place in a pocket that keeps what falls into it."""
    return motion[ball] == states.POCKETED and pos[ball, 2] < marks.ball_radius


@kernel
def balls_on_table(motion: NDArray[Any]) -> int:
    """The object balls on the bed."""
    balls = 0
    for ball in range(1, N_BALLS):
        if is_on_table(motion, ball):
            balls |= 1 << ball
    return balls


@kernel
def put(pos: NDArray[Any], motion: NDArray[Any], marks: Any, ball: int, x: float, y: float) -> None:
    """Lay a ball on the bed."""
    pos[ball, 0] = x
    pos[ball, 1] = y
    pos[ball, 2] = marks.ball_radius
    motion[ball] = states.STILL


@kernel
def take_off(pos: NDArray[Any], motion: NDArray[Any], ball: int, state: int) -> None:
    """Take a ball off the bed; a ball that is not there has position 0."""
    pos[ball, 0] = 0.0
    pos[ball, 1] = 0.0
    pos[ball, 2] = 0.0
    motion[ball] = state


@kernel
def _reach(marks: Any, gap: float, pos: NDArray[Any], other: int, y: float) -> float:
    """How far along the line y a lying ball keeps others off [m]; 0 if it does not reach it."""
    apart = 2.0 * marks.ball_radius + (gap if other == CUE else 0.0)
    w = pos[other, 1] - y
    return math.sqrt(apart * apart - w * w) if abs(w) < apart else 0.0


@kernel
def free_place(
    marks: Any,
    gap: float,
    pos: NDArray[Any],
    motion: NDArray[Any],
    start: float,
    step: float,
    moved: int,
) -> float:
    """The first free place on the long string, going from ``start`` in one direction.

    Args:
        marks: record Marks.
        gap: distance left to the cue ball [m].
        pos: (16, 3) positions [m].
        motion: (16,) states; balls that are not on the bed do not interfere.
        start: x to begin at [m].
        step: +1 towards the foot cushion, -1 towards the head.
        moved: the ball to be placed, which does not interfere with itself.

    Returns:
        x of the place [m]; it may lie beyond the cushion, then there is none.
    """
    x = start
    blocked = True
    while blocked:
        blocked = False
        for other in range(N_BALLS):
            if other == moved or not is_on_table(motion, other):
                continue
            reach = _reach(marks, gap, pos, other, 0.0)
            if abs(x - pos[other, 0]) < reach - SLACK:
                x = pos[other, 0] + step * (reach + SLACK)
                blocked = True
    return x


@kernel
def line_is_free(marks: Any, pos: NDArray[Any], motion: NDArray[Any], balls: int) -> bool:
    """Whether no ball but those to be spotted reaches the line from foot spot to foot cushion."""
    for other in range(N_BALLS):
        if is_on_table(motion, other) and not has(balls, other):
            reach = _reach(marks, 0.0, pos, other, 0.0)
            if reach > 0.0 and pos[other, 0] + reach > marks.foot_spot + SLACK:
                return False
    return True


@rule("SK-31 UA-4 WSR-3.32", "Spotting balls")
@kernel
def spot_balls(rules: Any, marks: Any, balls: int, pos: NDArray[Any], motion: NDArray[Any]) -> None:
    """Balls return to the long string, in ascending order from the foot spot to the foot cushion.

    Interfering balls are not moved: a ball goes as near the foot spot as possible, frozen to
    object balls, a small gap from the cue ball. Only if the whole line behind the spot is occupied
    do balls go in front of it, the lowest nearest the spot or furthest from it as the edition says;
    read to the letter (SK-31) they do as soon as the line is not free.

    Args:
        rules: the rules of the row.
        marks: record Marks.
        balls: the set to be spotted.
        pos: (16, 3) positions [m], written.
        motion: (16,) states, written.
    """
    last = 0.5 * marks.length - marks.cushion_gap
    waiting = 0
    if rules.spot_in_front == LINE_NOT_FREE and not line_is_free(marks, pos, motion, balls):
        waiting = balls
    for ball in range(1, N_BALLS):
        if not has(balls & ~waiting, ball):
            continue
        x = free_place(marks, rules.spotting_gap, pos, motion, marks.foot_spot, 1.0, ball)
        if x <= last + SLACK:
            put(pos, motion, marks, ball, x, 0.0)
        else:
            waiting |= 1 << ball
    for k in range(1, N_BALLS):
        ball = k if rules.front_spot_order == LOWEST_NEAREST else N_BALLS - k
        if has(waiting, ball):
            x = free_place(marks, rules.spotting_gap, pos, motion, marks.foot_spot, -1.0, ball)
            put(pos, motion, marks, ball, x, 0.0)
