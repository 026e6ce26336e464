"""Which object balls may be hit first."""

from __future__ import annotations

from typing import Any

from poolenv.balls import EIGHT_BALL, NO_BALL, OBJECT_BALLS, SOLIDS, STRIPES, lowest, one
from poolenv.kernel import kernel
from poolenv.knobs import LOWEST_FIRST, OWN_GROUP
from poolenv.rules.words import BREAK, OPEN_TABLE, PLAYS_SOLIDS


@kernel
def group_of(game: Any, player: int) -> int:
    """The balls of a player's group; none while the table is open."""
    if game.groups == OPEN_TABLE:
        return 0
    solids = (game.groups == PLAYS_SOLIDS) == (player == 0)
    return SOLIDS if solids else STRIPES


@kernel
def legal_balls(rules: Any, game: Any) -> int:
    """The balls that the player at the table may hit first (SK-17, UA-F2 and the game)."""
    if rules.targets == LOWEST_FIRST:
        ball = lowest(game.balls)
        return one(ball) if ball != NO_BALL else 0
    if rules.targets != OWN_GROUP or game.stage == BREAK:
        return game.balls & OBJECT_BALLS
    if game.groups == OPEN_TABLE:
        return game.balls & ~EIGHT_BALL
    own = game.balls & group_of(game, game.actor)
    return own if own != 0 else game.balls & EIGHT_BALL
