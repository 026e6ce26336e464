"""What the break must do, and what follows a foul on it."""

from __future__ import annotations

from typing import Any

from poolenv.balls import CUE_BALL, OBJECT_BALLS, count
from poolenv.kernel import kernel
from poolenv.rules import words
from poolenv.rules.book import rule
from poolenv.rules.calls import called_ball_made


@rule("WSR-8B WPA-8B WSR-9B WPA-9B WPA-10B", "Break requirement", foul=words.BREAK_REQUIREMENT)
@kernel
def break_fails(rules: Any, shot: Any) -> bool:
    """The break must pocket an object ball or drive four of them to cushions."""
    return shot.pocketed & OBJECT_BALLS == 0 and count(shot.driven) < rules.break_rails


@kernel
def break_points(shot: Any) -> int:
    """Points of a break: one for every object ball pocketed or brought to the head string."""
    return count((shot.pocketed | shot.reached_head) & OBJECT_BALLS)


@rule("WSR-14.1 WPA-14.1", "Opening break requirement", foul=words.BREAKING_FOUL)
@kernel
def opening_break_fails(rules: Any, game: Any, shot: Any) -> bool:
    """A called ball must be made, or the cue ball and two object balls driven to cushions."""
    if called_ball_made(game, shot):
        return False
    cue_railed = shot.railed & CUE_BALL != 0 or rules.break_cue_rail == 0
    return not cue_railed or count(shot.driven) < rules.break_rails


@rule("SK-8", "Options after a deflection on the break")
@kernel
def deflection_menu(rules: Any, fouls: int) -> int:
    """The opponent takes ball in hand behind the head string or makes the offender play from it."""
    if fouls >> words.BREAK_DEFLECTION & 1 == 0 or rules.break_deflection_choice == 0:
        return 0
    return (1 << words.BIH_HEAD) | (1 << words.PASS_BIH_HEAD_TO_OFFENDER)
