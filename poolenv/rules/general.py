"""What is ruled before a game's page is asked: the same in every game."""

from __future__ import annotations

from typing import Any

from poolenv.kernel import kernel
from poolenv.knobs import (
    AS_INTERFERENCE,
    IN_HAND_HEAD,
    INTENT_WARN_THEN_MATCH,
    NEW_LAG,
    STRAIGHT_POOL_GAME,
)
from poolenv.rules import words
from poolenv.rules.authority import is_refereed
from poolenv.rules.book import rule
from poolenv.rules.fouls import is_no_shot
from poolenv.rules.ruling import (
    lags_for_new_rack,
    offers,
    penalise,
    reracks,
    visit_goes_on,
    wins_match_outright,
    wins_rack,
)


@rule("SK-34 UA-8 UA-9 UA-12", "Outside interference")
@kernel
def rule_outside_interference(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """Balls that an outsider moved go back; a position that is lost is played again.

    The rack is broken again by who broke it; at 14.1 the break is open and the scores are kept.
    """
    if shot.outside == words.NOT_RESTORABLE:
        abandon_rack(rules, game, ruling)
        return
    visit_goes_on(game, ruling)
    ruling.restore_all = 1
    if shot.struck != 0:
        ruling.result = words.REPLAY


@rule("UA-12 WSR-8B WPA-8B WPA-9B WPA-10B WPA-14.1", "Stalemate")
@kernel
def abandon_rack(rules: Any, game: Any, ruling: Any) -> None:
    """The original breaker of the rack breaks again; at 14.1 the players lag for it."""
    ruling.counts = words.COUNT_KEEP
    if rules.stalemate_effect == NEW_LAG:
        lags_for_new_rack(ruling)
    else:
        reracks(ruling, game.breaker)


@rule("SK-8 SK-28", "Second offence after a warning")
@kernel
def loses_match_for(rules: Any, game: Any, shot: Any, player: int) -> bool:
    """A second deflection on the break or deliberate touch of the cue ball loses the match."""
    deflects = shot.conduct[player] >> words.BREAK_DEFLECTION & 1 != 0
    if deflects and game.warnings[player] & words.WARN_BREAK_DEFLECTION != 0:
        return True
    touches = shot.deliberate[player] != 0
    warned = game.warnings[player] & words.WARN_CUE_BALL_CONTACT != 0
    return rules.intentional_policy == INTENT_WARN_THEN_MATCH and touches and warned


@rule("SK-8 SK-28 UA-F15", "Warnings")
@kernel
def warn_for(rules: Any, shot: Any, player: int) -> int:
    """A first deflection on the break and a first deliberate touch of the cue ball are warned of.

    A warning for a deliberate touch needs a referee who is convinced of it; slow play is warned of
    as he sees fit.

    Returns:
        Kinds of warning, bits.
    """
    warned = shot.warned[player]
    if shot.conduct[player] >> words.BREAK_DEFLECTION & 1 != 0:
        warned |= words.WARN_BREAK_DEFLECTION
    on_purpose = rules.intentional_policy == INTENT_WARN_THEN_MATCH and shot.deliberate[player] != 0
    if on_purpose and rules.referee != 0:
        warned |= words.WARN_CUE_BALL_CONTACT
    return warned


@rule("SK-40 UA-F13", "Playing out of turn", foul=words.OUT_OF_TURN)
@kernel
def out_of_turn_fouls(rules: Any, game: Any, shot: Any) -> int:
    """Out of turn is a foul, in the older book interference; on purpose it is unsportsmanlike.

    Playing on after one's foul was called is on the list of unsportsmanlike acts (UA-F16 d).
    """
    if rules.out_of_turn == AS_INTERFERENCE:
        return 1 << words.INTERFERENCE
    meant = shot.intents & words.MEANT_DELIBERATE != 0
    if meant or game.foul_called == shot.striker:
        return 1 << words.UNSPORTSMANLIKE
    return 1 << words.OUT_OF_TURN


@kernel
def _rule_concession(rules: Any, game: Any, shot: Any, ruling: Any, player: int) -> None:
    """The other player wins the rack or the match."""
    if shot.conceded[player] == words.CONCEDES_MATCH:
        wins_match_outright(ruling, 1 - player)
    else:
        wins_rack(game, ruling, 1 - player)
        if rules.game == STRAIGHT_POOL_GAME:
            ruling.result = words.GAME_WIN


@rule("SK-20", "Ball moved without referee")
@kernel
def leave_or_restore(game: Any, shot: Any, ruling: Any) -> None:
    """Where touching an object ball is no foul, the opponent leaves it or has it put back."""
    visit_goes_on(game, ruling)
    if shot.moved != 0:
        offers(ruling, 1 - game.actor, (1 << words.LEAVE) | (1 << words.RESTORE))
        ruling.same_visit = 1
        ruling.moved = shot.moved


@kernel
def rule_without_stroke(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """Nothing was struck: conduct alone is ruled on, or nothing at all."""
    fouls = shot.conduct[game.actor]
    if fouls == 0:
        leave_or_restore(game, shot, ruling)
    else:
        penalise(rules, game, shot, ruling, fouls, game.actor)
        if game.stage == words.BREAK:
            # The rack is untouched: the other player breaks it.
            ruling.stage = words.BREAK
            ruling.region = IN_HAND_HEAD
    restore_touched(rules, shot, ruling)


@rule("SK-20 UA-F6 UA-8", "The referee puts balls back")
@kernel
def restore_touched(rules: Any, shot: Any, ruling: Any) -> None:
    """Only a referee restores a ball that was touched; the opponent has no right to."""
    ruling.restore |= shot.restore
    if is_refereed(rules):
        ruling.restore |= shot.moved & ~shot.pocketed & ~shot.off_table


@rule("SK-14 WPA-8.2", "End of the stroke")
@kernel
def stroke_is_over(shot: Any) -> bool:
    """Nothing is ruled, offered or spotted before every ball has come to rest, spin included."""
    return shot.in_progress == 0


@kernel
def settle_general(rules: Any, game: Any, shot: Any, ruling: Any) -> bool:
    """Rule on what is the same in every game.

    Args:
        rules: the rules of the row.
        game: the game sheet.
        shot: the facts, conduct included.
        ruling: a cleared ruling, written.

    Returns:
        Whether the ruling is complete; if not, the game's page decides.
    """
    if not stroke_is_over(shot):
        visit_goes_on(game, ruling)
        ruling.result = words.SHOT_IN_PROGRESS
        return True
    for player in range(2):
        ruling.warned[player] = warn_for(rules, shot, player)
    ruling.clock = shot.clock
    ruling.suspended = shot.appeal
    for player in range(2):
        if shot.conceded[player] != words.NOT_CONCEDED:
            _rule_concession(rules, game, shot, ruling, player)
            return True
        if loses_match_for(rules, game, shot, player):
            penalise(rules, game, shot, ruling, shot.conduct[player], player)
            wins_match_outright(ruling, 1 - player)
            return True
    if shot.outside != words.NO_INTERFERENCE:
        rule_outside_interference(rules, game, shot, ruling)
        return True
    other = 1 - game.actor
    if shot.struck != 0 and shot.striker == other:
        penalise(rules, game, shot, ruling, out_of_turn_fouls(rules, game, shot), other)
        return True
    if shot.conduct[other] != 0:
        penalise(rules, game, shot, ruling, shot.conduct[other], other)
        restore_touched(rules, shot, ruling)
        return True
    if shot.struck == 0:
        rule_without_stroke(rules, game, shot, ruling)
        return True
    if is_no_shot(rules, game, shot) and shot.conduct[game.actor] == 0:
        visit_goes_on(game, ruling)
        ruling.result = words.NO_SHOT
        ruling.region = IN_HAND_HEAD
        return True
    if shot.replay != 0:
        visit_goes_on(game, ruling)
        ruling.result = words.REPLAY
        ruling.restore_all = 1
        return True
    ruling.restore = shot.restore
    return False
