"""The same cases with the JIT off: one source, so compiled and interpreted agree."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run_interpreted(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest on the given tests in a process of its own with ``NUMBA_DISABLE_JIT=1``."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def test_casebook(pytestconfig: pytest.Config) -> None:
    cases = Path(pytestconfig.getoption("--rules-cases")).resolve()
    done = run_interpreted("tests/rules/test_casebook.py", f"--rules-cases={cases}")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_parts() -> None:
    parts = ("spotting", "placement", "turns", "match", "own_casebook", "random_visits")
    done = run_interpreted(*(f"tests/rules/test_{part}.py" for part in parts))
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
