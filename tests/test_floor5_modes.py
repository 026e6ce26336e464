"""Compiled and interpreted kernels of floor 5 agree to the bit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.floor5_digest import digest

ROOT = Path(__file__).resolve().parent.parent


def test_compiled_and_interpreted_agree():
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.floor5_digest"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == digest()
