"""Random visits: whatever happens on the table, the sheet stays in order and the game goes on."""

from __future__ import annotations

import numpy as np
import pytest

from poolenv import events as ev
from poolenv import states
from poolenv.balls import CUE, N_BALLS, NO_BALL, ball_list, has
from poolenv.games.referee import rule_visit
from poolenv.knobs import (
    EIGHT_BALL_GAME,
    GAME_NAMES,
    IN_HAND_HEAD,
    IN_POSITION,
    NINE_BALL_GAME,
    STRAIGHT_POOL_GAME,
    TEN_BALL_GAME,
)
from poolenv.records import Event, rows
from poolenv.rules import words
from poolenv.rules.calls import callable_balls, declare, legal_intents
from poolenv.rules.effect import balls_on_table
from poolenv.rules.match import full_set, lag_won, new_match, racked
from poolenv.rules.menu import take
from poolenv.rules.placement import place_cue_ball
from poolenv.rules.turns import phase_of
from poolenv.sheets import INBOX_CAPACITY, Conduct, Game
from tests.rules.rows import rules_of, sheets, table_marks

MARKS = table_marks()[0]
GAMES = (EIGHT_BALL_GAME, NINE_BALL_GAME, TEN_BALL_GAME, STRAIGHT_POOL_GAME)
VISITS = 60


def put_up(rules, game, pos, motion):
    """Balls that are owed, on a grid; only that they are there matters."""
    missing = full_set(rules) if game.rack_owed != words.RACK_OF_14 else 0xFFFE & ~game.balls
    if game.rack_owed != words.RACK_OF_14:
        motion[1:] = states.ABSENT
    for ball in ball_list(int(missing)):
        k = ball - 1
        pos[ball] = (0.7 + 0.06 * (k % 5), 0.07 * (k // 5) - 0.07, MARKS.ball_radius)
        motion[ball] = states.STILL
    game.balls = balls_on_table(motion)
    racked(game)


def random_log(rng, log, pos, motion):
    """A stroke that could have happened: contacts, cushions, pockets, jumps."""
    on = [b for b in range(1, N_BALLS) if motion[b] == states.STILL]
    moves = [(ev.TIP_CONTACT, CUE, ev.TIP)]
    if rng.random() < 0.9:
        moves.append((ev.LINE_CROSS, CUE, ev.HEAD_STRING))
    for _ in range(rng.integers(0, 8)):
        kind = rng.choice([ev.BALL_BALL, ev.CUSHION, ev.CUSHION, ev.POCKETED, ev.LINE_CROSS])
        ball = int(rng.choice([CUE, *on]))
        if kind == ev.BALL_BALL:
            moves.append((kind, CUE, int(rng.choice(on))))
        elif kind == ev.CUSHION:
            moves.append((kind, ball, int(rng.integers(4))))
        elif kind == ev.LINE_CROSS:
            moves.append((kind, ball, ev.HEAD_STRING))
        elif ball != CUE or rng.random() < 0.3:
            off = rng.random() < 0.1
            moves.append((ev.BALL_OFF_TABLE, ball, -1) if off else (kind, ball, rng.integers(6)))
            motion[ball] = states.OFF_TABLE if off else states.POCKETED
            pos[ball] = 0.0
            on = [b for b in on if b != ball]
            if ball == CUE or not on:
                break
    moves.append((ev.ALL_REST, NO_BALL, -1))
    for k, (kind, ball, other) in enumerate(moves):
        entry = log[k]
        entry.t = entry.t_end = 0.1 * k
        entry.kind, entry.ball, entry.other = kind, ball, other
        entry.x = pos[max(ball, 0), 0]
        entry.flag = 0
    for ball in on:
        # Balls that were hit may lie anywhere free; a small step keeps them apart.
        pos[ball, :2] += rng.uniform(-0.002, 0.002, 2)
    return len(moves)


def random_act(rng, act):
    act.kind = rng.integers(1, len(words.CONDUCT_NAMES))
    act.player = rng.integers(-1, 2)
    act.ball = rng.integers(0, 16)
    act.means = rng.integers(len(words.MEANS_NAMES))
    act.when = rng.integers(4)
    act.intentional, act.moved = rng.integers(0, 2, 2)
    act.value = float(rng.integers(0, 3))


def settle(rng, rules, game, pos, motion, before, motion_before):
    """Pay what is owed before the stroke; False if the episode is over."""
    for _ in range(12):
        phase = phase_of(game)
        if phase == words.OVER:
            return False
        if phase == words.STRIKE:
            return True
        if phase == words.LAG_PHASE:
            lag_won(game, int(rng.integers(2)))
        elif phase == words.RACK_PHASE:
            put_up(rules, game, pos, motion)
        elif phase == words.CHOOSE:
            options = [k for k in range(words.N_OPTIONS) if int(game.menu) >> k & 1]
            option = int(rng.choice(options))
            take(rules, MARKS, game, option, pos, motion, before, motion_before)
        elif phase == words.PLACE:
            x, y = rng.uniform(-1.3, 1.3), rng.uniform(-0.7, 0.7)
            place_cue_ball(rules, MARKS, game, pos, motion, x, y)
        else:
            intents = [k for k in range(3) if legal_intents(rules, game) >> k & 1]
            balls = ball_list(int(callable_balls(rules, game))) or [NO_BALL]
            ball, pocket = int(rng.choice(balls)), int(rng.integers(6))
            assert declare(rules, game, int(rng.choice(intents)), ball, pocket)
    raise AssertionError(f"the game asks for more and more: phase {phase_of(game)}")


@pytest.mark.parametrize("referee", [True, False])
@pytest.mark.parametrize("edition", ["wsr", "wpa2008", "wpa_official", "wpa_2025_three_point"])
@pytest.mark.parametrize("number", GAMES, ids=lambda g: GAME_NAMES[g])
def test_random_visits(number, edition, referee):
    rng = np.random.default_rng([number, len(edition), referee])
    rules = rules_of(number, edition, referee)
    game = rows(Game, 1)[0]
    pos, motion = np.zeros((16, 3)), np.full(16, states.ABSENT, np.int8)
    before, motion_before = pos.copy(), motion.copy()
    log, inbox = rows(Event, 16), rows(Conduct, INBOX_CAPACITY)
    shot, ruling = sheets()
    episodes = 0
    game.winner = 0
    for _ in range(VISITS):
        if not settle(rng, rules, game, pos, motion, before, motion_before):
            episodes += 1
            new_match(rules, game, words.NOBODY, 2, 30 if number == STRAIGHT_POOL_GAME else 0)
            assert settle(rng, rules, game, pos, motion, before, motion_before)
        assert motion[CUE] == states.STILL
        assert game.balls == balls_on_table(motion)
        before[:], motion_before[:] = pos, motion
        acts = int(rng.random() < 0.15)
        if acts:
            random_act(rng, inbox[0])
        n = random_log(rng, log, pos, motion)
        rule_visit(
            rules, MARKS, game, rng.uniform(0, 6.28), log, n, inbox, acts, shot, ruling,
            pos, motion, before, motion_before,
        )  # fmt: skip
        in_order(rules, game, ruling, pos, motion)
    assert episodes > 0


def in_order(rules, game, ruling, pos, motion):
    """What holds after every ruling."""
    assert game.actor in (0, 1) and game.region in (IN_POSITION, 1, IN_HAND_HEAD)
    assert 0 <= game.menu < 1 << words.N_OPTIONS
    assert game.winner in (words.NOBODY, 0, 1)
    limit = rules.three_foul_limit
    assert all(0 <= n and (limit == 0 or n < limit) for n in game.fouls)
    assert ruling.spot & ruling.stay_down == 0
    assert bool(ruling.fouls or ruling.foul == words.ILLEGAL_BREAK) == bool(ruling.foul)
    if game.rack_owed == words.NO_RACK and game.winner == words.NOBODY:
        for ball in range(1, N_BALLS):
            assert has(int(game.balls), ball) == (motion[ball] == states.STILL)
    assert np.all(pos[motion >= states.POCKETED] == 0.0)
    assert not np.isnan(pos).any()
