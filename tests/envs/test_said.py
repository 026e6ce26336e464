"""Decisions said outright: what may be said is played, anything else is refused with what may."""

from __future__ import annotations

import numpy as np
import pytest

from poolenv import Shot
from poolenv.envs import PoolEnv
from poolenv.rules import words
from poolenv.rules.turns import phase_of

LYING = {0: (-0.6, 0.0), 1: (0.5, 0.2), 9: (0.9, -0.3)}
SOFT = Shot(1.0, 0.3)


def start(game="eight_ball", options=None, **keywords):
    env = PoolEnv(game, noise="none", **keywords)
    env.reset(seed=1, options={"position": LYING, "breaker": 0} if options is None else options)
    return env


def test_a_stroke_said_outright_is_the_stroke_of_the_simulator():
    import poolenv

    env = start("nine_ball")
    shot = Shot(0.2, 3.0, side=0.1, follow=-0.2)
    observation, reward, terminated, truncated, info = env.play(shot=shot)
    final = poolenv.simulate(poolenv.Position(LYING), shot).final
    on_bed = [b for b in final if b != 0]
    for ball in on_bed:
        assert env.batch.world.pos[0, ball, :2] == pytest.approx(final[ball], abs=1e-9)
    assert observation in env.observation_space
    assert (type(reward), terminated, truncated) == (float, False, False)
    assert info["ruling"].record is not None


def test_a_whole_visit_in_words():
    env = start(options={"breaker": 1})
    assert env.play(place=(-0.8, 0.1))[4]["to_play"] == 1
    env.play(shot=Shot(0.0, 9.0))
    assert env.batch.world.game.visits[0] == 1


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"option": "ACCEPT"}, ["player 0 owes call or intent"]),
        ({"call": (2, "HL")}, ["ball 2 is not on the table", "1, 9"]),
        ({"call": (8, "HL")}, ["ball 8 is not on the table"]),
        ({"call": (16, "HL")}, ["ball 16 may not be called"]),
        ({"call": (1, "HX")}, ["no pocket 'HX'", "HL, HR, SL, SR, FL, FR"]),
        ({"call": 3}, ["expected (ball, pocket)"]),
        ({"intent": "safty"}, ["did you mean 'safety'"]),
        ({"intent": "push_out"}, ["expected one of shot, safety"]),
        ({"shot": SOFT}, ["owes call or intent"]),
        ({}, ["exactly one of option, place, call, intent, shot", "nothing"]),
        ({"intent": "shot", "shot": SOFT}, ["exactly one of"]),
        ({"intent": "shot", "player": 1}, ["player=1", "player 0 is to act"]),
    ],
)
def test_what_may_not_be_said(said, told):
    env = start()
    before = env.get_state()["tables"]["game"].tobytes()
    with pytest.raises(ValueError) as error:
        env.play(**said)
    for words_ in told:
        assert words_ in str(error.value)
    assert env.get_state()["tables"]["game"].tobytes() == before


@pytest.mark.parametrize(
    ("options", "place", "told"),
    [
        (
            {},
            (0.0, 0.0),
            ["in_hand_head", "behind the head string, x < -0.635", "nearest is (-0.63"],
        ),
        ({}, (-0.635, 0.0), ["behind the head string"]),
        ({}, (-2.0, 0.0), ["nearest is (-1.24"]),
        ({}, (0.0, float("nan")), ["finite"]),
        ({}, "here", ["(x, y) in metres"]),
        ({"position": {1: (0.5, 0.2)}}, (0.5, 0.21), ["anywhere on the bed", "clear of the other"]),
    ],
)
def test_places_outside_the_region(options, place, told):
    env = start("nine_ball", options)
    with pytest.raises(ValueError) as error:
        env.play(place=place)
    for words_ in told:
        assert words_ in str(error.value)


def test_allow_and_rule_takes_a_place_outside_the_region():
    env = start("nine_ball", {}, edition={"placement_policy": "allow_and_rule"})
    env.play(place=(-0.5, 0.0))
    assert env.batch.world.game.placed_wrong[0] == words.CLEARLY_MISPLACED
    with pytest.raises(ValueError, match="anywhere on the bed"):
        start("nine_ball", {}, edition={"placement_policy": "allow_and_rule"}).play(place=(2, 0))


def test_options_by_name():
    env = start("nine_ball")
    game = env.batch.world.game[0]
    game.stage, game.owes_call = words.AFTER_BREAK, 1
    env.play(intent="push_out")
    with pytest.raises(ValueError, match="player 0 owes shot"):
        env.play(intent="push_out")
    env.play(shot=SOFT)
    with pytest.raises(ValueError, match=r"not on offer, expected one of SHOOT, GIVE_BACK"):
        env.play(option="ACCEPT")
    chooser = env.batch.to_play(0)
    env.play(option="GIVE_BACK", player=chooser)
    assert env.batch.to_play(0) == 1 - chooser


@pytest.mark.parametrize(
    ("shot", "told"),
    [
        ((0.0, 30.0), "speed"),
        ((0.0, 1.0, 2.0), "tip offset"),
        ((0.0,), "expected a Shot or its numbers aim, speed"),
        ({"aim": 0.0, "sped": 1.0}, "expected a Shot"),
        ((0.0, float("inf")), "finite"),
    ],
)
def test_bad_strokes(shot, told):
    with pytest.raises(ValueError, match=told):
        start("nine_ball").play(shot=shot)


def test_without_an_episode():
    env = PoolEnv("nine_ball")
    with pytest.raises(RuntimeError, match="call reset"):
        env.play(shot=SOFT)


def test_the_opponent_answers_a_decision_said_outright():
    env = PoolEnv("nine_ball", opponent="uniform", edition={"three_foul_limit": 0})
    env.reset(seed=3, options={"position": LYING, "breaker": 0})
    assert phase_of(env.batch.world.game[0]) == words.STRIKE
    _, _, terminated, _, info = env.play(shot=SOFT)
    assert terminated or info["to_play"] == 0
    assert env.batch.world.game.visits[0] > 1


def test_codecs_and_words_meet_in_the_same_state():
    said, coded = start("nine_ball", {}), start("nine_ball", {})
    action = np.zeros(10, dtype=np.float32)
    action[3] = 0.5
    coded.step(action)
    made = coded.batch.world.action[0]
    said.play(place=(made.place_x, made.place_y))
    said.play(shot=Shot(made.aim, made.speed, made.side, made.follow, made.elevation))
    assert said.batch.world.pos.tobytes() == coded.batch.world.pos.tobytes()
