"""Recordings of real shots that cases of kind ``dataset`` compare with: reading, and what is wrong.

They are not part of the project. ``pytest --recordings DIR`` hands them in: DIR holds one file per
data set, ``<dataset>.csv``; the case file names the data sets. A file is UTF-8 text, its first line

    shot,ball,t,x,y

and every other line one sighting of one ball:

* ``shot``: number of the shot, an integer. Lines of a shot are together.
* ``ball``: 0 is the ball that was struck, 1 to 15 the others, an integer.
* ``t``: time [s], rising from line to line of the same ball; the zero is anybody's.
* ``x``, ``y``: centre of the ball [m] in the plane of the bed. The origin is the centre of the bed,
  x runs along it, towards either end, and y is 90 degrees counter-clockwise from x. Lengths are
  real ones: whatever the recording multiplied them by is divided out.

Every shot has the struck ball, and every ball of it at least LEAST sightings. A ball may be missing
from a shot. Empty lines and lines that begin with # are passed over.
"""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS

COLUMNS = ("shot", "ball", "t", "x", "y")
#: Fewest sightings of a ball in a shot.
LEAST = 3
#: A centre may be this far beyond the nose lines: recordings are rounded and balls sink in [m].
SLACK = 0.02


class RecordingError(ValueError):
    """A file of recordings that cannot be used: file, line, what was found and expected."""


@dataclass(frozen=True)
class Track:
    """One ball of one shot, as it was seen."""

    t: NDArray[np.float64]  # (S,) [s]
    place: NDArray[np.float64]  # (S, 2) [m]


#: Ball -> its track.
Shot = dict[int, Track]


def _number(path: Path, line: int, column: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise RecordingError(f"{path}:{line}: {column} is {text!r}, expected a finite number")
    return value


def _integer(path: Path, line: int, column: str, text: str, low: int, high: float) -> int:
    try:
        value = int(text)
    except ValueError:
        value = None
    if value is None or not low <= value <= high:
        span = f"{low} to {high:g}" if math.isfinite(high) else f"{low} or more"
        raise RecordingError(f"{path}:{line}: {column} is {text!r}, expected an integer, {span}")
    return value


def read_recordings(path: Path, length: float, width: float) -> list[Shot]:
    """All shots of a file, in its order.

    Args:
        path: the file; its format is described at the head of this module.
        length: of the bed, nose to nose [m].
        width: the same across [m].

    Raises:
        RecordingError: at the first line that is wrong.
        FileNotFoundError: if there is no such file.
    """
    half = 0.5 * length + SLACK, 0.5 * width + SLACK
    rows: dict[int, dict[int, list[tuple[float, float, float]]]] = {}
    first: dict[tuple[int, int], int] = {}
    last_shot: int | None = None
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        header: list[str] | None = None
        try:
            for cells in lines:
                line = lines.line_num
                if not cells or cells[0].startswith("#"):
                    continue
                if header is None:
                    header = [cell.strip() for cell in cells]
                    if tuple(header) != COLUMNS:
                        found = ",".join(header)
                        raise RecordingError(
                            f"{path}:{line}: columns are {found!r}, expected {','.join(COLUMNS)!r}"
                        )
                    continue
                if len(cells) != len(COLUMNS):
                    raise RecordingError(
                        f"{path}:{line}: {len(cells)} cells, expected {len(COLUMNS)}"
                    )
                shot = _integer(path, line, "shot", cells[0], 0, math.inf)
                ball = _integer(path, line, "ball", cells[1], 0, N_BALLS - 1)
                t, x, y = (
                    _number(path, line, name, cell)
                    for name, cell in zip(COLUMNS[2:], cells[2:], strict=True)
                )
                for name, value, most in (("x", x, half[0]), ("y", y, half[1])):
                    if abs(value) > most:
                        raise RecordingError(
                            f"{path}:{line}: {name} is {value:g} m, expected -{most:g} to "
                            f"{most:g}; is the origin the centre of the bed, are lengths real ones?"
                        )
                if shot != last_shot and shot in rows:
                    raise RecordingError(
                        f"{path}:{line}: shot {shot} began before, was left, "
                        "and goes on; expected all its lines together"
                    )
                last_shot = shot
                track = rows.setdefault(shot, {}).setdefault(ball, [])
                first.setdefault((shot, ball), line)
                if track and t <= track[-1][0]:
                    raise RecordingError(
                        f"{path}:{line}: t is {t:g}, expected more than {track[-1][0]:g}, "
                        f"the last time of ball {ball} in shot {shot}"
                    )
                track.append((t, x, y))
        except UnicodeDecodeError as error:
            raise RecordingError(f"{path}: not UTF-8 text ({error.reason})") from None
    if not rows:
        raise RecordingError(f"{path}: no sightings, expected lines after {','.join(COLUMNS)!r}")
    for shot, tracks in rows.items():
        if 0 not in tracks:
            line = min(first[shot, ball] for ball in tracks)
            raise RecordingError(f"{path}:{line}: shot {shot} lacks ball 0, the struck one")
        for ball, track in tracks.items():
            if len(track) < LEAST:
                raise RecordingError(
                    f"{path}:{first[shot, ball]}: ball {ball} of shot {shot} is seen "
                    f"{len(track)} times, expected at least {LEAST}"
                )
    return [
        {ball: _track(track) for ball, track in sorted(tracks.items())} for tracks in rows.values()
    ]


def _track(sightings: list[tuple[float, float, float]]) -> Track:
    table = np.array(sightings)
    return Track(table[:, 0].copy(), table[:, 1:].copy())
