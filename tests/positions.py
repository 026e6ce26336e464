"""Equipment, sheets and positions that tests of floor 5 share."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS, NO_BALL, ball_set
from poolenv.knobs import EIGHT_BALL_GAME, KNOBS, NINE_BALL_GAME, Rules
from poolenv.records import rows
from poolenv.rng import seed_words
from poolenv.rules.edition import load_edition, rules_rows
from poolenv.rules.words import NOBODY, NORMAL, SHOT
from poolenv.sheets import Game
from poolenv.states import ABSENT, STILL
from poolenv.table.layouts import scatter_balls
from poolenv.table.marks import marks_of
from poolenv.table.phys import phys_of
from poolenv.table.specs import load_preset


class Balls(NamedTuple):
    """Balls of n rows."""

    pos: NDArray[np.float64]  # (n, 16, 3)
    motion: NDArray[np.int8]  # (n, 16)


def equipment() -> tuple[Any, Any]:
    """Marks and Phys of the nine-foot table."""
    kit = load_preset("pool_9ft")
    return marks_of(kit.table, kit.balls), phys_of(kit.table, kit.cloth, kit.balls, kit.cue)


def lay(marks: Any, *places: tuple[int, float, float]) -> Balls:
    """One row with balls (number, x, y)."""
    balls = Balls(np.zeros((1, N_BALLS, 3)), np.full((1, N_BALLS), ABSENT, dtype=np.int8))
    for ball, x, y in places:
        balls.pos[0, ball] = x, y, marks.ball_radius
        balls.motion[0, ball] = STILL
    return balls


def scatter(marks: Any, n: int, numbers: range, seed: int) -> Balls:
    """n random rows of the balls with these numbers."""
    balls = Balls(np.zeros((n, N_BALLS, 3)), np.full((n, N_BALLS), ABSENT, dtype=np.int8))
    words = seed_words(seed, n)
    for i in range(n):
        wanted = ball_set(numbers)
        assert scatter_balls(wanted, marks, 0.001, balls.pos, balls.motion, words, i)
    return balls


def mirrored(balls: Balls, sign_x: float, sign_y: float) -> Balls:
    """The same balls seen in a mirror across the table (-1, 1) or along it (1, -1)."""
    return Balls(balls.pos * (sign_x, sign_y, 1.0), balls.motion)


#: Pockets of the mirror image, in the order HL HR SL SR FL FR.
MIRRORED_POCKETS = {
    (-1.0, 1.0): (4, 5, 2, 3, 0, 1),
    (1.0, -1.0): (1, 0, 3, 2, 5, 4),
}


def rules_of(**knobs: int) -> Any:
    """Default rules with some knobs turned."""
    rules = rows(Rules, 1)[0]
    for name, knob in KNOBS.items():
        setattr(rules, name, knob.default)
    for name, value in knobs.items():
        assert name in KNOBS
        setattr(rules, name, value)
    return rules


def edition_of(game: int, edition: str = "wpa2008") -> Any:
    """Rules of a game as shipped."""
    return rules_rows([(load_edition(edition), game, True)])[0]


def nine_ball() -> Any:
    """Lowest ball first, push out, no calls."""
    return edition_of(NINE_BALL_GAME)


def eight_ball() -> Any:
    """Groups, called shots and safeties."""
    return edition_of(EIGHT_BALL_GAME)


def sheet(**fields: int) -> Any:
    """A game sheet: player 0 at the table, nothing owed but the stroke."""
    game = rows(Game, 1)[0]
    game.winner = NOBODY
    game.stage = NORMAL
    game.intent = SHOT
    game.called_ball = NO_BALL
    game.called_pocket = -1
    for name, value in fields.items():
        assert name in game.dtype.names
        setattr(game, name, value)
    return game
