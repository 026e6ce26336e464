"""Reading replays: every error of a file at once, each with its place in the file."""

from __future__ import annotations

import difflib
import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np

from poolenv.balls import N_BALLS
from poolenv.records import rows
from poolenv.render.outline import Jaws, check_marks
from poolenv.render.replay import (
    FORMAT,
    PER_METRE,
    PER_SECOND,
    VERSION,
    EventMark,
    Replay,
    ReplayError,
    ReplayShot,
)
from poolenv.table.marks import Marks

_MOST_ERRORS = 20

_KEYS = {
    "format",
    "version",
    "per_metre",
    "per_second",
    "names",
    "settings",
    "marks",
    "jaws",
    "shots",
}
_SHOT_KEYS = {"title", "ruling", "score", "time", "balls", "events"}


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


class _Reader:
    """Collects errors while the parts are read."""

    def __init__(self) -> None:
        self.errors: list[str] = []

    def wrong(self, place: str, value: object, expected: str) -> None:
        """Note an error."""
        shown = repr(value)
        shown = shown if len(shown) <= 60 else shown[:57] + "..."
        self.errors.append(f"{place}: got {shown}, expected {expected}")

    def keys(self, place: str, table: object, known: set[str]) -> dict[str, Any]:
        """The table, if it is one; unknown and missing keys are errors."""
        if not isinstance(table, dict):
            self.wrong(place or "file", table, "an object")
            return {}
        dot = f"{place}." if place else ""
        for key in sorted(set(table) - known):
            near = difflib.get_close_matches(key, known, 1)
            self.errors.append(
                f"{dot}{key}: unknown key" + (f"; did you mean {near[0]!r}?" if near else "")
            )
        for key in sorted(known - set(table)):
            self.errors.append(f"{dot}{key}: missing")
        return table

    def text(self, place: str, value: object) -> str:
        """A string."""
        if not isinstance(value, str):
            self.wrong(place, value, "a string")
            return ""
        return value

    def marks(self, value: object) -> Any:
        """The row of marks."""
        row = rows(Marks, 1)[0]
        kinds = {name: row.dtype[name].shape for name in row.dtype.names}
        table = self.keys("marks", value, set(kinds))
        for name in set(kinds) & set(table):
            numbers = table[name] if kinds[name] else [table[name]]
            length = kinds[name][0] if kinds[name] else 1
            is_list = isinstance(numbers, list) and len(numbers) == length
            if not is_list or not all(map(_is_number, numbers)):
                expected = f"{length} numbers" if kinds[name] else "a number"
                self.wrong(f"marks.{name}", table[name], expected)
            else:
                row[name] = table[name]
        if not self.errors:
            try:
                check_marks(row)
            except ValueError as error:
                self.errors.append(str(error))
        return row

    def jaws(self, value: object) -> Jaws | None:
        """The jaws, null where they follow from the marks."""
        if value is None:
            return None
        names = set(Jaws.__dataclass_fields__)
        table = self.keys("jaws", value, names)
        for name in sorted(names & set(table)):
            if not _is_number(table[name]):
                self.wrong(f"jaws.{name}", table[name], "a number")
        if self.errors:
            return None
        try:
            return Jaws(**table)
        except ValueError as error:
            self.errors.append(str(error))
            return None

    def track(self, place: str, value: object, samples: int) -> tuple[Any, Any]:
        """Centres (T, 3) and presence (T,) of one ball."""
        centres, present = np.zeros((samples, 3)), np.zeros(samples, bool)
        if not isinstance(value, list):
            self.wrong(place, value, "a list of [sample, x, y, z] or [sample]")
            return centres, present
        last = -1
        for k, entry in enumerate(value):
            is_entry = isinstance(entry, list) and len(entry) in (1, 4)
            if not is_entry or not all(map(_is_whole, entry)):
                self.wrong(f"{place}[{k}]", entry, "whole numbers [sample, x, y, z] or [sample]")
            elif not last < entry[0] < samples:
                self.wrong(f"{place}[{k}]", entry, f"a sample above {last} and below {samples}")
            else:
                last = entry[0]
                present[last:] = len(entry) == 4
                centres[last:] = np.array(entry[1:]) / PER_METRE if len(entry) == 4 else 0.0
        return centres, present

    def events(self, place: str, value: object) -> tuple[EventMark, ...]:
        """The marks on the way."""
        if not isinstance(value, list):
            self.wrong(place, value, "a list")
            return ()
        events = []
        for k, entry in enumerate(value):
            is_entry = isinstance(entry, list) and len(entry) == 4 and isinstance(entry[3], str)
            if not is_entry or not all(map(_is_whole, entry[:3])):
                self.wrong(f"{place}[{k}]", entry, "[time, x, y, label]")
            else:
                t, x, y, label = entry
                events.append(EventMark(t / PER_SECOND, label, x / PER_METRE, y / PER_METRE))
        return tuple(events)

    def shot(self, place: str, value: object) -> ReplayShot | None:
        """One shot, None if anything is wrong with it."""
        before = len(self.errors)
        table = self.keys(place, value, _SHOT_KEYS)
        if len(self.errors) > before:
            return None
        title, ruling, score = (
            self.text(f"{place}.{key}", table[key]) for key in ("title", "ruling", "score")
        )
        time = table["time"]
        if not isinstance(time, list) or not time or not all(map(_is_whole, time)):
            self.wrong(f"{place}.time", time, "a list of whole numbers, at least one")
            return None
        positions = np.zeros((len(time), N_BALLS, 3))
        present = np.zeros((len(time), N_BALLS), bool)
        balls = table["balls"]
        if not isinstance(balls, dict):
            self.wrong(f"{place}.balls", balls, "an object with one track per ball")
            return None
        for name, track in balls.items():
            if name not in map(str, range(N_BALLS)):
                self.wrong(f"{place}.balls.{name}", name, "a ball from 0 to 15")
                continue
            ball = int(name)
            where = f"{place}.balls.{name}"
            positions[:, ball], present[:, ball] = self.track(where, track, len(time))
        events = self.events(f"{place}.events", table["events"])
        if len(self.errors) > before:
            return None
        try:
            seconds = np.array(time) / PER_SECOND
            return ReplayShot(seconds, positions, present, title, ruling, score, events)
        except ReplayError as error:
            self.errors.append(f"{place}: {error}")
            return None


def from_json(text: str, origin: str = "replay") -> Replay:
    """A replay from the text of a file.

    Args:
        text: JSON as `to_json` writes it.
        origin: name of the file, for error messages.

    Raises:
        ReplayError: if the text is no replay; it lists every error found, up to twenty.
    """
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        raise ReplayError(f"{origin}: not JSON: {error}") from None
    if not isinstance(table, dict) or table.get("format") != FORMAT:
        found = table.get("format") if isinstance(table, dict) else type(table).__name__
        raise ReplayError(f'{origin}: not a replay: "format" is {found!r}, expected {FORMAT!r}')
    if table.get("version") != VERSION:
        raise ReplayError(
            f"{origin}: format version {table.get('version')!r}; this release reads {VERSION}"
        )
    read = _Reader()
    table = read.keys("", table, _KEYS)
    for key, unit in (("per_metre", PER_METRE), ("per_second", PER_SECOND)):
        if table.get(key, unit) != unit:
            read.wrong(key, table[key], str(unit))
    names = table.get("names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        read.wrong("names", names, "a list of strings")
    settings = table.get("settings", {})
    if not isinstance(settings, dict):
        read.wrong("settings", settings, "an object")
    marks = read.marks(table.get("marks", {}))
    jaws = read.jaws(table.get("jaws"))
    shots = table.get("shots", [])
    if not isinstance(shots, list):
        read.wrong("shots", shots, "a list")
        shots = []
    played = [read.shot(f"shots[{k}]", shot) for k, shot in enumerate(shots)]
    if read.errors:
        more = len(read.errors) - _MOST_ERRORS
        lines = read.errors[:_MOST_ERRORS] + ([f"and {more} more"] if more > 0 else [])
        raise ReplayError(f"{origin}: {len(read.errors)} error(s)\n  " + "\n  ".join(lines))
    return Replay(marks, tuple(names), tuple(s for s in played if s is not None), settings, jaws)


def read_replay(path: str | os.PathLike[str]) -> Replay:
    """Read a replay file.

    Raises:
        ReplayError: if it is no replay, with every error found.
        OSError: if the file cannot be read.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ReplayError(f"{os.fspath(path)}: not a replay: not a text file in UTF-8") from None
    return from_json(text, os.fspath(path))
