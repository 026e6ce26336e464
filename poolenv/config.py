"""Strict configuration: a name, a path or a mapping becomes typed, frozen settings.

Every problem is reported at once, with file, dotted key, what was got, what was expected and the
nearest valid spelling. Pydantic checks the values and is imported only when something is read.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_args

from poolenv.schema import (
    Inconsistency,
    Range,
    all_keys,
    describe,
    keys_of,
    member,
    nearest,
    schema,
)
from poolenv.sources import (
    ConfigError,
    Problem,
    Resolved,
    Source,
    names,
    parse_assignment,
    read,
)

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = [
    "ConfigError",
    "Inconsistency",
    "Problem",
    "Range",
    "Resolved",
    "Source",
    "check",
    "content_hash",
    "names",
    "nearest",
    "parse_assignment",
    "read",
    "schema",
    "settings",
    "to_toml",
    "values_of",
]

T = TypeVar("T")

#: Longest piece of an offending value that a message repeats.
_SHOWN = 60


def settings(
    schema_type: type[T],
    kind: str,
    source: Source | T,
    *,
    base: str | None = None,
    overrides: Mapping[str, Any] | None = None,
) -> T:
    """Read and check a configuration.

    Args:
        schema_type: a class made with :func:`poolenv.schema.schema`.
        kind: the folder in ``configs/``, such as ``"tables"``.
        source: a name in that folder, the path of a TOML file, a mapping, or settings.
        base: what a mapping without ``extends`` differs from; None: a mapping stands alone.
        overrides: dotted keys and values laid over everything, as ``{"corner.mouth": 0.12}``.

    Raises:
        ConfigError: with every problem found.
    """
    if isinstance(source, schema_type):
        return check(schema_type, read(kind, values_of(source), overrides=overrides))
    return check(schema_type, read(kind, source, base=base, overrides=overrides))  # type: ignore[arg-type]


@functools.cache
def _adapter(schema_type: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(schema_type)


def check(schema_type: type[T], resolved: Resolved) -> T:
    """Turn values into settings.

    JSON is the way in because its strict mode takes tables and lists for schemas and tuples, and
    whole numbers for numbers, but neither text nor true and false.

    Raises:
        ConfigError: with every problem found.
    """
    from pydantic import ValidationError

    try:
        checked: T = _adapter(cast(Any, schema_type)).validate_json(json.dumps(resolved.values))
    except ValidationError as error:
        found: dict[str, Problem] = {}
        for entry in error.errors(include_url=False, include_context=False):
            problem = _problem(schema_type, resolved, entry["type"], entry["loc"], entry["input"])
            found.setdefault(problem.key, problem)
        raise ConfigError(found.values()) from None
    wrong = list(_inconsistencies(checked))
    if wrong:
        raise ConfigError(
            Problem(resolved.file_of(w.key), w.key, _shown(w.got), w.expected) for w in wrong
        )
    return checked


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def _problem(
    schema_type: Any, resolved: Resolved, error: str, loc: tuple[int | str, ...], got: Any
) -> Problem:
    """One finding of the checker in our words."""
    hint, table, path = schema_type, schema_type, ""
    for step in loc:
        inner = member(hint, step)
        if inner is None and not (error == "unexpected_keyword_argument" and step == loc[-1]):
            break  # the name of a member of a union: not part of the key
        path = f"{path}[{step}]" if isinstance(step, int) else f"{path}.{step}".lstrip(".")
        table, hint = hint, inner
    file = resolved.file_of(path)
    if error == "unexpected_keyword_argument":
        word, here = str(loc[-1]), list(keys_of(table))
        at = path.rpartition(".")[0]
        elsewhere = {key.rpartition(".")[2]: key for key in all_keys(schema_type)}
        near = elsewhere.get(word)  # spelled right, but in another table
        if near is None:
            near = nearest(word, here) or elsewhere.get(nearest(word, elsewhere) or "")
        expected = f"a key of {at or 'the file'} ({', '.join(here)})"
        return Problem(file, path, f"unknown key with value {_shown(got)}", expected, near)
    if error in ("missing", "missing_argument", "missing_keyword_only_argument"):
        return Problem(file, path, "nothing", describe(hint))
    near = None
    if error == "literal_error" and isinstance(got, str):
        near = _nearest_value(hint, got)
    return Problem(file, path, _shown(got), describe(hint), near)


def _nearest_value(hint: Any, got: str) -> str | None:
    """The allowed value that is spelled most like the one given."""
    return nearest(got, [value for value in get_args(hint) if isinstance(value, str)])


def _inconsistencies(value: Any, at: str = "") -> Iterator[Inconsistency]:
    """What the schemas inside a value find wrong between their own keys."""
    if dataclasses.is_dataclass(value):
        if hasattr(value, "inconsistencies"):
            for key, got, expected in value.inconsistencies():
                yield Inconsistency(f"{at}.{key}".lstrip("."), got, expected)
        for field in dataclasses.fields(value):
            yield from _inconsistencies(
                getattr(value, field.name), f"{at}.{field.name}".lstrip(".")
            )
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _inconsistencies(inner, f"{at}.{name}".lstrip("."))
    elif isinstance(value, list | tuple):
        for i, inner in enumerate(value):
            yield from _inconsistencies(inner, f"{at}[{i}]")


# -- dumping ---------------------------------------------------------------------------------------


def values_of(checked: Any) -> dict[str, Any]:
    """Settings as a mapping that TOML can hold and that reads back to equal settings.

    Keys whose value is None are left out: TOML has no such value, and their absence means it.
    """

    def plain(value: Any) -> Any:
        if dataclasses.is_dataclass(value):
            inner = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
            return {name: plain(v) for name, v in inner.items() if v is not None}
        if isinstance(value, Mapping):
            return {name: plain(v) for name, v in value.items() if v is not None}
        if isinstance(value, list | tuple):
            return [plain(v) for v in value]
        return value

    values: dict[str, Any] = plain(checked)
    return values


def content_hash(checked: Any) -> str:
    """Fingerprint of settings (16 hex digits): equal values, equal hash, however stated."""
    values = checked if isinstance(checked, Mapping) else values_of(checked)
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def to_toml(values: Mapping[str, Any]) -> str:
    """A mapping as the text of a TOML file; reading it back gives an equal mapping."""
    lines: list[str] = []

    def quoted(text: str) -> str:
        return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

    def name_of(key: str) -> str:
        bare = key.isascii() and key.replace("_", "a").replace("-", "a").isalnum()
        return key if bare else quoted(key)

    def inline(value: Any) -> str:
        if isinstance(value, Mapping):
            return "{" + ", ".join(f"{name_of(k)} = {inline(v)}" for k, v in value.items()) + "}"
        if isinstance(value, list | tuple):
            return "[" + ", ".join(inline(v) for v in value) + "]"
        if isinstance(value, bool):
            return "true" if value else "false"
        return quoted(value) if isinstance(value, str) else repr(value)

    def write(table: Mapping[str, Any], path: tuple[str, ...]) -> None:
        if path:
            lines.append(f"\n[{'.'.join(map(name_of, path))}]")
        for key, value in table.items():
            if not isinstance(value, Mapping):
                lines.append(f"{name_of(key)} = {inline(value)}")
        for key, value in table.items():
            if isinstance(value, Mapping):
                write(value, (*path, key))

    write(values, ())
    return "\n".join(lines).lstrip("\n") + "\n"
