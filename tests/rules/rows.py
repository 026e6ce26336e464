"""A table and sheets for tests of single functions."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from poolenv import states
from poolenv.knobs import NINE_BALL_GAME
from poolenv.records import rows
from poolenv.rules.edition import load_edition, rules_rows
from poolenv.rules.match import new_match, racked
from poolenv.sheets import Game, Ruling, Shot
from poolenv.table.marks import marks_of
from poolenv.table.specs import equip


@cache
def table_marks() -> Any:
    equipment = equip("nine_foot", "pool", "pool", "playing")
    return np.array([marks_of(equipment.table, equipment.balls)]).view(np.recarray)


def rules_of(game: int = NINE_BALL_GAME, edition: Any = "wpa2008", referee: bool = True) -> Any:
    return rules_rows([(load_edition(edition), game, referee)])[0]


def new_game(rules: Any, breaker: int = 0, race_to: int = 0, target: int = 0) -> Any:
    game = rows(Game, 1)[0]
    new_match(rules, game, breaker, race_to, target)
    racked(game)
    return game


def sheets() -> tuple[Any, Any]:
    return rows(Shot, 1)[0], rows(Ruling, 1)[0]


def layout(places: dict[int, tuple[float, float]]) -> tuple[Any, Any]:
    """Positions and states of a table with these balls."""
    pos = np.zeros((16, 3))
    motion = np.full(16, states.ABSENT, np.int8)
    radius = table_marks()[0].ball_radius
    for ball, (x, y) in places.items():
        pos[ball] = (x, y, radius)
        motion[ball] = states.STILL
    return pos, motion
