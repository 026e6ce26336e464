"""Calls said apart from the aim: combinations, caroms and banks, decoded and played."""

from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv import Position, Shot, simulate
from poolenv import events as ev
from poolenv.balls import ball_list, ball_set
from poolenv.compact import AIM, AIM_RANGE, COMPACT_NAMES, N_COMPACT, decode_compact
from poolenv.compact_calls import (
    BANK,
    CAROM,
    COMBINATION,
    COMPACT_CALLS_NAMES,
    DIRECT,
    FIRST,
    N_COMPACT_CALLS,
    N_WAYS,
    WAY,
    decode_compact_calls,
)
from poolenv.envs import PoolEnv, PoolVectorEnv
from poolenv.knobs import ANY_BALL, CALL_SHOT
from poolenv.records import Action, rows
from poolenv.rules import words
from poolenv.rules.calls import callable_balls
from tests.positions import (
    edition_of,
    eight_ball,
    equipment,
    lay,
    nine_ball,
    rules_of,
    scatter,
    sheet,
)

MARKS, PHYS = equipment()
ANY = rules_of(targets=ANY_BALL, call_mode=CALL_SHOT)
TEN_BALL = edition_of(3)
POCKETS = ev.POCKET_NAMES


def middle(index, bins):
    """The number in the middle of a bin."""
    return -1.0 + (2 * index + 1) / bins


def numbers(**said):
    row = np.zeros((1, N_COMPACT_CALLS))
    for name, value in said.items():
        row[0, COMPACT_CALLS_NAMES.index(name)] = value
    return row


def decoded(said, balls, game, rules=ANY, i=0):
    action = rows(Action, len(balls.pos))
    decode_compact_calls(MARKS, PHYS, rules, game, *balls, said, action, i)
    return action[i]


def played(balls, stroke):
    """The stroke played from where the balls lie."""
    places = {b: tuple(balls.pos[0, b, :2]) for b in range(16) if balls.motion[0, b] == 0}
    shot = Shot(stroke.aim, stroke.speed, stroke.side, stroke.follow, stroke.elevation)
    return simulate(Position(places), shot)


def contacts(result):
    """Kinds of contact with their balls, in order."""
    kept = (ev.BALL_BALL, ev.CUSHION, ev.POCKETED)
    return [(int(e.kind), int(e.ball), int(e.other)) for e in result.events if e.kind in kept]


def test_names_are_the_indices():
    assert COMPACT_CALLS_NAMES[:N_COMPACT] == COMPACT_NAMES[:N_COMPACT]
    assert (COMPACT_CALLS_NAMES[WAY], COMPACT_CALLS_NAMES[FIRST]) == ("way", "first")
    assert len(COMPACT_CALLS_NAMES) == N_COMPACT_CALLS
    assert (DIRECT, COMBINATION, CAROM, BANK) == (0, 1, 2, 3)
    assert N_WAYS == BANK + ev.N_RAILS


def test_direct_is_what_compact_does():
    balls = lay(MARKS, (0, 0.0, 0.0), (2, 0.5, 0.1), (5, -0.5, 0.2), (9, 0.2, -0.4))
    game = sheet(balls=ball_set([2, 5, 9]), owes_call=1)
    rng = np.random.default_rng(2)
    for _ in range(40):
        said = rng.uniform(-1.0, 1.0, (1, N_COMPACT_CALLS))
        said[0, WAY] = middle(DIRECT, N_WAYS)
        plain = rows(Action, 1)
        decode_compact(MARKS, PHYS, ANY, game, *balls, said[:, :N_COMPACT], False, plain, 0)
        assert decoded(said, balls, game).tolist() == plain[0].tolist()


def test_every_ball_may_be_called_whatever_must_be_hit_first():
    balls = lay(MARKS, (0, 0.0, 0.0), (2, 0.5, 0.1), (5, -0.5, 0.2), (10, 0.2, -0.4))
    game = sheet(balls=ball_set([2, 5, 10]), owes_call=1)
    for k, ball in enumerate((2, 5, 10)):
        for pocket in range(6):
            said = numbers(ball=middle(k, 3), pocket=middle(pocket, 6), way=middle(1, N_WAYS))
            stroke = decoded(said, balls, game, TEN_BALL)
            assert (stroke.ball, stroke.pocket) == (ball, pocket)


def test_a_combination_drives_the_first_ball_into_the_called_one():
    balls = lay(MARKS, (0, 0.3, 0.1), (2, 0.75, 0.28), (5, 1.0, 0.42))
    game = sheet(balls=ball_set([2, 5]), owes_call=1)
    said = numbers(ball=0.5, pocket=middle(4, 6), speed=0.0, way=middle(COMBINATION, N_WAYS))
    stroke = decoded(said, balls, game, TEN_BALL)
    assert (stroke.ball, POCKETS[stroke.pocket]) == (5, "FL")
    seen = contacts(played(balls, stroke))
    assert seen[:2] == [(ev.BALL_BALL, 0, 2), (ev.BALL_BALL, 2, 5)]
    assert (ev.POCKETED, 5, ev.FL) in seen


def test_a_carom_glances_off_the_first_ball_into_the_called_one():
    # The 9 hangs before the corner; the cue ball comes to it off the 2.
    balls = lay(MARKS, (0, 0.5, 0.3), (2, 0.85, 0.25), (9, 1.18, 0.55))
    game = sheet(balls=ball_set([2, 9]), owes_call=1)
    said = numbers(ball=0.5, pocket=middle(4, 6), speed=0.25, way=middle(CAROM, N_WAYS))
    stroke = decoded(said, balls, game, TEN_BALL)
    seen = contacts(played(balls, stroke))
    assert seen[:2] == [(ev.BALL_BALL, 0, 2), (ev.BALL_BALL, 0, 9)]
    assert (ev.POCKETED, 9, ev.FL) in seen


@pytest.mark.parametrize(
    ("ball", "cue", "rail", "pocket"),
    [
        ((0.3, 0.2), (0.2, -0.3), ev.LEFT, ev.SR),
        ((0.3, -0.2), (0.2, 0.3), ev.RIGHT, ev.SL),
        ((0.7, 0.2), (-0.2, 0.3), ev.FOOT, ev.HL),
        ((-0.7, -0.2), (0.2, -0.3), ev.HEAD, ev.FR),
    ],
)
def test_a_bank_comes_back_from_its_cushion(ball, cue, rail, pocket):
    """Somewhere within the range of the offset the ball goes in by its cushion and no other."""
    balls = lay(MARKS, (0, *cue), (3, *ball))
    game = sheet(balls=8, owes_call=1)
    made = 0
    for aim in np.linspace(-1.0, 1.0, 81):
        said = numbers(
            pocket=middle(pocket, 6), speed=0.1, aim=aim, way=middle(BANK + rail, N_WAYS)
        )
        stroke = decoded(said, balls, game)
        seen = [c for c in contacts(played(balls, stroke)) if c[0] != ev.CUSHION or c[1] == 3]
        made += seen[:3] == [(ev.BALL_BALL, 0, 3), (ev.CUSHION, 3, rail), (ev.POCKETED, 3, pocket)]
    assert made >= 1


def test_the_offset_turns_every_way():
    balls = lay(MARKS, (0, 0.0, 0.0), (2, 0.5, 0.1), (5, 0.9, 0.3))
    game = sheet(balls=ball_set([2, 5]), owes_call=1)
    for way in range(N_WAYS):
        said = {"ball": 0.5, "pocket": middle(4, 6), "way": middle(way, N_WAYS)}
        straight = decoded(numbers(**said), balls, game, TEN_BALL).aim
        turned = decoded(numbers(aim=-0.5, **said), balls, game, TEN_BALL).aim
        assert turned == pytest.approx(straight - 0.5 * AIM_RANGE)


@pytest.mark.parametrize("rules", [ANY, TEN_BALL, eight_ball(), nine_ball()])
def test_whatever_is_said_is_a_stroke_with_a_call_that_counts(rules):
    balls = scatter(MARKS, 40, range(11), seed=9)
    game = sheet(balls=ball_set(range(1, 11)), owes_call=1)
    rng = np.random.default_rng(4)
    said = rng.uniform(-1.0, 1.0, (40, N_COMPACT_CALLS))
    callable_ = ball_list(int(callable_balls(rules, game))) or list(range(1, 11))
    called = set()
    for i in range(40):
        stroke = decoded(said, balls, game, rules, i)
        assert math.isfinite(stroke.aim)
        assert stroke.ball in callable_
        called.add(int(stroke.ball))
    assert len(called) > 3


def test_a_ball_that_touches_another_or_the_cue_ball_is_aimed_at_all_the_same():
    r = MARKS.ball_radius
    touching = lay(MARKS, (0, 0.0, 0.0), (2, 2 * r, 0.0), (5, 4 * r, 0.0))
    game = sheet(balls=ball_set([2, 5]), owes_call=1)
    for way in range(N_WAYS):
        for pocket in range(6):
            said = numbers(ball=0.5, pocket=middle(pocket, 6), way=middle(way, N_WAYS))
            assert math.isfinite(decoded(said, touching, game, TEN_BALL).aim)


def env_of(game, places, **keywords):
    env = PoolEnv(game, codec="compact_calls", noise="none", **keywords)
    env.reset(seed=1, options={"position": places, "breaker": 0})
    return env


def test_a_called_combination_counts_at_ten_ball():
    env = env_of("ten_ball", {0: (0.3, 0.1), 2: (0.75, 0.28), 5: (1.0, 0.42), 10: (-0.9, -0.3)})
    said = numbers(ball=0.0, pocket=middle(4, 6), way=middle(COMBINATION, N_WAYS), option=-1.0)[0]
    *_, info = env.step(said.astype(np.float32))
    assert env.batch.world.before.called_ball[0] == -1
    shot = env.batch.world.shot[0]
    assert shot.first_hit == 2
    assert ball_list(int(shot.pocketed)) == [5]
    assert info["ruling"].record.continues
    assert info["to_play"] == 0
    plain = PoolEnv("ten_ball", codec="compact", noise="none")
    assert plain.action_space.shape == (10,)


def test_the_nine_by_combination_wins():
    env = env_of("nine_ball", {0: (0.3, 0.1), 2: (0.75, 0.28), 9: (1.0, 0.42)})
    said = numbers(ball=0.5, pocket=middle(4, 6), way=middle(COMBINATION, N_WAYS))[0]
    _, reward, terminated, *_ = env.step(said.astype(np.float32))
    assert terminated and reward == 1.0


@pytest.mark.parametrize("game", ["eight_ball", "ten_ball", "straight_pool", "nine_ball"])
def test_many_tables_with_an_opponent(game):
    env = PoolVectorEnv(game, 6, codec="compact_calls", opponent="uniform", lag_mode="simulate")
    env.reset(seed=2)
    env.action_space.seed(0)
    assert env.single_action_space.shape == (N_COMPACT_CALLS,)
    for _ in range(12):
        env.step(env.action_space.sample())
    with pytest.raises(ValueError, match=r"number 10 \(way\)"):
        env.step(np.full((6, N_COMPACT_CALLS), [0.0] * 10 + [2.0, 0.0], dtype=np.float32))


def test_words_of_the_break_and_of_a_push_out_are_those_of_compact():
    balls = lay(MARKS, (0, -0.8, 0.2), (1, 0.635, 0.0), (2, 0.7, 0.03), (3, 0.7, -0.03))
    said = numbers(ball=0.9, pocket=-0.9, way=0.9)
    plain = rows(Action, 1)
    for game, rules in (
        (sheet(balls=14, stage=words.BREAK), ANY),
        (sheet(balls=14, stage=words.AFTER_BREAK, owes_call=1), nine_ball()),
    ):
        said[0, COMPACT_CALLS_NAMES.index("option")] = 1.0
        decode_compact(MARKS, PHYS, rules, game, *balls, said[:, :N_COMPACT], False, plain, 0)
        assert decoded(said, balls, game, rules).tolist() == plain[0].tolist()
    assert AIM == COMPACT_NAMES.index("aim")
