"""Where a configuration comes from: a name, a path or a mapping, its bases and its overrides.

Files are TOML. ``extends = "base"`` takes every value of another file and states only differences.
Values leave here unchecked, each with the file that states it; config.py checks them.
"""

from __future__ import annotations

import dataclasses
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from poolenv.schema import nearest

Source = str | os.PathLike[str] | Mapping[str, Any]

PACKAGE = Path(__file__).resolve().parent
EXTENDS = "extends"


@dataclasses.dataclass(frozen=True)
class Problem:
    """One thing wrong with a configuration."""

    file: str
    key: str  # dotted; empty: the file as a whole
    got: str
    expected: str
    near: str | None = None  # nearest valid spelling

    def __str__(self) -> str:
        """One line: where, what was got, what was expected, the nearest valid choice."""
        where = f"{self.file}: {self.key}" if self.key else self.file
        hint = f"; did you mean {self.near!r}?" if self.near else ""
        return f"{where}: got {self.got}, expected {self.expected}{hint}"


class ConfigError(ValueError):
    """A configuration cannot be used; ``problems`` lists everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        count = len(self.problems)
        head = "1 problem" if count == 1 else f"{count} problems"
        super().__init__(
            f"{head} in the configuration\n" + "\n".join(f"  {p}" for p in self.problems)
        )


@dataclasses.dataclass(frozen=True)
class Resolved:
    """Values of a configuration, ``extends`` followed, overrides applied, not yet checked."""

    label: str  # file or mapping they were asked from
    values: dict[str, Any]
    origin: dict[str, str]  # dotted key -> file that states it

    def file_of(self, key: str) -> str:
        """The file that states a key, or else the innermost table around it."""
        while key:
            if key in self.origin:
                return self.origin[key]
            key = key.rpartition(".")[0]
        return self.label


# -- where files are -------------------------------------------------------------------------------


def configs_folder() -> Path:
    """The folder of the shipped files: package data if installed, else beside the package."""
    installed = PACKAGE / "configs"
    return installed if installed.is_dir() else PACKAGE.parent / "configs"


def names(kind: str) -> list[str]:
    """Names of the shipped configurations of a kind (``"tables"``, ``"rewards"`` ...)."""
    return sorted(file.stem for file in (configs_folder() / kind).glob("*.toml"))


def _find(kind: str, source: str | os.PathLike[str], beside: Path | None, asked: Problem) -> Path:
    """The file a name or path stands for; ``asked`` words the error if there is none."""
    text = os.fspath(source)
    if isinstance(source, str) and not text.endswith(".toml") and os.sep not in text:
        file = configs_folder() / kind / f"{text}.toml"
        if text in names(kind):
            return file
        known = names(kind)
        expected = f"a name in configs/{kind} ({', '.join(known)}) or the path of a .toml file"
        raise ConfigError(
            [dataclasses.replace(asked, expected=expected, near=nearest(text, known))]
        )
    file = Path(text) if beside is None else beside / text
    if not file.is_file():
        raise ConfigError([dataclasses.replace(asked, expected="the path of a file that exists")])
    return file


def _label(file: Path) -> str:
    """How messages call a file: shipped ones by their place in configs/, others in full."""
    folder = configs_folder()
    return f"configs/{file.relative_to(folder)}" if file.is_relative_to(folder) else str(file)


def _parse(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError([Problem(_label(file), "", str(error), "valid TOML")]) from error
    except OSError as error:
        raise ConfigError([Problem(_label(file), "", str(error), "a readable file")]) from error


# -- layers: extends, overrides --------------------------------------------------------------------


def _plain(value: Any, label: str, key: str, problems: list[Problem]) -> Any:
    """The value in types that TOML has; numpy scalars, tuples and paths are converted."""
    if isinstance(value, Mapping):
        for name in value:
            if not isinstance(name, str):
                problems.append(Problem(label, key, f"the key {name!r}", "keys that are text"))
        items = [(name, v) for name, v in value.items() if isinstance(name, str)]
        dot = f"{key}." if key else ""
        return {name: _plain(v, label, dot + name, problems) for name, v in items}
    if isinstance(value, list | tuple):
        return [_plain(v, label, f"{key}[{i}]", problems) for i, v in enumerate(value)]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        return value.item()
    if not isinstance(value, bool | int | float | str):
        problems.append(
            Problem(label, key, repr(value), "text, a number, true or false, a list or table")
        )
    return value


def _merge(
    into: dict[str, Any], new: Mapping[str, Any], label: str, origin: dict[str, str], at: str = ""
) -> None:
    """Lay new values over old ones; tables are merged, everything else is replaced."""
    for name, value in new.items():
        key = f"{at}.{name}" if at else name
        origin[key] = label
        if isinstance(value, dict) and isinstance(into.get(name), dict):
            _merge(into[name], value, label, origin, key)
        elif isinstance(value, dict):
            into[name] = {}
            _merge(into[name], value, label, origin, key)
        else:
            into[name] = value


def _nested(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted keys as nested tables: {"a.b": 1} becomes {"a": {"b": 1}}."""
    nested: dict[str, Any] = {}
    for dotted, value in overrides.items():
        *tables, last = dotted.split(".")
        inner = nested
        for table in tables:
            inner = inner.setdefault(table, {})
            if not isinstance(inner, dict):
                expected = f"{table} to be a table, not a value"
                raise ConfigError([Problem("overrides", dotted, repr(value), expected)])
        inner[last] = value
    return nested


def _layers(
    kind: str, source: Source, base: str | None, problems: list[Problem]
) -> list[tuple[str, dict[str, Any]]]:
    """The configuration, what it extends, what that extends ...: labels and plain values."""
    layers: list[tuple[str, dict[str, Any]]] = []
    seen: list[Path] = []
    label, beside = f"{kind} mapping", None
    step: Source | None = source
    asked = Problem(kind, "", repr(source), "a name, the path of a .toml file, or a mapping")
    while step is not None:
        if isinstance(step, Mapping):
            values = _plain(step, label, "", problems)
            parent = values.pop(EXTENDS, base)
        elif isinstance(step, str | os.PathLike):
            file = _find(kind, step, beside, asked).resolve()
            label, beside = _label(file), file.parent
            if file in seen:
                chain = " -> ".join(f.stem for f in [*seen[seen.index(file) :], file])
                expected = "files that do not extend themselves"
                raise ConfigError([Problem(label, EXTENDS, chain, expected)])
            seen.append(file)
            values = _plain(_parse(file), label, "", problems)
            parent = values.pop(EXTENDS, None)
        else:
            raise ConfigError([asked])
        layers.append((label, values))
        asked = Problem(label, EXTENDS, repr(parent), "the name or path of one file")
        if parent is not None and not isinstance(parent, str):
            raise ConfigError([asked])
        step = parent
    return layers


def read(
    kind: str,
    source: Source,
    *,
    base: str | None = None,
    overrides: Mapping[str, Any] | None = None,
) -> Resolved:
    """Values of a configuration, ``extends`` followed and overrides applied, not yet checked.

    Args:
        kind: the folder in ``configs/``.
        source: a name in that folder, the path of a TOML file, or a mapping.
        base: what a mapping without ``extends`` differs from; None: it stands alone.
        overrides: dotted keys and values laid over everything.

    Raises:
        ConfigError: unknown name, no such file, broken TOML, a cycle of ``extends``, values that a
            file could not hold.
    """
    problems: list[Problem] = []
    layers = _layers(kind, source, base, problems)
    if overrides:
        layers.insert(0, ("overrides", _nested(_plain(overrides, "overrides", "", problems))))
    if problems:
        raise ConfigError(problems)
    values: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for label, layer in reversed(layers):
        _merge(values, layer, label, origin)
    return Resolved(layers[1 if overrides else 0][0], values, origin)


def parse_assignment(text: str) -> tuple[str, Any]:
    """``key=value`` of a command line; the value is read as TOML, anything else is text.

    Raises:
        ConfigError: if there is no ``=``.
    """
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise ConfigError([Problem("command line", "", repr(text), "key=value")])
    try:
        return key.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key.strip(), value.strip()
