"""Equipment that differs from episode to episode, within ranges that a file states.

Measures of the table make its colliders, so they are drawn once for a number of tables that are
built beforehand, the same ones for every environment; each episode is played on one of them. All
other numbers (cloth, rubber, balls, cue) are drawn anew for each episode. Both come from the random
word of the table that begins the episode.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from poolenv.config import (
    ConfigError,
    Inconsistency,
    Problem,
    Range,
    Source,
    nearest,
    schema,
    settings,
    values_of,
)
from poolenv.table.specs import Balls, Cloth, Cue, Equipment, Table

#: Part of the equipment -> its schema and the folder of its files.
PARTS: dict[str, tuple[Any, str]] = {
    "table": (Table, "tables"),
    "cloth": (Cloth, "cloths"),
    "balls": (Balls, "balls"),
    "cue": (Cue, "cues"),
}


@schema
class Randomization:
    """What is drawn: dotted keys of table, cloth, balls and cue.

    Several keys in one, with blanks between, are drawn together.
    """

    tables: Annotated[int, Range(ge=1, le=256)] = 16  # tables of different measures
    seed: Annotated[int, Range(ge=0)] = 0  # what their measures are drawn from
    #: Least and greatest value.
    ranges: Mapping[str, tuple[float, float]] = dataclasses.field(default_factory=dict)
    #: Greatest difference from what the equipment says, either way.
    tolerances: Mapping[str, Annotated[float, Range(ge=0.0)]] = dataclasses.field(
        default_factory=dict
    )

    def inconsistencies(self) -> list[Inconsistency]:
        """Ranges run upwards, and no number is drawn twice."""
        wrong = [
            Inconsistency(f"ranges.{key}", list(ends), "the least value before the greatest")
            for key, ends in self.ranges.items()
            if ends[0] > ends[1]
        ]
        seen: set[str] = set()
        for kind in ("ranges", "tolerances"):
            for entry in getattr(self, kind):
                for key in entry.split():
                    if key in seen:
                        wrong.append(Inconsistency(f"{kind}.{entry}", key, "each key once"))
                    seen.add(key)
        return wrong


def load_randomization(source: Source | Randomization, **overrides: Any) -> Randomization:
    """Ranges of ``configs/randomization``, of a file, or a mapping of differences from ``none``.

    Raises:
        ConfigError: with every problem found.
    """
    return settings(Randomization, "randomization", source, base="none", overrides=overrides)


class Span(NamedTuple):
    """Numbers that are drawn together."""

    entry: str  # as the file says it
    keys: tuple[str, ...]
    low: tuple[float, ...]  # of each key
    high: tuple[float, ...]


def _numbers(value: Any, at: str = "") -> Iterator[tuple[str, float]]:
    """Dotted keys and values of the numbers of a part."""
    for name, inner in value.items():
        key = f"{at}{name}"
        if isinstance(inner, Mapping):
            yield from _numbers(inner, f"{key}.")
        elif isinstance(inner, int | float) and not isinstance(inner, bool):
            yield key, float(inner)


def spans_of(randomization: Randomization, equipment: Equipment) -> list[Span]:
    """The entries of the file for this equipment.

    Raises:
        ConfigError: if the equipment has no such number.
    """
    known = {
        f"{part}.{key}": value
        for part in PARTS
        for key, value in _numbers(values_of(getattr(equipment, part)))
    }
    problems, spans = [], []
    for kind in ("ranges", "tolerances"):
        for entry, bounds in getattr(randomization, kind).items():
            keys = tuple(entry.split())
            for key in keys or ("",):
                if key not in known:
                    expected = "numbers of the table, cloth, balls or cue in use"
                    at = f"{kind}.{entry}"
                    near = nearest(key, known)
                    problems.append(Problem("randomization", at, repr(key), expected, near))
            if problems:
                continue
            if kind == "ranges":
                ends = (bounds[0],) * len(keys), (bounds[1],) * len(keys)
            else:
                ends = (
                    tuple(known[key] - bounds for key in keys),
                    tuple(known[key] + bounds for key in keys),
                )
            spans.append(Span(entry, keys, *ends))
    if problems:
        raise ConfigError(problems)
    return spans


def changed(equipment: Equipment, changes: Mapping[str, float]) -> Equipment:
    """The equipment with some numbers replaced, checked.

    Raises:
        ConfigError: naming the number and what is allowed.
    """
    parts, problems = equipment, []
    for part, (schema_type, folder) in PARTS.items():
        own = {k.partition(".")[2]: v for k, v in changes.items() if k.startswith(f"{part}.")}
        if not own:
            continue
        try:
            new = settings(schema_type, folder, getattr(parts, part), overrides=own)
            parts = parts._replace(**{part: new})
        except ConfigError as error:
            problems += [
                dataclasses.replace(p, file="randomization", key=f"{part}.{p.key}")
                for p in error.problems
            ]
    if problems:
        raise ConfigError(problems)
    return parts


def at_share(span: Span, share: float) -> dict[str, float]:
    """The numbers of a span at a share of the way from low to high."""
    ends = zip(span.keys, span.low, span.high, strict=True)
    return {key: low + (high - low) * share for key, low, high in ends}
