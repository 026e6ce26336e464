"""Options and fixtures that all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

CASES = Path(__file__).resolve().parent / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rules-cases",
        type=Path,
        default=CASES / "rules_cases.yaml",
        help="referee cases to run (a file of the schema of tests/cases/README.md)",
    )
