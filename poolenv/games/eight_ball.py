"""Eight-ball.

============  =====================================================================================
Balls         1 to 15, a triangle: the 8 in the centre, one ball of each group in the rear corners
Goal          pocket one's group, then the 8 in the called pocket
First hit     a ball of one's group, then the 8; any ball but the 8 while the table is open
Break         pocket a ball or drive four object balls to cushions; failing is no foul but gives the
              opponent choices; the table stays open
Calls         ball and pocket; a safety may be declared
Fouls         cue ball in hand anywhere, after the break behind the head string
Returns       nothing but an 8 from the break
============  =====================================================================================
"""

from __future__ import annotations

from typing import Any

from poolenv.balls import EIGHT, EIGHT_BALL, OBJECT_BALLS, SOLIDS, has, lowest
from poolenv.kernel import kernel
from poolenv.knobs import (
    BREAK_ACCEPTED,
    BREAK_FOUL,
    EIGHT_BALL_GAME,
    IN_POSITION,
    MONEY_SPOTTED,
    MONEY_WINS,
)
from poolenv.rules import words
from poolenv.rules.book import rule
from poolenv.rules.breaks import break_fails, deflection_menu
from poolenv.rules.calls import called_ball_made
from poolenv.rules.fouls import no_ball_hit, stroke_fouls
from poolenv.rules.ruling import (
    continues,
    cue_ball_is_down,
    offers,
    penalise,
    turn_passes,
    wins_rack,
)
from poolenv.rules.targets import legal_balls


@kernel
def break_fouls(rules: Any, game: Any, shot: Any) -> int:
    """Fouls of a break: any ball may be hit first, and cushions are a matter of the requirement."""
    fouls = stroke_fouls(rules, game, shot, OBJECT_BALLS)
    fouls &= ~(1 << words.NO_RAIL)
    judged = not no_ball_hit(shot) and shot.interrupted == 0
    if judged and rules.break_failure == BREAK_FOUL and break_fails(rules, shot):
        fouls |= 1 << words.BREAK_REQUIREMENT
    return fouls


@rule("WSR-8B WPA-8B", "Foul on the break", game=EIGHT_BALL_GAME)
@kernel
def rule_break_foul(rules: Any, game: Any, shot: Any, ruling: Any, fouls: int) -> None:
    """After a scratch the opponent plays from behind the head string; else he may also accept.

    If the 8 dropped as well he has it spotted and plays from there, or breaks again.
    """
    penalise(rules, game, shot, ruling, fouls, game.actor)
    ruling.breaks_foul = 1
    if ruling.result != words.NO_RESULT or ruling.same_visit != 0:
        return
    opponent = 1 - game.actor
    if has(shot.off_table, EIGHT):
        ruling.spot |= EIGHT_BALL
    deflected = deflection_menu(rules, fouls)
    if has(shot.pocketed, EIGHT):
        ruling.region = IN_POSITION
        offers(ruling, opponent, (1 << words.SPOT_8_BIH_HEAD) | (1 << words.RERACK_BREAK_SELF))
    elif deflected != 0:
        ruling.region = IN_POSITION
        offers(ruling, opponent, deflected)
    elif cue_ball_is_down(rules, shot):
        ruling.region = rules.break_foul_region
    else:
        ruling.region = IN_POSITION
        offers(ruling, opponent, (1 << words.ACCEPT) | (1 << words.BIH_HEAD))


@rule("WSR-8B WPA-8B", "8 on the break", game=EIGHT_BALL_GAME)
@kernel
def rule_eight_on_break(rules: Any, game: Any, ruling: Any) -> None:
    """Made without a foul the 8 neither wins nor loses: it is spotted, or the rack broken again."""
    if rules.money_ball_on_break == MONEY_WINS:
        wins_rack(game, ruling, game.actor)
    elif rules.money_ball_on_break == MONEY_SPOTTED:
        ruling.spot = EIGHT_BALL
        continues(game, ruling)
    else:
        offers(ruling, game.actor, (1 << words.SPOT_8_CONTINUE) | (1 << words.RERACK_BREAK_SELF))


@rule("WSR-8B WPA-8B", "Illegal break", foul=words.ILLEGAL_BREAK, game=EIGHT_BALL_GAME)
@kernel
def rule_illegal_break(game: Any, ruling: Any) -> None:
    """Failing it is no foul: the opponent accepts, breaks again or has it broken again."""
    ruling.foul = words.ILLEGAL_BREAK
    ruling.offender = game.actor
    offers(
        ruling,
        1 - game.actor,
        (1 << words.ACCEPT) | (1 << words.RERACK_BREAK_SELF) | (1 << words.RERACK_BREAK_OPPONENT),
    )


@rule("WSR-8B WPA-8B", "Break", game=EIGHT_BALL_GAME, part=words.BREAK_PART)
@kernel
def rule_break(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """Any ball may be hit first, none is called, and the table stays open."""
    ruling.part = words.BREAK_PART
    fouls = break_fouls(rules, game, shot)
    if fouls != 0:
        rule_break_foul(rules, game, shot, ruling, fouls)
    elif has(shot.pocketed, EIGHT):
        rule_eight_on_break(rules, game, ruling)
    elif break_fails(rules, shot) and rules.break_failure != BREAK_ACCEPTED:
        rule_illegal_break(game, ruling)
    elif shot.pocketed != 0:
        continues(game, ruling)
    else:
        turn_passes(game, ruling)
    ruling.stage = words.AFTER_BREAK


@kernel
def ball_counted(rules: Any, game: Any, shot: Any, legal: int) -> int:
    """The ball that keeps the shooter at the table, NO_BALL if none.

    It is the called ball in its pocket; in the older book an obvious shot need not be called.
    """
    if called_ball_made(game, shot):
        return game.called_ball
    free = rules.call_mode == 0 or (rules.obvious_shots_uncalled != 0 and game.obvious != 0)
    uncalled = game.intent == words.SHOT and not has(OBJECT_BALLS, game.called_ball)
    return lowest(shot.pocketed & legal) if free and uncalled else lowest(0)


@rule("WSR-8B WPA-8B", "Loss of rack", game=EIGHT_BALL_GAME)
@kernel
def loss_of_rack(shot: Any, legal: int, fouls: int, counted: int) -> int:
    """The 8 too early, with a foul, in another pocket than called, or off the table.

    Fouling at the 8 without pocketing it is no loss.
    """
    if has(shot.off_table, EIGHT):
        return words.EIGHT_OFF_TABLE
    if not has(shot.pocketed, EIGHT):
        return words.NO_LOSS
    if legal != EIGHT_BALL:
        return words.EIGHT_EARLY
    if fouls != 0:
        return words.EIGHT_WITH_FOUL
    return words.NO_LOSS if counted == EIGHT else words.EIGHT_WRONG_POCKET


@rule("WSR-8B WPA-8B", "Groups", game=EIGHT_BALL_GAME)
@kernel
def groups_after(game: Any, counted: int) -> int:
    """The first ball legally pocketed as called after the break settles the groups."""
    if game.groups != words.OPEN_TABLE or counted == EIGHT or not has(OBJECT_BALLS, counted):
        return game.groups
    shooter_has_solids = has(SOLIDS, counted)
    if shooter_has_solids == (game.actor == 0):
        return words.PLAYS_SOLIDS
    return words.PLAYS_STRIPES


@rule("WSR-8B WPA-8B", "Play", game=EIGHT_BALL_GAME, part=words.PLAY_PART)
@kernel
def rule_play(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """The called ball keeps the shooter at the table; loss comes before win, foul before both."""
    ruling.part = words.PLAY_PART
    legal = legal_balls(rules, game)
    fouls = stroke_fouls(rules, game, shot, legal)
    counted = ball_counted(rules, game, shot, legal)
    loss = loss_of_rack(shot, legal, fouls, counted)
    if fouls != 0:
        penalise(rules, game, shot, ruling, fouls, game.actor)
    if loss != words.NO_LOSS:
        ruling.loss = loss
        ruling.offender = game.actor
        wins_rack(game, ruling, 1 - game.actor)
    elif fouls != 0:
        return
    elif counted == EIGHT:
        wins_rack(game, ruling, game.actor)
    elif has(OBJECT_BALLS, counted):
        ruling.groups = groups_after(game, counted)
        continues(game, ruling)
    else:
        turn_passes(game, ruling)


@kernel
def rule_shot(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """The page: break or play."""
    if game.stage == words.BREAK:
        rule_break(rules, game, shot, ruling)
    else:
        rule_play(rules, game, shot, ruling)
