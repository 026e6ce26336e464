"""``python -m poolenv replay FILE --html OUT``: a recorded rack as one page to look at."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from poolenv.render import ReplayError, read_replay, write_html


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a replay in JSON")
    parser.add_argument("--html", type=Path, required=True, metavar="OUT", help="page to write")


def run(arguments: argparse.Namespace) -> int:
    """Write the page."""
    try:
        replay = read_replay(arguments.file)
        write_html(replay, arguments.html)
    except (ReplayError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{arguments.html}: {len(replay.shots)} shots")
    return 0
