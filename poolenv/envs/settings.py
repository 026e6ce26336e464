"""Keyword arguments of the environments, checked at the border and resolved to records."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np

from poolenv.config import Source, nearest
from poolenv.envs.codecs import CODEC_NAMES
from poolenv.envs.ids import GAMES

#: Tasks of run-outs: balls on the table unless `n` says, and strokes allowed unless `shots` says
#: (None: a miss ends the episode; "n": as many as balls).
TASKS: dict[str, tuple[int, Any]] = {
    "pot_one": (1, 1),
    "clear": (3, "n"),
    "rotation": (3, None),
    "ghost": (9, None),
}

OBSERVATIONS = ("flat",)
PACES = ("visit", "decision")
LAG_MODES = ("coin", "fixed", "simulate")


class Keywords(TypedDict, total=False):
    """Keyword arguments every id takes; meanings are in the docstring of PoolEnv."""

    edition: Source
    referee: bool
    table: Source
    cloth: Source
    cue: Source
    balls: Source
    randomization: Source
    strict_equipment: bool
    noise: Source
    reward: Source
    codec: str
    observation: str
    pace: str
    match: str | int
    opponent: Any
    max_visits: int
    lag_mode: str
    conduct: Source
    reward_terms: bool
    task: str
    n: int
    shots: int | None


#: Defaults of the contract. `task`, `n` and `shots` belong to run-outs alone.
DEFAULTS: dict[str, Any] = {
    "edition": "wpa2008",
    "referee": True,
    "table": "nine_foot",
    "cloth": "pool",
    "cue": "playing",
    "balls": "pool",
    "randomization": "none",
    "strict_equipment": False,
    "noise": "tournament",
    "reward": "win_loss",
    "codec": "compact",
    "observation": "flat",
    "pace": "visit",
    "match": "rack",
    "opponent": None,
    "max_visits": 200,
    "lag_mode": "coin",
    "conduct": "none",
    "reward_terms": False,
}
TASK_DEFAULTS: dict[str, Any] = {"task": "pot_one", "n": None, "shots": None}


def choose(key: str, value: Any, allowed: Collection[str]) -> str:
    """The value, if it is one of those allowed.

    Raises:
        ValueError: naming the allowed values and the nearest.
    """
    if isinstance(value, str) and value in allowed:
        return value
    near = nearest(value, allowed) if isinstance(value, str) else None
    hint = f"; did you mean {near!r}?" if near else ""
    raise ValueError(f"{key}={value!r}: expected one of {', '.join(allowed)}{hint}")


def whole(key: str, value: Any, low: int, high: int) -> int:
    """The value, if it is a whole number within bounds.

    Raises:
        ValueError: naming the bounds.
    """
    is_whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_whole or not low <= value <= high:
        raise ValueError(f"{key}={value!r}: expected a whole number from {low} to {high}")
    return int(value)


def yes_or_no(key: str, value: Any) -> bool:
    """The value, if it is True or False.

    Raises:
        ValueError: for anything else.
    """
    if not isinstance(value, bool):
        raise ValueError(f"{key}={value!r}: expected True or False")
    return value


@dataclass(frozen=True)
class Task:
    """A run-out: what one player has to do alone."""

    name: str
    n: int
    shots: int  # 0: no limit, but a miss ends it


@dataclass(frozen=True)
class Settings:
    """Keyword arguments of one environment, checked, defaults filled in.

    Attributes:
        game: name of the game.
        task: the run-out, None in a game for two.
        match: racks to win, at 14.1 points; 0 for a single rack.

    The others are as in the docstring of PoolEnv.
    """

    game: str
    task: Task | None
    match: int
    edition: Source
    referee: bool
    table: Source
    cloth: Source
    cue: Source
    balls: Source
    randomization: Source
    strict_equipment: bool
    noise: Source
    reward: Source
    codec: str
    observation: str
    pace: str
    opponent: Any
    max_visits: int
    lag_mode: str
    conduct: Source
    reward_terms: bool


def game_of(id: str) -> str:
    """The game of a registered id, or of its own name.

    Raises:
        ValueError: naming the known ids and the nearest.
    """
    return GAMES.get(id) or choose("id", id, [*GAMES, *GAMES.values()])


def settings_of(id: str, keywords: Mapping[str, Any]) -> Settings:
    """Check keyword arguments and fill in the defaults.

    Args:
        id: a registered id or the name of a game.
        keywords: as the environments take them.

    Raises:
        ValueError: with everything that is wrong, what was expected and the nearest choice.
    """
    game = game_of(id)
    practice = game == "run_out"
    known = {**DEFAULTS, **(TASK_DEFAULTS if practice else {})}
    problems: list[str] = []
    for key in keywords:
        if key not in known:
            near = nearest(key, known)
            hint = f"; did you mean {near!r}?" if near else ""
            problems.append(f"{key}: unknown keyword argument of {id}{hint}")
    asked = {**known, **{key: value for key, value in keywords.items() if key in known}}

    def check(test: Any, key: str, *limits: Any) -> None:
        try:
            test(key, asked[key], *limits)
        except ValueError as error:
            problems.append(str(error))

    check(choose, "codec", CODEC_NAMES)
    check(choose, "observation", OBSERVATIONS)
    check(choose, "pace", PACES)
    check(choose, "lag_mode", LAG_MODES)
    check(yes_or_no, "referee")
    check(yes_or_no, "reward_terms")
    check(yes_or_no, "strict_equipment")
    check(whole, "max_visits", 1, 1_000_000)
    match = 0
    if asked["match"] != "rack":
        try:
            match = whole("match", asked["match"], 1, 1000)
        except ValueError as error:
            problems.append(f"{error}, or 'rack'")
    task = _task(asked, problems, check) if practice else None
    if practice and asked["lag_mode"] == "simulate":
        problems.append("lag_mode='simulate': a run-out has one player, expected coin or fixed")
    if practice and asked["opponent"] is not None:
        problems.append("opponent: a run-out has one player, so it must be None")
    if problems:
        raise ValueError("; ".join(problems))
    named = {key: asked[key] for key in DEFAULTS if key != "match"}
    return Settings(game=game, task=task, match=match, **named)


def _task(asked: dict[str, Any], problems: list[str], check: Any) -> Task | None:
    """The run-out that `task`, `n` and `shots` mean."""
    before = len(problems)
    check(choose, "task", TASKS)
    if asked["n"] is not None:
        check(whole, "n", 1, 15)
    if asked["shots"] is not None:
        check(whole, "shots", 1, 1000)
    if asked["match"] != "rack":
        problems.append(f"match={asked['match']!r}: a run-out is one rack, so it must be 'rack'")
    if len(problems) > before:
        return None
    balls, strokes = TASKS[asked["task"]]
    n = balls if asked["n"] is None else asked["n"]
    default = n if strokes == "n" else strokes
    return Task(asked["task"], n, asked["shots"] or default or 0)
