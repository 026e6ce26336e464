"""Ten-ball.

============  =====================================================================================
Balls         1 to 10, a triangle: the 1 on the foot spot, the 10 in the middle
Goal          pocket the called 10 as the last ball
First hit     the lowest ball on the table, except on a push out
Break         as nine-ball; no ball is called; a 10 made on it is spotted
Calls         ball and pocket, one ball a shot; after the break a safety may be declared
Wrong ball    made otherwise than called, or on a safety: the opponent plays or gives the shot back
Fouls         cue ball in hand anywhere; three in a row lose the rack
Returns       only the 10
============  =====================================================================================
"""

from __future__ import annotations

from typing import Any

from poolenv.balls import OBJECT_BALLS, one
from poolenv.games import nine_ball
from poolenv.kernel import kernel
from poolenv.knobs import TEN_BALL_GAME
from poolenv.rules import words
from poolenv.rules.book import rule
from poolenv.rules.calls import called_ball_made
from poolenv.rules.fouls import stroke_fouls
from poolenv.rules.ruling import continues, offers, penalise, turn_passes, wins_rack
from poolenv.rules.targets import legal_balls


@rule("WPA-10B", "Break", game=TEN_BALL_GAME, part=words.BREAK_PART)
@kernel
def rule_break(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """As nine-ball, but a 10 made on the break is spotted and the breaker continues."""
    nine_ball.rule_break(rules, game, shot, ruling)


@rule("WPA-10B", "Push out", game=TEN_BALL_GAME, part=words.PUSH_OUT_PART)
@kernel
def rule_push_out(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """As nine-ball; a 10 made on it is spotted without penalty."""
    nine_ball.rule_push_out(rules, game, shot, ruling)


@rule("WPA-10B", "Wrongfully pocketed balls", game=TEN_BALL_GAME)
@kernel
def rule_wrong_ball(rules: Any, game: Any, ruling: Any) -> None:
    """A ball made otherwise than called, or on a safety, gives the opponent the choice."""
    if rules.wrong_ball_choice == 0:
        turn_passes(game, ruling)
    else:
        offers(ruling, 1 - game.actor, (1 << words.ACCEPT) | (1 << words.GIVE_BACK))


@rule("WPA-10B", "Play", game=TEN_BALL_GAME, part=words.PLAY_PART)
@kernel
def rule_play(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """The called ball continues the turn; the called 10 wins as the last ball, else it returns."""
    ruling.part = words.PLAY_PART
    ten = one(rules.money_ball)
    fouls = stroke_fouls(rules, game, shot, legal_balls(rules, game))
    if fouls != 0:
        penalise(rules, game, shot, ruling, fouls, game.actor)
        return
    made = called_ball_made(game, shot)
    if made and one(game.called_ball) == ten and game.balls == ten:
        wins_rack(game, ruling, game.actor)
        return
    ruling.spot = shot.pocketed & ten
    if made:
        continues(game, ruling)
    elif shot.pocketed & OBJECT_BALLS != 0:
        rule_wrong_ball(rules, game, ruling)
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
