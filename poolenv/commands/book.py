"""``python -m poolenv book``: the rule book, whole or of one game, or two editions compared."""

from __future__ import annotations

import argparse
import sys

import poolenv.games  # noqa: F401 - reading the pages files their articles
from poolenv.knobs import GAME_NAMES, RUN_OUT
from poolenv.rules.edition import load_edition
from poolenv.rules.printed import EVERY_BOOK, book_lines, diff_lines
from poolenv.sources import ConfigError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--game", choices=GAME_NAMES, help="only the general rules and this game")
    parser.add_argument(
        "--edition", help="only this edition, with its knobs: a name or a .toml file"
    )
    parser.add_argument(
        "--diff", nargs=2, metavar=("E1", "E2"), help="what two editions do differently"
    )
    parser.add_argument(
        "--card", action="store_true", help="the identity card of the environments, as Markdown"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the book."""
    games = [GAME_NAMES.index(arguments.game)] if arguments.game else range(len(GAME_NAMES))
    if arguments.card:
        return _print_cards([GAME_NAMES[game] for game in games])
    asked = arguments.diff or ([arguments.edition] if arguments.edition else [])
    try:
        editions = [load_edition(name) for name in asked]
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    if arguments.diff:
        lines = diff_lines(editions[0], editions[1], games)
    elif editions:
        lines = book_lines(games, editions[0].clauses, editions[0])
    else:
        lines = book_lines(games, EVERY_BOOK)
    for line in lines:
        print(line)
    return 0


def _print_cards(games: list[str]) -> int:
    from poolenv.envs.card import card, editions_table
    from poolenv.envs.ids import GAMES

    for id, game in GAMES.items():
        if game in games:
            table = [] if game == GAME_NAMES[RUN_OUT] else [*editions_table(game), ""]
            print("\n".join([*card(id), "", *table]))
    return 0
