"""What each option does when it is taken."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from poolenv import states
from poolenv.balls import CUE, EIGHT_BALL, N_BALLS, NO_BALL, has, one
from poolenv.kernel import kernel
from poolenv.knobs import IN_HAND_HEAD, IN_HAND_TABLE, IN_POSITION, THREE_LOSE_RACK
from poolenv.rules import words
from poolenv.rules.calls import call_owed
from poolenv.rules.effect import put_back
from poolenv.rules.kitchen import nearest_ball_behind, offer_nearest_ball
from poolenv.rules.match import count_foul, is_last_foul, start_rack, win_rack
from poolenv.rules.spotting import is_on_table, spot_balls, take_off


@kernel
def _take_up_cue_ball(game: Any, pos: NDArray[Any], motion: NDArray[Any], region: int) -> None:
    """The cue ball is in hand."""
    game.region = region
    if is_on_table(motion, CUE):
        take_off(pos, motion, CUE, states.ABSENT)


@kernel
def _call_foul(rules: Any, game: Any, pos: NDArray[Any], motion: NDArray[Any], region: int) -> None:
    """The foul that was left to the chooser is charged now."""
    offender = game.pending_by
    last = is_last_foul(rules, game, offender)
    game.score[offender] -= rules.foul_points
    count_foul(rules, game, offender)
    game.pending_foul = 0
    if last and rules.three_foul_effect == THREE_LOSE_RACK:
        win_rack(rules, game, 1 - offender)
    elif region == IN_POSITION and is_on_table(motion, CUE):
        game.region = IN_POSITION
    else:
        _take_up_cue_ball(game, pos, motion, region if region != IN_POSITION else IN_HAND_HEAD)


@kernel
def take(
    rules: Any,
    marks: Any,
    game: Any,
    option: int,
    pos: NDArray[Any],
    motion: NDArray[Any],
    pos_before: NDArray[Any],
    motion_before: NDArray[Any],
) -> None:
    """Settle a choice.

    Args:
        rules: the rules of the row.
        marks: record Marks.
        game: the game sheet, written.
        option: one of the options of ``game.menu``.
        pos: (16, 3) positions [m], written.
        motion: (16,) states, written.
        pos_before: (16, 3) positions before the last stroke or disturbance [m].
        motion_before: (16,) states before it.
    """
    chooser = game.actor
    other = 1 - chooser
    game.menu = 0
    if option == words.GIVE_BACK:
        game.actor = other
    elif option == words.ACCEPT:
        if not is_on_table(motion, CUE):
            game.region = rules.break_foul_region
        if rules.break_points != 0 and game.stage == words.AFTER_BREAK:
            # Who accepts a break of too few points may not push out (WPA-REG-18).
            game.stage = words.NORMAL
    elif option == words.BREAK_SELF or option == words.RERACK_BREAK_SELF:
        start_rack(rules, game, chooser)
    elif option == words.BREAK_OPPONENT or option == words.RERACK_BREAK_OPPONENT:
        start_rack(rules, game, other)
    elif option == words.RERACK_OFFENDER_OPENING_BREAK:
        mine = game.fouls[chooser]
        theirs = game.fouls[other]
        start_rack(rules, game, other)
        game.fouls[chooser] = mine
        game.fouls[other] = theirs
    elif option == words.SPOT_8_CONTINUE or option == words.SPOT_8_BIH_HEAD:
        spot_balls(rules, marks, EIGHT_BALL, pos, motion)
        game.balls |= EIGHT_BALL
        if option == words.SPOT_8_BIH_HEAD:
            _take_up_cue_ball(game, pos, motion, IN_HAND_HEAD)
    elif option == words.BIH_HEAD:
        _take_up_cue_ball(game, pos, motion, IN_HAND_HEAD)
    elif option == words.PASS_BIH_HEAD_TO_OFFENDER:
        game.actor = other
        _take_up_cue_ball(game, pos, motion, IN_HAND_HEAD)
    elif option == words.CALL_FOUL_BIH:
        _call_foul(rules, game, pos, motion, rules.foul_region)
    elif option == words.CALL_FOUL_BIH_TABLE:
        _call_foul(rules, game, pos, motion, IN_HAND_TABLE)
    elif option == words.RESTORE_REPLAY_BY_OFFENDER:
        for ball in range(N_BALLS):
            put_back(ball, pos, motion, pos_before, motion_before)
        game.actor = other
        game.pending_foul = 0
        _take_up_cue_ball(game, pos, motion, IN_HAND_HEAD)
    elif option == words.SPOT_NEAREST_LEGAL_BALL:
        ball = nearest_ball_behind(rules, marks, game, pos)
        if ball != NO_BALL:
            take_off(pos, motion, ball, states.ABSENT)
            spot_balls(rules, marks, one(ball), pos, motion)
    elif option == words.LEAVE or option == words.RESTORE:
        for ball in range(1, N_BALLS):
            if option == words.RESTORE and has(game.pending_balls, ball):
                put_back(ball, pos, motion, pos_before, motion_before)
        game.pending_balls = 0
        game.actor = other
    _after_choice(rules, marks, game, option, pos)


@kernel
def _after_choice(rules: Any, marks: Any, game: Any, option: int, pos: NDArray[Any]) -> None:
    """What the choice leaves owed."""
    if game.winner != words.NOBODY or game.rack_owed != words.NO_RACK:
        return
    game.owes_call = 1 if call_owed(rules, game) else 0
    if option != words.SHOOT and option != words.SPOT_NEAREST_LEGAL_BALL:
        offer_nearest_ball(rules, marks, game, pos)
