"""The summary of the case book at the end of a run."""

from __future__ import annotations

from typing import Any

import pytest

from tests.physics.casebook.data import hand_in
from tests.physics.casebook.report import Report

REPORT = pytest.StashKey[Report]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[REPORT] = Report()
    try:
        hand_in(config.getoption("--recordings", default=None))
    except FileNotFoundError as error:
        raise pytest.UsageError(str(error)) from None


@pytest.fixture(scope="session")
def report(pytestconfig: pytest.Config) -> Report:
    """Where the case book writes its results down."""
    return pytestconfig.stash[REPORT]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    lines = config.stash[REPORT].lines()
    if len(lines) > 1:
        terminalreporter.section("physics case book")
        for line in lines:
            terminalreporter.line(line)
