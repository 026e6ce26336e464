"""The same shots in pooltool, timed: run by ``throughput.py`` in the interpreter that has pooltool.

Speaks on standard input and output: first the path of a file of shots, then one line per request,
the name of a scenario; each answer is one line of JSON. Its fastest headless path is used: default
models, no copy, no trajectory, no drawing. Shots are built before the clock starts.
"""

from __future__ import annotations

import json
import math
import sys
import time
from typing import Any

import numpy as np

#: A guard against shots that do not end.
MAX_EVENTS = 5000


def system(pooltool: Any, table: Any, places: Any, stroke: Any, radius: float, mass: float) -> Any:
    """One position and stroke; its frame has the origin in a corner and y along the table."""
    balls = {}
    for ball, (x, y) in enumerate(places):
        if not math.isnan(x):
            name = "cue" if ball == 0 else str(ball)
            where = (0.5 * table.w - y, 0.5 * table.l + x)
            balls[name] = pooltool.Ball.create(name, xy=where, R=radius, m=mass)
    aim, speed, side, follow = (float(x) for x in stroke)
    cue = pooltool.Cue(cue_ball_id="cue")
    # Speed of its cue for this speed of the ball: v = 2 V/(1 + m/M + (5/2)(a^2 + b^2)).
    share = 1.0 + mass / cue.specs.M + 2.5 * (side * side + follow * follow)
    cue.set_state(V0=0.5 * speed * share, phi=math.degrees(aim) + 90.0, theta=0.0, a=side, b=follow)
    return pooltool.System(cue=cue, table=table, balls=balls)


def main() -> None:
    """Answer requests until the input ends."""
    import pooltool
    from pooltool.objects import PocketTableSpecs
    from pooltool.physics.resolve.resolver import default_resolver

    shots = np.load(sys.stdin.readline().strip())
    length, width, radius, mass = (float(x) for x in shots["sizes"])
    table = pooltool.Table.from_table_specs(PocketTableSpecs(l=length, w=width))
    engine = pooltool.physics.PhysicsEngine(resolver=default_resolver())
    print(json.dumps({"version": pooltool.__version__}), flush=True)
    for line in sys.stdin:
        name = line.strip()
        places, strokes = shots[f"{name} places"], shots[f"{name} strokes"]
        systems = [
            system(pooltool, table, p, s, radius, mass)
            for p, s in zip(places, strokes, strict=True)
        ]
        start = time.process_time()
        for one in systems:
            pooltool.simulate(one, engine=engine, inplace=True, max_events=MAX_EVENTS)
        seconds = time.process_time() - start
        events = sum(len(one.events) for one in systems)
        print(json.dumps({"seconds": seconds, "shots": len(systems), "events": events}), flush=True)


if __name__ == "__main__":
    main()
