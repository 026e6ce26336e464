"""Replays: shots with the ways of all balls, and what the referee said.

Positions are kept to 0.1 mm and times to 0.1 ms, as whole numbers; a ball's track holds only the
samples at which it changes, so that a resting ball costs nothing.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from poolenv.balls import N_BALLS
from poolenv.files import write_text
from poolenv.render.outline import Jaws, check_marks

Setting: TypeAlias = str | int | float | bool | None

FORMAT = "poolenv-replay"
VERSION = 1
#: Whole numbers per metre and per second in a file.
PER_METRE = 10_000
PER_SECOND = 10_000


class ReplayError(ValueError):
    """A replay that does not fit together, or a file that is no replay."""


@dataclass(frozen=True)
class EventMark:
    """Something worth seeing during a shot.

    Attributes:
        time: since the stroke [s].
        label: a few words, for example "3 in FL".
        x: where it happens [m].
        y: [m].
    """

    time: float
    label: str
    x: float
    y: float


@dataclass(frozen=True, eq=False)
class ReplayShot:
    """One shot.

    Attributes:
        time: of the samples, never falling, shape (T,) [s].
        positions: centres of the balls, shape (T, 16, 3) [m]; those of absent balls are not read.
        present: which balls are to be seen, shape (T, 16); (16,) if the same throughout.
        title: one line: who plays what.
        ruling: the referee's ruling, explained; may have several lines.
        score: one line: the score after the shot.
        events: marks on the way, in the order of time.
    """

    time: NDArray[np.float64]
    positions: NDArray[np.float64]
    present: NDArray[np.bool_]
    title: str = ""
    ruling: str = ""
    score: str = ""
    events: tuple[EventMark, ...] = ()

    def __post_init__(self) -> None:
        """Take any array-like and refuse what cannot be shown, every error at once."""
        time, positions = np.array(self.time, float), np.array(self.positions, float)
        errors = []
        if time.ndim != 1 or time.size == 0:
            errors.append(f"time has shape {time.shape}; expected (T,) with at least one sample")
        elif not np.isfinite(time).all() or (np.diff(time) < 0).any():
            errors.append("time is not finite and rising")
        if positions.shape != (time.size, N_BALLS, 3):
            errors.append(f"positions have shape {positions.shape}; expected ({time.size}, 16, 3)")
        present = np.array(self.present, bool)
        if present.shape == (N_BALLS,):
            present = np.repeat(present[None], time.size, axis=0)
        if present.shape != (time.size, N_BALLS):
            errors.append(f"present has shape {present.shape}; expected ({time.size}, 16) or (16,)")
        if not errors and not np.isfinite(positions[present]).all():
            wrong = present & ~np.isfinite(positions).all(axis=2)
            sample, ball = np.argwhere(wrong)[0].tolist()
            errors.append(f"positions[{sample}][{ball}] is not finite although the ball is present")
        for k, event in enumerate(self.events):
            if not all(map(math.isfinite, (event.time, event.x, event.y))):
                errors.append(f"events[{k}]: time and place must be finite")
        if errors:
            raise ReplayError("shot: " + "; ".join(errors))
        positions[~present] = 0.0
        for name, value in (("time", time), ("positions", positions), ("present", present)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "events", tuple(self.events))


@dataclass(frozen=True, eq=False)
class Replay:
    """A transcript of shots.

    Attributes:
        marks: one row of `Marks`.
        names: of the players.
        shots: in the order of play.
        settings: what the match was played under, for example edition, table and seed.
        jaws: how the cushions end; from the marks if None.
    """

    marks: Any
    names: tuple[str, ...]
    shots: tuple[ReplayShot, ...]
    settings: Mapping[str, Setting] = field(default_factory=dict)
    jaws: Jaws | None = None

    def __post_init__(self) -> None:
        """Refuse marks that cannot be drawn."""
        check_marks(self.marks)
        object.__setattr__(self, "names", tuple(self.names))
        object.__setattr__(self, "shots", tuple(self.shots))


def _whole(values: ArrayLike, per_unit: int) -> list[Any]:
    """Rounded to whole parts of the unit."""
    numbers: list[Any] = np.rint(np.asarray(values, float) * per_unit).astype(np.int64).tolist()
    return numbers


def _track(centres: NDArray[np.float64], present: NDArray[np.bool_]) -> list[list[int]]:
    """Samples at which a ball changes: ``[sample, x, y, z]``, or ``[sample]`` when it is gone."""
    track: list[list[int]] = []
    last: list[int] = []
    for sample, (place, here) in enumerate(zip(_whole(centres, PER_METRE), present, strict=True)):
        now = place if here else []
        if now != last:
            track.append([sample, *now])
            last = now
    return track


def _plain(marks: Any) -> dict[str, Any]:
    """The row of marks as numbers and lists."""
    return {name: np.asarray(marks[name]).tolist() for name in marks.dtype.names}


def to_plain(replay: Replay) -> dict[str, Any]:
    """The replay as numbers, strings, lists and dicts; the content of a file."""
    shots = []
    for shot in replay.shots:
        tracks = {
            str(ball): _track(shot.positions[:, ball], shot.present[:, ball])
            for ball in range(N_BALLS)
            if shot.present[:, ball].any()
        }
        events = [
            [*_whole([e.time], PER_SECOND), *_whole([e.x, e.y], PER_METRE), e.label]
            for e in shot.events
        ]
        shots.append(
            {
                "title": shot.title,
                "ruling": shot.ruling,
                "score": shot.score,
                "time": _whole(shot.time, PER_SECOND),
                "balls": tracks,
                "events": events,
            }
        )
    return {
        "format": FORMAT,
        "version": VERSION,
        "per_metre": PER_METRE,
        "per_second": PER_SECOND,
        "names": list(replay.names),
        "settings": dict(replay.settings),
        "marks": _plain(replay.marks),
        "jaws": None if replay.jaws is None else asdict(replay.jaws),
        "shots": shots,
    }


def to_json(replay: Replay) -> str:
    """The replay as compact JSON."""
    return json.dumps(to_plain(replay), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def write_replay(replay: Replay, path: str | os.PathLike[str]) -> None:
    """Write a replay as a JSON file.

    Raises:
        OSError: if the file cannot be written.
    """
    write_text(to_json(replay), path)
