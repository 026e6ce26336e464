"""What a configuration may hold: frozen dataclasses with units and bounds, in words and as checks.

A schema states its keys once. The reader (config.py) validates files against it, and the same
declaration words the error messages: what was expected, which keys exist, which one is nearest.
"""

from __future__ import annotations

import dataclasses
import difflib
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")

#: Read by pydantic: unknown keys, a bool or text for a number, NaN and infinity are errors.
_STRICT = {"extra": "forbid", "strict": True, "allow_inf_nan": False}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Range:
    """Unit and bounds of a number, written beside its type: ``Annotated[float, Range(gt=0.0)]``."""

    unit: str = ""
    gt: float | None = None
    ge: float | None = None
    lt: float | None = None
    le: float | None = None

    def __str__(self) -> str:
        """Unit and bounds in words, for messages."""
        bounds = [
            f"{sign} {bound:g}"
            for sign, bound in ((">", self.gt), (">=", self.ge), ("<", self.lt), ("<=", self.le))
            if bound is not None
        ]
        return (f" [{self.unit}]" if self.unit else "") + "".join(f", {b}" for b in bounds)

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        """The bounds, added to the number's own check (called by pydantic)."""
        check = handler(source)
        for name in ("gt", "ge", "lt", "le"):
            if getattr(self, name) is not None:
                check[name] = getattr(self, name)
        return check


class Inconsistency(NamedTuple):
    """Two values that are fine alone and not together."""

    key: str  # dotted, from the table that found it
    got: Any
    expected: str


@dataclass_transform(frozen_default=True, kw_only_default=True)
def schema(cls: type[T]) -> type[T]:
    """Make a class a schema: a frozen dataclass that forbids unknown keys and loose types.

    A schema may have a method ``inconsistencies() -> list[Inconsistency]``; the reader calls it
    once every value is valid by itself.
    """
    cls.__pydantic_config__ = _STRICT  # type: ignore[attr-defined]
    return dataclasses.dataclass(frozen=True, kw_only=True)(cls)


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that is spelled most like the word, None if none is near."""
    close = difflib.get_close_matches(word.lower(), sorted(choices), n=1, cutoff=0.55)
    return close[0] if close else None


def _bare(hint: Any) -> Any:
    """The type without its annotations and without None."""
    if get_origin(hint) is Annotated:
        return _bare(get_args(hint)[0])
    if get_origin(hint) in (Union, types.UnionType):
        members = [m for m in get_args(hint) if m is not type(None)]
        if len(members) == 1:
            return _bare(members[0])
    return hint


def keys_of(hint: Any) -> dict[str, Any]:
    """The keys of a schema with their types; empty for anything else."""
    bare = _bare(hint)
    if not dataclasses.is_dataclass(bare):
        return {}
    hints = get_type_hints(bare, include_extras=True)
    return {field.name: hints[field.name] for field in dataclasses.fields(bare)}


def member(hint: Any, key: str | int) -> Any:
    """The type of one key or entry of a type, None if it has no such member."""
    bare = _bare(hint)
    if isinstance(key, str) and key in keys_of(bare):
        return keys_of(bare)[key]
    origin, arguments = get_origin(bare), get_args(bare)
    if isinstance(key, str) and isinstance(origin, type) and issubclass(origin, Mapping):
        return arguments[1]
    if isinstance(key, int) and isinstance(origin, type) and issubclass(origin, Sequence):
        return arguments[0] if arguments[-1] is Ellipsis or len(arguments) == 1 else arguments[key]
    return None


def all_keys(hint: Any, prefix: str = "") -> list[str]:
    """Every dotted key of a schema, tables included."""
    found = []
    for name, sub in keys_of(hint).items():
        found += [prefix + name, *all_keys(sub, f"{prefix}{name}.")]
    return found


def _required(schema_type: Any) -> list[str]:
    none = dataclasses.MISSING
    return [
        f.name
        for f in dataclasses.fields(_bare(schema_type))
        if f.default is none and f.default_factory is none
    ]


_WORDS = {float: "a number", int: "a whole number", bool: "true or false", str: "text"}


def describe(hint: Any) -> str:
    """A type in words: kind of value, unit, bounds, allowed values."""
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        return describe(inner) + "".join(str(note) for note in notes if isinstance(note, Range))
    if hint in _WORDS:
        return _WORDS[hint]
    bare, origin, arguments = _bare(hint), get_origin(hint), get_args(hint)
    if origin is Literal:
        return "one of " + ", ".join(repr(value) for value in arguments)
    if dataclasses.is_dataclass(bare):
        required = _required(bare)
        return "a table" + (f" with {', '.join(required)}" if required else "")
    if origin in (Union, types.UnionType):
        return " or ".join(describe(a) for a in arguments if a is not type(None))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"a table whose values are each {describe(arguments[1])}"
    if isinstance(origin, type) and issubclass(origin, Sequence):
        if origin is tuple and arguments[-1] is not Ellipsis:
            return f"a list of {len(arguments)}: " + ", ".join(describe(a) for a in arguments)
        return f"a list, each {describe(arguments[0])}"
    return str(getattr(hint, "__name__", hint))
