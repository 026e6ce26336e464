"""Nine-ball.

============  =====================================================================================
Balls         1 to 9, a diamond: the 1 on the foot spot, the 9 in the centre
Goal          pocket the 9 legally; it is not a call game
First hit     the lowest ball on the table, except on a push out
Break         the 1 first; pocket a ball or drive four object balls to cushions, else a foul; by
              the three-point rule three of them pocketed or at the head string, else a choice
Push out      announced on the first stroke after a break that was no foul
Fouls         cue ball in hand anywhere; three in a row lose the rack
Returns       only the 9: made on a foul or a push out, or driven off the table
============  =====================================================================================

The same page serves any knob: the shipped editions differ in data only.
"""

from __future__ import annotations

from typing import Any

from poolenv.balls import one
from poolenv.kernel import kernel
from poolenv.knobs import BREAK_FOUL, MONEY_SPOTTED, NINE_BALL_GAME
from poolenv.rules import words
from poolenv.rules.book import rule
from poolenv.rules.breaks import break_fails, break_points
from poolenv.rules.fouls import execution_fouls, stroke_fouls
from poolenv.rules.ruling import continues, offers, penalise, turn_passes, wins_rack
from poolenv.rules.targets import legal_balls


@rule("WPA-REG-18 WPA-2025", "Three-point break", foul=words.ILLEGAL_BREAK, game=NINE_BALL_GAME)
@kernel
def rule_short_break(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """A legal break that brings too few points is no foul: the opponent plays or gives it back.

    A ball pocketed or brought to the head string is a point, the same ball but one. Who accepts the
    table may not push out, the breaker who gets it back may; a 9 made returns. Regulation 18 lets
    the edge of a ball reach the string, the 2025 text its base: here the base decides.
    """
    ruling.foul = words.ILLEGAL_BREAK
    ruling.offender = game.actor
    ruling.spot = shot.pocketed & one(rules.money_ball)
    offers(ruling, 1 - game.actor, (1 << words.ACCEPT) | (1 << words.GIVE_BACK))


@rule("WSR-9B WPA-9B", "Break", game=NINE_BALL_GAME, part=words.BREAK_PART)
@kernel
def rule_break(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """The 1 first and the requirement met, else ball in hand anywhere; the 9 made wins the rack."""
    ruling.part = words.BREAK_PART
    fouls = stroke_fouls(rules, game, shot, legal_balls(rules, game))
    judged = shot.struck != 0 and shot.interrupted == 0
    if judged and break_fails(rules, shot) and rules.break_failure == BREAK_FOUL:
        fouls |= 1 << words.BREAK_REQUIREMENT
    if fouls != 0:
        penalise(rules, game, shot, ruling, fouls, game.actor)
        ruling.breaks_foul = 1
        if ruling.region == rules.foul_region:
            ruling.region = rules.break_foul_region
    elif break_points(shot) < rules.break_points:
        rule_short_break(rules, game, shot, ruling)
    elif shot.pocketed & one(rules.money_ball) != 0 and rules.money_ball_on_break != MONEY_SPOTTED:
        wins_rack(game, ruling, game.actor)
    elif shot.pocketed != 0:
        ruling.spot = shot.pocketed & one(rules.money_ball)
        continues(game, ruling)
    else:
        turn_passes(game, ruling)
    ruling.stage = words.AFTER_BREAK


@rule("WSR-9B WPA-9B", "Push out", game=NINE_BALL_GAME, part=words.PUSH_OUT_PART)
@kernel
def rule_push_out(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """No ball need be hit first and no cushion reached; the opponent shoots or gives it back.

    Balls pocketed stay down except the 9; the pusher never continues; other fouls stand.
    """
    ruling.part = words.PUSH_OUT_PART
    fouls = execution_fouls(rules, game, shot)
    if fouls != 0:
        penalise(rules, game, shot, ruling, fouls, game.actor)
        return
    ruling.spot = shot.pocketed & one(rules.money_ball)
    offers(ruling, 1 - game.actor, (1 << words.SHOOT) | (1 << words.GIVE_BACK))


@rule("WSR-9B WPA-9B", "Continuing play", game=NINE_BALL_GAME, part=words.PLAY_PART)
@kernel
def rule_play(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """Any ball legally pocketed continues the turn; the 9 wins the rack."""
    ruling.part = words.PLAY_PART
    fouls = stroke_fouls(rules, game, shot, legal_balls(rules, game))
    if fouls != 0:
        penalise(rules, game, shot, ruling, fouls, game.actor)
    elif shot.pocketed & one(rules.money_ball) != 0:
        wins_rack(game, ruling, game.actor)
    elif shot.pocketed != 0:
        continues(game, ruling)
    else:
        turn_passes(game, ruling)


@kernel
def rule_shot(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """The page: break, push out or play."""
    if game.stage == words.BREAK:
        rule_break(rules, game, shot, ruling)
    elif game.intent == words.PUSH_OUT:
        rule_push_out(rules, game, shot, ruling)
    else:
        rule_play(rules, game, shot, ruling)
