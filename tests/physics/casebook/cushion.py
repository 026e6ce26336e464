"""Kinds ball_cushion and airborne_cushion: one impact on a straight cushion."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from poolenv.events import LEFT, LOG_CAPACITY
from poolenv.physics.air import hit_edge
from poolenv.physics.cushion import REFERENCE_STEPS
from poolenv.physics.resolve import hit_cushion
from poolenv.records import Event, rows

from .engine import VAST, Vector, body_of, rolled_out, spin_of, velocity_of
from .inputs import Inputs


def _incoming(inputs: Inputs) -> tuple[Vector, Vector]:
    """(v, w) before the impact: x along the cushion, y into it."""
    speed, radius = inputs.number("speed", 1.0), inputs.phys.radius
    if "incidence_from_line_deg" in inputs.given:
        angle = math.radians(inputs.number("incidence_from_line_deg"))
        d = np.array([math.cos(angle), math.sin(angle)])
        d[np.abs(d) < 1e-16] = 0.0  # a right angle is meant exactly
    else:
        angle = math.radians(inputs.number("incidence_from_normal_deg"))
        d = np.array([math.sin(angle), math.cos(angle)])
    top = inputs.number("topspin_ratio") * speed / radius
    side = inputs.number("sidespin_ratio") * speed / radius
    return np.array([*(speed * d), 0.0]), np.array([-top * d[1], top * d[0], side])


def measure(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind ball_cushion; ``ratios`` are all components over the incoming speed."""
    phys = inputs.phys
    v, w = _incoming(inputs)
    speed = float(np.linalg.norm(v))
    body = body_of(phys, (0.0, 0.0), v, w)
    sine, cosine = inputs.nose_angle()
    hit_cushion(body, phys, 0.0, 1.0, sine, cosine, 1.0, phys.mu_cushion, REFERENCE_STEPS)
    after, spin = velocity_of(body), spin_of(body)
    out = rolled_out(body, phys)
    match quantity:
        case "rebound_speed":
            return float(np.hypot(after[0], after[1]))
        case "rebound_speed_ratio":
            return float(np.hypot(after[0], after[1])) / speed
        case "rebound_angle_from_line":
            return math.degrees(math.atan2(-after[1], after[0]))
        case "rebound_angle_from_normal":
            return math.degrees(math.atan2(after[0], -after[1]))
        case "tangential_speed_ratio":
            return after[0] / v[0]
        case "sidespin_after_ratio":
            return phys.radius * spin[2] / speed
        case "forward_spin_retained":
            return phys.radius * float(spin[1] * v[0] - spin[0] * v[1]) / (speed * speed)
        case "rolled_out_speed_ratio":
            return float(np.linalg.norm(out)) / speed
        case "rolled_out_normal_speed_ratio":
            return abs(out[1]) / v[1]
        case "ratios":
            return np.concatenate([after, phys.radius * spin]) / speed
    raise KeyError(quantity)


def measure_airborne(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind airborne_cushion: a ball in the air meets the edge of the left cushion.

    That cushion runs along x and its normal is y, as the frame of the cases.
    """
    phys = inputs.phys
    geometry = inputs.plain_table(VAST, VAST)
    edge = next(e for e in geometry.edges[0] if e.rail == LEFT and e.ny == 1.0)
    above = inputs.number("centre_above_nose")
    body = body_of(phys, (0.0, 0.0), inputs.vector("v"), inputs.vector("w"))
    body.x = edge.x + 0.5 * edge.length * edge.tx
    body.y = edge.y - math.sqrt(phys.radius * phys.radius - above * above)
    body.z = edge.height + above
    log, log_len = rows(Event, 1, LOG_CAPACITY), np.zeros(1, dtype=np.int64)
    hit_edge(body, phys, edge, False, log, log_len, 0)
    match quantity:
        case "v_after":
            return velocity_of(body)
        case "w_after":
            return spin_of(body)
        case "v_normal_after":
            return body.vy
        case "v_up_after":
            return body.vz
        case "extra_apex":
            return body.vz * body.vz / (2.0 * phys.gravity)
    raise KeyError(quantity)
