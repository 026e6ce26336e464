"""In hand behind the head string: the request to have a ball spotted."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from poolenv.balls import N_BALLS, NO_BALL, has
from poolenv.kernel import kernel
from poolenv.knobs import IN_HAND_HEAD
from poolenv.rules.book import rule
from poolenv.rules.targets import legal_balls
from poolenv.rules.words import BREAK, SHOOT, SPOT_NEAREST_LEGAL_BALL
from poolenv.table.marks import is_behind_head_string


@rule("WPA-1.5 WSR-14.1 WPA-14.1", "All legal balls behind the head string")
@kernel
def nearest_ball_behind(rules: Any, marks: Any, game: Any, pos: NDArray[Any]) -> int:
    """In hand behind the string with all legal balls there, the nearest to it may be spotted.

    Of two equally near balls the higher number is taken.

    Returns:
        That ball, NO_BALL if some legal ball can be played at.
    """
    nearest = NO_BALL
    legal = legal_balls(rules, game)
    for ball in range(1, N_BALLS):
        if not has(legal, ball):
            continue
        if not is_behind_head_string(marks, pos[ball, 0]):
            return NO_BALL
        if nearest == NO_BALL or pos[ball, 0] >= pos[nearest, 0]:
            nearest = ball
    return nearest


@kernel
def offer_nearest_ball(rules: Any, marks: Any, game: Any, pos: NDArray[Any]) -> None:
    """In hand behind the string with every legal ball there, the shooter may have one spotted."""
    if rules.spot_nearest_legal == 0 or game.region != IN_HAND_HEAD or game.stage == BREAK:
        return
    if nearest_ball_behind(rules, marks, game, pos) != NO_BALL:
        game.menu = (1 << SHOOT) | (1 << SPOT_NEAREST_LEGAL_BALL)
