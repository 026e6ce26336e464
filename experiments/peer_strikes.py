"""Strokes in pooltool: run by ``differential.py`` in the interpreter that has it.

Speaks on standard input and output, one line of JSON each way. A request names a file of strokes, a
file for the answer, and the cue and ball (:class:`Cue`). Only what it files is read; its frame is
ours (aim from +x to the left, english to the right positive).
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any, NamedTuple

import numpy as np


class Cue(NamedTuple):
    """Cue and ball that the peer is told to play with."""

    radius: float  # of the ball [m]
    mass: float  # of the ball [kg]
    cue_mass: float  # [kg]
    end_mass: float  # of the shaft [kg]
    squirt: bool


def turned_back(vector: Any) -> list[float]:
    """Its vector in our frame: a quarter turn."""
    return [float(vector[1]), -float(vector[0]), float(vector[2])]


def strike(pooltool: Any, given: Cue, stroke: Any) -> list[list[float]]:
    """[velocity, angular velocity] of the ball right after one stroke, in our frame."""
    from pooltool.objects import CueSpecs
    from pooltool.physics.resolve.stick_ball.instantaneous_point import InstantaneousPoint

    speed, aim, side, follow, elevation = (float(x) for x in stroke)
    ball = pooltool.Ball.create("cue", xy=(1.0, 1.0), R=given.radius, m=given.mass)
    cue = pooltool.Cue(cue_ball_id="cue", specs=CueSpecs(M=given.cue_mass, end_mass=given.end_mass))
    cue.set_state(
        V0=speed,
        phi=math.degrees(aim) + 90.0,
        theta=math.degrees(elevation),
        a=-side,
        b=follow,
    )
    law = InstantaneousPoint(squirt_throttle=1.0 if given.squirt else 0.0)
    _, struck = law.resolve(cue, ball)
    return [turned_back(struck.state.rvw[1]), turned_back(struck.state.rvw[2])]


def main() -> None:
    """Answer requests until the input ends."""
    import pooltool

    print(json.dumps({"version": pooltool.__version__}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        strokes = np.load(request["strokes"])
        given = Cue(**request["cue"])
        struck = np.array([strike(pooltool, given, stroke) for stroke in strokes])
        np.save(request["answer"], struck)
        print(json.dumps({"strokes": len(struck)}), flush=True)


if __name__ == "__main__":
    main()
