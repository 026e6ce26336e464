"""Editions: a name, a file or a mapping becomes one record of Rules per game.

A file has the tables ``[general]``, weaker, and one per game, stronger; a knob at the top of a file
or mapping is the strongest and holds for every game. ``extends`` names the edition it departs from.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from poolenv.knob import YES_NO, Knob
from poolenv.knobs import GAME_NAMES, KNOBS, Rules
from poolenv.records import rows
from poolenv.rules.contradictions import contradictions
from poolenv.schema import nearest
from poolenv.sources import ConfigError, Problem, Resolved, Source, read

#: What a mapping that names no edition departs from.
DEFAULT_EDITION = "wpa2008"
GENERAL = "general"
#: Knobs that are not the edition's to set.
_FIXED = ("game", "referee")


@dataclasses.dataclass(frozen=True)
class Edition:
    """A checked edition.

    Attributes:
        name: the name or file it was asked by.
        title: what it is, in words.
        clauses: prefixes of the clause ids of its books.
        knobs: per game, the knobs that depart from their defaults.
    """

    name: str
    title: str
    clauses: tuple[str, ...]
    knobs: Mapping[str, Mapping[str, float]]


def knob_number(knob: Knob, value: Any) -> float | None:
    """The number behind a value of a file, None if the knob does not allow it."""
    if knob.values is not None:
        if knob.values == YES_NO:
            return float(value) if isinstance(value, bool) else None
        return knob.values.get(value) if isinstance(value, str) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if knob.whole and value != int(value):
        return None
    return float(value) if knob.low <= value <= knob.high else None


def _knob(
    resolved: Resolved, path: str, name: str, value: Any, problems: list[Problem]
) -> float | None:
    """Check one knob of a file."""
    knob = KNOBS.get(name)
    file = resolved.file_of(path)
    if knob is None or name in _FIXED:
        known = [k for k in KNOBS if k not in _FIXED]
        expected = "a knob of the rule book"
        problems.append(Problem(file, path, repr(value), expected, nearest(name, known)))
        return None
    number = knob_number(knob, value)
    if number is None:
        near = nearest(value, knob.values) if knob.values and isinstance(value, str) else None
        problems.append(Problem(file, path, repr(value), knob.expected(), near))
    return number


def load_edition(source: Source) -> Edition:
    """Read an edition.

    Args:
        source: a name in ``configs/rules/``, the path of a TOML file, or a mapping of overrides; a
            mapping without ``extends`` departs from ``wpa2008``.

    Raises:
        ConfigError: with every problem of the file: unknown tables and knobs, values not allowed.
    """
    resolved = read("rules", source, base=DEFAULT_EDITION)
    problems: list[Problem] = []
    over: dict[str, float] = {}
    tables: dict[str, dict[str, float]] = {name: {} for name in (GENERAL, *GAME_NAMES)}
    title = ""
    clauses: tuple[str, ...] = ("SK", "UA", "WSR", "WPA")
    for key, value in resolved.values.items():
        if key == "title" and isinstance(value, str):
            title = value
        elif key == "clauses" and isinstance(value, list):
            clauses = tuple(str(v) for v in value)
        elif key in tables and isinstance(value, dict):
            for name, inner in value.items():
                number = _knob(resolved, f"{key}.{name}", name, inner, problems)
                if number is not None:
                    tables[key][name] = number
        elif key in ("title", "clauses") or key in tables or isinstance(value, dict):
            known = ["title", "clauses", *tables]
            expected = f"text, a list of prefixes, or one of the tables {', '.join(tables)}"
            file = resolved.file_of(key)
            problems.append(Problem(file, key, repr(value)[:60], expected, nearest(key, known)))
        else:
            number = _knob(resolved, key, key, value, problems)
            if number is not None:
                over[key] = number
    if problems:
        raise ConfigError(problems)
    knobs = {game: {**tables[GENERAL], **tables[game], **over} for game in GAME_NAMES}
    return Edition(resolved.label, title, clauses, knobs)


def rules_rows(wanted: Iterable[tuple[Edition, int, bool]]) -> Any:
    """Records of Rules, one per (edition, number of the game, referee present).

    Returns:
        (K,) record Rules.

    Raises:
        ConfigError: if knobs of a game that is wanted contradict each other.
    """
    wanted = list(wanted)
    table = rows(Rules, len(wanted))
    problems: list[Problem] = []
    for k, (edition, game, referee) in enumerate(wanted):
        own = edition.knobs[GAME_NAMES[game]]
        values = {name: own.get(name, knob.default) for name, knob in KNOBS.items()}
        problems += contradictions(edition.name, GAME_NAMES[game], values)
        for name, value in values.items():
            table[name][k] = value
        table["game"][k] = game
        table["referee"][k] = referee
    if problems:
        raise ConfigError(problems)
    return table
