"""Execution noise: how far a player's stroke is from the stroke meant. Data of the player.

Independent normal errors of the five parameters of a stroke, as in the computational-pool
tournaments (Archibald, Altman and Shoham 2009).
"""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from poolenv.config import Range, Source, schema, settings
from poolenv.kernel import kernel
from poolenv.records import rows
from poolenv.rng import normals, skip

#: Largest tip offset after noise: the tip still meets the ball [ball radii].
MAX_OFFSET = 0.95
#: Least cue speed after noise: a stroke that was made touches the ball [m/s].
MIN_SPEED = 0.001
#: Largest elevation after noise: the cue does not pass the vertical [rad].
MAX_ELEVATION = 0.5 * math.pi


@schema
class Noise:
    """Standard deviations of a player's strokes."""

    side: Annotated[float, Range(unit="m", ge=0.0)]
    follow: Annotated[float, Range(unit="m", ge=0.0)]
    elevation_deg: Annotated[float, Range(unit="deg", ge=0.0)]
    aim_deg: Annotated[float, Range(unit="deg", ge=0.0)]
    speed: Annotated[float, Range(unit="m/s", ge=0.0)]
    scale: Annotated[float, Range(ge=0.0)] = 1.0  # factor on all five


class Spread:
    """Standard deviations in the units of a stroke (record)."""

    side: float  # [ball radii]
    follow: float  # [ball radii]
    elevation: float  # [rad]
    aim: float  # [rad]
    speed: float  # [m/s]


def load_noise(source: Source | Noise, **overrides: Any) -> Noise:
    """Noise of ``configs/noise``, of a file, or a mapping of differences from ``tournament``.

    Raises:
        ConfigError: with every problem found.
    """
    return settings(Noise, "noise", source, base="tournament", overrides=overrides)


def spread_of(noise: Noise, ball_radius: float) -> Any:
    """The noise as one row.

    Args:
        noise: standard deviations in metres, degrees and metres per second.
        ball_radius: turns tip offsets into ball radii [m].

    Returns:
        A :class:`Spread` record.
    """
    spread = rows(Spread, 1)[0]
    spread.side = noise.scale * noise.side / ball_radius
    spread.follow = noise.scale * noise.follow / ball_radius
    spread.elevation = noise.scale * math.radians(noise.elevation_deg)
    spread.aim = noise.scale * math.radians(noise.aim_deg)
    spread.speed = noise.scale * noise.speed
    return spread


@kernel
def _errors(first: float, second: float, rng: NDArray[np.uint64], i: int) -> tuple[float, float]:
    """Two normal errors; two random words are used up even if there is none to draw."""
    if first == 0.0 and second == 0.0:
        skip(rng, i, 2)
        return 0.0, 0.0
    one, other = normals(rng, i)
    return first * one, second * other


@kernel
def disturb(spread: Any, action: Any, rng: NDArray[np.uint64], i: int) -> None:
    """Turn the stroke meant into the stroke made, in place.

    Errors are drawn in pairs: side and follow, elevation and aim, speed (and one for nothing). Six
    words are used up whatever the spread, so that the same seed gives the same later draws at every
    level of noise.

    Args:
        spread: a Spread record.
        action: an Action record; its stroke is changed.
        rng: (N,) state words; row i is advanced.
        i: the row.
    """
    side, follow = _errors(spread.side, spread.follow, rng, i)
    elevation, aim = _errors(spread.elevation, spread.aim, rng, i)
    speed, _ = _errors(spread.speed, 0.0, rng, i)
    action.side += side
    action.follow += follow
    offset = math.sqrt(action.side * action.side + action.follow * action.follow)
    if offset > MAX_OFFSET:
        action.side *= MAX_OFFSET / offset
        action.follow *= MAX_OFFSET / offset
    action.elevation = min(max(action.elevation + elevation, 0.0), MAX_ELEVATION)
    action.aim += aim
    action.speed = max(action.speed + speed, MIN_SPEED)
