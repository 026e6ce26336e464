"""No progress: announced, played on for some turns each, then declared."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from poolenv.balls import N_BALLS, OBJECT_BALLS
from poolenv.kernel import kernel
from poolenv.rules import words
from poolenv.rules.book import rule
from poolenv.rules.general import abandon_rack
from poolenv.rules.spotting import is_on_table


@kernel
def read_movement(
    marks: Any, pos: NDArray[Any], motion: NDArray[Any], pos_before: NDArray[Any], shot: Any
) -> None:
    """Whether an object ball ended more than a ball's diameter from where it lay.

    Args:
        marks: record Marks.
        pos: (16, 3) positions after the stroke [m].
        motion: (16,) states after the stroke.
        pos_before: (16, 3) positions before it [m].
        shot: record Shot, written.
    """
    limit = 2.0 * marks.ball_radius
    moved = 0
    for ball in range(1, N_BALLS):
        dx = pos[ball, 0] - pos_before[ball, 0]
        dy = pos[ball, 1] - pos_before[ball, 1]
        far = dx * dx + dy * dy > limit * limit
        moved |= 1 if far and is_on_table(motion, ball) else 0
    shot.balls_moved = moved


@rule("UA-12", "Progress")
@kernel
def makes_progress(shot: Any, ruling: Any) -> bool:
    """A turn makes progress if a ball is pocketed or moved, or a foul is charged."""
    changed = ruling.is_foul != 0 or shot.off_table != 0 or ruling.points[0] != 0
    return changed or shot.pocketed & OBJECT_BALLS != 0 or shot.balls_moved != 0


@rule("UA-12 WSR-8B", "Stalemate announced and declared")
@kernel
def rule_progress(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """Without progress the referee announces it; after three more turns each the rack is void.

    The older eight-ball rule counts three turns each without an announcement.
    """
    if rules.stalemate_turns == 0 or shot.struck == 0 or ruling.result != words.NO_RESULT:
        return
    if ruling.continues != 0 or ruling.menu != 0 or makes_progress(shot, ruling):
        return
    ruling.progress = 0
    if game.stalemate != 0:
        if turns_left_after(game) == 0:
            abandon_rack(rules, game, ruling)
    elif rules.stalemate_announced == 0:
        if game.idle_turns + 1 >= 2 * rules.stalemate_turns:
            abandon_rack(rules, game, ruling)
    elif game.idle_turns + 1 >= rules.no_progress_turns:
        ruling.result = words.STALEMATE_WARNING


@kernel
def turns_left_after(game: Any) -> int:
    """Turns that both players still have once the player at the table has used one."""
    return game.turns_left[0] + game.turns_left[1] - 1


@kernel
def announce_stalemate(rules: Any, game: Any) -> None:
    """Each player has so many more turns."""
    game.stalemate = 1
    game.turns_left[0] = rules.stalemate_turns
    game.turns_left[1] = rules.stalemate_turns


@kernel
def clear_stalemate(game: Any) -> None:
    """Progress was made: the announcement lapses."""
    game.idle_turns = 0
    game.stalemate = 0
    game.turns_left[0] = 0
    game.turns_left[1] = 0


@kernel
def count_turn(rules: Any, game: Any, player: int, ruling: Any) -> None:
    """Keep the count of turns without progress.

    Args:
        rules: the rules of the row.
        game: the game sheet, written.
        player: whose turn it was.
        ruling: what was ruled on it.
    """
    if ruling.progress != 0:
        clear_stalemate(game)
    elif ruling.result == words.STALEMATE_WARNING:
        announce_stalemate(rules, game)
    elif game.stalemate != 0:
        game.turns_left[player] = max(0, game.turns_left[player] - 1)
    else:
        game.idle_turns += 1


@rule("UA-12", "Stalemate by agreement or declaration")
@kernel
def rule_stalemate(rules: Any, game: Any, ruling: Any) -> None:
    """Both players agree, or the referee declares it."""
    ruling.continues = 0
    abandon_rack(rules, game, ruling)
