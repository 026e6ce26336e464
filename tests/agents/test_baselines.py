"""Baselines: what they choose, and that they use nothing but the words they are given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.baselines import BASELINES, GHOST_BALL, RANDOM_CANDIDATE
from agents.baselines.ghost_ball import PREFERRED
from agents.evaluate import measure
from poolenv.candidates.layout import (
    BREAK_SHOT,
    CONTACT,
    N_CANDIDATES,
    OPTION,
    PLACE_SPOT,
    POT,
    describe,
)
from poolenv.envs.opponents import Query, opponent_names
from poolenv.envs.settings import settings_of
from poolenv.rules.words import CALL_FOUL_BIH, GIVE_BACK, SHOOT

#: Baselines read neither the tables nor the settings of a query.
NOTHING: Any = None


def query(*legal):
    masks = np.zeros((1, N_CANDIDATES), dtype=bool)
    masks[0, list(legal)] = True
    nothing = np.zeros((1, 1), dtype=np.float32)
    words = np.array([77], dtype=np.uint64)
    return Query(nothing, masks, words, NOTHING, np.array([0]), NOTHING)


def choice(*legal):
    return int(GHOST_BALL.make(NOTHING)(query(*legal))[0])


def test_every_candidate_has_its_place_in_the_order():
    assert sorted(PREFERRED.tolist()) == list(range(N_CANDIDATES))


def test_the_easiest_pot_is_played_with_stun_at_a_sensible_pace():
    chosen = choice(*range(POT, CONTACT + 9))
    assert describe(chosen) == "pot 1 at 0.9 m/s with stun"


@pytest.mark.parametrize(
    ("legal", "words"),
    [
        (range(PLACE_SPOT, N_CANDIDATES), "place straight behind pot 1, distance 2"),
        (range(CONTACT, CONTACT + 9), "contact 1 full, cue at 1.8 m/s"),
        (range(BREAK_SHOT, BREAK_SHOT + 24), "break +0.0 diameters left, tip +0.0, cue at 9.5 m/s"),
        ((OPTION + GIVE_BACK, OPTION + SHOOT), "option SHOOT"),
        ((OPTION + SHOOT, OPTION + CALL_FOUL_BIH), "option CALL_FOUL_BIH"),
    ],
)
def test_sensible_choices(legal, words):
    assert describe(choice(*legal)) == words


def test_random_candidate_is_uniform_over_the_legal_ones():
    settings = settings_of("poolenv/RunOut-v0", {"codec": "candidates"})
    answer = RANDOM_CANDIDATE.make(settings)
    masks = np.zeros((3000, N_CANDIDATES), dtype=bool)
    masks[:, [5, 50, 300]] = True
    words = np.random.default_rng(0).integers(0, 2**63, 3000).astype(np.uint64)
    nothing = np.zeros((3000, 1), dtype=np.float32)
    chosen = answer(Query(nothing, masks, words, NOTHING, np.arange(3000), settings))
    found, counts = np.unique(chosen, return_counts=True)
    assert found.tolist() == [5, 50, 300]
    assert (abs(counts - 1000) < 4 * np.sqrt(3000 * 2 / 9)).all()


def test_baselines_are_opponents_by_name():
    assert set(BASELINES) <= set(opponent_names())


def test_geometry_beats_chance_at_one_ball():
    figures = {
        name: measure(
            player, id="poolenv/RunOut-v0", env={"task": "pot_one"}, racks=150, seed=11
        ).share
        for name, player in BASELINES.items()
    }
    assert figures["ghost_ball"].low > figures["random_candidate"].high
    assert figures["random_candidate"].low > figures["random"].high
