"""Kind multi_ball: several balls that touch or nearly do."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from poolenv.balls import N_BALLS
from poolenv.physics.cluster import HERTZ_K, STEP, integrate_cluster

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
    if inputs.given.get("model", "pairwise") == "cluster":
        return _Cluster(inputs).velocities
    speed = inputs.number("v_cb")
    balls = {
        ball: body_of(phys, place, (speed,) if ball == 0 else (0.0,))
        for ball, place in enumerate(_places(inputs))
    }
    played = play(inputs.plain_table(VAST, VAST), phys, balls)
    out = np.zeros((N_BALLS, 3))
    for ball in balls:
        out[ball] = velocity_of(played.last(ball))
    return out


class _Cluster:
    """All balls in one Hertz cluster: gaps of a cluster are at most CLUSTER_GAP."""

    def __init__(self, inputs: Inputs) -> None:
        places = np.array(_places(inputs))
        n = len(places)
        x, y = np.ascontiguousarray(places[:, 0]), np.ascontiguousarray(places[:, 1])
        vx, vy = np.zeros(n), np.zeros(n)
        vx[0] = inputs.number("v_cb")
        phys = inputs.phys
        self.elapsed, self.peak = integrate_cluster(
            x,
            y,
            vx,
            vy,
            np.zeros((6, n)),
            n,
            2.0 * phys.radius,
            inputs.number("hertz_K", HERTZ_K),
            phys.mass,
            phys.e_ball,
            STEP,
        )
        self.velocities = np.zeros((N_BALLS, 3))
        self.velocities[:n, 0], self.velocities[:n, 1] = vx, vy


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
        cluster = _Cluster(inputs)
        return cluster.elapsed if quantity == "contact_time" else cluster.peak
    velocities = _velocities(inputs)
    match quantity:
        case "v_cb":
            return velocities[0, 0]
        case "v_ob1" | "v_ob2" | "v_ob3" | "v_ob4":
            return velocities[int(quantity[-1]), 0]
        case "max_mirror_asymmetry_velocity":
            return _mirror_asymmetry(velocities)
    raise KeyError(quantity)
