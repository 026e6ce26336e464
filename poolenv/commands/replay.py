"""``python -m poolenv replay FILE``: a recorded rack or a notated match, played again.

A match file is played again stroke by stroke and held against its own log and rulings.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from poolenv.notation import Match, NotationError, read_match, replay
from poolenv.notation.match import FORMAT
from poolenv.render import Replay, ReplayError, read_replay, write_html
from poolenv.render.notated import replay_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a replay in JSON, or a match")
    parser.add_argument(
        "--html", type=Path, metavar="OUT", help="page to write; without it a match is told"
    )


def is_match(file: Path) -> bool:
    """Whether a file begins as a notated match does."""
    with file.open("rb") as opened:
        return opened.readline().startswith(FORMAT.encode())


def run(arguments: argparse.Namespace) -> int:
    """Write the page, or tell the match."""
    try:
        if not is_match(arguments.file):
            if arguments.html is None:
                print(f"{arguments.file}: a replay needs --html OUT", file=sys.stderr)
                return 2
            return _write(read_replay(arguments.file), arguments.html)
        match = read_match(arguments.file)
        if arguments.html is not None:
            return _write(replay_of(match), arguments.html)
        return _tell(match)
    except BrokenPipeError:
        raise  # the reader went away, the file is in order
    except (NotationError, ReplayError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _write(shown: Replay, page: Path) -> int:
    write_html(shown, page)
    print(f"{page}: {len(shown.shots)} shots")
    return 0


def _tell(match: Match) -> int:
    """What was said and done and how it was ruled, without the logs."""
    heading = match.heading
    print(f"{heading.game}, {heading.edition}: {' against '.join(heading.players)}")
    strokes = 0
    for entry, board in replay(match):
        lines = [line for line in entry.lines() if not line.startswith("  ")]
        stroke = board.just_ruled(entry)
        if stroke is not None:
            strokes += 1
            lines.append(f"  {match.explain(stroke)}")
        for line in lines:
            print(line)
    print(f"{strokes} strokes came out as notated")
    return 0
