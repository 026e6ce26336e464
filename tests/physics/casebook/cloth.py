"""Kind cloth_motion: a ball slides, rolls and spins on open cloth."""

from __future__ import annotations

from typing import Any

import numpy as np

from poolenv.physics.motion import spin_time, start_free

from .engine import Way, body_of, way_to_rest
from .inputs import Inputs
from .search import crossing

#: Faster than any ball that rolls to rest on a table [m/s].
_FASTEST = 100.0


def _body(inputs: Inputs) -> Any:
    return body_of(inputs.phys, (0.0, 0.0), inputs.vector("v0"), inputs.vector("w0"))


def _roll(inputs: Inputs, speed: float) -> Way:
    """A ball that rolls along +x from the start."""
    spin = (0.0, speed / inputs.phys.radius)
    return way_to_rest(body_of(inputs.phys, (0.0, 0.0), (speed,), spin), inputs.phys)


def _start_speed(inputs: Inputs) -> float:
    goal = inputs.number("distance")
    return crossing(lambda v: _roll(inputs, v).total_length, goal, 0.0, _FASTEST)


def _slip(inputs: Inputs) -> float:
    v, w, radius = inputs.vector("v0"), inputs.vector("w0"), inputs.phys.radius
    return float(np.hypot(v[0] - radius * w[1], v[1] + radius * w[0]))


def measure(inputs: Inputs, quantity: str) -> Any:
    """One quantity of a run."""
    if quantity in ("start_speed", "time"):
        speed = _start_speed(inputs)
        return speed if quantity == "start_speed" else _roll(inputs, speed).roll_time
    if quantity == "slip_speed_initial":
        return _slip(inputs)
    if quantity in ("spin_time", "turned_angle"):
        body = _body(inputs)
        start_free(body, inputs.phys)
        lasts = spin_time(body.wz, inputs.phys)
        return lasts if quantity == "spin_time" else 0.5 * body.wz * lasts
    way = way_to_rest(_body(inputs), inputs.phys)
    speed = float(np.linalg.norm(inputs.vector("v0")))
    match quantity:
        case "slide_time":
            return way.slide_time
        case "slide_distance":
            return way.slide_length
        case "roll_speed" | "draw_roll_speed":
            return float(np.linalg.norm(way.roll_velocity))
        case "roll_velocity_xy":
            return way.roll_velocity
        case "position_at_end_of_slide":
            return way.slide_end
        case "roll_time":
            return way.roll_time
        case "roll_distance":
            return way.roll_length
        case "total_time":
            return way.slide_time + way.roll_time
        case "total_distance" | "draw_distance":
            return way.slide_length + way.roll_length
        case "distance_ratio_to_pure_roll":
            return (way.slide_length + way.roll_length) / _roll(inputs, speed).total_length
    raise KeyError(quantity)
