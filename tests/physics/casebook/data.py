"""Kinds measured_constant and dataset: shipped numbers against measured ones."""

from __future__ import annotations

from typing import Any

from poolenv.physics.motion import advance
from poolenv.physics.tip import TIP_TIME
from poolenv.table.specs import load_preset

from .engine import body_of, play
from .inputs import Inputs


class DataAbsent(Exception):  # noqa: N818 - not a fault: the recordings are not shipped
    """The case compares with recordings that are not part of the project."""


def measure_constant(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind measured_constant, from the shipped preset that the case names."""
    phys = inputs.phys
    match quantity:
        case "mu_s":
            return phys.mu_slide
        case "mu_r":
            return phys.mu_roll
        case "alpha_sp":
            return phys.spin_decay
        case "rolling_deceleration":
            return phys.mu_roll * phys.gravity
        case "slide_over_roll_deceleration":
            return phys.mu_slide / phys.mu_roll
        case "contact_time":
            return TIP_TIME
        case "apparent_depth":
            return _depth_behind_the_nose(inputs, inputs.number("normal_speed"))[0]
        case "implied_contact_time":
            return _depth_behind_the_nose(inputs, inputs.number("normal_speed"))[1]
    raise KeyError(quantity)


def _depth_behind_the_nose(inputs: Inputs, speed: float) -> tuple[float, float]:
    """A ball rolls into the left cushion at 45 degrees with this normal speed.

    Returns:
        (how far behind the line of touching centres its ways before and after cross [m], the time
        that its shift along the rail took at the mean of the velocities along it [s]).
    """
    phys = inputs.phys
    phys.cushion_time = load_preset("carom_match").table.cushions.contact_time
    table = inputs.table()
    geometry = inputs.plain_table(table.length, table.width)
    half = geometry.bed[0].half_y
    body = body_of(phys, (0.0, half - 0.05), (speed, speed))
    body.wx, body.wy = -speed / phys.radius, speed / phys.radius
    states = play(geometry, phys, {0: body}).states
    at_nose = [s for s in states if s.y > half - 1e-9]
    came, left = at_nose[0], at_nose[1]
    before = came.copy()
    advance(states[0], phys, came.t0)
    before.vx, before.vy = states[0].vx, states[0].vy
    shift = left.x - came.x
    depth = shift / (before.vx / before.vy - left.vx / left.vy)
    return depth, 2.0 * shift / (before.vx + left.vx)


def measure_dataset(inputs: Inputs, quantity: str) -> Any:
    """No recordings are shipped.

    Raises:
        DataAbsent: always.
    """
    raise DataAbsent(str(inputs.given.get("dataset")))
