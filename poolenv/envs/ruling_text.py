"""A ruling that puts itself into words when somebody reads it."""

from __future__ import annotations

from typing import Any

from poolenv.rules.book import explain


class RulingText:
    """The ruling on the last stroke; ``str()`` of it is the explained text, with clause ids.

    Words cost more than the ruling itself, so they are made when they are asked for.

    Args:
        rules: record Rules of the table.
        ruling: (1,) record Ruling, copied; None: nothing was ruled on, the text is empty.
        prefixes: books to cite.
    """

    __slots__ = ("_prefixes", "_rules", "_ruling")

    def __init__(self, rules: Any, ruling: Any, prefixes: tuple[str, ...]) -> None:
        self._rules = rules
        self._ruling = None if ruling is None else ruling.copy()
        self._prefixes = prefixes

    @property
    def record(self) -> Any:
        """The ruling itself, record Ruling, or None."""
        return None if self._ruling is None else self._ruling[0]

    def __str__(self) -> str:
        return "" if self._ruling is None else explain(self._rules, self.record, self._prefixes)

    def __repr__(self) -> str:
        return f"RulingText({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RulingText):
            return NotImplemented
        if self._ruling is None or other._ruling is None:
            return self._ruling is other._ruling
        return self._ruling.tobytes() == other._ruling.tobytes() and self._rules == other._rules

    def __hash__(self) -> int:
        return hash(str(self))
