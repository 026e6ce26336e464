"""From a simulated shot to a shot of a replay."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from poolenv.events import BALL_BALL, BALL_OFF_TABLE, POCKET_NAMES, POCKETED
from poolenv.physics.result import Result
from poolenv.render.replay import EventMark, ReplayShot

#: Samples per second between events; a page draws straight lines between samples.
SAMPLES_PER_SECOND = 50


def _label(event: Any) -> str:
    """A few words about an event of the referee log."""
    ball = "cue ball" if event.ball == 0 else f"{event.ball}"
    if event.kind == POCKETED:
        return f"{ball} in {POCKET_NAMES[event.other]}"
    if event.kind == BALL_OFF_TABLE:
        return f"{ball} off the table"
    return f"first contact: {event.other}"


def _marks(events: Any) -> tuple[EventMark, ...]:
    """First contact of the cue ball, pocketed balls, balls driven off."""
    marks = []
    touched = False
    for event in events:
        is_contact = event.kind == BALL_BALL and event.ball == 0
        if (is_contact and not touched) or event.kind in (POCKETED, BALL_OFF_TABLE):
            place = float(event.x), float(event.y)
            marks.append(EventMark(float(event.t), _label(event), *place))
        touched = touched or is_contact
    return tuple(marks)


def shot_of(result: Result, *, title: str = "", ruling: str = "", score: str = "") -> ReplayShot:
    """A shot for a replay: regular samples, and one at each event so that bounces stay sharp.

    Args:
        result: of `poolenv.simulate`.
        title: one line: who plays what.
        ruling: the referee's ruling, explained.
        score: one line: the score after the shot.
    """
    steps = math.ceil(result.duration * SAMPLES_PER_SECOND)
    regular = np.minimum(np.arange(steps + 1) / SAMPLES_PER_SECOND, result.duration)
    times = np.unique(np.concatenate([regular, np.clip(result.events["t"], 0.0, result.duration)]))
    motion = result.at(times)
    return ReplayShot(
        motion.time,
        motion.position,
        motion.present,
        title=title,
        ruling=ruling,
        score=score,
        events=_marks(result.events),
    )
