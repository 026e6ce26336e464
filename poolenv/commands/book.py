"""``python -m poolenv book``: the rule book of a game, or two editions compared."""

from __future__ import annotations

import argparse
import sys

import poolenv.games  # noqa: F401 - reading the pages files their articles
from poolenv.knobs import GAME_NAMES
from poolenv.rules.book import book_lines, diff_lines
from poolenv.rules.edition import DEFAULT_EDITION, load_edition, rules_rows
from poolenv.sources import ConfigError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--game", choices=GAME_NAMES, default="nine_ball", help="nine_ball")
    parser.add_argument(
        "--edition", default=DEFAULT_EDITION, help=f"a name or a .toml file ({DEFAULT_EDITION})"
    )
    parser.add_argument(
        "--diff", nargs=2, metavar=("E1", "E2"), help="print only the knobs that differ"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the book."""
    game = GAME_NAMES.index(arguments.game)
    names = arguments.diff or [arguments.edition]
    try:
        editions = [load_edition(name) for name in names]
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    rules = rules_rows([(edition, game, True) for edition in editions])
    if arguments.diff:
        lines = diff_lines(rules[0], rules[1], (names[0], names[1]))
    else:
        lines = book_lines(game, rules[0], editions[0].clauses)
    for line in lines:
        print(line)
    return 0
