"""Kind multi_ball: several balls that touch or nearly do."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from poolenv.balls import N_BALLS
from poolenv.events import LOG_CAPACITY
from poolenv.physics.body import Body
from poolenv.physics.cluster import integrate_cluster
from poolenv.records import Event, rows
from poolenv.table.phys import RACK_MODELS

from .engine import VAST, body_of, play, velocity_of
from .inputs import Inputs

_ROWS = 5


def _places(inputs: Inputs) -> list[tuple[float, float]]:
    """Centres of the balls, cue ball first; it touches the first object ball."""
    pitch = 2.0 * inputs.phys.radius + inputs.number("gap")
    reach = 2.0 * inputs.phys.radius
    if "balls_in_line" in inputs.given:
        # The gap is between all others: the cue ball touches the first.
        return [
            (-reach, 0.0),
            *((k * pitch, 0.0) for k in range(int(inputs.given["balls_in_line"]) - 1)),
        ]
    if inputs.given["rack"] != "triangle_15":
        raise ValueError(f"unknown rack {inputs.given['rack']!r}; known: triangle_15")
    offset = inputs.number("offset")
    cue = (-math.sqrt(reach * reach - offset * offset), offset)
    depth = 0.5 * math.sqrt(3.0) * pitch
    rack = [(row * depth, (k - 0.5 * row) * pitch) for row in range(_ROWS) for k in range(row + 1)]
    return [cue, *rack]


def _velocities(inputs: Inputs) -> Any:
    """(16, 3) after all contacts, before friction or a cushion could act."""
    phys = inputs.phys
    if inputs.given.get("cloth_friction") is not False:
        raise ValueError("multi_ball: expected cloth_friction: false")
    played = play(inputs.plain_table(VAST, VAST), phys, _bodies(inputs))
    out = np.zeros((N_BALLS, 3))
    for ball in range(len(_places(inputs))):
        out[ball] = velocity_of(played.last(ball))
    return out


def _bodies(inputs: Inputs) -> dict[int, Any]:
    """The balls before the blow, and the model of the case in the equipment."""
    phys, speed = inputs.phys, inputs.number("v_cb")
    phys.rack_model = RACK_MODELS.index(inputs.given.get("model", "pairwise"))
    phys.hertz = inputs.number("hertz_K", phys.hertz)
    return {
        ball: body_of(phys, place, (speed,) if ball == 0 else (0.0,))
        for ball, place in enumerate(_places(inputs))
    }


def _duration_and_peak(inputs: Inputs) -> tuple[float, float]:
    """Contact time and largest force of two balls, which the engine takes for a plain pair."""
    phys, bed = inputs.phys, inputs.plain_table(VAST, VAST).bed[0]
    bodies = rows(Body, 2)
    for ball, body in _bodies(inputs).items():
        bodies[ball] = body
    log, log_len = rows(Event, 1, LOG_CAPACITY), np.zeros(1, dtype=np.int64)
    end, peak = integrate_cluster(
        bodies, 2, 0b11, phys, bed, 0.0, math.inf, 0.0, 0.0, log, log_len, 0
    )
    return end, peak


def _mirror_asymmetry(velocities: Any) -> float:
    """Largest difference of a velocity component between a ball and its mirror image."""
    worst = abs(velocities[0, 1])
    for row in range(_ROWS):
        first = 1 + row * (row + 1) // 2
        for k in range(row + 1):
            ball, image = velocities[first + k], velocities[first + row - k]
            worst = max(worst, float(np.abs(ball - image * (1.0, -1.0, 1.0)).max()))
    return float(worst)


def measure(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind multi_ball."""
    if quantity in ("contact_time", "peak_force"):
        if inputs.given.get("balls_in_line") != 2:
            raise ValueError(f"{quantity}: expected two balls")
        return _duration_and_peak(inputs)[0 if quantity == "contact_time" else 1]
    velocities = _velocities(inputs)
    match quantity:
        case "v_cb":
            return velocities[0, 0]
        case "v_ob1" | "v_ob2" | "v_ob3" | "v_ob4":
            return velocities[int(quantity[-1]), 0]
        case "max_mirror_asymmetry_velocity":
            return _mirror_asymmetry(velocities)
    raise KeyError(quantity)
