"""``python -m poolenv referee FILE``: adjudicate described situations, explain each ruling."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from poolenv.games.casebook.answer import rule_on
from poolenv.games.casebook.features import FeatureMissing
from poolenv.rules.book import explain
from poolenv.rules.edition import DEFAULT_EDITION, load_edition


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, help="cases as YAML (needs PyYAML) or JSON")
    parser.add_argument("--id", action="append", help="only this case; may be repeated")
    parser.add_argument(
        "--edition", help="rule under this edition; default: every edition the case lists"
    )


def read_cases(file: Path) -> list[dict[str, Any]]:
    """The cases of a file.

    Raises:
        ValueError: if the file does not hold cases, with what was expected.
    """
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".json":
        held = json.loads(text)
    else:
        import yaml

        held = yaml.safe_load(text)
    cases = held.get("cases") if isinstance(held, dict) else held
    if not isinstance(cases, list) or not all(isinstance(c, dict) and "game" in c for c in cases):
        raise ValueError(f"{file}: expected a list `cases`, each with `game`, `prior`, `events`")
    return cases


def run(arguments: argparse.Namespace) -> int:
    """Print one paragraph per case and edition."""
    try:
        cases = read_cases(arguments.file)
    except (OSError, ValueError, ImportError) as error:
        print(error, file=sys.stderr)
        return 2
    for case in cases:
        if arguments.id and case.get("id") not in arguments.id:
            continue
        names = [arguments.edition] if arguments.edition else case.get("edition", [DEFAULT_EDITION])
        for name in names:
            edition = load_edition(name)
            referee = case.get("referee", True) is not False
            print(f"{case.get('id', '-')} {case['game']} {name}: {case.get('title', '')}")
            try:
                scene, said = rule_on(case, edition, edition, referee)
            except (FeatureMissing, ValueError) as error:
                print(f"  not ruled on: {error}")
                continue
            if scene.ruled:
                rules, ruling = scene.rules[1], scene.ruling[1]
                print(f"  {explain(rules, ruling, edition.clauses)}")
            else:
                print("  " + ", ".join(f"{key}: {value}" for key, value in said.items()))
    return 0
