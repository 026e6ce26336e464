"""Run-outs: one player and no opponent but the ghost, who never misses.

============  =====================================================================================
Balls         1 to n, scattered on the bed, or racked and broken against the ghost
Goal          pocket them all; against the ghost the money ball wins, as at nine-ball
First hit     any ball, or the lowest on the table (knob ``targets``)
Break         balls made stay down, the cue ball is in hand anywhere, a foul costs nothing
Miss          ends the run; with a number of strokes (knob ``run_shots``) only the last one does
Fouls         end the run
Returns       nothing, but the money ball made by a foul on the break
============  =====================================================================================

Player 0 plays; player 1 is the ghost and wins whenever the run ends.
"""

from __future__ import annotations

from typing import Any

from poolenv.balls import NO_BALLS, one
from poolenv.kernel import kernel
from poolenv.knobs import IN_HAND_TABLE
from poolenv.rules import words
from poolenv.rules.fouls import assess, stroke_fouls
from poolenv.rules.ruling import continues, wins_rack
from poolenv.rules.targets import legal_balls

GHOST = 1


@kernel
def money_ball_of(rules: Any) -> int:
    """The set of the ball that wins by itself, empty if all must be made."""
    return one(rules.money_ball) if rules.money_ball != 0 else NO_BALLS


@kernel
def note_fouls(ruling: Any, fouls: int, offender: int) -> None:
    """Write on the ruling which fouls were found."""
    ruling.fouls = fouls
    ruling.foul = assess(fouls)
    ruling.is_foul = 1 if fouls != 0 else 0
    ruling.offender = offender if fouls != 0 else words.NOBODY


@kernel
def rule_break(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """After the break against the ghost the run begins with ball in hand, whatever happened."""
    ruling.part = words.BREAK_PART
    fouls = stroke_fouls(rules, game, shot, legal_balls(rules, game))
    note_fouls(ruling, fouls, game.actor)
    money = money_ball_of(rules)
    continues(game, ruling)
    ruling.region = IN_HAND_TABLE
    if shot.pocketed & money != 0 and fouls == 0:
        wins_rack(game, ruling, game.actor)
    else:
        ruling.spot = (shot.pocketed | shot.off_table) & money


@kernel
def rule_play(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """The run goes on while balls are made legally, or while strokes are left."""
    ruling.part = words.PLAY_PART
    fouls = stroke_fouls(rules, game, shot, legal_balls(rules, game))
    note_fouls(ruling, fouls, game.actor)
    cleared = game.balls & ~shot.pocketed == NO_BALLS
    if fouls != 0:
        wins_rack(game, ruling, GHOST)
    elif cleared or shot.pocketed & money_ball_of(rules) != 0:
        wins_rack(game, ruling, game.actor)
    elif rules.run_shots == 0 and shot.pocketed == NO_BALLS:
        wins_rack(game, ruling, GHOST)
    elif rules.run_shots != 0 and game.visits + 1 >= rules.run_shots:
        wins_rack(game, ruling, GHOST)
    else:
        continues(game, ruling)


@kernel
def rule_shot(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """The page: break or play."""
    if game.stage == words.BREAK:
        rule_break(rules, game, shot, ruling)
    else:
        rule_play(rules, game, shot, ruling)
