"""Equipment drawn at every reset: told, reproducible, the same alone and in a row of many."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from poolenv.envs import PoolEnv, PoolVectorEnv
from poolenv.envs.batch import Batch
from poolenv.envs.settings import settings_of
from tests.envs.conftest import actions_of
from tests.envs.test_same_trajectories import TABLES, single_run, vector_run

STEPS = 60
KEYWORDS: list[tuple[str, dict[str, Any]]] = [
    ("run_out", {"task": "pot_one", "randomization": "wpa"}),
    ("nine_ball", {"codec": "candidates", "randomization": "wpa", "max_visits": 20}),
]


@pytest.mark.parametrize(("game", "keywords"), KEYWORDS)
def test_single_is_a_row_of_the_vector(game: str, keywords: dict[str, Any]) -> None:
    actions = actions_of(PoolEnv(game, **keywords).action_space, 1, STEPS, TABLES)
    one, two = (vector_run(game, keywords, 11, actions, threads) for threads in (1, 2))
    for a, b in zip(one, two, strict=True):
        assert a.tobytes() == b.tobytes()
    for i in range(TABLES):
        alone = single_run(game, keywords, 11 + i, actions[:, i])
        for a, b in zip(alone, one, strict=True):
            assert a.tobytes() == np.ascontiguousarray(b[:, i]).tobytes()
    assert one[2].any()


def test_the_info_tells_what_was_drawn() -> None:
    env = gymnasium.make("poolenv/RunOut-v0", randomization="wpa", strict_equipment=True)
    told = [env.reset(seed=3)[1]["equipment"]] + [env.reset()[1]["equipment"] for _ in range(3)]
    assert len({drawn["cloth.mu_slide"] for drawn in told}) == 4
    assert len({drawn["table.length"] for drawn in told}) > 1
    world = env.unwrapped.batch.world
    assert told[-1]["cloth.mu_slide"] == world.phys.mu_slide[0]
    assert told[-1]["table.length"] == world.marks[world.game.table[0]].length
    assert world.phys.table[0] == world.game.table[0]
    assert env.reset(seed=3)[1]["equipment"] == told[0]
    info = env.step(env.action_space.sample())[-1]
    assert info["equipment"] == told[0]  # what the stroke was played with

    vector = gymnasium.make_vec(
        "poolenv/RunOut-v0",
        num_envs=3,
        vectorization_mode="vector_entry_point",
        randomization="wpa",
    )
    info = vector.reset(seed=2)[1]["equipment"]
    assert info["cloth.mu_slide"][1] == told[0]["cloth.mu_slide"]
    assert info["_cloth.mu_slide"].all()


def test_nothing_is_told_or_drawn_without_one() -> None:
    plain, none = PoolEnv("run_out"), PoolEnv("run_out", randomization="none")
    first, second = plain.reset(seed=1), none.reset(seed=1)
    assert first[0].tobytes() == second[0].tobytes()
    assert "equipment" not in first[1]
    assert len(plain.batch.world.marks) == 1


def test_a_state_carries_its_equipment() -> None:
    env = PoolEnv("run_out", task="rotation", randomization="wpa", noise="none")
    env.reset(seed=5)
    state, copy = env.get_state(), env.clone()
    action = np.full(10, 0.3, dtype=np.float32)
    first = env.step(action)
    env.reset()
    env.set_state(state)
    assert env.step(action)[0].tobytes() == first[0].tobytes()
    assert copy.step(action)[0].tobytes() == first[0].tobytes()


def test_a_given_position_has_to_lie_on_every_table() -> None:
    """Tables differ by millimetres: a ball on one may be in the rubber of another."""
    kw = {"position": {0: (0.0, 0.0), 1: (0.5, 0.635 - 0.0276)}}
    PoolEnv("run_out").reset(options=kw)
    with pytest.raises(ValueError, match=r"ball 1 at .* does not lie on the bed"):
        PoolEnv("run_out", randomization="wpa").reset(options=kw)
    inside = {"position": {0: (0.0, 0.0), 1: (0.5, 0.600)}}
    PoolEnv("run_out", randomization="wpa").reset(options=inside)


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"randomization": "wpaa"}, ["randomization", "did you mean 'wpa'"]),
        (
            {"balls": {"mass": 0.2}, "strict_equipment": True},
            ["balls.mass", "0.155922 to 0.170097"],
        ),
        ({"table": "seven_foot", "strict_equipment": True}, ["table.length", "SK-1"]),
        ({"strict_equipment": "yes"}, ["strict_equipment='yes'", "True or False"]),
        ({"table": {"rack": "wod"}}, ["racks", "did you mean 'wood'"]),
        (
            {"table": {"cushions": {"model": "strong"}}},
            ["cushions.model", "did you mean 'stronge'"],
        ),
        ({"table": {"rack_model": "clusters"}}, ["rack_model", "did you mean 'cluster'"]),
        ({"balls": {"model": "mathavan"}}, ["model", "did you mean 'mathavan2014'"]),
        ({"balls": {"mass": -0.1}}, ["mass", "-0.1", "> 0"]),
    ],
)
def test_equipment_that_cannot_be_is_refused(keywords: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(ValueError) as caught:
        PoolEnv("nine_ball", **keywords)
    for word in words:
        assert word in str(caught.value)


def test_the_table_says_how_it_is_racked() -> None:
    loose = Batch(settings_of("nine_ball", {"table": {"rack": "loose"}}), 1, 1)
    assert loose.world.gaps.tolist() == [8e-5, 8e-5]
    assert Batch(settings_of("nine_ball", {}), 1, 1).world.gaps.tolist() == [5e-6, 5e-6]


def test_tables_of_one_vector_play_with_different_equipment() -> None:
    env = PoolVectorEnv("run_out", 8, randomization="wpa")
    drawn = env.reset(seed=0)[1]["equipment"]
    assert len(set(drawn["balls.e"])) == 8
    assert len(set(env.batch.world.game.table)) > 2
