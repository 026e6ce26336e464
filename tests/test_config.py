"""The configuration reader: every kind of mistake, all at once, with the nearest valid spelling."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

import poolenv.sources
from poolenv.config import (
    ConfigError,
    Inconsistency,
    Range,
    content_hash,
    names,
    parse_assignment,
    read,
    schema,
    settings,
    to_toml,
    values_of,
)

ROOT = Path(__file__).resolve().parent.parent


@schema
class Term:
    weight: Annotated[float, Range(ge=-10.0, le=10.0)]
    potential: bool = False


@schema
class Window:
    low: Annotated[float, Range(unit="m")]
    high: Annotated[float, Range(unit="m")]

    def inconsistencies(self) -> list[Inconsistency]:
        if self.low < self.high:
            return []
        return [Inconsistency("low", self.low, f"less than high, {self.high:g}")]


@schema
class Reward:
    kind: Literal["win_loss", "shaped"]
    gamma: Annotated[float, Range(gt=0.0, le=1.0)]
    steps: Annotated[int, Range(ge=1)] = 1
    log: bool = True
    note: str = ""
    sizes: tuple[int, ...] = ()
    terms: dict[str, Term]
    window: Window | None = None


GOOD: dict[str, Any] = {"kind": "shaped", "gamma": 0.99, "terms": {"pot": {"weight": 1.0}}}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configs folder of the test's own; returns its folder of rewards."""
    monkeypatch.setattr(poolenv.sources, "configs_folder", lambda: tmp_path / "configs")
    rewards = tmp_path / "configs" / "rewards"
    rewards.mkdir(parents=True)
    (rewards / "shaped.toml").write_text(to_toml(GOOD))
    return rewards


def problems(source: Any, **kw: Any) -> dict[str, Any]:
    """The problems of a source by key."""
    with pytest.raises(ConfigError) as caught:
        settings(Reward, "rewards", source, **kw)
    return {problem.key: problem for problem in caught.value.problems}


def test_good_values_become_frozen_settings() -> None:
    reward = settings(Reward, "rewards", GOOD)
    assert reward.terms == {"pot": Term(weight=1.0)}
    with pytest.raises(AttributeError):
        reward.gamma = 0.5  # type: ignore[misc]


def test_a_whole_number_is_a_number() -> None:
    reward = settings(Reward, "rewards", {**GOOD, "gamma": 1})
    assert reward.gamma == 1.0
    assert isinstance(reward.gamma, float)


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("gamma", True, "a number, > 0, <= 1"),
        ("gamma", "0.9", "a number, > 0, <= 1"),
        ("gamma", math.nan, "a number, > 0, <= 1"),
        ("gamma", math.inf, "a number, > 0, <= 1"),
        ("gamma", 0.0, "a number, > 0, <= 1"),
        ("gamma", 1.5, "a number, > 0, <= 1"),
        ("gamma", [0.9], "a number, > 0, <= 1"),
        ("steps", 1.5, "a whole number, >= 1"),
        ("steps", True, "a whole number, >= 1"),
        ("steps", 0, "a whole number, >= 1"),
        ("log", 1, "true or false"),
        ("log", "yes", "true or false"),
        ("note", 3, "text"),
        ("terms", 3, "a table whose values are each a table with weight"),
        ("sizes", 3, "a list, each a whole number"),
        ("window", "wide", "a table with low, high"),
    ],
)
def test_a_wrong_value_says_what_was_expected(key: str, value: Any, expected: str) -> None:
    found = problems({**GOOD, key: value})
    assert list(found) == [key]
    assert found[key].expected == expected
    assert found[key].got == repr(value)


def test_keys_in_lists_and_named_tables_are_dotted() -> None:
    found = problems({**GOOD, "sizes": [1, "2"], "terms": {"pot": {"weight": 11}}})
    assert found["sizes[1]"].expected == "a whole number"
    assert found["terms.pot.weight"].expected == "a number, >= -10, <= 10"


def test_an_allowed_value_misspelled_names_the_nearest() -> None:
    problem = problems({**GOOD, "kind": "win_los"})["kind"]
    assert problem.expected == "one of 'win_loss', 'shaped'"
    assert problem.near == "win_loss"


def test_an_unknown_key_names_the_nearest_of_its_table() -> None:
    problem = problems({**GOOD, "terms": {"pot": {"weight": 1.0, "potental": True}}})[
        "terms.pot.potental"
    ]
    assert problem.near == "potential"
    assert "a key of terms.pot (weight, potential)" in str(problem)


def test_a_key_in_the_wrong_table_names_its_place() -> None:
    assert problems({**GOOD, "low": 1.0})["low"].near == "window.low"


def test_a_missing_key_is_said_with_what_belongs_there() -> None:
    problem = problems({"kind": "shaped", "terms": {}})["gamma"]
    assert problem.got == "nothing"
    assert problem.expected == "a number, > 0, <= 1"


def test_every_problem_is_reported_at_once() -> None:
    found = problems(
        {
            "kind": "shape",
            "gama": 0.9,
            "steps": 0,
            "log": 0,
            "terms": {"pot": {"wieght": 0.2}, "foul": {"weight": math.nan}},
            "window": {"low": True},
        }
    )
    assert set(found) == {
        "kind",
        "gamma",
        "gama",
        "steps",
        "log",
        "terms.pot.wieght",
        "terms.pot.weight",
        "terms.foul.weight",
        "window.low",
        "window.high",
    }
    assert found["gama"].near == "gamma"
    assert found["terms.pot.wieght"].near == "weight"


def test_the_message_has_one_line_per_problem() -> None:
    with pytest.raises(ConfigError, match="2 problems") as caught:
        settings(Reward, "rewards", {**GOOD, "gamma": 2, "steps": 0})
    lines = str(caught.value).splitlines()
    assert lines[1:] == [
        "  rewards mapping: gamma: got 2, expected a number, > 0, <= 1",
        "  rewards mapping: steps: got 0, expected a whole number, >= 1",
    ]


def test_values_that_do_not_go_together_are_found_where_they_stand() -> None:
    found = problems({**GOOD, "window": {"low": 2.0, "high": 1.0}})
    assert found["window.low"].expected == "less than high, 1"


def test_numpy_scalars_tuples_and_paths_are_plain_values() -> None:
    given_values = {**GOOD, "gamma": np.float64(0.5), "steps": np.int64(3), "sizes": (1, 2)}
    reward = settings(Reward, "rewards", {**given_values, "note": Path("a")})
    assert (reward.gamma, reward.steps, reward.sizes, reward.note) == (0.5, 3, (1, 2), "a")


@pytest.mark.parametrize("value", [None, object, {1: 2}, b"x"])
def test_values_that_no_file_can_hold_are_refused(value: Any) -> None:
    with pytest.raises(ConfigError, match="note"):
        settings(Reward, "rewards", {**GOOD, "note": value})


# -- where it comes from ---------------------------------------------------------------------------


def test_a_name_stands_for_a_shipped_file(folder: Path) -> None:
    assert settings(Reward, "rewards", "shaped") == settings(Reward, "rewards", GOOD)
    assert names("rewards") == ["shaped"]


def test_an_unknown_name_lists_the_choices_and_the_nearest(folder: Path) -> None:
    with pytest.raises(ConfigError, match=r"did you mean 'shaped'") as caught:
        settings(Reward, "rewards", "shapd")
    assert "a name in configs/rewards (shaped)" in str(caught.value)


def test_a_path_that_does_not_exist_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml.*the path of a file that exists"):
        settings(Reward, "rewards", tmp_path / "nowhere.toml")


def test_something_else_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"got 3, expected a name, the path of a \.toml file"):
        settings(Reward, "rewards", 3)


def test_broken_toml_names_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('kind = "shaped"\ngamma = \n')
    with pytest.raises(ConfigError, match=r"mine\.toml.*line 2.*expected valid TOML"):
        settings(Reward, "rewards", file)


def test_a_date_is_not_a_value(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(to_toml(GOOD).replace("gamma = 0.99", "gamma = 1979-05-27"))
    with pytest.raises(ConfigError, match=r"mine\.toml: gamma: got datetime"):
        settings(Reward, "rewards", file)


def test_a_file_extends_another_and_states_differences(folder: Path) -> None:
    (folder / "bold.toml").write_text('extends = "shaped"\n[terms.pot]\nweight = 3\n')
    (folder / "bolder.toml").write_text('extends = "bold"\n[terms.foul]\nweight = -1\n')
    reward = settings(Reward, "rewards", "bolder")
    assert reward.gamma == 0.99
    assert reward.terms == {"pot": Term(weight=3.0), "foul": Term(weight=-1.0)}


def test_a_problem_names_the_file_that_states_the_value(folder: Path) -> None:
    (folder / "bad.toml").write_text('extends = "shaped"\ngamma = 2\n')
    (folder / "worse.toml").write_text('extends = "bad"\nsteps = 0\n[window]\nlow = 0\n')
    found = problems("worse")
    assert found["gamma"].file == "configs/rewards/bad.toml"
    assert found["steps"].file == "configs/rewards/worse.toml"
    assert found["window.high"].file == "configs/rewards/worse.toml"


def test_a_path_in_extends_is_relative_to_the_file(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(to_toml({**GOOD, "gamma": 0.5}))
    (tmp_path / "mine.toml").write_text('extends = "base.toml"\nsteps = 2\n')
    assert settings(Reward, "rewards", tmp_path / "mine.toml").gamma == 0.5


@pytest.mark.parametrize(
    ("chain", "files"), [("a -> a", {"a": "a"}), ("a -> b -> a", {"a": "b", "b": "a"})]
)
def test_a_cycle_is_an_error_with_its_chain(
    folder: Path, chain: str, files: dict[str, str]
) -> None:
    for name, base in files.items():
        (folder / f"{name}.toml").write_text(f'extends = "{base}"\n')
    with pytest.raises(ConfigError, match=f"got {chain}, expected files that do not extend"):
        settings(Reward, "rewards", "a")


def test_extends_must_name_something_known(folder: Path) -> None:
    (folder / "a.toml").write_text('extends = "shapped"\n')
    found = problems("a")
    assert found["extends"].near == "shaped"
    assert found["extends"].file == "configs/rewards/a.toml"
    (folder / "a.toml").write_text('extends = ["shaped", "a"]\n')
    assert "one file" in problems("a")["extends"].expected


def test_a_mapping_differs_from_the_base_or_from_what_it_extends(folder: Path) -> None:
    (folder / "low.toml").write_text('extends = "shaped"\ngamma = 0.1\n')
    assert settings(Reward, "rewards", {"steps": 2}, base="shaped").gamma == 0.99
    mapping = {"extends": "low", "steps": 2}
    assert settings(Reward, "rewards", mapping, base="shaped").gamma == 0.1
    assert "extends" in mapping


def test_overrides_are_laid_over_everything(folder: Path) -> None:
    reward = settings(Reward, "rewards", "shaped", overrides={"terms.pot.weight": 2, "gamma": 0.5})
    assert (reward.terms["pot"].weight, reward.gamma) == (2.0, 0.5)
    found = problems("shaped", overrides={"terms.pot.wait": 2})
    assert found["terms.pot.wait"].file == "overrides"
    assert "terms to be a table" in str(
        problems("shaped", overrides={"terms": 1, "terms.pot": 2})["terms.pot"]
    )


def test_reading_never_changes_what_was_given() -> None:
    inner = {"pot": {"weight": 1.0}}
    overrides = {"terms": inner, "terms.pot.weight": 3}
    assert read("rewards", {"terms": {}}, overrides=overrides).values["terms"] == {
        "pot": {"weight": 3}
    }
    assert inner == {"pot": {"weight": 1.0}}


def test_settings_are_checked_anew() -> None:
    reward = settings(Reward, "rewards", GOOD)
    assert settings(Reward, "rewards", reward) == reward
    unchecked = Reward(kind="shaped", gamma=3.0, terms={})
    assert set(problems(unchecked)) == {"gamma"}


def test_package_data_comes_before_the_folder_beside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poolenv.sources, "PACKAGE", tmp_path / "poolenv")
    assert poolenv.sources.configs_folder() == tmp_path / "configs"
    (tmp_path / "poolenv" / "configs").mkdir(parents=True)
    assert poolenv.sources.configs_folder() == tmp_path / "poolenv" / "configs"


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("gamma=0.5", "gamma", 0.5),
        ("a.b = 3", "a.b", 3),
        ("log=true", "log", True),
        ('note="true"', "note", "true"),
        ("kind=shaped", "kind", "shaped"),
        ("sizes=[1, 2]", "sizes", [1, 2]),
        ("note=", "note", ""),
    ],
)
def test_assignments_of_a_command_line(text: str, key: str, value: Any) -> None:
    assert parse_assignment(text) == (key, value)
    assert type(parse_assignment(text)[1]) is type(value)


@pytest.mark.parametrize("text", ["gamma", "=3", ""])
def test_an_assignment_needs_key_and_equals(text: str) -> None:
    with pytest.raises(ConfigError, match="expected key=value"):
        parse_assignment(text)


# -- dumping ---------------------------------------------------------------------------------------


def test_dumped_settings_read_back_equal(tmp_path: Path) -> None:
    reward = settings(Reward, "rewards", {**GOOD, "sizes": [3, 4], "note": 'a "b"\n\\c'})
    file = tmp_path / "dump.toml"
    file.write_text(to_toml(values_of(reward)))
    assert settings(Reward, "rewards", file) == reward
    assert "window" not in values_of(reward)


_SCALARS = st.one_of(
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs"])),
)
_KEYS = st.text(st.characters(exclude_categories=["Cs"]))
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=8,
)


@hypothesis.settings(deadline=None, derandomize=True, database=None)
@hypothesis.given(st.dictionaries(_KEYS, _VALUES, max_size=4))
def test_any_mapping_survives_the_way_through_toml(values: dict[str, Any]) -> None:
    assert tomllib.loads(to_toml(values)) == values


def test_equal_settings_have_equal_hashes_however_stated(folder: Path) -> None:
    spelled_out = {**GOOD, "steps": 1, "gamma": 0.99, "log": True}
    a = content_hash(settings(Reward, "rewards", "shaped"))
    assert a == content_hash(settings(Reward, "rewards", spelled_out))
    assert a != content_hash(settings(Reward, "rewards", {**GOOD, "gamma": 0.98}))
    assert len(a) == 16


def test_pydantic_is_imported_only_when_something_is_read() -> None:
    code = (
        "import sys, poolenv.config, poolenv.table.specs\n"
        "assert 'pydantic' not in sys.modules\n"
        "poolenv.table.specs.load_table('nine_foot')\n"
        "assert 'pydantic' in sys.modules\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
