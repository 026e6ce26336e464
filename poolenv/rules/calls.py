"""Declarations before the stroke: the called ball and pocket, a safety, a push out."""

from __future__ import annotations

from typing import Any

from poolenv.balls import EIGHT_BALL, NO_BALL, OBJECT_BALLS, has
from poolenv.kernel import kernel
from poolenv.knobs import CALL_SHOT, OWN_GROUP
from poolenv.rules.book import rule
from poolenv.rules.targets import legal_balls
from poolenv.rules.words import AFTER_BREAK, BREAK, PUSH_OUT, SAFETY, SHOT


@rule("WSR-9B WPA-9B WPA-10B", "When a push out may be announced")
@kernel
def push_out_available(rules: Any, game: Any) -> bool:
    """Only on the first stroke after the break, and only if the break was no foul."""
    return rules.push_out != 0 and game.stage == AFTER_BREAK and game.break_foul == 0


@kernel
def call_owed(rules: Any, game: Any) -> bool:
    """Whether the player has something to declare before this stroke."""
    if game.stage == BREAK:
        return rules.break_called != 0
    return rules.call_mode == CALL_SHOT or push_out_available(rules, game)


@kernel
def legal_intents(rules: Any, game: Any) -> int:
    """The intents that may be declared now, bits."""
    intents = 1 << SHOT
    if rules.safety != 0 and (game.stage != BREAK or rules.break_called != 0):
        intents |= 1 << SAFETY
    if push_out_available(rules, game):
        intents |= 1 << PUSH_OUT
    return intents


@rule("UA-6 WSR-8B WPA-8B WPA-10B WSR-14.1 WPA-14.1", "Balls that may be called")
@kernel
def callable_balls(rules: Any, game: Any) -> int:
    """At eight-ball a ball of one's group (the 8 once it is cleared), else any on the table."""
    if rules.call_mode != CALL_SHOT:
        return 0
    if rules.targets == OWN_GROUP:
        own = legal_balls(rules, game)
        return own & ~EIGHT_BALL if own & ~EIGHT_BALL != 0 else own
    return game.balls & OBJECT_BALLS


@rule("UA-10 WPA-6.0", "A foul must be called in time")
@kernel
def call_lapses(rules: Any, stroke_started: bool) -> bool:
    """A foul that nobody called before the next stroke is as if it had not happened."""
    return rules.foul_call_window != 0 and stroke_started


@kernel
def declare(rules: Any, game: Any, intent: int, ball: int, pocket: int) -> bool:
    """Write a declaration on the sheet.

    Args:
        rules: the rules of the row.
        game: the game sheet.
        intent: SHOT, SAFETY or PUSH_OUT.
        ball: called ball, NO_BALL for none.
        pocket: called pocket, -1 for none.

    Returns:
        False if the declaration is not available now; the sheet is then unchanged.
    """
    if (legal_intents(rules, game) >> intent) & 1 == 0:
        return False
    calls = intent == SHOT and rules.call_mode == CALL_SHOT and ball != NO_BALL
    if calls and (pocket < 0 or not has(callable_balls(rules, game), ball)):
        return False
    game.intent = intent
    game.called_ball = ball if calls else NO_BALL
    game.called_pocket = pocket if calls else -1
    game.owes_call = 0
    return True


@kernel
def called_ball_made(game: Any, shot: Any) -> bool:
    """Whether the called ball went into the called pocket."""
    if game.intent != SHOT or not has(shot.pocketed, game.called_ball):
        return False
    return (shot.pockets >> (3 * game.called_ball)) & 7 == game.called_pocket
