"""A case file as data: cases, what they expect, and the runs that a case asks for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml


@dataclass(frozen=True)
class Expected:
    """One line of `expected`."""

    quantity: str
    value: Any = None  # number or vector
    tol_abs: float | None = None
    tol_rel: float | None = None
    range: tuple[float, float] | None = None
    compare: str | None = None
    unit: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if self.range is None and (
            self.value is None or (self.tol_abs is None and self.tol_rel is None)
        ):
            raise ValueError(f"{self.quantity}: expected a range, or a value with a tolerance")


@dataclass(frozen=True)
class Run:
    """One setup without lists, and which entries of the case's lists it took."""

    setup: dict[str, Any]
    entries: dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One case of the file, with the numbers of its parameter set."""

    id: str
    group: str
    tier: str
    kind: str
    setup: dict[str, Any]
    params: dict[str, Any]
    expected: tuple[Expected, ...]
    name: str = ""
    feature: str | None = None
    runs: tuple[Run, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "runs", tuple(_runs(self.id, self.setup)))

    @property
    def informative(self) -> bool:
        """Tier D: reported, never failed."""
        return self.tier == "D"


def _runs(case: str, setup: dict[str, Any]) -> Iterator[Run]:
    """Entries of `x_values` go together one by one; `vary_x` takes all combinations."""
    fixed, together, varied = {}, {}, {}
    for key, value in setup.items():
        if key.endswith("_values"):
            together[key.removesuffix("_values")] = value
        elif key.startswith("vary_"):
            varied[key.removeprefix("vary_")] = value
        else:
            fixed[key] = value
    if len({len(values) for values in together.values()}) > 1:
        raise ValueError(f"{case}: lists of different length: {sorted(together)}")
    rows = [dict(zip(together, row, strict=True)) for row in zip(*together.values(), strict=True)]
    columns = [dict(zip(varied, row, strict=True)) for row in itertools.product(*varied.values())]
    for row in rows or [{}]:
        for column in columns:
            entries = row | column
            yield Run(fixed | entries, entries)


def _expected(case: str, line: dict[str, Any]) -> Expected:
    known = set(Expected.__dataclass_fields__)
    unknown = set(line) - known
    if unknown:
        raise ValueError(f"{case}: expected has unknown keys {sorted(unknown)}")
    bounds = line.get("range")
    return Expected(**(line | {"range": None if bounds is None else (bounds[0], bounds[1])}))


def load(path: Path) -> list[Case]:
    """All cases of a file.

    Raises:
        ValueError: if an id occurs twice, a parameter set is missing, or a line cannot be read.
    """
    book = yaml.safe_load(path.read_text(encoding="utf-8"))
    sets = book.get("param_sets") or {}
    cases = []
    for entry in book["cases"]:
        name = entry.get("params")
        if name is not None and name not in sets:
            raise ValueError(f"{entry['id']}: no parameter set {name!r}; known: {sorted(sets)}")
        cases.append(
            Case(
                id=entry["id"],
                group=entry["group"],
                tier=entry["tier"],
                kind=entry["kind"],
                setup=entry.get("setup") or {},
                params=sets[name] if name is not None else {},
                expected=tuple(_expected(entry["id"], line) for line in entry["expected"]),
                name=entry.get("name", ""),
                feature=entry.get("feature"),
            )
        )
    ids = [case.id for case in cases]
    twice = sorted({i for i in ids if ids.count(i) > 1})
    if twice:
        raise ValueError(f"{path}: ids occur twice: {twice}")
    return cases
