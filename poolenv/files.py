"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_text(text: str, path: str | os.PathLike[str]) -> None:
    """Write a file to a temporary name in the same folder, then rename it.

    Raises:
        OSError: if the file cannot be written.
    """
    target = Path(path)
    part = target.with_name(target.name + ".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    part.replace(target)
