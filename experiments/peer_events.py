"""Launches in pooltool, event by event: run by ``differential.py`` in the interpreter that has it.

Speaks on standard input and output, one line of JSON each way. A request names a file of launches,
a file for the answer, and the laws to play by (:class:`Laws`). Only what it prints and files is
read; the frame of the files is ours (origin at the centre of the bed, x along it).
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any, NamedTuple

import numpy as np

#: A guard against launches that do not end.
MAX_EVENTS = 5000
#: Friction must be positive there; this is as good as none.
NO_FRICTION = 1e-300
#: An impulse that every phase of an impact stays below [N s].
IMPULSE = 1.0
#: Rails of its pocketless table, by their names there, as our log numbers them.
RAILS = {"18": 0, "9": 1, "3": 2, "12": 3}  # head, foot, left, right
#: Its pockets as our log numbers them: head, side, foot; left first.
POCKETS = {"lb": 0, "rb": 1, "lc": 2, "rc": 3, "lt": 4, "rt": 5}
#: Kinds of contact in the answer.
BALL, CUSHION, POCKET = 0, 1, 2
#: Rubber of a mouth: no rail of the pocketless table.
NO_RAIL = -1
#: How far its facings reach behind the noses [m]: past the holes.
REACH = 0.2


class Laws(NamedTuple):
    """What the peer is told to play by."""

    length: float  # of the bed [m]
    width: float
    radius: float
    mass: float
    nose_height: float
    spacer: float  # distance to which touching balls are moved apart [m]
    e_ball: float
    friction: bool  # between balls, Alciatore's curve; else none
    cushions: str  # "mirror", "mathavan" or "shipped"
    e_cushion: float
    mu_cushion: float
    step: float  # of the impulse, where an impact on a cushion is integrated [N s]
    mouths: dict[str, float] | None = None  # of its pockets; without them it has none


def build(pooltool: Any, laws: Laws) -> tuple[Any, Any, dict[str, float]]:
    """(table, engine, parameters of a ball) for these laws."""
    from pooltool.objects import BilliardTableSpecs, PocketTableSpecs
    from pooltool.physics.resolve.ball_ball.friction import (
        AlciatoreBallBallFriction,
        AverageBallBallFriction,
    )
    from pooltool.physics.resolve.ball_ball.frictional_inelastic import FrictionalInelastic
    from pooltool.physics.resolve.ball_cushion.mathavan_2010.model import Mathavan2010Linear
    from pooltool.physics.resolve.ball_cushion.unrealistic import (
        UnrealisticCircular,
        UnrealisticLinear,
    )
    from pooltool.physics.resolve.resolver import default_resolver

    pooltool.constants.MIN_DIST = laws.spacer
    specs = BilliardTableSpecs(l=laws.length, w=laws.width, cushion_height=laws.nose_height)
    if laws.mouths:
        specs = PocketTableSpecs(
            l=laws.length,
            w=laws.width,
            cushion_height=laws.nose_height,
            cushion_width=REACH,
            **laws.mouths,
        )
    resolver = default_resolver()
    friction = AlciatoreBallBallFriction() if laws.friction else AverageBallBallFriction()
    resolver.ball_ball = FrictionalInelastic(friction=friction)
    if laws.cushions == "mirror":
        resolver.ball_linear_cushion = UnrealisticLinear(restitution=True)
        resolver.ball_circular_cushion = UnrealisticCircular(restitution=True)
    elif laws.cushions == "mathavan":
        # As shipped it ends after 1000 steps; finer ones get as many more.
        most = max(1000, round(IMPULSE / laws.step))
        resolver.ball_linear_cushion = Mathavan2010Linear(max_steps=most, delta_p=laws.step)
    ball = {"R": laws.radius, "m": laws.mass, "u_b": NO_FRICTION, "e_b": laws.e_ball}
    ball |= {"e_c": laws.e_cushion, "f_c": max(laws.mu_cushion, NO_FRICTION)}
    table = pooltool.Table.from_table_specs(specs)
    return table, pooltool.physics.PhysicsEngine(resolver=resolver), ball


def turned(vector: Any) -> list[float]:
    """Our vector in its frame: a quarter turn."""
    return [-float(vector[1]), float(vector[0]), float(vector[2])]


def system(pooltool: Any, table: Any, ball: dict[str, float], launch: Any) -> Any:
    """One launch; balls without slip roll, others slide."""
    places, velocity, spin = launch
    balls = {}
    for number, (x, y) in enumerate(places):
        if not math.isnan(x):
            name = "cue" if number == 0 else str(number)
            where = (0.5 * table.w - y, 0.5 * table.l + x)
            balls[name] = pooltool.Ball.create(name, xy=where, **ball)
    cue = pooltool.Cue(cue_ball_id="cue")
    cue.set_state(V0=0.0, phi=0.0, theta=0.0, a=0.0, b=0.0)
    for number, (v, w) in enumerate(zip(velocity, spin, strict=True)):
        if v.any() or w.any():
            state = balls["cue" if number == 0 else str(number)].state
            state.rvw[1] = turned(v)
            state.rvw[2] = turned(w)
            slip = math.hypot(v[0] - ball["R"] * w[1], v[1] + ball["R"] * w[0])
            rolls = slip <= 1e-12
            state.s = pooltool.constants.rolling if rolls else pooltool.constants.sliding
    return pooltool.System(cue=cue, table=table, balls=balls)


def number_of(name: str) -> int:
    """The number of a ball of this name."""
    return 0 if name == "cue" else int(name)


def contacts(pooltool: Any, played: Any) -> list[list[float]]:
    """Every contact: time, kind, ball, other, and where the ball was before it was resolved."""
    kinds = pooltool.EventType
    found = []
    for event in played.events:
        if event.event_type == kinds.BALL_BALL:
            a, b = (number_of(name) for name in event.ids)
            first = min(a, b)
            agent = event.agents[0 if a == first else 1]
            row = [BALL, first, max(a, b)]
        elif event.event_type in (kinds.BALL_LINEAR_CUSHION, kinds.BALL_CIRCULAR_CUSHION):
            agent = event.agents[0]
            row = [CUSHION, number_of(event.ids[0]), RAILS.get(event.ids[1], NO_RAIL)]
        elif event.event_type == kinds.BALL_POCKET:
            agent = event.agents[0]
            row = [POCKET, number_of(event.ids[0]), POCKETS[event.ids[1]]]
        else:
            continue
        x, y = agent.initial.state.rvw[0][:2]
        table = played.table
        found.append([event.time, *row, y - 0.5 * table.l, 0.5 * table.w - x])
    return found


def main() -> None:
    """Answer requests until the input ends."""
    import pooltool

    print(json.dumps({"version": pooltool.__version__}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        shots = np.load(request["launches"])
        table, engine, ball = build(pooltool, Laws(**request["laws"]))
        rows: list[list[list[float]]] = []
        ends, finals, refused = [], [], []
        for launch in zip(shots["places"], shots["velocity"], shots["spin"], strict=True):
            one = system(pooltool, table, ball, launch)
            try:
                pooltool.simulate(one, engine=engine, inplace=True, max_events=MAX_EVENTS)
            except ValueError as error:
                refused.append(str(error))
                rows.append([])
            else:
                refused.append("")
                rows.append(contacts(pooltool, one))
            final = np.full((16, 2), np.nan)
            for name, body in one.balls.items():
                x, y = body.state.rvw[0][:2]
                final[number_of(name)] = y - 0.5 * table.l, 0.5 * table.w - x
            finals.append(final)
            ends.append(one.t)
        lengths = np.array([len(found) for found in rows])
        flat = [contact for found in rows for contact in found]
        np.savez(
            request["answer"],
            contacts=np.array(flat, dtype=np.float64).reshape(-1, 6),
            lengths=lengths,
            ends=np.array(ends),
            finals=np.array(finals),
            refused=np.array(refused),
        )
        print(json.dumps({"launches": len(rows), "contacts": len(flat)}), flush=True)


if __name__ == "__main__":
    main()
