"""What an action may say, phase by phase.

An ``Action`` has one section for each decision; the phase says which is read, the rest is ignored.
What a player may not say is never an error: a wrong option or declaration is replaced by the
nearest legal one, a cue ball placed outside its region goes to the nearest legal place. Bad
*strokes* stay as they are: they are fouls, which is the game.
"""

from __future__ import annotations

from typing import Any

from poolenv.balls import NO_BALL, highest, lowest
from poolenv.events import NO_POCKET
from poolenv.kernel import kernel
from poolenv.rules.calls import declare
from poolenv.rules.words import CALL, CHOOSE, PLACE, SHOT, STRIKE

#: The fields of an action that each phase reads; REACT reads those of CHOOSE, the LAG of STRIKE.
SECTIONS: dict[int, tuple[str, ...]] = {
    CHOOSE: ("option",),
    PLACE: ("place_x", "place_y"),
    CALL: ("intent", "ball", "pocket"),
    STRIKE: ("aim", "speed", "side", "follow", "elevation", "follow_through"),
}


@kernel
def legal_option(menu: int, option: int) -> int:
    """The option itself if it is on the menu, else the next higher one on it, else the highest.

    Args:
        menu: bits, not 0.
        option: what the action says.
    """
    if option < 0:
        return lowest(menu)
    above = menu >> option
    return option + lowest(above) if above != 0 else highest(menu)


@kernel
def declare_from(rules: Any, game: Any, action: Any) -> None:
    """Write the declaration of an action on the sheet; one that is not available is a plain shot.

    Args:
        rules: record Rules of the row.
        game: record Game, written.
        action: record Action.
    """
    if not declare(rules, game, action.intent, action.ball, action.pocket):
        declare(rules, game, SHOT, NO_BALL, NO_POCKET)
