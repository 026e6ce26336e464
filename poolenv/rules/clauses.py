"""The clauses of the rule books as data, read from ``clauses.toml`` beside this file."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

#: The list itself.
FILE = Path(__file__).with_name("clauses.toml")

Status = Literal["article", "check", "out of reach"]


@dataclass(frozen=True)
class Clause:
    """One clause of a rule book.

    Attributes:
        id: such as SK-17 or UA-F2.
        edition: the edition whose book it stands in.
        kind: letters of its classes: A on the table, B turns, C conduct, D equipment.
        title: its name.
        articles: titles of the articles that carry it out.
        checked_by: dotted name of the check that looks after it, for equipment.
        out_of_reach: why no article can carry it out.
    """

    id: str
    edition: str
    kind: str
    title: str
    articles: tuple[str, ...] = ()
    checked_by: str = ""
    out_of_reach: str = ""

    @property
    def status(self) -> Status:
        """Who looks after it."""
        if self.articles:
            return "article"
        return "check" if self.checked_by else "out of reach"


@functools.cache
def clauses() -> dict[str, Clause]:
    """Every clause by id, in the order of the books.

    Raises:
        ValueError: if an id is listed twice, or nobody or two look after a clause.
    """
    found: dict[str, Clause] = {}
    for entry in tomllib.loads(FILE.read_text(encoding="utf-8"))["clause"]:
        kind = entry.pop("class")
        titles = tuple(entry.pop("articles", ()))
        clause = Clause(kind=kind, articles=titles, **entry)
        ways = [bool(titles), bool(clause.checked_by), bool(clause.out_of_reach)]
        if clause.id in found or sum(ways) != 1:
            raise ValueError(
                f"{FILE.name}: {clause.id}: expected once, with one of articles, checked_by and "
                "out_of_reach"
            )
        found[clause.id] = clause
    return found


@functools.cache
def book_order() -> dict[str, int]:
    """The place of each clause id in the order of the books."""
    return {id: place for place, id in enumerate(clauses())}
