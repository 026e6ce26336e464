"""The conduct model: what players do beside playing, drawn before each stroke.

Ball physics cannot show a foot off the floor or chalk that drops. Every kind of conduct has a
probability per stroke, all of them zero by default; kinds whose probability is zero draw nothing,
so a table without mishaps plays the same bytes with and without this model.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import CUE, NO_BALL, count
from poolenv.beside import add_act
from poolenv.config import Range, Source, schema, settings
from poolenv.kernel import kernel
from poolenv.rng import below, uniform
from poolenv.rules import words
from poolenv.rules.spotting import balls_on_table
from poolenv.world import World

_Probability = Annotated[float, Range(ge=0.0, le=1.0)]
_KINDS = words.CONDUCT_NAMES[1:]

#: One optional key per kind of act; a key that names none is an error with the nearest one.
Probabilities: Any = schema(
    type(
        "Probabilities",
        (),
        {
            "__annotations__": dict.fromkeys(_KINDS, _Probability),
            "__doc__": "Probability of every kind of act on a stroke, 0 unless the file says so.",
            **dict.fromkeys(_KINDS, 0.0),
        },
    )
)


@schema
class Mishaps:
    """A file of ``configs/conduct``."""

    title: str = ""
    probability: Probabilities = Probabilities()


def load_conduct(source: Source | Mishaps) -> NDArray[np.float64]:
    """How probable every kind of conduct is on a stroke, by number; entry 0: 1 if any is.

    Args:
        source: a name in ``configs/conduct``, the path of a TOML file, a mapping such as
            ``{"probability": {"ball_touched": 0.01}}``, or settings.

    Raises:
        ConfigError: with every problem found; an unknown kind with the nearest one.
    """
    checked = settings(Mishaps, "conduct", source, base="none")
    rates = np.array([0.0, *(getattr(checked.probability, kind) for kind in _KINDS)])
    rates[0] = float(rates.any())
    return rates


#: Kinds done by the player who is not at the table.
_BY_OPPONENT = (
    (1 << words.DISTRACTION) | (1 << words.CUE_UNSCREWED) | (1 << words.PRACTICE_DURING_MATCH)
)
#: Kinds done by a third person.
_BY_NOBODY = (1 << words.OUTSIDE_INTERFERENCE) | (1 << words.IMPOSE_CLOCK)


@kernel
def draw_acts(world: World, i: int) -> None:
    """Put what happens beside the stroke into the inbox of row i."""
    for kind in range(1, world.conduct.shape[0]):
        if kind == words.LATE_STRIKE:
            continue  # it is drawn at the lag
        if world.conduct[kind] > 0.0 and uniform(world.rng, i) < world.conduct[kind]:
            _add(world, i, kind)


@kernel
def draw_delay(world: World, i: int) -> None:
    """At a lag: whether the player who says his stroke will strike late."""
    probability = world.conduct[words.LATE_STRIKE]
    if probability > 0.0 and uniform(world.rng, i) < probability:
        _add(world, i, words.LATE_STRIKE)


@kernel
def _add(world: World, i: int, kind: int) -> None:
    """An act of this kind as it usually happens: by accident, on a ball drawn by lot."""
    game = world.game[i]
    player = game.actor
    if (_BY_OPPONENT >> kind) & 1 == 1:
        player = 1 - game.actor
    elif (_BY_NOBODY >> kind) & 1 == 1:
        player = words.NOBODY
    before = world.inbox_len[i]
    add_act(world, i, kind, player, words.DURING_STROKE, usual_value(kind))
    if world.inbox_len[i] == before:
        return
    act = world.inbox[i, before]
    act.ball = NO_BALL
    if kind == words.BALL_TOUCHED or kind == words.EQUIPMENT_CONTACT or kind == words.CLEAN_BALL:
        act.ball = _some_ball(world, i)
        act.means = words.CHALK if kind == words.EQUIPMENT_CONTACT else words.CLOTHING
    elif kind == words.CUE_BALL_DEFLECTED:
        act.ball = CUE
        act.when = words.WHILE_ROLLING
    elif kind == words.EQUIPMENT_USE:
        act.means = words.BRIDGE
    elif kind == words.MEASURED_WITH:
        act.means = words.BALL
    elif kind == words.MARK_PLACED:
        act.intentional = 1


@kernel
def usual_value(kind: int) -> float:
    """What the number of an act of this kind mostly is."""
    if kind == words.EQUIPMENT_USE:
        return 3.0  # bridges
    if kind == words.LATE_STRIKE:
        return 2.0  # seconds: a ball of usual speed has been at the foot cushion by then
    if kind == words.CONCEDE:
        return float(words.CONCEDES_RACK)
    if kind == words.INTENT:
        return float(words.MEANT_DELIBERATE)
    if kind == words.WARN:
        return float(words.WARN_SLOW_PLAY)
    if kind == words.FEET_ON_FLOOR or kind == words.CUE_LAID_ON_TABLE:
        return 0.0
    return 1.0  # restorable, forward, a matter of rules, seconds


@kernel
def _some_ball(world: World, i: int) -> int:
    """One of the object balls on the bed, by lot."""
    balls: Any = balls_on_table(world.motion[i])
    left = below(world.rng, i, count(balls))
    for ball in range(1, 16):
        if (balls >> ball) & 1 == 1:
            if left == 0:
                return ball
            left -= 1
    return NO_BALL
