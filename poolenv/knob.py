"""What a knob of the rule book is: one value with its default, what it may be, and its clauses.

The knobs themselves are declared in ``poolenv/knobs.py``, one line each.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Knob:
    """What one knob may be and where it comes from.

    Attributes:
        default: the value where no edition sets one.
        doc: one line of meaning.
        clauses: clause ids of the books.
        values: names of the allowed values, or None for a number.
        low: smallest allowed number.
        high: largest allowed number.
        name: the field of the record; filled in when the record is read.
        whole: only whole numbers make sense; filled in from the field's type.
    """

    default: float
    doc: str
    clauses: tuple[str, ...]
    values: dict[str, int] | None = None
    low: float = 0.0
    high: float = 0.0
    name: str = ""
    whole: bool = False

    def expected(self) -> str:
        """What a file may say here, in words."""
        if self.values is not None:
            if self.values == YES_NO:
                return "true or false"
            return "one of " + ", ".join(self.values)
        return f"a number from {self.low:g} to {self.high:g}"

    def word(self, value: float) -> str:
        """A value as a file would write it."""
        if self.values is None:
            return f"{value:g}"
        return next(word for word, number in self.values.items() if number == int(value))


YES_NO = {"false": 0, "true": 1}


def choice(default: int, values: dict[str, int], clauses: str, doc: str) -> Any:
    """A knob with named values."""
    return Knob(default, doc, tuple(clauses.split()), values=values)


def yes(clauses: str, doc: str) -> Any:
    """A knob that is on unless an edition says otherwise."""
    return Knob(1, doc, tuple(clauses.split()), values=YES_NO)


def no(clauses: str, doc: str) -> Any:
    """A knob that is off unless an edition says otherwise."""
    return Knob(0, doc, tuple(clauses.split()), values=YES_NO)


def number(default: float, low: float, high: float, clauses: str, doc: str) -> Any:
    """A knob with a number between two bounds, both allowed."""
    return Knob(default, doc, tuple(clauses.split()), low=low, high=high)


def knobs_of(record: type) -> dict[str, Knob]:
    """The knobs that a record class declares, by name, in order.

    Args:
        record: a class whose fields have knobs as class attributes.
    """
    return {
        name: dataclasses.replace(knob, name=name, whole=record.__annotations__[name] == "int")
        for name, knob in vars(record).items()
        if isinstance(knob, Knob)
    }
