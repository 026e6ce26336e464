"""A whole match as text and back: heading, a line of dashes, one line per thing that happened.

The format is described in docs/notation.md.
"""

from __future__ import annotations

import dataclasses
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from poolenv.files import write_text
from poolenv.notation.codecs import Unreadable
from poolenv.notation.entries import VERBS, Act, Bed, Entry, Lag, RackUp, Start, Stroke, read_event
from poolenv.notation.forms import CONDUCT, GAME, PLAYER, RULING
from poolenv.notation.heading import Heading
from poolenv.records import rows
from poolenv.rules.book import explain
from poolenv.rules.printed import EVERY_BOOK
from poolenv.rules.words import PLAYER_NAMES
from poolenv.sheets import Ruling

FORMAT = "poolenv notation"
VERSION = 1
#: Between the heading and what happened.
DIVIDER = "---"
_FIRST = ("start", "balls", "before", "lag", "rack", "act", "event", "ruling", *PLAYER_NAMES)


class NotationError(ValueError):
    """A text is no match, or the match in it cannot be played.

    Attributes:
        line: where, from 1; 0: the text as a whole.
    """

    def __init__(self, origin: str, line: int, reason: str) -> None:
        self.line = line
        super().__init__(f"{origin}, line {line}: {reason}" if line else f"{origin}: {reason}")


@dataclass(frozen=True)
class Match:
    """A match from its start: settings, and what happened in order.

    Attributes:
        heading: what it was played under.
        entries: a Start, then everything that followed.
        origin: file it was read from, for messages.
    """

    heading: Heading
    entries: tuple[Entry, ...]
    origin: str = dataclasses.field(default="match", compare=False)

    def to_text(self, *, logs: bool = True, comments: bool = True) -> str:
        """The text of the match.

        Args:
            logs: write the referee log of every stroke.
            comments: write every ruling in words too, as a comment.
        """
        lines = [f"{FORMAT} {VERSION}", "", *self.heading.to_toml().splitlines(), "", DIVIDER]
        for entry in self.entries:
            if isinstance(entry, Stroke) and not logs:
                entry = dataclasses.replace(entry, log=())
            lines += entry.lines()
            if comments and isinstance(entry, Stroke) and entry.ruling is not None:
                lines.append(f"  # {self.explain(entry)}")
        return "\n".join(lines) + "\n"

    def explain(self, stroke: Stroke) -> str:
        """The ruling on a stroke in words, with clause ids."""
        if stroke.ruling is None:
            return ""
        record = rows(Ruling, 1)[0]
        RULING.fill(stroke.ruling, record)
        return explain(self.heading.rules[0], record, self.heading.clauses or EVERY_BOOK)

    @classmethod
    def from_text(cls, text: str, origin: str = "match") -> Match:
        """Read a match.

        Args:
            text: as :meth:`to_text` writes it; comments and empty lines are passed over.
            origin: name of the file, for messages.

        Raises:
            NotationError: with the line, what was wrong, what was expected, the nearest choice.
        """
        lines = text.splitlines()
        _check_version(lines, origin)
        divider = next((k for k, line in enumerate(lines) if line.strip() == DIVIDER), None)
        if divider is None:
            raise NotationError(origin, 0, f"no line {DIVIDER!r} between heading and match")
        try:
            # The first line is replaced by an empty one, so that lines are counted alike.
            values = tomllib.loads("\n".join(["", *lines[1:divider]]))
            heading = Heading.from_values(values, origin)
        except tomllib.TOMLDecodeError as error:
            raise NotationError(origin, 0, f"the heading is not TOML: {error}") from None
        except ValueError as error:
            raise NotationError(origin, _line_of(error, lines[:divider]), str(error)) from None
        reader = _Reader(origin)
        for number, line in enumerate(lines[divider + 1 :], divider + 2):
            words = line.partition("#")[0].split()
            if words:
                try:
                    reader.read(words, number)
                except Unreadable as error:
                    raise NotationError(origin, number, str(error)) from None
        if not reader.entries or not isinstance(reader.entries[0], Start):
            raise NotationError(origin, divider + 1, "a match begins with start and balls")
        return cls(heading, tuple(reader.entries), origin)


def _check_version(lines: list[str], origin: str) -> None:
    """The first line says that this is a match, and in which version of the format."""
    first = lines[0].strip() if lines else ""
    words = first.rsplit(" ", 1)
    if len(words) != 2 or words[0] != FORMAT:
        raise NotationError(origin, 1, f"got {first[:60]!r}, expected '{FORMAT} {VERSION}'")
    if words[1] != str(VERSION):
        raise NotationError(origin, 1, f"format version {words[1]!r}; this release reads {VERSION}")


def _line_of(error: ValueError, lines: list[str]) -> int:
    """The line of a heading that holds what an error quotes, 0 if it cannot be told."""
    quoted = str(error).partition("got '")[2].partition("'")[0]
    return next((k for k, line in enumerate(lines, 1) if quoted and quoted in line), 0)


class _Reader:
    """Reads the lines after the heading, one by one."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.entries: list[Entry] = []

    def read(self, words: list[str], number: int) -> None:
        """One line."""
        first, rest = words[0], words[1:]
        if first in PLAYER_NAMES:
            verb = rest[0] if rest else ""
            if verb not in VERBS:
                raise Unreadable(verb, f"one of {', '.join(VERBS)}", VERBS)
            self.entries.append(VERBS[verb](PLAYER.read(first), rest[1:], number))
        elif first == "act":
            self.entries.append(Act(CONDUCT.read(rest), number))
        elif first == "start":
            if self.entries:
                raise Unreadable(first, "start once, as the first line")
            self.entries.append(Start(GAME.read(rest), Bed({}), None, number))
        elif first in ("balls", "before"):
            self._bed(first, Bed.read(rest))
        elif first == "lag" and rest:
            bed = Bed.read(rest[1:]) if len(rest) > 1 else None
            self.entries.append(Lag(PLAYER.read(rest[0]), bed, number))
        elif first == "rack":
            self.entries.append(RackUp(Bed.read(rest), number))
        elif first in ("event", "ruling"):
            self._of_stroke(first, rest)
        else:
            begins = f"a line beginning {', '.join(_FIRST)}"
            raise Unreadable(" ".join(words)[:60], begins, _FIRST, first)

    def _bed(self, first: str, bed: Bed) -> None:
        """The balls at the start, or before the last stroke."""
        start = self.entries[-1] if self.entries else None
        if not isinstance(start, Start):
            raise Unreadable(first, f"{first} right after start")
        change: dict[str, Any] = {"bed" if first == "balls" else "before": bed}
        self.entries[-1] = dataclasses.replace(start, **change)

    def _of_stroke(self, first: str, rest: list[str]) -> None:
        """An event of a stroke, or the ruling on it."""
        stroke = self.entries[-1] if self.entries else None
        if not isinstance(stroke, Stroke):
            raise Unreadable(first, f"{first} right after a stroke")
        if first == "event":
            event = read_event(" ".join(rest))
            self.entries[-1] = dataclasses.replace(stroke, log=(*stroke.log, event))
        else:
            self.entries[-1] = dataclasses.replace(stroke, ruling=RULING.read(rest))


def read_match(path: str | os.PathLike[str]) -> Match:
    """Read a match file.

    Raises:
        NotationError: if it is no match.
        OSError: if the file cannot be read.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError(os.fspath(path), 0, "not a text file in UTF-8") from None
    return Match.from_text(text, os.fspath(path))


def write_match(match: Match, path: str | os.PathLike[str], *, logs: bool = True) -> None:
    """Write a match file, whole or not at all.

    Args:
        match: what to write.
        path: of the file.
        logs: write the referee log of every stroke.

    Raises:
        OSError: if the file cannot be written.
    """
    write_text(match.to_text(logs=logs), path)
