"""The ruling and its verbs.

A game's page answers with a verb: the shooter *continues*, the *turn passes*, somebody is *offered*
choices, a foul is *penalised*, a rack is *won*. A verb only writes the ruling; ``effect.carry_out``
is what changes the game.
"""

from __future__ import annotations

from typing import Any

from poolenv.balls import CUE, OBJECT_BALLS, has, one
from poolenv.kernel import kernel
from poolenv.knobs import (
    IN_HAND_HEAD,
    IN_POSITION,
    PENALTY_MATCH,
    PENALTY_RACK,
    PENALTY_WARNING,
    SPOT_ALL,
    SPOT_MONEY_BALL,
    STRAIGHT_POOL_GAME,
    THREE_CHOICE,
    THREE_LOSE_RACK,
)
from poolenv.rules import words
from poolenv.rules.book import rule
from poolenv.rules.fouls import assess, headstring_choice
from poolenv.rules.match import is_last_foul, wins_match


@kernel
def clear_ruling(rules: Any, game: Any, ruling: Any) -> None:
    """A blank ruling: nothing found, the turn passes, the table as it lies."""
    ruling.fouls = 0
    ruling.foul = words.NO_FOUL
    ruling.is_foul = 0
    ruling.offender = words.NOBODY
    ruling.loss = words.NO_LOSS
    ruling.result = words.NO_RESULT
    ruling.winner = words.NOBODY
    ruling.continues = 0
    ruling.same_visit = 0
    ruling.actor = 1 - game.actor
    ruling.menu = 0
    ruling.region = IN_POSITION
    ruling.spot = 0
    ruling.stay_down = 0
    ruling.restore = 0
    ruling.restore_all = 0
    ruling.stage = words.NORMAL
    ruling.rack = words.NO_RACK
    ruling.breaker = words.NOBODY
    ruling.decide_break = 0
    ruling.breaks_foul = 0
    ruling.pending_foul = 0
    ruling.moved = 0
    ruling.counts = words.COUNT_CLEAR
    ruling.groups = game.groups
    ruling.clock = 0
    ruling.fifteenth = words.STAYS
    ruling.progress = 1
    ruling.suspended = 0
    ruling.penalty = -1
    ruling.part = words.GENERAL_PART
    for player in range(2):
        ruling.points[player] = 0
        ruling.warned[player] = 0


# Verbs.


@kernel
def visit_goes_on(game: Any, ruling: Any) -> None:
    """Nothing was played and nothing is charged: the same player acts in the same position."""
    ruling.same_visit = 1
    ruling.continues = 1
    ruling.actor = game.actor
    ruling.menu = game.menu
    ruling.region = game.region
    ruling.stage = game.stage
    ruling.counts = words.COUNT_KEEP


@rule("SK-36", "The inning goes on")
@kernel
def continues(game: Any, ruling: Any) -> None:
    """The shooter stays at the table while he pockets balls as the game asks and does not foul."""
    ruling.continues = 1
    ruling.actor = game.actor


@rule("SK-4 SK-36", "The inning ends")
@kernel
def turn_passes(game: Any, ruling: Any) -> None:
    """Without a ball, after a wrong pocket or a safety the opponent plays the table as it lies."""
    ruling.continues = 0
    ruling.actor = 1 - game.actor


@kernel
def offers(ruling: Any, player: int, menu: int) -> None:
    """A player chooses between options."""
    ruling.continues = 0
    ruling.actor = player
    ruling.menu = menu


@kernel
def wins_rack(game: Any, ruling: Any, player: int) -> None:
    """The rack is won; it may decide the match."""
    ruling.result = words.MATCH_WIN if wins_match(game, player) else words.RACK_WIN
    ruling.winner = player
    ruling.actor = player
    ruling.menu = 0
    ruling.region = IN_POSITION


@kernel
def wins_match_outright(ruling: Any, player: int) -> None:
    """The match ends whatever the score."""
    ruling.result = words.MATCH_WIN
    ruling.winner = player
    ruling.actor = player
    ruling.menu = 0
    ruling.region = IN_POSITION


@kernel
def reracks(ruling: Any, breaker: int) -> None:
    """The rack is played again from the break."""
    ruling.result = words.RERACK
    ruling.rack = words.FULL_RACK
    ruling.breaker = breaker
    ruling.actor = breaker
    ruling.region = IN_HAND_HEAD
    ruling.stage = words.BREAK


@kernel
def lags_for_new_rack(ruling: Any) -> None:
    """14.1: a full new rack, the scores kept, the break open."""
    ruling.result = words.NEW_FULL_RACK
    ruling.rack = words.FULL_RACK
    ruling.decide_break = 1
    ruling.region = IN_HAND_HEAD
    ruling.stage = words.LAG


@rule("SK-16 SK-27 UA-F5 WSR-9B WPA-9B WPA-14.1", "Balls that return after a foul")
@kernel
def returning_balls(rules: Any, shot: Any) -> int:
    """Illegally pocketed and jumped object balls return only where the game says so."""
    money = one(rules.money_ball) if rules.money_ball != 0 else 0
    balls = 0
    if rules.spot_illegal == SPOT_ALL:
        balls |= shot.pocketed & OBJECT_BALLS
    elif rules.spot_illegal == SPOT_MONEY_BALL:
        balls |= shot.pocketed & money
    if rules.spot_off_table == SPOT_ALL:
        balls |= shot.off_table & OBJECT_BALLS
    elif rules.spot_off_table == SPOT_MONEY_BALL:
        balls |= shot.off_table & money
    return balls


@kernel
def cue_ball_is_down(rules: Any, shot: Any) -> bool:
    """Whether the cue ball is off the bed, or counts so: it met a pocketed ball (WPA 8.3)."""
    if has(shot.pocketed | shot.off_table, CUE):
        return True
    return rules.touching_pocketed_is_scratch != 0 and shot.hit_pocketed != 0


@kernel
def region_after_foul(rules: Any, game: Any, shot: Any) -> int:
    """Where the cue ball is played from after a foul; a ball still in hand stays in hand."""
    if cue_ball_is_down(rules, shot):
        return rules.scratch_region
    if rules.foul_region == IN_POSITION and shot.struck == 0:
        return game.region
    return rules.foul_region


@kernel
def charge(rules: Any, game: Any, shot: Any, ruling: Any, fouls: int, offender: int) -> None:
    """A foul: the other player comes to the table with the benefit that the game gives.

    Args:
        rules: the rules of the row.
        game: the game sheet.
        shot: the facts.
        ruling: written.
        fouls: all fouls found, bits.
        offender: who committed them.
    """
    ruling.fouls = fouls
    ruling.foul = assess(fouls)
    ruling.offender = offender
    if fouls == 1 << words.BAD_HEADSTRING and headstring_choice(rules, shot):
        leaves_to_opponent(rules, game, shot, ruling, fouls)
        return
    ruling.is_foul = 1
    ruling.continues = 0
    ruling.same_visit = 0
    ruling.actor = 1 - offender
    ruling.menu = 0
    ruling.region = region_after_foul(rules, game, shot)
    ruling.stage = words.NORMAL
    ruling.spot = returning_balls(rules, shot)
    ruling.points[offender] = -rules.foul_points
    ruling.counts = words.COUNT_ADD if offender == game.actor else words.COUNT_KEEP
    if fouls >> words.UNSPORTSMANLIKE & 1 != 0:
        punish_conduct(rules, game, shot, ruling, offender)


@kernel
def penalise(rules: Any, game: Any, shot: Any, ruling: Any, fouls: int, offender: int) -> None:
    """Charge a foul; it may be the last of the consecutive ones."""
    charge(rules, game, shot, ruling, fouls, offender)
    counted = ruling.counts == words.COUNT_ADD and ruling.result == words.NO_RESULT
    if counted and is_last_foul(rules, game, offender):
        loses_by_fouls(rules, game, ruling, offender)


@kernel
def leaves_to_opponent(rules: Any, game: Any, shot: Any, ruling: Any, fouls: int) -> None:
    """A violation that the opponent calls or has played again; until then it is no foul."""
    stayed = shot.first_obstacle == words.MET_BALL_BEHIND
    anywhere = stayed and rules.head_foul_region_table != 0
    call = words.CALL_FOUL_BIH_TABLE if anywhere else words.CALL_FOUL_BIH
    offers(ruling, 1 - game.actor, (1 << call) | (1 << words.RESTORE_REPLAY_BY_OFFENDER))
    ruling.is_foul = 0
    ruling.pending_foul = fouls
    ruling.spot = returning_balls(rules, shot)
    ruling.counts = words.COUNT_KEEP


@kernel
def loses_by_fouls(rules: Any, game: Any, ruling: Any, offender: int) -> None:
    """The last of the consecutive fouls: the rack is lost, or at 14.1 points and the rack."""
    ruling.foul = words.THREE_FOULS
    ruling.counts = words.COUNT_CLEAR
    if rules.three_foul_effect == THREE_LOSE_RACK:
        wins_rack(game, ruling, 1 - offender)
        return
    ruling.points[offender] = -rules.foul_points - rules.three_foul_points
    if rules.three_foul_effect == THREE_CHOICE:
        offers(
            ruling,
            1 - offender,
            (1 << words.ACCEPT) | (1 << words.RERACK_OFFENDER_OPENING_BREAK),
        )
        return
    reracks(ruling, offender)
    ruling.result = words.NEW_FULL_RACK


@rule("UA-F16", "Unsportsmanlike conduct", foul=words.UNSPORTSMANLIKE)
@kernel
def conduct_penalty(rules: Any, game: Any, player: int) -> int:
    """The referee's penalty follows a fixed table: first, second and later offence of the match."""
    if game.offences[player] == 0:
        return rules.unsportsmanlike_first
    if game.offences[player] == 1:
        return rules.unsportsmanlike_second
    return rules.unsportsmanlike_later


@kernel
def punish_conduct(rules: Any, game: Any, shot: Any, ruling: Any, offender: int) -> None:
    """Apply the table of penalties; a foul penalty is the one already written.

    A mere warning leaves the visit as it was; after a stroke it costs the foul.
    """
    ruling.penalty = conduct_penalty(rules, game, offender)
    if ruling.penalty == PENALTY_MATCH:
        wins_match_outright(ruling, 1 - offender)
    elif ruling.penalty == PENALTY_RACK:
        wins_rack(game, ruling, 1 - offender)
        if rules.game == STRAIGHT_POOL_GAME:
            ruling.result = words.GAME_WIN
    elif ruling.penalty == PENALTY_WARNING and shot.struck == 0:
        visit_goes_on(game, ruling)
        ruling.points[offender] = 0
