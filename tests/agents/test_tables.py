"""Groups of tables joined into one face."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from agents.settings import read_settings
from agents.tables import StagedTables
from tests.agents.toy import N_ACTIONS, ToyVecEnv

GROUPS = [
    {"count": 2, "id": "toy/A-v0", "env": {"noise": "none"}},
    {"count": 3, "id": "toy/B-v0"},
]


def joined(make=lambda group, seed, settings: ToyVecEnv(group.count, seed), stages=1):
    plan = [{"name": f"stage{k}", "steps": 10, "groups": GROUPS} for k in range(stages)]
    return StagedTables(read_settings({"name": "t", "seed": 40, "stages": plan}), make)


def test_joined_tables_are_the_groups_side_by_side():
    tables = joined()
    alone = [ToyVecEnv(2, 40), ToyVecEnv(3, 42)]
    np.testing.assert_array_equal(tables.reset(), np.concatenate([e.reset() for e in alone]))
    rng = np.random.default_rng(0)
    for _ in range(50):
        actions = rng.integers(0, N_ACTIONS - 1, 5)
        seen, rewards, dones, infos = tables.step(actions)
        parts = [alone[0].step(actions[:2]), alone[1].step(actions[2:])]
        for ours, theirs in zip((seen, rewards, dones), zip(*parts, strict=True), strict=False):
            np.testing.assert_array_equal(ours, np.concatenate(theirs))
        for info, expected in zip(infos, parts[0][3] + parts[1][3], strict=True):
            assert info.keys() == expected.keys()
    assert tables.group_of.tolist() == [0, 0, 1, 1, 1]
    assert tables.group_names() == ["a_none", "b"]


def test_seeding_gives_table_i_the_seed_plus_i():
    tables = joined()
    tables.seed(7)
    seen = tables.reset()
    alone = ToyVecEnv(5, 7)
    np.testing.assert_array_equal(seen, alone.reset())


def test_masks_by_index_come_from_the_right_group():
    tables = joined()
    assert len(tables.env_method("action_masks")) == 5
    chosen = tables.env_method("action_masks", indices=[1, 4])
    assert len(chosen) == 2 and tables.has_attr("action_masks")
    with pytest.raises(AttributeError):
        tables.get_attr("nonsense")


def test_state_goes_on_identically_and_across_stages():
    tables = joined(stages=2)
    tables.reset()
    tables.enter(1)
    tables.step(np.zeros(5, dtype=np.int64))
    state = tables.get_state()
    first = [tables.step(np.full(5, k % 4)) for k in range(20)]
    other = joined(stages=2)
    other.reset()
    other.set_state(state)
    assert other.stage == 1
    for k, expected in enumerate(first):
        seen, rewards, dones, _ = other.step(np.full(5, k % 4))
        np.testing.assert_array_equal(seen, expected[0])
        np.testing.assert_array_equal(rewards, expected[1])
        np.testing.assert_array_equal(dones, expected[2])


def test_stages_do_not_repeat_the_same_layouts():
    tables = joined(stages=2)
    words = np.concatenate([g._rng for g in tables.groups])
    tables.enter(1)
    assert not set(words.tolist()) & {int(w) for g in tables.groups for w in g._rng}


def test_groups_with_other_spaces_are_an_error():
    def make(group, seed, settings):
        env = ToyVecEnv(group.count, seed)
        if group.id == "toy/B-v0":
            env.action_space = gymnasium.spaces.Discrete(7)
        return env

    with pytest.raises(ValueError, match=r"toy/B-v0.*other spaces"):
        joined(make)
