"""Kind table_shot: balls on the table of the case, played to rest."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from poolenv.balls import EIGHT, N_BALLS
from poolenv.events import BALL_BALL, POCKETED
from poolenv.rng import seed_words
from poolenv.states import ABSENT, STILL
from poolenv.table.marks import marks_of
from poolenv.table.racks import (
    EIGHT_BALL_RACK,
    NINE_BALL_RACK,
    full_rack,
    load_gaps,
    rack_balls,
)

from .cases import Case, Run
from .engine import Played, body_of, play
from .features import need
from .inputs import Inputs
from .search import crossing

_RACKS = {"triangle_15": EIGHT_BALL_RACK, "diamond_9": NINE_BALL_RACK}
#: Fastest cue ball tried for a number of table lengths [m/s].
_FASTEST = 20.0
#: Spread of the direction of a break [rad].
_BREAK_NOISE = math.radians(0.2)
_SEED = 20240


def _start(inputs: Inputs) -> tuple[float, float]:
    length = inputs.table().length
    match inputs.given.get("start", "head_spot"):
        case "touching_head_cushion":
            return -0.5 * length + inputs.phys.radius * inputs.nose_angle()[1], 0.0
        case "head_spot":
            return -0.25 * length, 0.0
        case "corner_diamond":
            need("diamonds")
    raise ValueError(f"unknown start {inputs.given['start']!r}")


def _played(inputs: Inputs, speed: float) -> Played:
    if inputs.number("balls", 1.0) != 1.0:
        raise ValueError("table_shot: expected one ball or a rack")
    phys = inputs.phys
    wy = inputs.number("topspin_ratio") * speed / phys.radius
    # Topspin towards the head cushion turns about -y.
    wy -= inputs.number("spin_into_cushion") / phys.radius
    body = body_of(phys, _start(inputs), (speed,), (0.0, wy))
    return play(inputs.geometry(inputs.table()), phys, {0: body})


def measure(inputs: Inputs, quantity: str) -> Any:
    """One quantity of a run of kind table_shot."""
    if quantity.startswith("through_diamond"):
        need("diamonds")
    if "rack" in inputs.given:
        return _rack_statistic(inputs, quantity)
    length = inputs.table().length
    if quantity == "speed_for_lengths":
        goal = inputs.number("lengths") * length
        return crossing(lambda v: _played(inputs, v).path_length(0), goal, 1e-3, _FASTEST)
    played = _played(inputs, inputs.number("v_cb"))
    match quantity:
        case "table_lengths":
            return played.path_length(0) / length
        case "events_to_rest":
            return float(played.n_events)
        case "time_to_rest":
            return float(played.events.t[-1])
    raise KeyError(quantity)


@lru_cache(maxsize=8)
def _breaks(rack: str, gaps: str, speed: float, topspin: float, n: int) -> list[dict[str, float]]:
    """Facts of n square breaks from the head spot with the shipped preset."""
    inputs = Inputs(Case("", "", "", "", {}, {}, ()), Run({}, {}))
    table, balls = inputs.equipment.table, inputs.equipment.balls
    geometry, marks, phys = inputs.geometry(table), marks_of(table, balls), inputs.phys
    spread = load_gaps(gaps)
    kind = _RACKS[rack]
    rng = seed_words(_SEED, n)
    turns = np.random.default_rng(_SEED).normal(0.0, _BREAK_NOISE, n)
    pos = np.zeros((n, N_BALLS, 3))
    motion = np.full((n, N_BALLS), ABSENT, dtype=np.int8)
    facts = []
    for i in range(n):
        rack_balls(kind, full_rack(kind), marks, spread.mean, spread.spread, pos, motion, rng, i)
        bodies = {b: body_of(phys, pos[i, b]) for b in range(1, N_BALLS) if motion[i, b] == STILL}
        v = (speed * math.cos(turns[i]), speed * math.sin(turns[i]))
        w = (-topspin * v[1] / phys.radius, topspin * v[0] / phys.radius)
        bodies[0] = body_of(phys, (marks.head_spot, 0.0), v, w)
        played = play(geometry, phys, bodies)
        down = set(played.events.ball[played.events.kind == POCKETED])
        hit = bool((played.events.kind == BALL_BALL).any())
        on_bed = 0 not in down
        facts.append(
            {
                "time_to_rest": float(played.events.t[-1]),
                "events": float(played.n_events),
                "a_ball_made_and_no_foul": float(hit and on_bed and len(down) > 0),
                "8_ball_on_break": float(EIGHT in down),
                "cb_near_centre": float(on_bed and abs(played.final[0, 0]) < 0.6),
            }
        )
    return facts


def _rack_statistic(inputs: Inputs, quantity: str) -> float:
    given = inputs.given
    facts = _breaks(
        given["rack"],
        given.get("rack_gaps", "template"),
        inputs.number("v_cb"),
        inputs.number("topspin_ratio"),
        int(given.get("n", 1)),
    )

    def column(name: str) -> Any:
        return np.array([fact[name] for fact in facts])

    match quantity:
        case "median_time_to_rest":
            return float(np.median(column("time_to_rest")))
        case "events_p99":
            return float(np.percentile(column("events"), 99.0))
        case "fraction_with_a_ball_made_and_no_foul":
            return float(column("a_ball_made_and_no_foul").mean())
        case "fraction_8_ball_on_break":
            return float(column("8_ball_on_break").mean())
        case "fraction_cb_within_0.6_m_of_table_centre_line_half":
            return float(column("cb_near_centre").mean())
    raise KeyError(quantity)
