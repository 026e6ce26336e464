"""What is owed next, and by whom: derived from the game sheet, stored nowhere."""

from __future__ import annotations

from typing import Any

from poolenv.kernel import kernel
from poolenv.knobs import IN_HAND_HEAD, IN_HAND_TABLE
from poolenv.rules.words import (
    CALL,
    CHOOSE,
    LAG_PHASE,
    N_OPTIONS,
    NO_RACK,
    NOBODY,
    OVER,
    PLACE,
    RACK_PHASE,
    REACT,
    STRIKE,
)


@kernel
def phase_of(game: Any) -> int:
    """The first thing still owed before the next stroke.

    RACK is owed to the table, not by a player, and so is the LAG unless it is played: play settles
    them without asking. REACT is a choice that the lack of a referee or the edition opens.
    """
    if game.winner != NOBODY:
        return OVER
    if game.lag_owed != 0:
        return LAG_PHASE
    if game.menu != 0:
        return CHOOSE if game.menu >> N_OPTIONS == 0 else REACT
    if game.rack_owed != NO_RACK:
        return RACK_PHASE
    if game.region == IN_HAND_TABLE or game.region == IN_HAND_HEAD:
        return PLACE
    if game.owes_call != 0:
        return CALL
    return STRIKE
