"""How one number of a record is written as a word and read back.

Numbers are written with as few digits as read back to the same number, so nothing is lost; names
come from the words of the rule book. No word holds a blank.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from poolenv.balls import N_BALLS, ball_list, ball_set
from poolenv.schema import nearest

Number = int | float


class Unreadable(ValueError):  # noqa: N818 - names what the word is
    """A word that cannot be read.

    Args:
        got: what stood there.
        expected: what could have stood there.
        choices: the words it could have been, to name the nearest.
        word: the part of it that is no choice; all of it without.
    """

    def __init__(
        self, got: str, expected: str, choices: Collection[str] = (), word: str | None = None
    ) -> None:
        spelled = {choice.lower(): choice for choice in choices}
        near = nearest(got if word is None else word, spelled) if spelled else None
        hint = f"; did you mean {spelled[near]!r}?" if near else ""
        super().__init__(f"got {got!r}, expected {expected}{hint}")


class Codec(Protocol):
    """A number as a word."""

    def write(self, number: Number) -> str:
        """The word for a number."""

    def read(self, word: str) -> Number:
        """The number behind a word.

        Raises:
            Unreadable: if there is none.
        """


class Real:
    """A number with a fraction, to the last bit."""

    def write(self, number: Number) -> str:
        """The shortest decimal that reads back to the same number."""
        return repr(float(number))

    def read(self, word: str) -> float:
        """Any finite decimal."""
        try:
            number = float(word)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise Unreadable(word, "a finite number")
        return number


class Whole:
    """A whole number."""

    def write(self, number: Number) -> str:
        """In decimal."""
        return str(int(number))

    def read(self, word: str) -> int:
        """From decimal."""
        try:
            return int(word)
        except ValueError:
            raise Unreadable(word, "a whole number") from None


class Word:
    """One of a list of names; a number outside the list stays a number.

    Args:
        names: the name of number k is ``names[k]``; the empty name is written ``none``.
        none: the word for -1, if -1 means nothing or nobody.
    """

    def __init__(self, names: Sequence[str], none: str | None = None) -> None:
        self._words = {k: name or "none" for k, name in enumerate(names)}
        if none is not None:
            self._words[-1] = none
        self._numbers = {word: k for k, word in self._words.items()}

    def write(self, number: Number) -> str:
        """The name, or the number itself."""
        return self._words.get(int(number), str(int(number)))

    def read(self, word: str) -> int:
        """The number of a name."""
        if word in self._numbers:
            return self._numbers[word]
        try:
            return int(word)
        except ValueError:
            pass
        raise Unreadable(word, f"one of {', '.join(self._numbers)}", self._numbers)


class Bits:
    """A set of names, joined by ``+``; the empty set is ``none``.

    Args:
        names: bit -> name.
    """

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = dict(names)
        self._bits = {name: bit for bit, name in self._names.items()}

    def write(self, number: Number) -> str:
        """The names of the bits; bits without a name follow as one number."""
        left = int(number)
        words = []
        for bit, name in self._names.items():
            if left & bit:
                words.append(name)
                left &= ~bit
        if left:
            words.append(str(left))
        return "+".join(words) or "none"

    def read(self, word: str) -> int:
        """The bits of the names."""
        bits = 0
        for name in [] if word == "none" else word.split("+"):
            if name in self._bits:
                bits |= self._bits[name]
            elif name.isdecimal():
                bits |= int(name)
            else:
                raise Unreadable(name, f"names out of {', '.join(self._bits)}", self._bits)
        return bits


def bits_of(names: Sequence[str]) -> Bits:
    """Bits numbered as their names; an empty name is no bit."""
    return Bits({1 << k: name for k, name in enumerate(names) if name})


class BallNumber:
    """A ball: its number, ``cue`` for the cue ball, ``none`` for none."""

    def write(self, number: Number) -> str:
        """The word for a ball."""
        return {0: "cue", -1: "none"}.get(int(number), str(int(number)))

    def read(self, word: str) -> int:
        """The ball of a word."""
        if word in ("cue", "none"):
            return 0 if word == "cue" else -1
        if word.isdecimal() and 0 < int(word) < N_BALLS:
            return int(word)
        raise Unreadable(word, "cue, none or a ball from 1 to 15", ("cue", "none"))


class BallNumbers:
    """A set of balls joined by commas, ``none`` for the empty set."""

    def write(self, number: Number) -> str:
        """The balls in ascending order."""
        return ",".join(BallNumber().write(ball) for ball in ball_list(int(number))) or "none"

    def read(self, word: str) -> int:
        """The set of the balls."""
        balls = [] if word == "none" else [BallNumber().read(part) for part in word.split(",")]
        if -1 in balls:
            raise Unreadable(word, "balls joined by commas, or none alone")
        if len(set(balls)) < len(balls):
            raise Unreadable(word, "every ball once")
        return ball_set(balls)
