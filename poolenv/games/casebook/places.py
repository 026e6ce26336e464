"""Names and places of a described situation: players, balls, coordinates, balls on the bed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv import states
from poolenv.balls import CUE

PLAYERS = {"A": 0, "B": 1}


def player_of(name: str) -> int:
    """The number of a player."""
    return PLAYERS[name]


def ball_of(name: Any) -> int:
    """The number of a ball; at the lag ball 0 is that of player A, ball 1 that of player B."""
    return CUE if name == "cue" else PLAYERS[name] if name in PLAYERS else int(name)


def place_of(marks: Any, place: Iterable[float]) -> tuple[float, float]:
    """Millimetres from head cushion and left cushion as coordinates of the table [m]."""
    u, v = place
    return float(u) / 1000.0 - 0.5 * marks.length, 0.5 * marks.width - float(v) / 1000.0


def lay_balls(
    marks: Any,
    pos: NDArray[np.float64],
    motion: NDArray[np.int8],
    balls: set[int],
    prior: Mapping[str, Any],
    in_head: bool,
) -> None:
    """Lay the balls: where the case says, else where nothing depends on it.

    Args:
        marks: record Marks.
        pos: (16, 3) positions [m], written.
        motion: (16,) states, written.
        balls: object balls on the bed.
        prior: the state before the event.
        in_head: the cue ball is played from behind the head string.
    """
    motion[:] = states.ABSENT
    given = {ball_of(k): place_of(marks, v) for k, v in (prior.get("positions_mm") or {}).items()}
    for ball in sorted(balls | {CUE} | set(given)):
        k = ball - 1
        # A grid away from cushions, strings, spots, the triangle and each other.
        x, y = 0.05 + 0.1 * (k % 5), (-0.3, -0.1, 0.2)[k // 5]
        if ball == CUE:
            x, y = (-0.9, 0.1) if in_head else (-0.3, 0.3)
        x, y = given.get(ball, (x, y))
        pos[ball] = (x, y, marks.ball_radius)
        motion[ball] = states.STILL
    near = prior.get("near_rail")
    if near:
        _lay_near_rail(marks, pos[near["ball"]], near["rail"], near["gap_mm"] / 1000.0)
    for ball, angle in (prior.get("shot_angle_to_frozen_deg") or {}).items():
        # The stroke goes along +x; touching balls lie on alternating sides of it.
        side = -1.0 if angle > 90 else 1.0
        turn = side * math.radians(angle)
        distance = 2.0 * marks.ball_radius
        pos[int(ball), 0] = pos[CUE, 0] + distance * math.cos(turn)
        pos[int(ball), 1] = pos[CUE, 1] + distance * math.sin(turn)
        motion[int(ball)] = states.STILL
    for record in prior.get("in_motion") or ():
        spins = record.get("kind") == "spin_in_place"
        motion[ball_of(record["ball"])] = states.SPINNING if spins else states.ROLLING


def _lay_near_rail(marks: Any, place: NDArray[np.float64], rail: str, gap: float) -> None:
    """A ball that lies a gap away from a cushion."""
    off = marks.cushion_gap + gap
    if rail in ("head", "foot"):
        place[0] = (0.5 * marks.length - off) * (1.0 if rail == "foot" else -1.0)
    else:
        place[1] = (0.5 * marks.width - off) * (1.0 if rail == "left" else -1.0)
