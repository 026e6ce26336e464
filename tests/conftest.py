"""Options of the case books: the same tests run on any file of the same schema."""

from __future__ import annotations

from pathlib import Path

import pytest

CASES = Path(__file__).resolve().parent / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("case books")
    group.addoption(
        "--rules-cases",
        type=Path,
        default=CASES / "rules_cases.yaml",
        metavar="FILE",
        help="referee cases to run instead of tests/cases/rules_cases.yaml",
    )
    group.addoption(
        "--physics-cases",
        type=Path,
        default=CASES / "physics_cases.yaml",
        metavar="FILE",
        help="physics cases to run instead of tests/cases/physics_cases.yaml",
    )
    group.addoption(
        "--recordings",
        type=Path,
        default=None,
        metavar="DIR",
        help="folder with recordings of real shots for the cases of kind dataset, DATASET.csv; "
        "tests/physics/casebook/recordings.py says what is in them",
    )
