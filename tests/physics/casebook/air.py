"""Kinds slate_bounce and flight: balls that leave the bed."""

from __future__ import annotations

import math
from typing import Any

from poolenv.events import BALL_BALL, CUSHION, HEAD
from poolenv.physics.slate import pinch_share, slate_bounce
from poolenv.states import AIRBORNE

from .cue import slate_reaction
from .engine import VAST, Played, body_of, play, spin_of, velocity_of
from .inputs import Inputs
from .search import crossing


def measure_bounce(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind slate_bounce."""
    body = body_of(inputs.phys, (0.0, 0.0), inputs.vector("v"), inputs.vector("w"))
    slate_bounce(body, inputs.phys)
    match quantity:
        case "v_after":
            return velocity_of(body)
        case "w_after":
            return spin_of(body)
    raise KeyError(quantity)


def _airborne(inputs: Inputs) -> Any:
    """The ball as it is dropped, or as an elevated cue and the slate send it off."""
    phys = inputs.phys
    if "ball_velocity_along_cue" not in inputs.given:
        body = body_of(phys, (0.0, 0.0), inputs.vector("v0"))
        body.z += inputs.number("z0_above_rest")
        return body
    speed, elevation = inputs.number("ball_velocity_along_cue"), inputs.number("theta_deg")
    sine, cosine = math.sin(math.radians(elevation)), math.cos(math.radians(elevation))
    body = body_of(phys, (0.0, 0.0), (speed * cosine, 0.0, -speed * sine))
    slate_reaction(body, phys, pinch_share(phys, sine, cosine))
    return body


def _clears(inputs: Inputs) -> float:
    """1 if the ball flies over another one in the middle of its first hop."""
    body = _airborne(inputs)
    middle = body.vx * body.vz / inputs.phys.gravity
    balls = {1: body, 2: body_of(inputs.phys, (middle, 0.0))}
    events = play(inputs.plain_table(VAST, VAST), inputs.phys, balls).events
    first = events[events.kind == BALL_BALL]
    return float(len(first) == 0 or first[0].t > body.vz / inputs.phys.gravity * 2.0)


def _height_to_clear(inputs: Inputs) -> float:
    """Height of the centre at which a ball that flies level just clears the head cushion."""
    phys = inputs.phys
    phys.gravity = 1e-9  # so slow a fall does not count
    table = inputs.table()
    geometry = inputs.geometry(table)

    def clear(height: float) -> float:
        body = body_of(phys, (-0.5 * table.length + 0.1, 0.25 * table.width, height), (-1.0,))
        events = play(geometry, phys, {1: body}).events
        return float(not ((events.kind == CUSHION) & (events.other == HEAD)).any())

    return crossing(clear, 0.5, phys.radius, 6.0 * phys.radius)


def measure_flight(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind flight."""
    match quantity:
        case "centre_height_to_clear":
            return _height_to_clear(inputs)
        case "rise_needed":
            return _height_to_clear(inputs) - inputs.phys.radius
        case "clears_full_ball_at_midpoint":
            return _clears(inputs)
    played: Played = play(inputs.plain_table(VAST, VAST), inputs.phys, {1: _airborne(inputs)})
    hops = [s for s in played.states if s.motion == AIRBORNE]
    landed = [s for s in played.states if s.motion != AIRBORNE]
    match quantity:
        case "first_impact_time" | "flight_time":
            return hops[0].t_end - hops[0].t0
        case "second_impact_time":
            return hops[1].t_end
        case "apex_height":
            return hops[0].vz ** 2 / (2.0 * inputs.phys.gravity)
        case "second_apex":
            return hops[1].vz ** 2 / (2.0 * inputs.phys.gravity)
        case "settle_time":
            return landed[0].t0
        case "range":
            return math.hypot(hops[0].vx, hops[0].vy) * (hops[0].t_end - hops[0].t0)
    raise KeyError(quantity)
