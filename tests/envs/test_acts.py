"""Conduct: reported through the API, or happening by itself; the next step rules on it."""

from __future__ import annotations

import numpy as np
import pytest

from poolenv import Shot
from poolenv.config import ConfigError
from poolenv.envs import PoolEnv, PoolVectorEnv
from poolenv.envs.acts import FIELDS
from poolenv.games.casebook.script import WHEN
from poolenv.mishaps import load_conduct
from poolenv.rules import words
from poolenv.rules.turns import phase_of
from poolenv.sheets import INBOX_CAPACITY

LYING = {0: (-0.6, 0.0), 1: (0.5, 0.2), 2: (0.0, 0.4), 9: (0.9, -0.3)}
#: Ball 1 first, then a cushion: no foul.
CLEAN = Shot(float(np.arctan2(0.2, 1.1)), 2.0)


def start(game="nine_ball", **keywords):
    env = PoolEnv(game, **{"noise": "none", **keywords})
    env.reset(seed=1, options={"position": LYING, "breaker": 0})
    return env


def fouls_of(info):
    return words.foul_names(int(info["ruling"].record.fouls))


def test_a_clean_stroke_is_none():
    *_, info = start().play(shot=CLEAN)
    assert fouls_of(info) == []


@pytest.mark.parametrize(
    ("event", "foul"),
    [
        ({"e": "feet_on_floor", "count": 0}, "FOOT_OFF_FLOOR"),
        ({"e": "ball_touched", "ball": 9, "by": "clothing", "when": "rolling"}, "TOUCHED_BALL"),
        ({"e": "intent", "what": "deliberate"}, None),
    ],
)
def test_an_act_of_a_stroke_is_ruled_on_with_it(event, foul):
    env = start()
    env.inject(event)
    *_, info = env.play(shot=CLEAN)
    assert env.batch.world.struck[0]
    assert fouls_of(info) == ([] if foul is None else [foul])
    assert env.batch.world.inbox_len[0] == 0
    *_, info = env.play(shot=CLEAN) if foul is None else env.play(place=(0.0, 0.0))
    assert foul is None or info["ruling"].record is None, "an act was ruled on twice"


def test_an_act_before_the_stroke_ends_the_visit_without_one():
    env = start()
    env.inject({"e": "ball_touched", "ball": 9, "by": "hand", "moved": True})
    where = env.batch.world.pos.copy()
    _, _, terminated, _, info = env.step(np.zeros(10, dtype=np.float32))
    assert not terminated
    assert not env.batch.world.struck[0]
    assert fouls_of(info) == ["TOUCHED_BALL"]
    assert info["to_play"] == 1
    assert info["turn_switched"]
    assert "TOUCHED_BALL" in str(info["ruling"])
    assert env.batch.world.pos[0, 1:].tobytes() == where[0, 1:].tobytes()


def test_a_warning_does_not_end_the_visit():
    env = start()
    env.inject({"e": "warn", "kind": "SLOW_PLAY", "player": 0})
    *_, info = env.play(shot=CLEAN)
    assert not env.batch.world.struck[0]
    assert env.batch.world.game.warnings[0, 0] == words.WARN_SLOW_PLAY
    assert info["to_play"] == 0
    env.play(shot=CLEAN)
    assert env.batch.world.struck[0]
    assert env.batch.world.game.visits[0] == 1


@pytest.mark.parametrize("player", [0, 1])
def test_a_concession_ends_the_match(player):
    env = start(match=5, reward_terms=True)
    env.inject({"e": "concede", "player": player})
    _, reward, terminated, _, info = env.play(shot=CLEAN)
    assert terminated
    assert env.batch.world.game.winner[0] == 1 - player
    assert reward == (1.0 if player == 1 else -1.0)
    assert info["reward_terms"]["stroke"] == 0.0


def test_outside_interference_costs_nothing():
    env = start()
    env.inject({"e": "outside_interference", "restorable": True})
    *_, info = env.play(shot=CLEAN)
    assert env.batch.world.game.visits[0] == 0
    assert info["to_play"] == 0
    assert not fouls_of(info)


def test_a_ball_that_the_referee_cleaned_lies_where_it_lay():
    env = start()
    where = env.batch.world.pos.copy()
    env.inject({"e": "clean_ball", "ball": 9, "by": "referee"})
    *_, info = env.play(shot=CLEAN)
    assert not fouls_of(info)
    assert info["to_play"] == 0
    assert env.batch.world.pos.tobytes() == where.tobytes()
    env.inject({"e": "clean_ball", "ball": 9, "by": "hand"})
    *_, info = env.play(shot=CLEAN)
    assert fouls_of(info) == ["TOUCHED_BALL"]


def test_without_referee_the_opponent_leaves_or_restores():
    env = start(edition="wsr", referee=False)
    env.inject({"e": "ball_touched", "ball": 9, "by": "hand", "moved": True})
    *_, info = env.play(shot=CLEAN)
    assert info["to_play"] == 1
    env.play(option="LEAVE", player=1)
    *_, info = env.play(shot=CLEAN, player=0)
    assert env.batch.world.game.visits[0] == 1


@pytest.mark.parametrize("kind", sorted(set(FIELDS) - {"late_strike"}))
def test_every_act_can_be_reported(kind):
    env = start("eight_ball")
    event = {"e": kind}
    if "ball" in FIELDS[kind]:
        event["ball"] = 9
    env.inject(event)
    assert env.batch.world.inbox[0, 0].kind == words.CONDUCT_NAMES.index(kind)
    game = env.batch.world.game[0]
    for _ in range(3):
        if phase_of(game) == words.CALL:
            env.play(intent="shot")
        elif phase_of(game) == words.STRIKE and game.visits == 0:
            env.play(shot=CLEAN)
    assert env.batch.world.inbox_len[0] == 0


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"ball": 3}, "kind of act as 'e'"),
        ("concede", "expected a mapping"),
        ({"e": "concde"}, "did you mean 'concede'"),
        ({"e": "concede", "scop": "rack"}, "unknown field 'scop'.*did you mean 'scope'"),
        ({"e": "late_strike", "seconds": 1.0}, "no lag is to be played"),
        ({"e": "concede", "player": 2}, "expected 0 or 1"),
        ({"e": "outside_interference", "player": 1}, "no player's act"),
        ({"e": "ball_touched"}, "ball=None: expected a ball on the table, one of 0, 1, 2, 9"),
        ({"e": "ball_touched", "ball": 5}, "ball=5"),
        ({"e": "ball_touched", "ball": 9, "when": "later"}, ", ".join(WHEN)),
    ],
)
def test_bad_events(event, told):
    env = start()
    with pytest.raises(ValueError, match=told):
        env.inject(event)
    assert env.batch.world.inbox_len[0] == 0


def test_a_full_inbox():
    env = start()
    for _ in range(INBOX_CAPACITY):
        env.inject({"e": "feet_on_floor", "count": 1})
    with pytest.raises(ValueError, match="step first"):
        env.inject({"e": "feet_on_floor"})


def test_one_table_of_many():
    env = PoolVectorEnv("nine_ball", 3)
    env.reset(seed=1)
    env.inject(1, {"e": "concede", "player": 0})
    assert env.step(env.action_space.sample())[2].tolist() == [False, True, False]
    with pytest.raises(IndexError, match="0 to 2"):
        env.inject(3, {"e": "concede"})


# The conduct model.


def test_no_mishaps_draw_nothing():
    quiet, plain = start(conduct="none", noise="half"), start(noise="half")
    for env in (quiet, plain):
        env.play(shot=CLEAN)
    assert quiet.batch.world.rng[0] == plain.batch.world.rng[0]
    assert not load_conduct("none").any()


def test_mishaps_happen_as_often_as_said():
    env = PoolVectorEnv("nine_ball", 64, conduct={"probability": {"feet_on_floor": 0.25}})
    env.reset(seed=2)
    env.action_space.seed(0)
    strokes, feet = 0, 0
    for _ in range(30):
        env.step(env.action_space.sample())
        struck = env.batch.world.struck
        strokes += int(struck.sum())
        bit = env.batch.world.ruling.fouls >> words.FOOT_OFF_FLOOR & 1
        feet += int(bit[struck].sum())
    assert feet / strokes == pytest.approx(0.25, abs=0.03)


def test_every_kind_can_happen_by_itself():
    rates = dict.fromkeys(words.CONDUCT_NAMES[1:], 1.0)
    for kind in rates:
        env = start("eight_ball", conduct={"probability": {kind: rates[kind]}})
        env.play(intent="shot")
        env.play(shot=CLEAN)
        assert env.batch.world.ruled_on[0]
        assert env.batch.world.inbox_len[0] == 0


@pytest.mark.parametrize(
    ("conduct", "told"),
    [
        ({"probability": {"ball_toched": 0.1}}, "ball_touched"),
        ({"probability": {"ball_touched": 1.5}}, "ball_touched"),
        ("clumzy", "clumsy"),
    ],
)
def test_bad_conduct(conduct, told):
    with pytest.raises(ConfigError, match=told):
        PoolEnv("nine_ball", conduct=conduct)
