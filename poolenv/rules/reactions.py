"""What a player may say besides playing: reactions that open a phase of their own.

With a referee nothing here is asked unless the edition puts it among the decisions: the referee
calls fouls, announces frozen balls and points out a misplaced cue ball. Without one the opponent
does, in the order of this file, each at most once before a stroke (``Game.asked``).
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from poolenv import states
from poolenv.balls import CUE
from poolenv.kernel import kernel
from poolenv.knobs import ALLOW_AND_RULE, DECLARED_ONLY, RUN_OUT
from poolenv.rules import words
from poolenv.rules.calls import call_lapses
from poolenv.rules.fouls import UNDENIABLE
from poolenv.rules.frozen import touching_cue_ball, touching_rails
from poolenv.rules.spotting import take_off

#: What was asked before the stroke that comes (``Game.asked``), bits.
ASKED_TURN, ASKED_WARNING, ASKED_PLACE, ASKED_FROZEN = 1, 2, 4, 8
#: What may have to be asked again when the cue ball is placed again, or balls were put back.
ABOUT_THE_PLACE = ASKED_PLACE | ASKED_FROZEN
#: Fouls that stand although nobody calls them.
_PLAIN = (
    UNDENIABLE
    | (1 << words.BREAK_REQUIREMENT)
    | (1 << words.BREAKING_FOUL)
    | (1 << words.BREAK_DEFLECTION)
)


@kernel
def turn_menu(rules: Any, game: Any) -> int:
    """What the player at the table may say instead of playing, bits (UA-10, UA-11, UA-12)."""
    menu = 0
    if rules.concede_offered != 0:
        menu |= 1 << words.CONCEDE_RACK
    if rules.stalemate_offered != 0 and rules.stalemate_turns > 0:
        menu |= 1 << words.OFFER_STALEMATE
    if rules.appeal_offered != 0 and rules.appeals != 0:
        menu |= 1 << words.APPEAL
    return menu


@kernel
def warning_due(rules: Any, game: Any, player: int) -> bool:
    """The player's next foul in a row would be the last, and nobody has told him (UA-F14)."""
    if rules.three_foul_limit < 2 or rules.three_foul_warning == 0 or rules.auto_warn != 0:
        return False
    return game.fouls[player] == rules.three_foul_limit - 1 and game.warned[player] == 0


@kernel
def notice_due(rules: Any, game: Any) -> bool:
    """The cue ball lies outside its region and the player can still be told (SK-9)."""
    if rules.placement_notice == 0 or game.notified != 0:
        return False
    return game.placed_wrong != words.WELL_PLACED


@kernel
def frozen_due(rules: Any, marks: Any, game: Any, pos: NDArray[Any], motion: NDArray[Any]) -> bool:
    """A ball touches the cue ball or a cushion and counts as frozen only if announced (SK-37).

    Nothing has been announced yet: the sheet's list of cushions serves as scratch.
    """
    if rules.frozen_policy != DECLARED_ONLY:
        return False
    touching = touching_cue_ball(marks, pos, motion)
    touching_rails(marks, pos, motion, game.declared_rail)
    for rail in range(4):
        touching |= game.declared_rail[rail]
        game.declared_rail[rail] = 0
    return touching != 0


@kernel
def may_ask(rules: Any) -> bool:
    """Whether there is ever anything to ask before a stroke (a cheap test)."""
    offered = rules.concede_offered + rules.stalemate_offered + rules.appeal_offered
    return rules.referee == 0 or offered != 0


@kernel
def ask(
    rules: Any, marks: Any, game: Any, phase: int, pos: NDArray[Any], motion: NDArray[Any]
) -> None:
    """Put the next question before the stroke to whom it concerns, if there is one left.

    Args:
        rules: the rules of the row.
        marks: record Marks.
        game: the game sheet, written.
        phase: what is owed: PLACE, CALL or STRIKE.
        pos: (16, 3) positions [m].
        motion: (16,) states.
    """
    if rules.game == RUN_OUT:
        return
    if game.asked & ASKED_TURN == 0:
        game.asked |= ASKED_TURN
        menu = turn_menu(rules, game)
        if menu != 0:
            game.menu = menu | (1 << words.LET_PASS)
            return
    if rules.referee != 0:
        return
    if game.asked & ASKED_WARNING == 0:
        game.asked |= ASKED_WARNING
        if warning_due(rules, game, game.actor):
            _ask_opponent(game, words.TELL_TWO_FOULS)
            return
    if phase != words.CALL and phase != words.STRIKE:
        return
    if game.asked & ASKED_PLACE == 0:
        game.asked |= ASKED_PLACE
        if notice_due(rules, game):
            _ask_opponent(game, words.NOTIFY_PLACEMENT)
            return
    if game.asked & ASKED_FROZEN == 0:
        game.asked |= ASKED_FROZEN
        if frozen_due(rules, marks, game, pos, motion):
            _ask_opponent(game, words.DECLARE_FROZEN)


@kernel
def _ask_opponent(game: Any, reaction: int) -> None:
    """The opponent of the player at the table may say this, or nothing."""
    game.menu = (1 << reaction) | (1 << words.LET_PASS)
    game.actor = 1 - game.actor
    game.reacting = 1


@kernel
def end_reaction(game: Any) -> None:
    """The menu is gone and the player at the table is to act again."""
    game.menu = 0
    if game.reacting != 0:
        game.actor = 1 - game.actor
    game.reacting = 0


@kernel
def react(
    rules: Any, marks: Any, game: Any, option: int, pos: NDArray[Any], motion: NDArray[Any]
) -> None:
    """Settle a reaction that needs no ruling.

    Args:
        rules: the rules of the row.
        marks: record Marks.
        game: the game sheet, written.
        option: one of the reactions of ``game.menu``.
        pos: (16, 3) positions [m], written.
        motion: (16,) states, written.
    """
    end_reaction(game)
    if option == words.TELL_TWO_FOULS:
        game.warned[game.actor] = 1
    elif option == words.NOTIFY_PLACEMENT:
        game.notified = 1
        game.placed_wrong = words.WELL_PLACED
        game.region = game.played_from
        take_off(pos, motion, CUE, states.ABSENT)
    elif option == words.DECLARE_FROZEN:
        game.declared_cue = touching_cue_ball(marks, pos, motion)
        touching_rails(marks, pos, motion, game.declared_rail)
    elif option == words.OFFER_STALEMATE:
        _ask_opponent(game, words.AGREE_STALEMATE)


# A foul that must be called.


@kernel
def may_be_called(rules: Any, game: Any) -> bool:
    """SK-9, no referee: playing on from clearly outside is a foul if the opponent calls it."""
    clearly = game.placed_wrong == words.CLEARLY_MISPLACED and game.notified == 0
    return clearly and rules.referee == 0 and rules.placement_notice != 0


@kernel
def awaits_call(rules: Any, game: Any, shot: Any, ruling: Any) -> bool:
    """Without a referee a foul of the stroke counts only once the opponent calls it (UA-10).

    What lies in a pocket, or a break that failed, needs no call.

    Args:
        rules: the rules of the row.
        game: the game sheet as it stood at the stroke.
        shot: the facts.
        ruling: what follows if the foul is called.
    """
    if rules.referee != 0 or rules.game == RUN_OUT or ruling.is_foul == 0 or shot.struck == 0:
        return False
    if ruling.offender != game.actor or ruling.fouls & _PLAIN != 0:
        return False
    if may_be_called(rules, game) and ruling.fouls == 1 << words.BAD_PLACEMENT:
        return True
    return call_lapses(rules, True)


@kernel
def hold(game: Any) -> None:
    """The stroke is played; whether it is a foul is up to the opponent."""
    _ask_opponent(game, words.CALL_FOUL)
    game.held = 1


@kernel
def answer_held(rules: Any, game: Any, called: bool) -> None:
    """The opponent called the foul or let it pass; the stroke may be ruled on."""
    end_reaction(game)
    game.held = 0
    if not called:
        game.placement_called = 0
        game.waived = 1 if call_lapses(rules, True) else 0


@kernel
def has_reactions(rules: Any) -> bool:
    """Whether any reaction can ever be asked for under these rules; a run-out has one player."""
    if rules.game == RUN_OUT:
        return False
    if rules.concede_offered != 0 or (rules.appeal_offered != 0 and rules.appeals != 0):
        return True
    if rules.stalemate_offered != 0 and rules.stalemate_turns > 0:
        return True
    if rules.referee != 0:
        return False
    notices = rules.placement_notice != 0 and rules.placement_policy == ALLOW_AND_RULE
    warns = rules.three_foul_limit > 1 and rules.auto_warn == 0
    return call_lapses(rules, True) or notices or warns or rules.frozen_policy == DECLARED_ONLY
