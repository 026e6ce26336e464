"""The flow of a visit: starts, what is settled without asking, choices, snapshots."""

from __future__ import annotations

import numpy as np
import pytest

from poolenv.actions import SECTIONS, declare_from, legal_option
from poolenv.balls import NO_BALL
from poolenv.beside import ON_STROKE, rule
from poolenv.envs import PoolEnv
from poolenv.events import TRUNCATED
from poolenv.knobs import IN_HAND_HEAD, IN_HAND_TABLE
from poolenv.play import settle_table
from poolenv.records import Action, rows
from poolenv.rules.match import owe_lag
from poolenv.rules.turns import phase_of
from poolenv.rules.words import (
    ACCEPT,
    AFTER_BREAK,
    BREAK,
    BREAK_OPPONENT,
    BREAK_SELF,
    CALL,
    CHOOSE,
    GIVE_BACK,
    PLACE,
    PUSH_OUT,
    SHOOT,
    SHOT,
    STRIKE,
)
from poolenv.states import ABSENT, STILL
from poolenv.world import load_rows, save_rows

LYING = {0: (-0.6, 0.0), 1: (0.5, 0.2), 9: (0.9, -0.3)}
NUMBERS = np.zeros(10, dtype=np.float32)


def with_option(value):
    numbers = NUMBERS.copy()
    numbers[9] = value
    return numbers


def test_nine_ball_begins_with_a_rack():
    env = PoolEnv("nine_ball")
    env.reset(seed=1)
    world = env.batch.world
    assert (world.motion[0, 1:10] == STILL).all()
    assert (world.motion[0, 10:] == ABSENT).all()
    assert world.motion[0, 0] == ABSENT
    assert world.pos[0, 1, 0] == world.marks[0].foot_spot
    game = world.game[0]
    assert (game.stage, game.region, phase_of(game)) == (BREAK, IN_HAND_HEAD, PLACE)
    assert not np.isnan(world.pos).any()


@pytest.mark.parametrize(
    ("task", "n", "balls", "region"),
    [
        ("pot_one", None, 1, 0),
        ("clear", None, 3, 0),
        ("rotation", 15, 15, 0),
        ("ghost", 3, 3, IN_HAND_TABLE),
        ("ghost", 10, 10, IN_HAND_HEAD),
    ],
)
def test_run_outs_begin_with_their_balls(task, n, balls, region):
    env = PoolEnv("run_out", task=task, n=n)
    env.reset(seed=1)
    world = env.batch.world
    assert (world.motion[0, 1:] == STILL).sum() == balls
    assert world.game.region[0] == region
    assert (world.motion[0, 0] == STILL) == (region == 0)


def test_layouts_differ_and_never_overlap():
    env = PoolEnv("run_out", task="clear", n=15)
    env.reset(seed=1)
    seen = set()
    for _ in range(20):
        env.reset()
        pos = env.batch.world.pos[0]
        gaps = np.linalg.norm(pos[:, None, :2] - pos[None, :, :2], axis=2)
        assert gaps[np.triu_indices(16, 1)].min() > 2.0 * 0.028575
        seen.add(pos.tobytes())
    assert len(seen) == 20


def test_push_out_and_the_choice_it_offers():
    env = PoolEnv("nine_ball", noise="none")
    env.reset(seed=1, options={"position": LYING, "breaker": 0})
    game = env.batch.world.game[0]
    game.stage = AFTER_BREAK
    game.owes_call = 1
    *_, info = env.step(with_option(1.0))
    assert info["to_play"] == 1
    assert game.menu == (1 << SHOOT) | (1 << GIVE_BACK)
    before = env.batch.world.pos.copy()
    *_, info = env.step(with_option(1.0))
    assert info["to_play"] == 0
    assert phase_of(game) == STRIKE
    assert (env.batch.world.pos == before).all(), "a choice makes no stroke"
    assert str(info["ruling"]) == ""


def test_a_menu_of_one_is_taken_without_asking():
    env = PoolEnv("nine_ball")
    env.reset(seed=1, options={"position": LYING, "breaker": 0})
    game = env.batch.world.game[0]
    game.menu = 1 << ACCEPT
    assert phase_of(game) == CHOOSE
    settle_table(env.batch.world, 0)
    assert phase_of(game) == STRIKE


@pytest.mark.parametrize("lag_mode", ["coin", "fixed"])
def test_an_open_break_is_settled_by_lot(lag_mode):
    winners = set()
    for seed in range(12):
        env = PoolEnv("nine_ball", lag_mode=lag_mode)
        env.reset(seed=seed, options={"breaker": 0})
        game = env.batch.world.game[0]
        owe_lag(game)
        settle_table(env.batch.world, 0)
        assert game.menu == (1 << BREAK_SELF) | (1 << BREAK_OPPONENT)
        winners.add(int(game.actor))
    assert winners == ({0, 1} if lag_mode == "coin" else {0})


def test_the_moment_before_the_stroke_is_kept():
    env = PoolEnv("nine_ball")
    env.reset(seed=1, options={"position": LYING, "breaker": 0})
    world = env.batch.world
    pos, game = world.pos.copy(), world.game.copy()
    env.step(NUMBERS)
    assert (world.pos_before == pos).all()
    assert world.game_before.tobytes() == game.tobytes()
    assert not (world.pos == pos).all()


def test_noise_is_drawn_whatever_its_level():
    quiet, loud = (PoolEnv("nine_ball", noise=noise) for noise in ("none", "double"))
    numbers = NUMBERS.copy()
    numbers[6] = 1.0
    for env in (quiet, loud):
        env.reset(seed=1, options={"position": LYING, "breaker": 0})
        env.step(numbers)
    a, b = quiet.batch.world, loud.batch.world
    assert a.rng[0] == b.rng[0], "the streams of two levels stay in step"
    assert a.action.aim[0] != b.action.aim[0]
    assert a.action.elevation[0] != b.action.elevation[0]


@pytest.mark.parametrize(
    ("menu", "option", "taken"),
    [(0b0110, 1, 1), (0b0110, 2, 2), (0b0110, 0, 1), (0b0110, 3, 2), (0b1001, 1, 3), (1, -5, 0)],
)
def test_nearest_legal_option(menu, option, taken):
    assert legal_option(menu, option) == taken


def test_an_unavailable_declaration_is_a_plain_shot():
    env = PoolEnv("nine_ball")
    env.reset(seed=1, options={"position": LYING})
    game = env.batch.world.game[0]
    action = rows(Action, 1)[0]
    action.intent = PUSH_OUT
    game.owes_call = 1
    declare_from(env.batch.world.editions[0], game, action)
    assert (game.intent, game.called_ball, game.owes_call) == (SHOT, NO_BALL, 0)


def test_sections_name_fields_of_an_action():
    fields = [name for names in SECTIONS.values() for name in names]
    assert sorted(fields) == sorted(rows(Action, 1).dtype.names)
    assert set(SECTIONS) == {CHOOSE, PLACE, CALL, STRIKE}


def test_rows_are_saved_and_loaded():
    env = PoolEnv("nine_ball")
    env.reset(seed=1)
    world = env.batch.world
    only = np.ones(1, dtype=bool)
    saved = save_rows(world, only)
    env.step(NUMBERS)
    log = world.log[0, : world.log_len[0]].copy()
    after = save_rows(world, only)
    load_rows(world, only, saved)
    assert phase_of(world.game[0]) == PLACE
    load_rows(world, only, after)
    assert world.log[0, : world.log_len[0]].tobytes() == log.tobytes()
    with pytest.raises(ValueError, match=r"1 table\(s\), 0 expected"):
        load_rows(world, ~only, saved)


def test_a_stroke_whose_log_is_incomplete_is_not_ruled_on():
    """The episode is cut off, and nobody reads facts or a ruling of that stroke."""
    env = PoolEnv("nine_ball")
    env.reset(seed=0)
    world = env.batch.world
    ruling, sheet = world.ruling.copy(), world.game.copy()
    world.log[0, 0].kind = TRUNCATED
    world.log_len[0] = 1
    world.struck[0] = True
    world.ruled_on[0] = ON_STROKE
    rule(world, 0)
    assert world.truncated[0]
    assert not world.struck[0]
    assert np.array_equal(world.ruling, ruling)
    assert np.array_equal(world.game, sheet)
