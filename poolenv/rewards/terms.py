"""The terms a reward may consist of: each one function, named, bounded, and logged by its name.

A term reads the game sheet before the visit, the facts and the ruling of the stroke, and the sheet
after it, and gives a number for one player: the one who acted, or the one who waited (who is only
touched by what wins and loses). Terms that read the stroke are zero on a visit without one.
Potential-based terms state a potential of the sheet, Phi; shaping.py makes gamma Phi(after) -
Phi(before) of it, which does not change what is optimal (Ng, Harada and Russell 1999).

To add a term: write the function with ``@term`` or ``@potential`` here, and give it its line in
``shaping.fill_terms``. Files, checks, the column of the log and the documentation follow from that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from poolenv.balls import CUE, OBJECT_BALLS, count, has
from poolenv.kernel import kernel
from poolenv.rules.match import points_unit
from poolenv.rules.targets import group_of
from poolenv.rules.words import (
    GAME_WIN,
    MATCH_WIN,
    NO_BALL_HIT,
    NO_LOSS,
    NO_RAIL,
    NOBODY,
    OPEN_TABLE,
    RACK_WIN,
    THREE_FOULS,
    WRONG_BALL_FIRST,
)

F = TypeVar("F", bound=Callable[..., Any])


class Term(NamedTuple):
    """A term in words."""

    name: str
    meaning: str
    low: float
    high: float
    is_potential: bool
    function: Callable[..., float]


#: Every term in the order of the columns.
TERMS: list[Term] = []


def term(meaning: str, low: float = 0.0, high: float = 1.0) -> Callable[[F], F]:
    """Register a term that reads a stroke: function(before, shot, ruling, after, player).

    Args:
        meaning: one line for people.
        low: its least value.
        high: its largest value.
    """

    def register(function: F) -> F:
        TERMS.append(Term(function.__name__, meaning, low, high, False, function))
        return function

    return register


def potential(meaning: str) -> Callable[[F], F]:
    """Register a potential Phi of the game sheet within [-1, 1]: function(game, player)."""

    def register(function: F) -> F:
        TERMS.append(Term(function.__name__, meaning, -2.0, 2.0, True, function))
        return function

    return register


@kernel
def for_or_against(winner: int, player: int) -> float:
    """1 if the player won, -1 if the other did, 0 if nobody."""
    if winner == NOBODY:
        return 0.0
    return 1.0 if winner == player else -1.0


@kernel
def acted(before: Any, player: int) -> bool:
    """Whether the stroke ruled on was the player's; while its ruling waited the other acts."""
    return (before.actor == player) == (before.held == 0)


@kernel
def is_clean(ruling: Any) -> bool:
    """Neither a foul nor a loss of the rack."""
    return ruling.is_foul == 0 and ruling.loss == NO_LOSS


@kernel
def committed(before: Any, ruling: Any, player: int, foul: int) -> float:
    """1 if the player's stroke is charged with this foul."""
    if not acted(before, player) or ruling.offender != player:
        return 0.0
    return float((ruling.fouls >> foul) & 1)


@term("the episode is won or lost", low=-1.0)
@kernel
def win(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """1 for who wins the episode, -1 for who loses it."""
    if before.winner != NOBODY:
        return 0.0
    return for_or_against(after.winner, player)


@term("the rack is won or lost", low=-1.0)
@kernel
def rack(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """1 for who wins the rack (or reaches the target), -1 for who loses it."""
    won = ruling.result == RACK_WIN or ruling.result == GAME_WIN or ruling.result == MATCH_WIN
    return for_or_against(ruling.winner if won else NOBODY, player)


@term("points of the score gained over the opponent / 15", low=-2.0, high=2.0)
@kernel
def points(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """Straight pool: change of the lead, in units of a full rack."""
    gained = float(ruling.points[player] - ruling.points[1 - player])
    return min(max(gained / 15.0, -2.0), 2.0)


@term("object balls pocketed on a stroke that lets the shooter play on or wins", high=15.0)
@kernel
def potted(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """Legally pocketed balls, those of the opponent's group not counted."""
    stays = ruling.continues != 0 or ruling.winner == player
    if not acted(before, player) or not is_clean(ruling) or not stays:
        return 0.0
    return float(count(shot.pocketed & OBJECT_BALLS & ~group_of(after, 1 - player)))


@term("balls of the opponent's group pocketed", high=7.0)
@kernel
def opponent_potted(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """Balls the player took off the table for the opponent."""
    if not acted(before, player):
        return 0.0
    return float(count(shot.pocketed & group_of(after, 1 - player)))


@term("the stroke is a foul")
@kernel
def foul(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """1 for an established foul of the player."""
    return 1.0 if ruling.is_foul != 0 and ruling.offender == player else 0.0


@term("the cue ball is pocketed or driven off the table")
@kernel
def scratch(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """1 for a scratch, whatever the ruling makes of it."""
    lost = has(shot.pocketed, CUE) or has(shot.off_table, CUE)
    return 1.0 if acted(before, player) and lost else 0.0


@term("no ball, or a wrong ball first")
@kernel
def bad_hit(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """1 if the cue ball met no ball or a wrong one first."""
    wrong = committed(before, ruling, player, WRONG_BALL_FIRST)
    return max(wrong, committed(before, ruling, player, NO_BALL_HIT))


@term("a legal hit, but no ball to a rail after it")
@kernel
def no_rail(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """1 for the foul of that name."""
    return committed(before, ruling, player, NO_RAIL)


@term("an object ball is driven off the table", high=15.0)
@kernel
def jumped_balls(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """Object balls driven off the table."""
    return float(count(shot.off_table & OBJECT_BALLS)) if acted(before, player) else 0.0


@term("the third foul in a row")
@kernel
def three_fouls(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """1 for the last of consecutive fouls."""
    return committed(before, ruling, player, THREE_FOULS)


@term("the shooter plays on")
@kernel
def turn_kept(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """1 if the visit goes on with another stroke."""
    return 1.0 if acted(before, player) and ruling.continues != 0 else 0.0


@term("the turn ends, the rack goes on")
@kernel
def turn_lost(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """1 if the visit ends without winning or losing the rack."""
    over = rack(before, shot, ruling, after, player) != 0.0
    return 1.0 if acted(before, player) and ruling.continues == 0 and not over else 0.0


@term("a stroke was made (what it costs)")
@kernel
def stroke(before: Any, shot: Any, ruling: Any, after: Any, player: int) -> float:
    """1 for every stroke of the player; conduct may be ruled on without one."""
    return 1.0 if acted(before, player) and shot.struck != 0 else 0.0


@potential("the fewer balls are left, the better for who is at the table")
@kernel
def balls_left(game: Any, player: int) -> float:
    """1 - balls/15 for the player to act, its negative for the other one."""
    done = 1.0 - count(game.balls) / 15.0
    return done if game.actor == player else -done


@potential("balls the opponent has left more than I, over 7 (groups of eight-ball)")
@kernel
def group_lead(game: Any, player: int) -> float:
    """Lead in balls of the group; 0 while the table is open."""
    if game.groups == OPEN_TABLE:
        return 0.0
    theirs = count(game.balls & group_of(game, 1 - player))
    return (theirs - count(game.balls & group_of(game, player))) / 7.0


@potential("lead in points over the target of the match, over 15 in a single rack")
@kernel
def points_lead(game: Any, player: int) -> float:
    """Straight pool: (my points - theirs) / target; 0 in games without points."""
    if game.target == 0:
        return 0.0
    lead = (game.score[player] - game.score[1 - player]) / points_unit(game)
    return min(max(lead, -1.0), 1.0)
