"""What players may say besides playing: asked only without a referee or where the book says so."""

from __future__ import annotations

import numpy as np
import pytest

from poolenv import Shot
from poolenv.candidates import N_CANDIDATES, N_WITH_REACTIONS, describe
from poolenv.candidates.layout import REACTION
from poolenv.envs import PoolEnv, PoolVectorEnv
from poolenv.observe import N_OBSERVATION, REACTIONS
from poolenv.rules import words
from poolenv.rules.turns import phase_of

LYING = {0: (-0.6, 0.0), 1: (0.5, 0.2), 2: (0.0, 0.4), 9: (0.9, -0.3)}
#: Meets nothing and stays clear of the pockets.
MISS = Shot(1.0, 0.3)
CLEAN = Shot(float(np.arctan2(0.2, 1.1)), 2.0)


def start(game="nine_ball", options=None, **keywords):
    env = PoolEnv(game, **{"noise": "none", "referee": False, **keywords})
    env.reset(seed=1, options={"position": LYING, "breaker": 0} if options is None else options)
    return env


def menu_of(env):
    return words.option_names(int(env.batch.world.game.menu[0]))


@pytest.mark.parametrize("edition", ["wsr", "wpa2008", "wpa_official"])
@pytest.mark.parametrize("game", ["eight_ball", "nine_ball", "ten_ball", "straight_pool"])
def test_with_a_referee_nothing_is_asked(game, edition):
    env = PoolVectorEnv(game, 8, edition=edition, codec="candidates")
    env.reset(seed=1)
    assert env.single_action_space.n == N_CANDIDATES
    assert env.single_observation_space.shape == (N_OBSERVATION,)
    for _ in range(30):
        masks = env.action_masks()
        keys = np.where(masks, np.random.default_rng(0).random(masks.shape), -1)
        env.step(keys.argmax(axis=1))
        assert (env.batch.world.game.menu >> words.N_OPTIONS == 0).all()


def test_a_foul_that_is_called():
    env = start(reward={"weights": {"foul": -1.0, "turn_lost": -0.25}})
    _, reward, _, _, info = env.play(shot=MISS)
    assert reward == 0.0
    assert info["to_play"] == 1
    assert menu_of(env) == ["LET_PASS", "CALL_FOUL"]
    assert info["ruling"].record is None
    env.play(option="CALL_FOUL", player=1)
    world = env.batch.world
    assert world.game.fouls[0].tolist() == [1, 0]
    assert world.game.actor[0] == 1
    assert phase_of(world.game[0]) == words.PLACE
    # The stroke was player 0's, though player 1 spoke last.
    assert world.ruling.offender[0] == 0
    assert env.batch.rewards_of_both(0) == (-1.25, 0.0)


def test_a_foul_that_nobody_calls_is_none():
    env = start()
    env.play(shot=MISS)
    where = env.batch.world.pos.copy()
    env.play(option="LET_PASS")
    world = env.batch.world
    assert world.game.fouls[0].tolist() == [0, 0]
    assert world.game.actor[0] == 1
    assert phase_of(world.game[0]) == words.STRIKE
    assert world.pos.tobytes() == where.tobytes()
    env.play(shot=MISS)
    assert menu_of(env) == ["LET_PASS", "CALL_FOUL"], "only one foul was let pass"


def test_a_ball_made_with_a_foul_that_nobody_calls_keeps_the_table():
    """Nine-ball: the 2 is met and made first, with the 1 on the table."""
    lying = {0: (-0.9, 0.4), 1: (0.5, 0.0), 2: (-1.15, 0.55)}
    ends = {}
    for said in ("CALL_FOUL", "LET_PASS"):
        env = start("nine_ball", {"position": lying, "breaker": 0})
        env.play(shot=Shot(float(np.arctan2(0.15, -0.25)), 0.6, follow=-0.2))
        assert env.batch.world.shot.pocketed[0] == 1 << 2
        env.play(option=said)
        ends[said] = env.batch.to_play(0)
    assert ends == {"CALL_FOUL": 1, "LET_PASS": 0}


def test_a_scratch_needs_no_call():
    env = start(options={"position": {0: (1.1, 0.5), 1: (-0.5, 0.2), 9: (0.9, -0.3)}, "breaker": 0})
    *_, info = env.play(shot=Shot(float(np.arctan2(0.135, 0.17)), 1.5))
    assert words.foul_names(int(info["ruling"].record.fouls))[0] == "CUE_SCRATCH"
    assert menu_of(env) == []


def test_older_book_fouls_need_no_call():
    env = start(edition="wsr")
    *_, info = env.play(shot=MISS)
    assert info["ruling"].record.is_foul
    assert menu_of(env) == []


@pytest.mark.parametrize("said", ["WARN_TWO_FOULS", "LET_PASS"])
def test_a_third_foul_counts_if_the_opponent_warned(said):
    knobs = {"auto_warn": False, "foul_call_window": False}
    env = start(options={"position": LYING, "breaker": 1}, edition=knobs)
    game = env.batch.world.game[0]
    game.fouls[0] = 2
    env.play(shot=CLEAN, player=1)
    assert menu_of(env) == ["LET_PASS", "WARN_TWO_FOULS"]
    env.play(option=said, player=1)
    assert game.warned[0] == (said == "WARN_TWO_FOULS")
    _, _, terminated, _, _ = env.play(shot=Shot(1.0, 0.02), player=0)
    assert terminated == (said == "WARN_TWO_FOULS")


def test_a_misplaced_cue_ball_is_pointed_out():
    env = start("nine_ball", {}, edition={"extends": "wsr", "placement_policy": "allow_and_rule"})
    game, marks = env.batch.world.game[0], env.batch.world.marks[0]
    breaker = int(game.actor)
    env.play(place=(marks.head_string + 0.02, 0.0))
    assert menu_of(env) == ["LET_PASS", "NOTIFY_PLACEMENT"]
    assert env.batch.to_play(0) == 1 - breaker
    env.play(option="NOTIFY_PLACEMENT")
    assert env.batch.to_play(0) == breaker
    assert phase_of(game) == words.PLACE
    env.play(place=(marks.head_string + 0.02, 0.0))
    *_, info = env.play(shot=Shot(0.0, 9.0))
    assert "BAD_PLACEMENT" in words.foul_names(int(info["ruling"].record.fouls))


def test_a_misplaced_cue_ball_that_nobody_points_out_is_played():
    env = start("nine_ball", {}, edition={"extends": "wsr", "placement_policy": "allow_and_rule"})
    env.play(place=(env.batch.world.marks[0].head_string + 0.02, 0.0))
    env.play(option="LET_PASS")
    *_, info = env.play(shot=Shot(0.0, 9.0))
    assert "BAD_PLACEMENT" not in words.foul_names(int(info["ruling"].record.fouls))


@pytest.mark.parametrize(("said", "foul"), [("CALL_FOUL", True), ("LET_PASS", False)])
def test_a_clearly_misplaced_cue_ball_is_a_foul_if_called(said, foul):
    env = start("nine_ball", {}, edition={"extends": "wsr", "placement_policy": "allow_and_rule"})
    env.play(place=(0.2, 0.0))
    env.play(option="LET_PASS")
    env.play(shot=Shot(0.0, 9.0))
    assert menu_of(env) == ["LET_PASS", "CALL_FOUL"]
    *_, info = env.play(option=said)
    found = words.foul_names(int(info["ruling"].record.fouls))
    assert ("BAD_PLACEMENT" in found) == foul


@pytest.mark.parametrize("said", ["DECLARE_FROZEN", "LET_PASS"])
def test_a_frozen_ball_counts_if_it_is_announced(said):
    touching = 0.5 * 1.27 - 0.028575 + 0.001086271
    lying = {0: (0.0, 0.3), 1: (0.3, 0.6074862), 9: (0.9, -0.3)}
    env = start(
        "nine_ball",
        {"position": lying, "breaker": 0},
        edition={"frozen_policy": "declared", "foul_call_window": False},
    )
    assert touching > 0.6
    assert menu_of(env) == ["LET_PASS", "DECLARE_FROZEN"]
    assert env.batch.to_play(0) == 1
    env.play(option=said)
    assert env.batch.to_play(0) == 0
    declared = int(env.batch.world.game.declared_rail[0].max())
    assert declared == (2 if said == "DECLARE_FROZEN" else 0)
    assert menu_of(env) == []


def test_a_player_concedes():
    env = start(referee=True, edition={"concede_offered": True}, match=3)
    assert menu_of(env) == ["LET_PASS", "CONCEDE"]
    _, reward, terminated, _, _ = env.play(option="CONCEDE")
    assert terminated and reward == -1.0
    assert env.batch.world.game.winner[0] == 1
    rack_only = {"concede_offered": True, "concession_is_match": False}
    env = start(referee=True, edition=rack_only, match=3)
    _, _, terminated, _, _ = env.play(option="CONCEDE")
    assert not terminated
    assert env.batch.world.game.racks[0].tolist() == [0, 1]


@pytest.mark.parametrize("answer", ["AGREE_STALEMATE", "LET_PASS"])
def test_a_stalemate_is_offered(answer):
    env = start(referee=True, edition={"stalemate_offered": True})
    env.batch.world.game.breaker[0] = 1
    env.play(option="OFFER_STALEMATE", player=0)
    assert menu_of(env) == ["LET_PASS", "AGREE_STALEMATE"]
    env.play(option=answer, player=1)
    game = env.batch.world.game[0]
    if answer == "AGREE_STALEMATE":
        assert (game.stage, game.actor, game.balls) == (words.BREAK, 1, 0x3FE)
        assert env.batch.world.ruling.result[0] == words.RERACK
    else:
        assert (phase_of(game), game.actor) == (words.STRIKE, 0)
        env.play(shot=CLEAN)


@pytest.mark.parametrize(("in_hand", "owed"), [(False, words.STRIKE), (True, words.PLACE)])
def test_an_appeal_suspends_play_and_goes_on(in_hand, owed):
    options = {"position": LYING, "breaker": 0, "ball_in_hand": in_hand}
    env = start(referee=True, edition={"appeal_offered": True}, options=options)
    *_, info = env.play(option="APPEAL")
    assert info["ruling"].record.suspended
    assert phase_of(env.batch.world.game[0]) == owed, "asked again and again"


def test_reactions_are_candidates_like_any_other():
    env = start(codec="candidates")
    assert env.action_space.n == N_WITH_REACTIONS
    env.play(shot=MISS)
    open_ = [describe(int(k)) for k in np.flatnonzero(env.action_masks())]
    assert open_ == ["reaction LET_PASS", "reaction CALL_FOUL"]
    observation = env.batch.observe_as(0, 1)
    seen = observation[REACTIONS.start : REACTIONS.stop]
    assert seen.tolist() == [1, 1] + [0] * (REACTIONS.length - 2)
    assert observation in env.observation_space
    env.step(REACTION + words.CALL_FOUL - words.N_OPTIONS)
    assert env.batch.world.game.fouls[0].tolist() == [1, 0]


@pytest.mark.parametrize(("number", "fouls"), [(-0.5, 0), (0.5, 1)])
def test_compact_chooses_among_reactions_by_its_option(number, fouls):
    env = start()
    env.play(shot=MISS)
    action = np.zeros(10, dtype=np.float32)
    action[9] = number
    env.step(action)
    assert env.batch.world.game.fouls[0, 0] == fouls


def test_a_run_out_has_nobody_to_react():
    env = PoolEnv("run_out", referee=False, edition={"concede_offered": True})
    assert env.observation_space.shape == (N_OBSERVATION,)
    env.reset(seed=1)
    env.step(np.full(10, -1.0, dtype=np.float32))
    assert env.batch.world.game.winner[0] == 1


def test_checkers():
    from gymnasium.utils.env_checker import check_env

    for codec in ("compact", "candidates"):
        check_env(PoolEnv("ten_ball", referee=False, codec=codec), skip_render_check=True)
