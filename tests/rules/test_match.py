"""Races, the order of break, consecutive fouls, and a rack from break to win."""

from __future__ import annotations

import pytest

from poolenv.balls import CUE, NO_BALL, ball_set
from poolenv.games.referee import adjudicate
from poolenv.knobs import IN_HAND_HEAD, IN_POSITION, NINE_BALL_GAME, STRAIGHT_POOL_GAME
from poolenv.rules import words
from poolenv.rules.effect import carry_out
from poolenv.rules.match import clear_fouls, count_foul, is_last_foul, next_breaker
from poolenv.rules.shot import clear_shot
from tests.rules.rows import layout, new_game, rules_of, sheets, table_marks

MARKS = table_marks()[0]


@pytest.mark.parametrize(
    ("order", "racks", "breaker"),
    [
        ("winner", (3, 1), 0),
        ("loser", (3, 1), 1),
        ("alternate", (3, 1), 0),
        ("trailing", (3, 1), 1),
        ("trailing", (1, 3), 0),
        ("trailing", (2, 2), 0),
    ],
)
def test_order_of_break(order, racks, breaker):
    rules = rules_of(edition={"break_order": order})
    game = new_game(rules, breaker=1)
    game.racks[0], game.racks[1] = racks
    assert next_breaker(rules, game, 0) == breaker


def test_the_third_foul_needs_a_warning():
    rules = rules_of(edition={"auto_warn": False})
    game = new_game(rules)
    for _ in range(2):
        assert not is_last_foul(rules, game, 0)
        count_foul(rules, game, 0)
    assert not is_last_foul(rules, game, 0)
    count_foul(rules, game, 0)
    assert game.fouls[0] == 2, "without a warning the third foul counts as the second"
    game.warned[0] = 1
    assert is_last_foul(rules, game, 0)
    clear_fouls(game, 0)
    assert (game.fouls[0], game.warned[0]) == (0, 0)


def test_the_second_foul_is_announced():
    rules = rules_of()
    game = new_game(rules)
    count_foul(rules, game, 0)
    assert game.warned[0] == 0
    count_foul(rules, game, 0)
    assert game.warned[0] == 1


def play(rules, game, pocketed=(), first=None, railed=(3,)):
    """One stroke, given by its facts."""
    shot, ruling = sheets()
    clear_shot(shot)
    shot.struck = 1
    shot.crossed_head = 1
    low = min(b for b in range(1, 16) if game.balls >> b & 1)
    first = low if first is None else first
    shot.first_hit = first
    shot.first_hits = ball_set([first]) if first != NO_BALL else 0
    shot.pocketed = ball_set(list(pocketed))
    shot.railed = ball_set(list(railed))
    shot.driven = shot.railed & ~1
    on = {b: (0.1 * b - 0.8, 0.3) for b in range(16) if game.balls >> b & 1 or b == CUE}
    before = layout(on)
    pos, motion = layout({b: (x, y - 0.2) for b, (x, y) in on.items()})
    adjudicate(rules, game, shot, ruling)
    carry_out(rules, MARKS, game, shot, ruling, pos, motion, *before)
    return ruling, pos, motion


def test_a_race_at_nine_ball():
    rules = rules_of(NINE_BALL_GAME, {"break_order": "alternate"})
    game = new_game(rules, breaker=0, race_to=2)
    ruling, _, _ = play(rules, game, pocketed=[9])
    assert (ruling.result, ruling.winner) == (words.RACK_WIN, 0)
    assert list(game.racks) == [1, 0]
    assert (game.winner, game.rack_number, game.breaker, game.actor) == (words.NOBODY, 2, 1, 1)
    assert (game.rack_owed, game.region) == (words.FULL_RACK, IN_HAND_HEAD)
    game.rack_owed = words.NO_RACK
    game.region = 0
    ruling, _, _ = play(rules, game, railed=[1, 2, 3, 4])
    assert game.actor == 0
    ruling, _, _ = play(rules, game, pocketed=[9])
    assert (ruling.result, game.winner) == (words.MATCH_WIN, 0)


def test_three_fouls_lose_the_rack():
    rules = rules_of(NINE_BALL_GAME)
    game = new_game(rules, breaker=0)
    for k in range(3):
        game.region = 0
        ruling, _, motion = play(rules, game, first=NO_BALL, railed=[])
        assert motion[CUE] != 0 or game.winner != words.NOBODY
        if k < 2:
            assert game.actor == 1 and game.fouls[0] == k + 1
            game.region = 0
            play(rules, game)
            assert game.actor == 0
    assert ruling.foul == words.THREE_FOULS
    assert game.winner == 1


def test_the_nine_returns_and_the_five_does_not():
    rules = rules_of(NINE_BALL_GAME)
    game = new_game(rules)
    game.stage = words.NORMAL
    ruling, pos, motion = play(rules, game, pocketed=[CUE, 5, 9])
    assert ruling.spot == ball_set([9])
    assert pos[9, 0] == pytest.approx(MARKS.foot_spot)
    assert motion[5] != 0 and motion[9] == 0
    assert game.balls == ball_set([1, 2, 3, 4, 6, 7, 8, 9])


def test_points_and_a_rerack_at_straight_pool():
    rules = rules_of(STRAIGHT_POOL_GAME)
    game = new_game(rules, target=100)
    game.stage = words.NORMAL
    game.balls = ball_set([4, 7])
    game.called_ball, game.called_pocket = 4, 0
    ruling, _, _ = play(rules, game, pocketed=[4])
    assert list(game.score) == [1, 0]
    assert ruling.result == words.RERACK_14
    assert (game.rack_owed, game.stage) == (words.RACK_OF_14, words.RERACK_BREAK)
    assert (game.actor, game.balls) == (0, ball_set([7]))


@pytest.mark.parametrize(("scores", "winner"), [((5, 9), 1), ((8, 9), 0), ((12, 2), 0)])
def test_one_rack_of_straight_pool_goes_to_the_leader(scores, winner):
    rules = rules_of(STRAIGHT_POOL_GAME)
    game = new_game(rules, target=words.ONE_RACK)
    game.stage = words.NORMAL
    game.played_from = IN_POSITION
    game.score[0], game.score[1] = scores
    game.balls = ball_set([4, 7])
    game.called_ball, game.called_pocket = 4, 0
    ruling, _, _ = play(rules, game, pocketed=[4])
    assert (ruling.result, game.winner) == (words.GAME_WIN, winner)


def test_no_progress_is_announced_and_then_declared():
    rules = rules_of(NINE_BALL_GAME)
    game = new_game(rules, breaker=1)
    game.stage = words.NORMAL
    game.played_from = IN_POSITION
    results = []
    for _ in range(12):
        shot, ruling = sheets()
        clear_shot(shot)
        shot.struck, shot.first_hit, shot.first_hits, shot.railed = 1, 1, 2, 2
        pos, motion = layout({b: (0.1 * b - 0.8, 0.3) for b in range(10)})
        adjudicate(rules, game, shot, ruling)
        carry_out(rules, MARKS, game, shot, ruling, pos, motion, pos.copy(), motion.copy())
        results.append(int(ruling.result))
    assert results[:5] == [words.NO_RESULT] * 5
    assert results[5] == words.STALEMATE_WARNING
    assert results[6:11] == [words.NO_RESULT] * 5
    assert results[11] == words.RERACK
    assert (game.breaker, game.actor, game.rack_owed) == (1, 1, words.FULL_RACK)


def test_the_deciding_rack_is_scored():
    rules = rules_of(NINE_BALL_GAME)
    game = new_game(rules, race_to=2)
    for racks in (1, 2):
        game.stage, game.actor, game.region, game.menu = words.NORMAL, 0, 0, 0
        play(rules, game, pocketed=[9])
        assert game.racks[0] == racks
    assert game.winner == 0
