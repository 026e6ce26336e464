"""Decisions said outright, in words and metres: strict where codecs are not.

A codec turns what may not be said into the nearest thing that may. Here it is an error, which names
what was expected.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from poolenv.balls import NO_BALL, ball_list
from poolenv.config import nearest
from poolenv.events import NO_POCKET, POCKET_NAMES
from poolenv.knobs import ALLOW_AND_RULE, IN_HAND_TABLE, REGION_NAMES
from poolenv.physics.border import Shot
from poolenv.rules import words
from poolenv.rules.calls import callable_balls, legal_intents
from poolenv.rules.placement import is_legal_place, nearest_place
from poolenv.rules.turns import phase_of
from poolenv.world import World, phys_row

#: Which decision each phase asks for.
ASKED_FOR = {
    words.CHOOSE: ("option",),
    words.REACT: ("option",),
    words.PLACE: ("place",),
    words.CALL: ("call", "intent"),
    words.STRIKE: ("shot",),
    words.LAG_PHASE: ("shot",),
}
KINDS = ("option", "place", "call", "intent", "shot")


def say(world: World, i: int, said: dict[str, Any], player: int | None) -> None:
    """Write one decision into the action of table i.

    Args:
        world: the tables.
        i: the table; its episode is under way.
        said: one of ``option``, ``place``, ``call``, ``intent`` and ``shot`` to its value.
        player: who says it, None: whoever is to act.

    Raises:
        ValueError: if it cannot be said now, with what can.
    """
    game = world.game[i]
    actor = int(game.actor)
    phase = int(phase_of(game))
    owed = " or ".join(ASKED_FOR[phase])
    if player is not None and player != actor:
        raise ValueError(f"player={player!r}: player {actor} is to act and owes {owed}")
    if len(said) != 1:
        got = ", ".join(said) or "nothing"
        raise ValueError(f"say exactly one of {', '.join(KINDS)}, got {got}; owed is {owed}")
    kind, value = next(iter(said.items()))
    if kind not in ASKED_FOR[phase]:
        raise ValueError(f"{kind}={value!r}: player {actor} owes {owed} now")
    if kind == "option":
        _say_option(world, i, value)
    elif kind == "place":
        _say_place(world, i, value)
    elif kind == "shot":
        _say_shot(world, i, value)
    else:
        _say_call(world, i, kind, value)


def _refuse(kind: str, value: Any, what: str, allowed: Sequence[Any]) -> NoReturn:
    """Raise the error that a value is not among those allowed."""
    near = nearest(value, [str(a) for a in allowed]) if isinstance(value, str) else None
    hint = f"; did you mean {near!r}?" if near else ""
    choices = ", ".join(str(a) for a in allowed)
    raise ValueError(f"{kind}={value!r}: {what}, expected one of {choices}{hint}")


def _say_option(world: World, i: int, value: Any) -> None:
    """An option or a reaction by its name."""
    menu = words.option_names(int(world.game[i].menu))
    if value not in menu:
        _refuse("option", value, "not on offer", menu)
    world.action[i].option = words.MENU_NAMES.index(value)


def _say_place(world: World, i: int, value: Any) -> None:
    """A place for the cue ball, (x, y) in metres."""
    try:
        x, y = (float(v) for v in value)
    except (TypeError, ValueError):
        raise ValueError(f"place={value!r}: expected (x, y) in metres") from None
    if not np.isfinite((x, y)).all():
        raise ValueError(f"place={value!r}: expected finite numbers")
    game = world.game[i]
    marks, rules = world.marks[game.table], world.editions[game.edition]
    allowed = rules.placement_policy == ALLOW_AND_RULE
    region = IN_HAND_TABLE if allowed else int(game.region)
    if not is_legal_place(marks, region, world.pos[i], world.motion[i], x, y):
        near_x, near_y = nearest_place(marks, region, world.pos[i], world.motion[i], x, y)
        where = "anywhere on the bed" if region == IN_HAND_TABLE else "behind the head string, x < "
        where += "" if region == IN_HAND_TABLE else f"{marks.head_string:g}"
        raise ValueError(
            f"place=({x:g}, {y:g}): the cue ball is {REGION_NAMES[region]}, expected a place "
            f"{where}, clear of the other balls; the nearest is ({near_x:.6f}, {near_y:.6f})"
        )
    world.action[i].place_x, world.action[i].place_y = x, y


def _say_call(world: World, i: int, kind: str, value: Any) -> None:
    """A called ball and pocket, or an intent."""
    game = world.game[i]
    rules, action = world.editions[game.edition], world.action[i]
    action.ball, action.pocket, action.intent = NO_BALL, NO_POCKET, words.SHOT
    if kind == "intent":
        bits = int(legal_intents(rules, game))
        intents = [name for k, name in enumerate(words.INTENT_NAMES) if bits >> k & 1]
        if value not in intents:
            _refuse("intent", value, "may not be declared now", intents)
        action.intent = words.INTENT_NAMES.index(value)
        return
    try:
        ball, pocket = value
    except (TypeError, ValueError):
        raise ValueError(f"call={value!r}: expected (ball, pocket)") from None
    balls = ball_list(int(callable_balls(rules, game)))
    if not balls:
        raise ValueError(f"call={value!r}: nothing is called in this game, expected an intent")
    if isinstance(ball, bool) or ball not in balls:
        gone = ball in range(1, 16) and ball not in ball_list(int(game.balls))
        what = f"ball {ball} is not on the table" if gone else f"ball {ball} may not be called"
        _refuse("call", value, what, balls)
    if pocket not in POCKET_NAMES:
        _refuse("call", value, f"there is no pocket {pocket!r}", POCKET_NAMES)
    action.ball, action.pocket = int(ball), POCKET_NAMES.index(pocket)


def _say_shot(world: World, i: int, value: Any) -> None:
    """A stroke: a Shot, or a mapping or sequence of its numbers."""
    if not isinstance(value, Shot):
        try:
            value = Shot(**value) if hasattr(value, "keys") else Shot(*value)
        except TypeError:
            names = ", ".join(field.name for field in dataclasses.fields(Shot))
            raise ValueError(f"shot={value!r}: expected a Shot or its numbers {names}") from None
    action = world.action[i]
    way = value.follow_through
    own = world.phys[phys_row(len(world.phys), i)]
    action.follow_through = own.follow_through if way is None else way
    for name in ("aim", "speed", "side", "follow", "elevation"):
        action[name] = getattr(value, name)
