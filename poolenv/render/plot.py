"""A simulated shot as one picture: balls, the ways they take, what became of them."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import CUE, N_BALLS
from poolenv.physics.result import Result
from poolenv.render.flat import draw
from poolenv.render.outline import jaws_of_table
from poolenv.render.png import encode_png, write_png
from poolenv.render.record import shot_of
from poolenv.render.scene import BallPath, make_scene

#: Ways shorter than this are not drawn [m].
_STILL = 1e-4


@dataclass(frozen=True, eq=False)
class Picture:
    """An image that a notebook shows by itself.

    Attributes:
        pixels: uint8, shape (height, width, 3).
    """

    pixels: NDArray[np.uint8]

    def _repr_png_(self) -> bytes:
        """What a notebook shows."""
        return encode_png(self.pixels)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it as a PNG file.

        Raises:
            OSError: if the file cannot be written.
        """
        write_png(self.pixels, path)


def _outcome(result: Result) -> str:
    """One line under the picture."""
    down = [
        f"{'cue ball' if ball == CUE else ball} in {pocket}"
        for ball, pocket in result.pocketed.items()
    ]
    off = [f"{'cue ball' if ball == CUE else ball} off the table" for ball in result.off_table]
    return ", ".join([*down, *off]) or "no ball pocketed"


def plot(result: Result, *, time: float = 0.0, width_px: int = 960) -> Picture:
    """Draw a shot from above: the balls at one time and the ways they take from stroke to rest.

    Args:
        result: of :func:`poolenv.simulate`.
        time: the moment at which the balls are drawn [s]; ``result.duration`` shows where they come
            to rest.
        width_px: width of the picture [px].

    Raises:
        ValueError: if the time is not within the shot or the width cannot be drawn.

    Example:
        >>> from poolenv import Position, Shot, plot, simulate
        >>> result = simulate(Position({0: (-0.6, 0.0), 1: (0.6, 0.0)}), Shot(aim=0.0, speed=1.5))
        >>> plot(result, width_px=320).pixels.shape[1:]
        (320, 3)
    """
    if not 0.0 <= time <= result.duration:
        raise ValueError(f"plot: time={time!r}: expected 0 to {result.duration:g} s")
    shot = shot_of(result)
    ways = []
    for ball in range(N_BALLS):
        points = shot.positions[shot.present[:, ball], ball]
        if len(points) and np.ptp(points, axis=0).max() > _STILL:
            ways.append(BallPath(ball, points))
    moment = result.at(np.array([time]))
    scene = make_scene(
        result.setting.marks[0],
        moment.position[0],
        moment.present[0],
        paths=ways,
        caption=(_outcome(result), f"{result.duration:.1f} s, {len(result.events)} events"),
        jaws=jaws_of_table(result.setting.equipment.table),
    )
    return Picture(draw(scene, width_px))
