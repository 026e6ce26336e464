"""Acts of conduct said outright: a mapping in the words of the casebook becomes an inbox record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from poolenv.balls import CUE
from poolenv.config import nearest
from poolenv.games.casebook.script import WHEN, write_act
from poolenv.knobs import LAG_SIMULATED
from poolenv.rules import words
from poolenv.sheets import INBOX_CAPACITY
from poolenv.world import World

#: Fields of every kind of act besides ``e``, ``player`` and ``when``.
FIELDS: dict[str, tuple[str, ...]] = {
    "ball_touched": ("ball", "by", "intentional", "moved"),
    "clean_ball": ("ball", "by"),
    "concede": ("scope",),
    "cue_ball_deflected": ("by",),
    "cue_laid_on_table": ("held", "purpose"),
    "cue_unscrewed": (),
    "distraction": (),
    "equipment_contact": ("ball", "item", "moved"),
    "equipment_use": ("count", "item"),
    "feet_on_floor": ("count",),
    "impose_clock": ("by", "seconds"),
    "intent": ("what",),
    "late_strike": ("seconds",),
    "mark_placed": ("how", "intentional", "removed_before_shot"),
    "measure_request": ("by", "item"),
    "measured_with": ("item", "purpose"),
    "outside_interference": ("by", "restorable"),
    "placement_adjust": ("by", "forward_stroke"),
    "practice_during_match": (),
    "prompt_review": ("kind",),
    "shot_clock_expired": (),
    "slow_play_observed": (),
    "warn": ("by", "kind"),
}
_ALWAYS = ("e", "player", "when")
#: Acts that are part of a stroke; the others are ruled on before the next one.
_OF_A_STROKE = ("cue_ball_deflected", "feet_on_floor", "intent", "late_strike")
#: Nobody waits longer than this to strike at a lag [s].
LONGEST_DELAY = 60.0
#: Acts of no player.
_OF_NOBODY = ("impose_clock", "outside_interference")


def inject(world: World, i: int, event: Any) -> None:
    """Put an act into the inbox of table i; the next step rules on it.

    Args:
        world: the tables.
        i: the table.
        event: a mapping such as ``{"e": "ball_touched", "ball": 3, "by": "hand", "player": 0}``;
            ``player`` is 0, 1 or left out for whoever is to act, ``when`` is as in ``WHEN``.

    Raises:
        IndexError: if there is no such table.
        ValueError: for an unknown act or field, a ball that is not on the table, or a full inbox.
    """
    n_tables = len(world.inbox_len)
    if not 0 <= i < n_tables:
        raise IndexError(f"table {i}: expected 0 to {n_tables - 1}")
    if not isinstance(event, Mapping) or "e" not in event:
        raise ValueError(f"event={event!r}: expected a mapping with the kind of act as 'e'")
    kind = event["e"]
    if kind not in FIELDS:
        near = nearest(kind, FIELDS) if isinstance(kind, str) else None
        hint = f"; did you mean {near!r}?" if near else ""
        raise ValueError(f"event e={kind!r}: expected one of {', '.join(FIELDS)}{hint}")
    known = (*_ALWAYS, *FIELDS[kind])
    for key in event:
        if key not in known:
            near = nearest(key, known)
            hint = f"; did you mean {near!r}?" if near else ""
            raise ValueError(f"{kind}: unknown field {key!r}, expected {', '.join(known)}{hint}")
    usual = "during_stroke" if kind in _OF_A_STROKE else "before_stroke"
    act = {"when": usual, **event}
    if act["when"] not in WHEN:
        raise ValueError(f"{kind}: when={act['when']!r}: expected one of {', '.join(WHEN)}")
    act.pop("player", None)
    by_referee = kind == "clean_ball" and event.get("by") == "referee"
    if kind not in _OF_NOBODY and not by_referee:
        player = event.get("player", int(world.game[i].actor))
        if isinstance(player, bool) or player not in (0, 1):
            raise ValueError(f"{kind}: player={player!r}: expected 0 or 1")
        act["player"] = words.PLAYER_NAMES[player]
    elif "player" in event:
        raise ValueError(f"{kind}: player={event['player']!r}: it is no player's act")
    if "ball" in FIELDS[kind]:
        act["ball"] = _ball(world, i, kind, event.get("ball"))
    if kind == "late_strike":
        act["seconds"] = _delay(world, i, words.PLAYER_NAMES.index(act["player"]), event)
    n = int(world.inbox_len[i])
    if n >= INBOX_CAPACITY:
        raise ValueError(f"{kind}: {INBOX_CAPACITY} acts are waiting already; step first")
    write_act(act, world.inbox[i, n], "before_stroke")
    world.inbox_len[i] = n + 1


def _ball(world: World, i: int, kind: str, ball: Any) -> Any:
    """The ball of an act as the casebook names it."""
    on_bed = [int(b) for b in np.flatnonzero(world.motion[i] == 0)]
    if ball == "cue":
        ball = CUE
    if isinstance(ball, bool) or ball not in on_bed:
        raise ValueError(
            f"{kind}: ball={ball!r}: expected a ball on the table, one of "
            f"{', '.join(str(b) for b in on_bed)}"
        )
    return "cue" if ball == CUE else int(ball)


def _delay(world: World, i: int, player: int, event: Mapping[str, Any]) -> float:
    """How late a player strikes at the lag that is owed [s]."""
    strikes_next = int(world.game[i].lag_owed) - 1
    if strikes_next < 0 or world.editions[world.game[i].edition].lag_mode != LAG_SIMULATED:
        raise ValueError("late_strike: no lag is to be played now, see lag_mode='simulate'")
    if player < strikes_next:
        raise ValueError(f"late_strike: player {player} has said the stroke already")
    seconds = event.get("seconds")
    if not isinstance(seconds, bool) and isinstance(seconds, int | float):
        if 0.0 <= seconds <= LONGEST_DELAY:
            return float(seconds)
    raise ValueError(
        f"late_strike: seconds={seconds!r}: expected a number from 0 to {LONGEST_DELAY:g}"
    )
