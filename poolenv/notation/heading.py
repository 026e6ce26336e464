"""What a match was played under, whole: the rules, the equipment, who played.

A file must not depend on what a name means years later, so every knob and every number of the
equipment is written down, not the name of an edition or a table.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, get_type_hints

from poolenv.config import ConfigError, check, to_toml, values_of
from poolenv.knobs import GAME_NAMES, KNOBS, Rules
from poolenv.notation.codecs import Unreadable
from poolenv.records import rows
from poolenv.rules.edition import Edition, knob_number
from poolenv.sources import Resolved
from poolenv.table.specs import Equipment, misfits

#: Parts of the equipment and the schema of each.
PARTS: dict[str, Any] = get_type_hints(Equipment)
_MATCH_KEYS = ("written_by", "game", "edition", "clauses", "referee", "players")
_SECTIONS = ("match", "rules", *PARTS)


def written_by() -> str:
    """This package and its version."""
    try:
        return f"poolenv {version('poolenv')}"
    except PackageNotFoundError:
        return "poolenv"


@dataclass(frozen=True)
class Heading:
    """The settings of a match.

    Attributes:
        game: its name.
        edition: what the rules are called; for readers only.
        clauses: prefixes of the clause ids that rulings cite.
        referee: a referee conducted the match.
        knobs: every knob and its value, but for ``game`` and ``referee``.
        equipment: table, cloth, balls and cue.
        players: names of A and B.
        written_by: package and version that wrote the file.
    """

    game: str
    edition: str
    clauses: tuple[str, ...]
    referee: bool
    knobs: Mapping[str, float]
    equipment: Equipment
    players: tuple[str, str] = ("A", "B")
    written_by: str = ""

    @functools.cached_property
    def rules(self) -> Any:
        """(1,) record Rules, as it was played: a drill may turn knobs further than an edition."""
        rules = rows(Rules, 1)
        for name, value in self.knobs.items():
            rules[name] = value
        rules["game"] = GAME_NAMES.index(self.game)
        rules["referee"] = self.referee
        return rules

    @classmethod
    def of(
        cls,
        rules: Any,
        edition: Edition,
        equipment: Equipment,
        players: tuple[str, str] = ("A", "B"),
    ) -> Heading:
        """The heading of a match that is being played.

        Args:
            rules: record Rules of its table.
            edition: the edition they were made from.
            equipment: of its table.
            players: names of A and B.
        """
        knobs = {k: float(rules[k]) for k in KNOBS if k not in ("game", "referee")}
        return cls(
            game=GAME_NAMES[int(rules["game"])],
            edition=edition.title or edition.name,
            clauses=tuple(edition.clauses),
            referee=bool(rules["referee"]),
            knobs=knobs,
            equipment=equipment,
            players=players,
            written_by=written_by(),
        )

    def to_toml(self) -> str:
        """The heading as TOML: ``[match]``, ``[rules]`` and a table per part of the equipment."""
        match = {
            "written_by": self.written_by,
            "game": self.game,
            "edition": self.edition,
            "clauses": list(self.clauses),
            "referee": self.referee,
            "players": list(self.players),
        }
        rules = {name: _toml_value(name, value) for name, value in self.knobs.items()}
        parts = {part: values_of(getattr(self.equipment, part)) for part in PARTS}
        return to_toml({"match": match, "rules": rules, **parts})

    @classmethod
    def from_values(cls, values: Mapping[str, Any], origin: str) -> Heading:
        """The heading behind a mapping as TOML gives it.

        Args:
            values: the tables.
            origin: name of the file, for messages.

        Raises:
            ValueError: with what is wrong, what was expected, the nearest valid choice.
        """
        _known(values, _SECTIONS, "table")
        match = values.get("match", {})
        _known(match, _MATCH_KEYS, "key of [match]")
        game = match.get("game")
        if game not in GAME_NAMES:
            raise Unreadable(str(game), f"a game: {', '.join(GAME_NAMES)}", GAME_NAMES)
        referee = match.get("referee", True)
        if not isinstance(referee, bool):
            raise ValueError(f"match.referee: got {referee!r}, expected true or false")
        players = match.get("players", ["A", "B"])
        if not isinstance(players, list) or len(players) != 2:
            raise ValueError(f"match.players: got {players!r}, expected two names")
        return cls(
            game=game,
            edition=str(match.get("edition", "")),
            clauses=tuple(map(str, match.get("clauses", ()))),
            referee=referee,
            knobs=_knobs(values.get("rules", {})),
            equipment=_equipment(values, origin),
            players=(str(players[0]), str(players[1])),
            written_by=str(match.get("written_by", "")),
        )


def _toml_value(name: str, value: float) -> Any:
    """A knob as a rules file would say it, numbers to the last bit."""
    knob = KNOBS[name]
    if knob.values is None:
        return int(value) if knob.whole else value
    word = knob.word(value)
    return word == "true" if word in ("true", "false") else word


def _known(table: Any, keys: tuple[str, ...], kind: str) -> None:
    if not isinstance(table, Mapping):
        raise ValueError(f"got {table!r}, expected a table")
    for key in table:
        if key not in keys:
            raise Unreadable(key, f"a {kind}: {', '.join(keys)}", keys)


def _knobs(table: Any) -> dict[str, float]:
    """The knobs of ``[rules]``; one that is younger than the file has its default."""
    known = tuple(k for k in KNOBS if k not in ("game", "referee"))
    _known(table, known, "knob")
    knobs = {name: KNOBS[name].default for name in known}
    for name, value in table.items():
        number = knob_number(KNOBS[name], value)
        if number is None:
            choices = KNOBS[name].values or {}
            raise Unreadable(str(value), f"{KNOBS[name].expected()} for {name}", choices)
        knobs[name] = number
    return {name: float(value) for name, value in knobs.items()}


def _equipment(values: Mapping[str, Any], origin: str) -> Equipment:
    """The parts of the equipment, checked alone and together."""
    parts = {}
    for part, schema in PARTS.items():
        table = values.get(part)
        if not isinstance(table, Mapping):
            raise ValueError(f"got no table [{part}], expected {', '.join(PARTS)}")
        try:
            parts[part] = check(schema, Resolved(f"{origin}, [{part}]", dict(table), {}))
        except ConfigError as error:
            raise ValueError(str(error)) from None
    equipment = Equipment(**parts)
    problems = misfits(equipment.table, equipment.balls)
    if problems:
        raise ValueError("; ".join(map(str, problems)))
    return equipment
