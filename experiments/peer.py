"""A script that runs in another interpreter and answers one request at a time."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

ENDED = "the peer's interpreter ended; does it have pooltool?"


class PeerProcess:
    """The other interpreter, with its own packages.

    Args:
        python: path of the interpreter.
        script: file to run, beside this one.
    """

    def __init__(self, python: Path, script: str) -> None:
        clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
        self.process = subprocess.Popen(
            [str(python), str(Path(__file__).with_name(script))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=clean,
        )

    def ask(self, request: str) -> dict[str, Any]:
        """Send one line, read one line of JSON.

        Raises:
            RuntimeError: if the interpreter ended.
        """
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(request + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise RuntimeError(ENDED) from None
        return self.read()

    def read(self) -> dict[str, Any]:
        """Read the next line of JSON.

        Raises:
            RuntimeError: if the interpreter ended.
        """
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):
                answer: dict[str, Any] = json.loads(line)
                return answer
        raise RuntimeError(ENDED)

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()
