"""Races, the order of break, and consecutive fouls."""

from __future__ import annotations

from typing import Any

from poolenv.balls import NO_BALL
from poolenv.kernel import kernel
from poolenv.knobs import ALTERNATE_BREAK, IN_HAND_HEAD, LOSER_BREAKS, WINNER_BREAKS
from poolenv.rules import words
from poolenv.rules.book import rule


@rule("SK-35 UA-2", "Order of break")
@kernel
def next_breaker(rules: Any, game: Any, winner: int) -> int:
    """The winner of a rack breaks the next, or who the event named: alternate, loser, trailing.

    With equal racks the trailing player is the one who did not break last.

    Args:
        rules: the rules of the row.
        game: the game sheet, the rack just won already counted.
        winner: who won it.
    """
    if rules.break_order == WINNER_BREAKS:
        return winner
    if rules.break_order == LOSER_BREAKS:
        return 1 - winner
    if rules.break_order == ALTERNATE_BREAK or game.racks[0] == game.racks[1]:
        return 1 - game.breaker
    return 0 if game.racks[0] < game.racks[1] else 1


@rule("UA-F14 WSR-9B WPA-9B WPA-10B WSR-14.1 WPA-14.1", "Consecutive fouls", foul=words.THREE_FOULS)
@kernel
def is_last_foul(rules: Any, game: Any, player: int) -> bool:
    """The third foul in a row counts as such only if the player was told after the second."""
    if rules.three_foul_limit == 0 or game.fouls[player] + 1 < rules.three_foul_limit:
        return False
    return rules.three_foul_warning == 0 or game.warned[player] != 0


@kernel
def count_foul(rules: Any, game: Any, player: int) -> None:
    """One more consecutive foul; without the warning the last one counts as the one before it."""
    fouls = game.fouls[player] + 1
    if rules.three_foul_limit > 0:
        fouls = min(fouls, rules.three_foul_limit - 1)
        if rules.auto_warn != 0 and fouls == rules.three_foul_limit - 1:
            game.warned[player] = 1
    game.fouls[player] = fouls


@kernel
def clear_fouls(game: Any, player: int) -> None:
    """A legal stroke ends the series."""
    game.fouls[player] = 0
    game.warned[player] = 0


@kernel
def wins_match(game: Any, player: int) -> bool:
    """Whether one more rack decides the race."""
    return game.race_to > 0 and game.racks[player] + 1 >= game.race_to


@kernel
def full_set(rules: Any) -> int:
    """The object balls of the game."""
    return (1 << (rules.balls_in_rack + 1)) - 2


@kernel
def start_rack(rules: Any, game: Any, breaker: int) -> None:
    """A new rack: everything of the old one is wiped off the sheet, the match stays.

    The balls are still to be racked (``rack_owed``); ``racked`` says that they are.
    """
    game.breaker = breaker
    game.actor = breaker
    game.menu = 0
    game.region = IN_HAND_HEAD
    game.owes_call = rules.break_called
    game.rack_owed = words.FULL_RACK
    game.lag_owed = 0
    game.stage = words.BREAK
    game.played_from = IN_HAND_HEAD
    game.called_ball = NO_BALL
    game.called_pocket = -1
    game.intent = words.SHOT
    game.obvious = 0
    game.foul_called = words.NOBODY
    game.placed_wrong = words.WELL_PLACED
    game.notified = 0
    game.placement_called = 0
    game.balls = full_set(rules)
    game.groups = words.OPEN_TABLE
    game.break_foul = 0
    game.visits = 0
    game.idle_turns = 0
    game.stalemate = 0
    game.asked = 0
    game.reacting = 0
    game.held = 0
    game.waived = 0
    game.pending_foul = 0
    game.pending_by = words.NOBODY
    game.pending_balls = 0
    game.declared_cue = 0
    for rail in range(4):
        game.declared_rail[rail] = 0
    for player in range(2):
        game.turns_left[player] = 0
        game.near_ball[player] = NO_BALL
        game.near_rail[player] = -1
        game.near_safeties[player] = 0
        clear_fouls(game, player)


@kernel
def win_rack(rules: Any, game: Any, winner: int) -> None:
    """Score a rack; the match is over or the next rack is owed."""
    game.racks[winner] += 1
    if game.race_to == 0 or game.racks[winner] >= game.race_to:
        game.winner = winner
        return
    game.rack_number += 1
    start_rack(rules, game, next_breaker(rules, game, winner))
    if rules.break_may_be_ceded != 0:
        game.menu = (1 << words.BREAK_SELF) | (1 << words.BREAK_OPPONENT)


@kernel
def racked(game: Any) -> None:
    """The rack that was owed is on the table."""
    game.rack_owed = words.NO_RACK


@kernel
def new_match(rules: Any, game: Any, breaker: int, race_to: int, target: int) -> None:
    """A new match or single rack.

    Args:
        rules: the rules of the row.
        game: the game sheet; ``edition`` and ``table`` stay.
        breaker: who breaks, or NOBODY: the lag or lot is owed first.
        race_to: racks to win, 0: the episode is one rack.
        target: points to win, 0: none, ONE_RACK: 14.1, the leader when fourteen balls are down.
    """
    game.winner = words.NOBODY
    game.race_to = race_to
    game.target = target
    game.rack_number = 1
    for player in range(2):
        game.score[player] = 0
        game.racks[player] = 0
        game.warnings[player] = 0
        game.offences[player] = 0
        game.clock[player] = 0
    start_rack(rules, game, max(breaker, 0))
    game.first_breaker = max(breaker, 0)
    if breaker == words.NOBODY:
        owe_lag(game)


@kernel
def points_unit(game: Any) -> float:
    """Points that count as one whole in shares of the score; 0 in games without points."""
    return 15.0 if game.target == words.ONE_RACK else float(game.target)


@kernel
def owe_lag(game: Any) -> None:
    """The break is open: a lag or lot comes before the rack."""
    game.lag_owed = 1
    game.stage = words.LAG


@rule("SK-5 SK-6 UA-2", "The winner of the lag chooses who breaks")
@kernel
def lag_won(game: Any, winner: int) -> None:
    """The winner of the lag or lot breaks himself or leaves the break to the opponent."""
    game.lag_owed = 0
    game.stage = words.BREAK
    game.actor = winner
    game.menu = (1 << words.BREAK_SELF) | (1 << words.BREAK_OPPONENT)
