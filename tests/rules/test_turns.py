"""What is owed next, what options do, what may be declared."""

from __future__ import annotations

import pytest

from poolenv.balls import CUE, NO_BALL, ball_set, has
from poolenv.knobs import (
    EIGHT_BALL_GAME,
    IN_HAND_HEAD,
    IN_HAND_TABLE,
    IN_POSITION,
    NINE_BALL_GAME,
    STRAIGHT_POOL_GAME,
    TEN_BALL_GAME,
)
from poolenv.rules import words
from poolenv.rules.calls import callable_balls, declare, legal_intents
from poolenv.rules.match import lag_won, owe_lag, racked, start_rack
from poolenv.rules.menu import take
from poolenv.rules.turns import phase_of
from tests.rules.rows import layout, new_game, rules_of, table_marks

MARKS = table_marks()[0]


def settle(rules, game, option, places):
    """Take an option on a table where the balls have moved since the stroke."""
    before, motion_before = layout(places)
    pos, motion = layout({b: (x + 0.05, y) for b, (x, y) in places.items()})
    take(rules, MARKS, game, option, pos, motion, before, motion_before)
    return pos, motion


def test_phases_come_in_order():
    rules = rules_of(EIGHT_BALL_GAME)
    game = new_game(rules)
    start_rack(rules, game, 1)
    owe_lag(game)
    assert phase_of(game) == words.LAG_PHASE
    lag_won(game, 1)
    assert phase_of(game) == words.CHOOSE
    settle(rules, game, words.BREAK_OPPONENT, {CUE: (0.0, 0.0)})
    assert (game.actor, game.breaker) == (0, 0)
    assert phase_of(game) == words.RACK_PHASE
    racked(game)
    assert phase_of(game) == words.PLACE
    game.region = IN_POSITION
    assert phase_of(game) == words.STRIKE
    game.owes_call = 1
    assert phase_of(game) == words.CALL
    game.winner = 1
    assert phase_of(game) == words.OVER


@pytest.mark.parametrize(
    ("option", "actor", "region"),
    [
        (words.ACCEPT, 1, IN_POSITION),
        (words.SHOOT, 1, IN_POSITION),
        (words.GIVE_BACK, 0, IN_POSITION),
        (words.BIH_HEAD, 1, IN_HAND_HEAD),
        (words.PASS_BIH_HEAD_TO_OFFENDER, 0, IN_HAND_HEAD),
        (words.SPOT_8_CONTINUE, 1, IN_POSITION),
        (words.SPOT_8_BIH_HEAD, 1, IN_HAND_HEAD),
        (words.CALL_FOUL_BIH, 1, IN_HAND_TABLE),
        (words.CALL_FOUL_BIH_TABLE, 1, IN_HAND_TABLE),
        (words.RESTORE_REPLAY_BY_OFFENDER, 0, IN_HAND_HEAD),
        (words.RERACK_BREAK_SELF, 1, IN_HAND_HEAD),
        (words.RERACK_BREAK_OPPONENT, 0, IN_HAND_HEAD),
        (words.RERACK_OFFENDER_OPENING_BREAK, 0, IN_HAND_HEAD),
        (words.LEAVE, 0, IN_POSITION),
        (words.RESTORE, 0, IN_POSITION),
    ],
)
def test_options(option, actor, region):
    rules = rules_of(EIGHT_BALL_GAME)
    game = new_game(rules)
    game.stage = words.NORMAL
    game.region = IN_POSITION
    game.actor = 1
    game.menu = 1 << option
    game.pending_foul = 1 << words.BAD_HEADSTRING
    game.pending_by = 0
    game.pending_balls = ball_set([5])
    places = {CUE: (0.3, 0.1), 5: (0.5, 0.2)}
    pos, motion = settle(rules, game, option, places)
    assert game.menu == 0
    assert (game.actor, game.region) == (actor, region)
    if option in (words.SPOT_8_CONTINUE, words.SPOT_8_BIH_HEAD):
        assert motion[8] == 0 and has(game.balls, 8)
    if option in (words.CALL_FOUL_BIH, words.CALL_FOUL_BIH_TABLE):
        assert list(game.fouls) == [1, 0]
    if option in (words.RESTORE, words.RESTORE_REPLAY_BY_OFFENDER):
        assert tuple(pos[5, :2]) == places[5]
    if option == words.LEAVE:
        assert tuple(pos[5, :2]) == (0.55, 0.2)
    if region == IN_HAND_HEAD and "RERACK" not in words.OPTION_NAMES[option]:
        assert motion[CUE] != 0, "the cue ball is taken up"


def test_the_nearest_ball_is_spotted_on_request():
    rules = rules_of(STRAIGHT_POOL_GAME)
    game = new_game(rules)
    game.stage = words.NORMAL
    game.menu = 1 << words.SHOOT | 1 << words.SPOT_NEAREST_LEGAL_BALL
    places = {3: (-0.9, 0.0), 12: (-0.75, 0.3)}
    game.balls = ball_set([3, 12])
    pos, _ = settle(rules, game, words.SPOT_NEAREST_LEGAL_BALL, places)
    assert pos[12, 0] == pytest.approx(MARKS.foot_spot)
    assert phase_of(game) == words.PLACE


def test_a_push_out_follows_the_break_only():
    rules = rules_of(NINE_BALL_GAME)
    game = new_game(rules)
    assert legal_intents(rules, game) == 1 << words.SHOT
    assert not declare(rules, game, words.PUSH_OUT, NO_BALL, -1)
    game.stage = words.AFTER_BREAK
    assert legal_intents(rules, game) == 1 << words.SHOT | 1 << words.PUSH_OUT
    game.break_foul = 1
    assert legal_intents(rules, game) == 1 << words.SHOT
    game.break_foul = 0
    game.owes_call = 1
    assert declare(rules, game, words.PUSH_OUT, NO_BALL, -1)
    assert (game.intent, game.owes_call) == (words.PUSH_OUT, 0)


def test_calls_at_eight_ball():
    rules = rules_of(EIGHT_BALL_GAME)
    game = new_game(rules)
    game.stage = words.NORMAL
    game.balls = ball_set([2, 3, 8, 10])
    assert callable_balls(rules, game) == ball_set([2, 3, 10])
    assert not declare(rules, game, words.SHOT, 8, 0)
    game.groups = words.PLAYS_SOLIDS
    assert callable_balls(rules, game) == ball_set([2, 3])
    game.balls = ball_set([8, 10])
    assert declare(rules, game, words.SHOT, 8, 2)
    assert (game.called_ball, game.called_pocket) == (8, 2)
    assert declare(rules, game, words.SAFETY, NO_BALL, -1)
    assert game.called_ball == NO_BALL


def test_any_ball_may_be_called_at_ten_ball():
    rules = rules_of(TEN_BALL_GAME)
    game = new_game(rules)
    game.stage = words.NORMAL
    game.balls = ball_set([2, 5, 10])
    assert callable_balls(rules, game) == ball_set([2, 5, 10])
