"""The lines of a match: what lies on the table, what chance decides, what a player does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from poolenv.balls import NO_BALL, ball_list, ball_set
from poolenv.events import NO_POCKET, POCKET_NAMES
from poolenv.notation.codecs import BallNumber, BallNumbers, Real, Unreadable, Word, bits_of
from poolenv.notation.forms import CONDUCT, EVENTS, GAME, KINDS, PLAYER, RULING, STROKE, Plain
from poolenv.rules import words

_REAL, _BALL, _BALLS = Real(), BallNumber(), BallNumbers()
_OPTION = Word(words.MENU_NAMES)
_POCKET = Word(POCKET_NAMES)


#: Fields of an event that stand before those of its form.
_BEFORE_FIELDS = ("t", "kind", "t_end")


def write_event(event: Plain) -> str:
    """One entry of the referee log: time, kind, fields."""
    rest = {name: value for name, value in event.items() if name not in _BEFORE_FIELDS}
    words = [_REAL.write(event["t"]), KINDS.write(event["kind"])]
    if "t_end" in event:
        words.append(f"t_end={_REAL.write(event['t_end'])}")
    return " ".join([*words, EVENTS[event["kind"]].write(rest)]).rstrip()


def read_event(text: str) -> Plain:
    """The entry behind a text.

    Raises:
        Unreadable: if it is none.
    """
    parts = text.split()
    if len(parts) < 2:
        raise Unreadable(text, "a time, a kind of event and its fields")
    kind = KINDS.read(parts[1])
    if not 0 <= kind < len(EVENTS):
        raise Unreadable(parts[1], "a kind of event")
    event: Plain = {"t": _REAL.read(parts[0]), "kind": kind}
    rest = parts[2:]
    if rest and rest[0].startswith("t_end="):
        event["t_end"] = _REAL.read(rest.pop(0).removeprefix("t_end="))
    return {**event, **EVENTS[kind].read(rest)}


def plain_event(record: Any) -> Plain:
    """An entry of the log as plain values; the end of a contact that does not last is left out."""
    event: Plain = {"t": float(record.t), "kind": int(record.kind)}
    if repr(float(record.t_end)) != repr(event["t"]):
        event["t_end"] = float(record.t_end)
    return {**event, **EVENTS[event["kind"]].plain(record)}


@dataclass(frozen=True)
class Bed:
    """Where all balls are, exactly.

    Attributes:
        balls: ball -> (x, y), with z if it is not that of a ball on the cloth [m].
        pocketed: set of the balls in pockets.
        off: set of the balls off the table.
    """

    balls: dict[int, tuple[float, ...]]
    pocketed: int = 0
    off: int = 0

    def write(self) -> str:
        """``ball:x,y`` for balls on the bed, ``pocketed=`` and ``off=`` where there are any."""
        parts = [f"{b}:{','.join(map(_REAL.write, place))}" for b, place in self.balls.items()]
        for name, balls in (("pocketed", self.pocketed), ("off", self.off)):
            if balls:
                parts.append(f"{name}={_BALLS.write(balls)}")
        return " ".join(parts)

    @classmethod
    def read(cls, line: list[str]) -> Bed:
        """The bed of a line.

        Raises:
            Unreadable: naming the word that cannot be read, or a ball that is in two places.
        """
        balls: dict[int, tuple[float, ...]] = {}
        away = {"pocketed": 0, "off": 0}
        for part in line:
            name, equals, word = part.partition("=")
            if equals:
                if name not in away:
                    raise Unreadable(part, "pocketed= or off=", away)
                away[name] = _BALLS.read(word)
                continue
            ball_word, _, place_word = part.partition(":")
            place = tuple(_REAL.read(number) for number in place_word.split(","))
            ball = 0 if ball_word == "0" else _BALL.read(ball_word)
            if ball == NO_BALL or len(place) not in (2, 3):
                raise Unreadable(part, "ball:x,y such as 9:0.635,0.1")
            if ball in balls:
                raise Unreadable(part, f"ball {ball} once")
            balls[ball] = place
        lying = ball_set(list(balls))
        twice = (lying & away["pocketed"]) | (lying & away["off"]) | away["pocketed"] & away["off"]
        if twice:
            raise Unreadable(" ".join(line), f"ball {ball_list(twice)[0]} in one place")
        return cls(dict(sorted(balls.items())), away["pocketed"], away["off"])


def _two(rest: list[str], expected: str) -> tuple[str, str]:
    if len(rest) != 2:
        raise Unreadable(" ".join(rest), expected)
    return rest[0], rest[1]


def _one(rest: list[str], expected: str) -> str:
    if len(rest) != 1:
        raise Unreadable(" ".join(rest), expected)
    return rest[0]


@dataclass(frozen=True)
class Start:
    """The game sheet and the bed at the beginning, and before the last stroke if that matters."""

    sheet: Plain
    bed: Bed
    before: Bed | None = None
    line: int = field(default=0, compare=False)

    def lines(self) -> list[str]:
        """The lines of the text."""
        found = [f"start {GAME.write(self.sheet)}".rstrip(), f"balls {self.bed.write()}".rstrip()]
        return found + ([] if self.before is None else [f"before {self.before.write()}".rstrip()])


@dataclass(frozen=True)
class Lag:
    """Who won the lag or lot, and where its balls came to rest if it was played."""

    winner: int
    bed: Bed | None = None
    line: int = field(default=0, compare=False)

    def lines(self) -> list[str]:
        """The lines of the text."""
        rest = "" if self.bed is None else f" {self.bed.write()}"
        return [f"lag {PLAYER.write(self.winner)}{rest}"]


@dataclass(frozen=True)
class RackUp:
    """The bed after the balls that were owed had been racked."""

    bed: Bed
    line: int = field(default=0, compare=False)

    def lines(self) -> list[str]:
        """The lines of the text."""
        return [f"rack {self.bed.write()}"]


@dataclass(frozen=True)
class Option:
    """A player takes one of the options on offer."""

    verb: ClassVar[str] = "option"
    player: int
    option: int
    line: int = field(default=0, compare=False)

    def lines(self) -> list[str]:
        """The lines of the text."""
        return [f"{PLAYER.write(self.player)} option {_OPTION.write(self.option)}"]

    @classmethod
    def read(cls, player: int, rest: list[str], line: int) -> Option:
        """From the words after the verb."""
        return cls(player, _OPTION.read(_one(rest, "one option")), line)


@dataclass(frozen=True)
class Place:
    """A player lays the cue ball down [m]."""

    verb: ClassVar[str] = "place"
    player: int
    x: float
    y: float
    line: int = field(default=0, compare=False)

    def lines(self) -> list[str]:
        """The lines of the text."""
        return [f"{PLAYER.write(self.player)} place {_REAL.write(self.x)},{_REAL.write(self.y)}"]

    @classmethod
    def read(cls, player: int, rest: list[str], line: int) -> Place:
        """From the words after the verb."""
        x, y = _two(_one(rest, "x,y").split(","), "x,y")
        return cls(player, _REAL.read(x), _REAL.read(y), line)


@dataclass(frozen=True)
class Call:
    """A player declares a ball and pocket, a safety, a push out, or nothing."""

    verb: ClassVar[str] = "call"
    player: int
    intent: int
    ball: int = NO_BALL
    pocket: int = NO_POCKET
    line: int = field(default=0, compare=False)

    def text(self) -> str:
        """What is said: ``9 FR``, ``safety``, ``push_out`` or ``none``."""
        if self.intent != words.SHOT:
            return words.INTENT_NAMES[self.intent]
        if self.ball == NO_BALL:
            return "none"
        return f"{_BALL.write(self.ball)} {_POCKET.write(self.pocket)}"

    def lines(self) -> list[str]:
        """The lines of the text."""
        return [f"{PLAYER.write(self.player)} call {self.text()}"]

    @classmethod
    def read(cls, player: int, rest: list[str], line: int = 0) -> Call:
        """From the words after the verb."""
        alone = {name: k for k, name in enumerate(words.INTENT_NAMES) if k != words.SHOT}
        alone["none"] = words.SHOT
        if len(rest) == 1:
            if rest[0] not in alone:
                raise Unreadable(rest[0], "ball and pocket, safety, push_out or none", alone)
            return cls(player, alone[rest[0]], line=line)
        ball, pocket = _two(rest, "ball and pocket, safety, push_out or none")
        return cls(player, words.SHOT, _BALL.read(ball), _POCKET.read(pocket), line)


@dataclass(frozen=True)
class Act:
    """Something a player or an outsider does besides the stroke (record Conduct)."""

    verb: ClassVar[str] = "act"
    fields: Plain
    line: int = field(default=0, compare=False)

    def lines(self) -> list[str]:
        """The lines of the text."""
        return [f"act {CONDUCT.write(self.fields)}"]


@dataclass(frozen=True)
class Stroke:
    """A stroke as it was executed, what happened, and the ruling; either may be left out.

    Attributes:
        player: who plays.
        numbers: of the stroke, execution noise included.
        log: entries of the referee log; empty: not told.
        ruling: None: not told, or the log overflowed and nothing was ruled.
    """

    verb: ClassVar[str] = "stroke"
    player: int
    numbers: Plain
    log: tuple[Plain, ...] = ()
    ruling: Plain | None = None
    line: int = field(default=0, compare=False)

    def lines(self) -> list[str]:
        """The lines of the text; what belongs to the stroke is indented."""
        found = [f"{PLAYER.write(self.player)} stroke {STROKE.write(self.numbers)}".rstrip()]
        found += [f"  event {write_event(event)}" for event in self.log]
        if self.ruling is not None:
            found.append(f"  ruling {RULING.write(self.ruling)}".rstrip())
        return found

    @classmethod
    def read(cls, player: int, rest: list[str], line: int) -> Stroke:
        """From the words after the verb; events and ruling follow on their own lines."""
        return cls(player, STROKE.read(rest), line=line)


Entry = Start | Lag | RackUp | Option | Place | Call | Act | Stroke
#: What a player may do, by verb.
VERBS: dict[str, Callable[[int, list[str], int], Entry]] = {
    Option.verb: Option.read,
    Place.verb: Place.read,
    Call.verb: Call.read,
    Stroke.verb: Stroke.read,
}
#: A menu in words, for messages.
MENU = bits_of(words.MENU_NAMES)
