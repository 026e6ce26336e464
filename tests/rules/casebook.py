"""Run one case of the casebook in every way it must come out the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from poolenv.games.casebook import answer
from poolenv.rules.edition import Edition, load_edition

#: Lists that compare as sets.
AS_SETS = ("options", "spotted", "stay_down", "restore", "shot_clock", "spotted_if_chosen")
#: Spot positions agree within this [mm].
TOLERANCE = 0.5
OTHER_EDITION = {"wsr": "wpa2008", "wpa2008": "wsr", "wpa_official": "wsr"}


def load_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with path.open(encoding="utf-8") as file:
        return yaml.load(file, Loader=loader)["cases"]


@cache
def edition(name: str) -> Edition:
    return load_edition(name)


def same_place(asked: Any, said: list[float]) -> bool:
    """Whether a spot position is the one asked for; an interval is taken exactly."""
    if isinstance(asked, Mapping):
        along = asked["u_min_exclusive"] < said[0] <= asked["u_max"]
        return along and abs(said[1] - asked["v"]) <= TOLERANCE
    return all(abs(a - b) <= TOLERANCE for a, b in zip(asked, said, strict=True))


def agrees(key: str, asked: Any, said: Any) -> bool:
    """Whether one key of the answer is what the case asserts."""
    if key == "spot_positions_mm":
        return asked.keys() == said.keys() and all(same_place(asked[b], said[b]) for b in asked)
    if key == "restore" and said == "pre_shot_position":
        return asked != "none"  # every ball goes back, those that the case names among them
    if key in AS_SETS and isinstance(asked, list):
        return isinstance(said, list) and set(asked) == set(said)
    if key == "warning":
        return asked == said
    if isinstance(asked, Mapping):
        return isinstance(said, Mapping) and all(
            agrees("", value, said.get(name)) for name, value in asked.items()
        )
    return asked == said


def check(case: Mapping[str, Any]) -> None:
    """Every listed edition, both referee settings where either may be, single and batched."""
    settings = [True, False] if case["referee"] == "any" else [case["referee"]]
    skipped = set(case.get("not_checked") or ())
    for name in case["edition"]:
        for referee in settings:
            for batched in (False, True):
                said = answer(
                    case, edition(name), edition(OTHER_EDITION.get(name, "wsr")), referee, batched
                )
                for key, asked in case["ruling"].items():
                    where = f"{case['id']} {name} referee={referee} batched={batched}: {key}"
                    if key not in skipped:
                        assert key in said, f"{where} is not answered"
                        assert agrees(key, asked, said[key]), (
                            f"{where} {said[key]!r}, not {asked!r}"
                        )
