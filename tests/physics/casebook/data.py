"""Kinds measured_constant and dataset: shipped numbers against measured ones."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np

from poolenv.physics.motion import advance
from poolenv.physics.setting import setting_of
from poolenv.physics.tip import TIP_TIME

from .engine import body_of, play
from .inputs import Inputs
from .recordings import RecordingError, Shot, read_recordings
from .tracks import (
    FAST,
    LEAST_SLIDE,
    SLOW,
    Comparison,
    Numbers,
    initial_speed,
    path_length,
    rolls,
    slides,
)


class DataAbsent(Exception):  # noqa: N818 - not a fault: the recordings are not shipped
    """The case compares with recordings that are not part of the project."""


def measure_constant(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind measured_constant, from the shipped preset that the case names."""
    phys = inputs.phys
    match quantity:
        case "mu_s":
            return phys.mu_slide
        case "mu_r":
            return phys.mu_roll
        case "alpha_sp":
            return phys.spin_decay
        case "rolling_deceleration":
            return phys.mu_roll * phys.gravity
        case "slide_over_roll_deceleration":
            return phys.mu_slide / phys.mu_roll
        case "contact_time":
            return TIP_TIME
        case "apparent_depth":
            return _depth_behind_the_nose(inputs.number("normal_speed"))[0]
        case "implied_contact_time":
            return _depth_behind_the_nose(inputs.number("normal_speed"))[1]
    raise KeyError(quantity)


def _depth_behind_the_nose(speed: float) -> tuple[float, float]:
    """A ball rolls into the left cushion of the shipped carom table at 45 degrees.

    The recordings are those of a carom match, whose preset alone states a time in the rubber.

    Args:
        speed: normal to the cushion [m/s].

    Returns:
        (how far behind the line of touching centres its ways before and after cross [m], the time
        that its shift along the rail took at the mean of the velocities along it [s]).
    """
    setting = setting_of("carom", "carom_match", "carom")
    phys, half = setting.phys[0], setting.geometry.bed[0].half_y
    spin = speed / phys.radius
    body = body_of(phys, (0.0, half - 0.05), (speed, speed), (-spin, spin))
    before, came, left = play(setting.geometry, phys, {0: body}).states[:3]
    advance(before, phys, came.t0)
    shift = left.x - came.x
    depth = shift / (before.vx / before.vy - left.vx / left.vy)
    return depth, 2.0 * shift / (before.vx + left.vx)


def hand_in(folder: Path | None) -> None:
    """Say where recordings lie; None: there are none.

    Args:
        folder: holds ``<dataset>.csv``, see recordings.py.

    Raises:
        FileNotFoundError: if it is no folder.
    """
    if folder is not None and not folder.is_dir():
        raise FileNotFoundError(f"--recordings: no folder {folder}")
    _handed_in.clear()
    if folder is not None:
        _handed_in.append(folder)
    _shots.cache_clear()
    _compared.clear()


_handed_in: list[Path] = []
_compared: dict[tuple[Path, float, float, bytes], Numbers] = {}


@functools.lru_cache(maxsize=4)
def _shots(path: Path, length: float, width: float) -> list[Shot]:
    return read_recordings(path, length, width)


def _off(path: Path, inputs: Inputs, length: float, width: float) -> Numbers:
    """How far the engine with the case's equipment is from every shot of a file, rms [m]."""
    key = path, length, width, inputs.phys.tobytes()
    if key not in _compared:
        geometry, shots = inputs.plain_table(length, width), _shots(path, length, width)
        off = [Comparison(geometry, inputs.phys, shot).rmse() for shot in shots]
        _compared[key] = np.array(off)
    return _compared[key]


def measure_dataset(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind dataset, from the recordings handed in.

    ``mu_r``: median over the last free rolls of deceleration over g; ``mu_r_slow_minus_fast``: that
    of rolls that begin with 0 to 0.3 m/s less that of those with 0.3 to 0.6 m/s. ``mu_s``: median
    of the decelerations after strokes and contacts over g, with its quartiles.
    ``median_initial_speed``, ``median_path_length``: of the struck ball. ``median_rmse`` and
    ``share_below_0.10_m``: of the distances of all centres between recording and engine, shot by
    shot, with the stroke that fits best.

    Raises:
        DataAbsent: if no recordings of the data set were handed in.
        RecordingError: if its file is wrong.
    """
    name = str(inputs.given.get("dataset"))
    path = next((folder / f"{name}.csv" for folder in _handed_in), None)
    if path is None or not path.is_file():
        raise DataAbsent(name)
    table = inputs.table()
    shots = _shots(path, table.length, table.width)
    gravity = float(inputs.phys.gravity)
    match quantity:
        case "mu_r":
            return _median([roll.deceleration for roll in rolls(shots)], path) / gravity
        case "mu_r_slow_minus_fast":
            found = rolls(shots)
            slow = [roll.deceleration for roll in found if roll.speed < SLOW]
            fast = [roll.deceleration for roll in found if SLOW <= roll.speed < FAST]
            return (_median(slow, path) - _median(fast, path)) / gravity
        case "mu_s" | "mu_s_interquartile_low" | "mu_s_interquartile_high":
            found = slides(shots) / gravity
            found = found[found >= LEAST_SLIDE]
            share = {"low": 25.0, "high": 75.0}.get(quantity.rpartition("_")[2], 50.0)
            return _median(found, path, share)
        case "median_initial_speed":
            return _median([initial_speed(shot[0]) for shot in shots], path)
        case "median_path_length":
            return _median([path_length(shot[0]) for shot in shots], path)
        case "median_rmse" | "share_below_0.10_m":
            off = _off(path, inputs, table.length, table.width)
            return float(np.median(off) if quantity == "median_rmse" else (off < 0.10).mean())
    raise KeyError(quantity)


def _median(found: Any, path: Path, share: float = 50.0) -> float:
    """Median, or another percentile, of what was found in a file; there must be something."""
    if len(found) == 0:
        raise RecordingError(f"{path}: no motion that the quantity could be taken from")
    return float(np.percentile(found, share))
