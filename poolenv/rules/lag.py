"""The lag: two balls played at once for the right to break."""

from __future__ import annotations

from typing import Any

from poolenv import events as ev
from poolenv.kernel import kernel
from poolenv.rules import words
from poolenv.rules.book import rule
from poolenv.table.marks import is_behind_head_string


@kernel
def read_lag(log: Any, n: int, lag: Any) -> None:
    """Fold the log of a lag; ball p is the ball of player p.

    Args:
        log: (E,) record Event.
        n: entries in use.
        lag: record Lag, overwritten.
    """
    for p in range(2):
        lag.foot[p] = 0
        lag.head[p] = 0
        lag.side[p] = 0
        lag.crossed[p] = 0
        lag.lost[p] = 0
        lag.jaws[p] = 0
        lag.distance[p] = 0.0
    lag.undecidable = 0
    lag.early_collision = 0
    lag.late_strike = 0
    for k in range(n):
        event = log[k]
        kind = event.kind
        p = event.ball
        if p < 0 or p > 1:
            continue
        if kind == ev.CUSHION:
            if event.other == ev.FOOT:
                lag.foot[p] += 1
            elif event.other == ev.HEAD:
                lag.head[p] += 1
            else:
                lag.side[p] += 1
        elif kind == ev.LINE_CROSS:
            lag.crossed[p] = 1 if event.other == ev.LONG_STRING else lag.crossed[p]
        elif kind == ev.POCKETED or kind == ev.BALL_OFF_TABLE or kind == ev.BALL_REST_ON_RAIL_TOP:
            lag.lost[p] = 1
        elif kind == ev.REST_IN_JAWS:
            lag.jaws[p] = 1 if event.flag & ev.PAST_HEAD_NOSE != 0 else lag.jaws[p]
        elif kind == ev.FINAL:
            lag.distance[p] = event.value
            lag.undecidable |= event.flag & ev.UNDECIDABLE
        elif kind == ev.BALL_BALL:
            if lag.foot[0] == 0 or lag.foot[1] == 0:
                lag.early_collision = 1
        elif kind == ev.TIP_CONTACT:
            lag.late_strike = 1 if lag.foot[1 - p] > 0 else lag.late_strike


@rule("SK-5 UA-2", "Automatic loss of the lag")
@kernel
def loses_lag(rules: Any, lag: Any, player: int) -> bool:
    """The ball leaves its half, misses the foot cushion, drops, jumps, or touches a long cushion.

    It also loses by resting in the jaws past the nose of the head cushion, and by more contacts
    with the foot cushion (UA-2) or the head cushion (SK-5) than the edition allows.
    """
    foot = lag.foot[player]
    if foot == 0 or (rules.lag_foot_max > 0 and foot > rules.lag_foot_max):
        return True
    if rules.lag_head_max > 0 and lag.head[player] > rules.lag_head_max:
        return True
    lost = lag.crossed[player] | lag.lost[player] | lag.jaws[player]
    return lost != 0 or lag.side[player] > 0


@rule("SK-5 UA-2 WPA-1.2", "Lag again")
@kernel
def lags_again(rules: Any, lag: Any) -> bool:
    """Both lose, nobody can tell who is nearer, or the balls or strokes came in the wrong order."""
    if loses_lag(rules, lag, 0) and loses_lag(rules, lag, 1):
        return True
    if rules.relag_on_early_collision != 0 and lag.early_collision != 0:
        return True
    if rules.relag_on_late_strike != 0 and lag.late_strike != 0:
        return True
    if loses_lag(rules, lag, 0) or loses_lag(rules, lag, 1):
        return False
    apart = abs(lag.distance[0] - lag.distance[1])
    return lag.undecidable != 0 or apart < rules.lag_undecidable


@rule("SK-5 UA-2", "Winner of the lag")
@kernel
def lag_winner(rules: Any, lag: Any) -> int:
    """The ball nearer the head cushion wins unless it lost by a violation.

    Returns:
        The player, NOBODY if they lag again.
    """
    if lags_again(rules, lag):
        return words.NOBODY
    if loses_lag(rules, lag, 0):
        return 1
    if loses_lag(rules, lag, 1):
        return 0
    return 0 if lag.distance[0] < lag.distance[1] else 1


@rule("SK-5 SK-15", "Placing a lag ball")
@kernel
def is_legal_lag_place(marks: Any, left_half: bool, x: float, y: float) -> bool:
    """Behind the head string, not on it, in the player's own half."""
    own = y > 0.0 if left_half else y < 0.0
    return own and is_behind_head_string(marks, x)
