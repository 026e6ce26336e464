"""Keyword arguments: defaults of the contract, and errors that name what was expected."""

from __future__ import annotations

from typing import Any

import pytest

from poolenv.envs.settings import Task, settings_of

NINE = "poolenv/NineBall-v0"
RUN_OUT = "poolenv/RunOut-v0"


def test_defaults() -> None:
    """An id without keyword arguments is the game of the contract."""
    settings = settings_of(NINE, {})
    assert (settings.game, settings.edition, settings.referee) == ("nine_ball", "wpa2008", True)
    assert (settings.table, settings.cloth, settings.noise) == ("nine_foot", "pool", "tournament")
    assert (settings.codec, settings.observation, settings.pace) == ("compact", "flat", "visit")
    assert (settings.max_visits, settings.lag_mode, settings.match) == (200, "coin", 0)
    assert settings.task is None
    assert settings.opponent is None


@pytest.mark.parametrize(
    ("keywords", "task"),
    [
        ({}, Task("pot_one", 1, 1)),
        ({"task": "clear"}, Task("clear", 3, 3)),
        ({"task": "clear", "n": 5}, Task("clear", 5, 5)),
        ({"task": "clear", "n": 5, "shots": 9}, Task("clear", 5, 9)),
        ({"task": "rotation"}, Task("rotation", 3, 0)),
        ({"task": "ghost"}, Task("ghost", 9, 0)),
    ],
)
def test_tasks(keywords: dict[str, Any], task: Task) -> None:
    """Balls and strokes of a run-out default as the contract says."""
    assert settings_of(RUN_OUT, keywords).task == task


@pytest.mark.parametrize(
    ("id", "keywords", "words"),
    [
        ("poolenv/NineBal-v0", {}, ["poolenv/NineBall-v0", "did you mean"]),
        (NINE, {"editon": "wsr"}, ["editon", "did you mean 'edition'"]),
        (NINE, {"task": "clear"}, ["task", "unknown keyword argument"]),
        (NINE, {"codec": "kompact"}, ["compact, candidates", "did you mean 'compact'"]),
        (NINE, {"pace": "visits"}, ["did you mean 'visit'"]),
        (NINE, {"lag_mode": "toss"}, ["coin, fixed"]),
        (NINE, {"observation": 3}, ["observation=3", "flat"]),
        (NINE, {"referee": 1}, ["referee=1", "True or False"]),
        (NINE, {"max_visits": 0}, ["max_visits=0", "from 1"]),
        (NINE, {"max_visits": True}, ["max_visits=True"]),
        (NINE, {"match": "race"}, ["match='race'", "'rack'"]),
        (RUN_OUT, {"task": "rotate"}, ["did you mean 'rotation'"]),
        (RUN_OUT, {"n": 16}, ["n=16", "from 1 to 15"]),
        (RUN_OUT, {"shots": 0}, ["shots=0"]),
        (RUN_OUT, {"match": 3}, ["run-out is one rack"]),
        (RUN_OUT, {"opponent": "uniform"}, ["one player"]),
        (NINE, {"codec": "x", "pace": "y"}, ["codec='x'", "pace='y'"]),
    ],
)
def test_bad_keywords(id: str, keywords: dict[str, Any], words: list[str]) -> None:
    """Every mistake is named with what was expected, all of them at once."""
    with pytest.raises(ValueError) as error:
        settings_of(id, keywords)
    for word in words:
        assert word in str(error.value)
