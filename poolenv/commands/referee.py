"""``python -m poolenv referee FILE``: adjudicate described situations, explain each ruling."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from poolenv.games.casebook.answer import rule_on
from poolenv.games.casebook.features import FeatureMissing
from poolenv.games.casebook.scene import ROW
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

        try:
            held = yaml.safe_load(text)
        except yaml.YAMLError as error:
            raise ValueError(f"{file}: not YAML: {error}") from None
    cases = held.get("cases") if isinstance(held, dict) else held
    if not isinstance(cases, list) or not all(isinstance(c, dict) and "game" in c for c in cases):
        raise ValueError(f"{file}: expected a list `cases`, each with `game`, `prior`, `events`")
    return cases


def run(arguments: argparse.Namespace) -> int:
    """Print one paragraph per case and edition; 2 if a case could not be ruled on."""
    try:
        cases = read_cases(arguments.file)
    except (OSError, ValueError, ImportError) as error:
        print(error, file=sys.stderr)
        return 2
    status = 0
    for case in cases:
        if arguments.id and case.get("id") not in arguments.id:
            continue
        names = [arguments.edition] if arguments.edition else case.get("edition", [DEFAULT_EDITION])
        for name in names:
            referee = case.get("referee", True) is not False
            print(f"{case.get('id', '-')} {case['game']} {name}: {case.get('title', '')}")
            try:
                edition = load_edition(name)
                scene, said = rule_on(case, edition, edition, referee)
            except FeatureMissing as missing:
                print(f"  not ruled on: it needs {missing}, which is not built")
                continue
            except ValueError as error:
                print(f"  not ruled on: {error}", file=sys.stderr)
                status = 2
                continue
            if scene.ruled:
                rules, ruling = scene.rules[ROW], scene.ruling[ROW]
                print(f"  {explain(rules, ruling, edition.clauses)}")
            else:
                print("  " + "; ".join(_said(said)))
    return status


def _said(said: dict[str, Any]) -> list[str]:
    """An answer that no stroke decides, in words."""
    lines = []
    for key, value in said.items():
        words = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        if key == "spot_positions_mm":
            words = ", ".join(f"{ball} at ({u:.1f}, {v:.1f})" for ball, (u, v) in value.items())
        if value not in (None, [], {}, False):
            lines.append(f"{key.replace('_', ' ')}: {words}")
    return lines
