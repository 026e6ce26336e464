"""``carry_out``: the only function that changes a game because of a ruling."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from poolenv import states
from poolenv.balls import CUE, N_BALLS, NO_BALL, OBJECT_BALLS, has, lowest
from poolenv.kernel import kernel
from poolenv.knobs import (
    CENTRE_SPOT,
    HEAD_SPOT,
    IN_HAND_HEAD,
    IN_HAND_TABLE,
    IN_POSITION,
)
from poolenv.rules import words
from poolenv.rules.calls import call_owed
from poolenv.rules.kitchen import offer_nearest_ball
from poolenv.rules.match import (
    clear_fouls,
    count_foul,
    owe_lag,
    start_rack,
    win_rack,
    wins_match,
)
from poolenv.rules.reactions import ABOUT_THE_PLACE
from poolenv.rules.spotting import (
    balls_on_table,
    is_on_table,
    lies_in_pocket,
    put,
    spot_balls,
    take_off,
)
from poolenv.rules.stalemate import count_turn


@kernel
def put_back(
    ball: int,
    pos: NDArray[Any],
    motion: NDArray[Any],
    pos_before: NDArray[Any],
    motion_before: NDArray[Any],
) -> None:
    """A ball goes back to where it lay."""
    for k in range(3):
        pos[ball, k] = pos_before[ball, k]
    motion[ball] = motion_before[ball]


@kernel
def _clear_table(
    rules: Any,
    marks: Any,
    game: Any,
    shot: Any,
    ruling: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    pos_before: NDArray[Any],
    motion_before: NDArray[Any],
) -> None:
    """Balls that count as pocketed or jumped leave the bed, others go back or are spotted."""
    concerned = ruling.restore | shot.off_table | shot.pocketed
    while concerned != 0:
        ball = lowest(concerned)
        concerned &= concerned - 1
        if has(ruling.restore & shot.fell, ball):
            put(pos, motion, marks, ball, shot.hung_x[ball], shot.hung_y[ball])
        elif has(ruling.restore, ball):
            put_back(ball, pos, motion, pos_before, motion_before)
        elif has(shot.off_table, ball):
            take_off(pos, motion, ball, states.OFF_TABLE)
        elif not lies_in_pocket(marks, pos, motion, ball):
            take_off(pos, motion, ball, states.POCKETED)
    if ruling.region == IN_HAND_TABLE or ruling.region == IN_HAND_HEAD:
        if is_on_table(motion, CUE):
            take_off(pos, motion, CUE, states.ABSENT)
    elif ruling.region == HEAD_SPOT:
        put(pos, motion, marks, CUE, marks.head_spot, 0.0)
    elif ruling.region == CENTRE_SPOT:
        put(pos, motion, marks, CUE, 0.0, 0.0)
    spot_balls(rules, marks, ruling.spot & OBJECT_BALLS, pos, motion)
    game.balls = balls_on_table(motion)


@kernel
def _keep_score(rules: Any, game: Any, ruling: Any) -> None:
    """Points, consecutive fouls, warnings, offences, clock."""
    player = ruling.offender if ruling.offender != words.NOBODY else game.actor
    if ruling.counts == words.COUNT_ADD:
        count_foul(rules, game, player)
    elif ruling.counts == words.COUNT_CLEAR:
        clear_fouls(game, player)
    for p in range(2):
        game.score[p] += ruling.points[p]
        game.warnings[p] |= ruling.warned[p] & ~words.WARN_TWO_FOULS
        if ruling.warned[p] & words.WARN_TWO_FOULS != 0:
            game.warned[p] = 1
        if ruling.clock != 0:
            game.clock[p] = 1
    if ruling.fouls >> words.UNSPORTSMANLIKE & 1 != 0:
        game.offences[player] += 1


@kernel
def _count_near_rail(game: Any, shot: Any, ruling: Any) -> None:
    """WSR-14.1: safeties in a row with the near rail of one ball."""
    p = game.actor
    near = shot.near_rail >= 0 and shot.rail_but_near == 0 and shot.railed != 0
    if ruling.is_foul != 0 or not near or shot.pocketed & OBJECT_BALLS != 0:
        game.near_safeties[p] = 0
        game.near_ball[p] = NO_BALL
        return
    same = game.near_ball[p] == shot.first_hit and game.near_rail[p] == shot.near_rail
    game.near_safeties[p] = game.near_safeties[p] + 1 if same else 1
    game.near_ball[p] = shot.first_hit
    game.near_rail[p] = shot.near_rail


@kernel
def _clear_for_rerack(
    marks: Any, game: Any, ruling: Any, pos: NDArray[Any], motion: NDArray[Any]
) -> None:
    """14.1: the fifteenth ball goes where it is out of the way; the others are owed a rack."""
    game.rack_owed = ruling.rack
    for ball in range(1, N_BALLS):
        if is_on_table(motion, ball):
            if ruling.fifteenth == words.TO_HEAD_SPOT:
                put(pos, motion, marks, ball, marks.head_spot, 0.0)
            elif ruling.fifteenth == words.TO_CENTRE_SPOT:
                put(pos, motion, marks, ball, 0.0, 0.0)
            elif ruling.fifteenth == words.IN_FULL_RACK:
                take_off(pos, motion, ball, states.POCKETED)
    game.balls = balls_on_table(motion)


@kernel
def set_position(rules: Any, game: Any, motion: NDArray[Any], stage: int, region: int) -> None:
    """Write the sheet for a position laid by hand.

    Args:
        rules: the rules of the row.
        game: the game sheet, written; ``new_match`` was called before.
        motion: (16,) states of the balls.
        stage: stage of the next stroke, mostly NORMAL.
        region: where the cue ball is in hand, IN_POSITION if it lies on the bed.
    """
    game.rack_owed = words.NO_RACK
    game.menu = 0
    game.stage = stage
    game.region = region
    game.played_from = IN_POSITION
    game.balls = balls_on_table(motion)
    game.owes_call = 1 if call_owed(rules, game) else 0


@kernel
def _next_visit(rules: Any, game: Any, ruling: Any) -> None:
    """What the next player finds: stage, menu, ball in hand, a declaration to make."""
    game.actor = ruling.actor
    game.menu = ruling.menu
    game.region = ruling.region if ruling.region <= IN_HAND_HEAD else IN_POSITION
    game.pending_foul = ruling.pending_foul
    game.pending_by = ruling.offender if ruling.pending_foul != 0 else words.NOBODY
    game.pending_balls = ruling.moved
    game.waived = 0
    game.asked &= 0 if ruling.same_visit == 0 else ~ABOUT_THE_PLACE
    if ruling.same_visit != 0:
        return
    game.stage = ruling.stage
    game.groups = ruling.groups
    game.played_from = IN_POSITION
    game.foul_called = words.NOBODY
    game.placed_wrong = words.WELL_PLACED
    game.notified = 0
    game.placement_called = 0
    game.obvious = 0
    game.called_ball = NO_BALL
    game.called_pocket = -1
    game.intent = words.SHOT
    game.declared_cue = 0
    for rail in range(4):
        game.declared_rail[rail] = 0
    game.owes_call = 1 if call_owed(rules, game) else 0


@kernel
def carry_out(
    rules: Any,
    marks: Any,
    game: Any,
    shot: Any,
    ruling: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    pos_before: NDArray[Any],
    motion_before: NDArray[Any],
) -> None:
    """Put a ruling into effect: balls first, then the score, then what is owed next.

    Args:
        rules: record Rules of the row.
        marks: record Marks of the row.
        game: record Game, written.
        shot: record Shot, the facts that were ruled on.
        ruling: record Ruling.
        pos: (16, 3) positions after the stroke [m], written.
        motion: (16,) states after the stroke, written.
        pos_before: (16, 3) positions before the stroke or disturbance [m].
        motion_before: (16,) states before it.
    """
    if ruling.result == words.SHOT_IN_PROGRESS:
        return
    if ruling.restore_all != 0:
        for ball in range(N_BALLS):
            put_back(ball, pos, motion, pos_before, motion_before)
    else:
        _clear_table(rules, marks, game, shot, ruling, pos, motion, pos_before, motion_before)
    _keep_score(rules, game, ruling)
    if ruling.same_visit == 0 and shot.struck != 0:
        game.visits += 1
        count_turn(rules, game, game.actor, ruling)
        _count_near_rail(game, shot, ruling)
    if ruling.breaks_foul != 0:
        game.break_foul = 1
    _next_visit(rules, game, ruling)
    if ruling.result == words.RACK_WIN:
        win_rack(rules, game, ruling.winner)
    elif ruling.result == words.MATCH_WIN or ruling.result == words.GAME_WIN:
        if ruling.result == words.MATCH_WIN and wins_match(game, ruling.winner):
            game.racks[ruling.winner] += 1  # the deciding rack
        game.winner = ruling.winner
    elif ruling.rack == words.FULL_RACK:
        start_rack(rules, game, ruling.actor)
        if ruling.decide_break != 0:
            owe_lag(game)
    elif ruling.rack != words.NO_RACK:
        _clear_for_rerack(marks, game, ruling, pos, motion)
    elif game.region == IN_HAND_HEAD and game.menu == 0:
        offer_nearest_ball(rules, marks, game, pos)
