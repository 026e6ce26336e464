"""Moments of a replay as scenes, and a shot as a sequence of pictures."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS
from poolenv.render.flat import draw
from poolenv.render.replay import Replay, ReplayShot
from poolenv.render.scene import Scene, make_scene

Reals = NDArray[np.float64]


def position_at(shot: ReplayShot, time: float) -> tuple[Reals, NDArray[np.bool_]]:
    """Centres (16, 3) and presence (16,) at a time, linear between samples, held at both ends."""
    k = int(np.clip(np.searchsorted(shot.time, time, side="right") - 1, 0, shot.time.size - 1))
    here = shot.positions[k].copy()
    if k + 1 < shot.time.size and time > shot.time[k]:
        s = (time - shot.time[k]) / (shot.time[k + 1] - shot.time[k])
        both = shot.present[k] & shot.present[k + 1]
        here[both] += s * (shot.positions[k + 1][both] - here[both])
    return here, shot.present[k].copy()


def rolled(turns: Reals, way: Reals, radius: float) -> Reals:
    """Turns (16, 3, 3) after each ball has rolled along a way (16, 2) without slip.

    Rodrigues' formula about the horizontal axis across the way.
    """
    length = np.hypot(way[:, 0], way[:, 1])
    moving = np.flatnonzero(length > 0.0)
    turned = turns.copy()
    for b in moving:
        angle = length[b] / radius
        ax, ay = -way[b, 1] / length[b], way[b, 0] / length[b]
        c, s = math.cos(angle), math.sin(angle)
        step = np.array(
            [
                [c + ax * ax * (1 - c), ax * ay * (1 - c), ay * s],
                [ax * ay * (1 - c), c + ay * ay * (1 - c), -ax * s],
                [-ay * s, ax * s, c],
            ]
        )
        turned[b] = step @ turns[b]
    return turned


def scene_at(replay: Replay, shot: int, time: float, *, caption: bool = True) -> Scene:
    """One moment of a replay, all balls upright.

    Args:
        replay: the replay.
        shot: index of the shot.
        time: since the stroke [s].
        caption: whether to write title, score and the first line of the ruling.

    Raises:
        IndexError: if there is no such shot.
    """
    played = replay.shots[shot]
    positions, present = position_at(played, time)
    lines = _caption(replay, shot) if caption else ()
    return make_scene(replay.marks, positions, present, caption=lines, jaws=replay.jaws)


def _caption(replay: Replay, shot: int) -> tuple[str, ...]:
    played = replay.shots[shot]
    first, *_ = played.ruling.splitlines() or [""]
    return (played.title, f"{played.score}   {first}".strip())


def frames(
    replay: Replay, shot: int, *, fps: int = 30, width_px: int = 640, caption: bool = True
) -> Iterator[NDArray[np.uint8]]:
    """A shot as pictures of one shape, the balls rolling as they go.

    Args:
        replay: the replay.
        shot: index of the shot.
        fps: pictures per second.
        width_px: width of the pictures [px].
        caption: whether to write under the table.

    Yields:
        uint8, shape (height, width_px, 3), from the stroke until everything rests.

    Raises:
        IndexError: if there is no such shot.
        ValueError: if `fps` is not positive or the width cannot be drawn.
    """
    if not (math.isfinite(fps) and fps > 0):
        raise ValueError(f"fps is {fps!r}; expected a number above 0")
    played = replay.shots[shot]
    lines = _caption(replay, shot) if caption else ()
    start, end = float(played.time[0]), float(played.time[-1])
    turns = np.repeat(np.eye(3)[None], N_BALLS, axis=0)
    before, was_present = position_at(played, start)
    for k in range(math.ceil((end - start) * fps - 1e-9) + 1):
        positions, present = position_at(played, start + k / fps)
        way = np.where((present & was_present)[:, None], positions - before, 0.0)[:, :2]
        turns = rolled(turns, way, float(replay.marks.ball_radius))
        before, was_present = positions, present
        scene = make_scene(
            replay.marks, positions, present, turns=turns, caption=lines, jaws=replay.jaws
        )
        yield draw(scene, width_px)
