"""Frozen balls: what touches what, and who says so before the stroke."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from poolenv import events as ev
from poolenv.balls import CUE, N_BALLS, one
from poolenv.kernel import kernel
from poolenv.knobs import DECLARED_ONLY
from poolenv.rules.book import rule
from poolenv.rules.spotting import is_on_table

#: Two balls this near touch [m].
BALL_TOLERANCE = 5e-5
#: A ball this near a cushion touches it [m].
CUSHION_TOLERANCE = 1e-4


@kernel
def touching_cue_ball(marks: Any, pos: NDArray[Any], motion: NDArray[Any]) -> int:
    """The object balls that touch the cue ball."""
    balls = 0
    reach = 2.0 * marks.ball_radius + BALL_TOLERANCE
    for ball in range(1, N_BALLS):
        dx = pos[ball, 0] - pos[CUE, 0]
        dy = pos[ball, 1] - pos[CUE, 1]
        if dx * dx + dy * dy <= reach * reach and is_on_table(motion, ball):
            balls |= one(ball)
    return balls


@kernel
def touching_rails(marks: Any, pos: NDArray[Any], motion: NDArray[Any], balls: Any) -> None:
    """Write per cushion the balls that touch it, the cue ball included."""
    half_length = 0.5 * marks.length - marks.cushion_gap - CUSHION_TOLERANCE
    half_width = 0.5 * marks.width - marks.cushion_gap - CUSHION_TOLERANCE
    head = 0
    foot = 0
    left = 0
    right = 0
    for ball in range(N_BALLS):
        lying = one(ball) if is_on_table(motion, ball) else 0
        head |= lying if pos[ball, 0] <= -half_length else 0
        foot |= lying if pos[ball, 0] >= half_length else 0
        left |= lying if pos[ball, 1] >= half_width else 0
        right |= lying if pos[ball, 1] <= -half_width else 0
    balls[ev.HEAD] = head
    balls[ev.FOOT] = foot
    balls[ev.LEFT] = left
    balls[ev.RIGHT] = right


@rule("SK-37 WPA-8.4", "Declaring frozen balls")
@kernel
def declare_frozen(
    rules: Any, marks: Any, game: Any, pos: NDArray[Any], motion: NDArray[Any]
) -> None:
    """A ball counts as frozen only if that was announced before the stroke.

    With ``auto_referee`` every true contact is announced, with ``truth`` it counts unannounced;
    with ``declared`` only what the players said counts.

    Args:
        rules: the rules of the row.
        marks: record Marks.
        game: the game sheet, written.
        pos: (16, 3) positions before the stroke [m].
        motion: (16,) states before the stroke.
    """
    if rules.frozen_policy == DECLARED_ONLY:
        return
    game.declared_cue = touching_cue_ball(marks, pos, motion)
    touching_rails(marks, pos, motion, game.declared_rail)
