"""Kinds measured_constant and dataset: shipped numbers against measured ones."""

from __future__ import annotations

from typing import Any

from poolenv.physics.motion import advance
from poolenv.physics.setting import setting_of
from poolenv.physics.tip import TIP_TIME

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
            return _depth_behind_the_nose(inputs.number("normal_speed"))[0]
        case "implied_contact_time":
            return _depth_behind_the_nose(inputs.number("normal_speed"))[1]
    raise KeyError(quantity)


def _depth_behind_the_nose(speed: float) -> tuple[float, float]:
    """A ball rolls into the left cushion of the shipped carom table at 45 degrees.

    The recordings are those of a carom match, whose preset alone states a time in the rubber.

    Args:
        speed: normal to the cushion [m/s].

    Returns:
        (how far behind the line of touching centres its ways before and after cross [m], the time
        that its shift along the rail took at the mean of the velocities along it [s]).
    """
    setting = setting_of("carom", "carom_match", "carom")
    phys, half = setting.phys[0], setting.geometry.bed[0].half_y
    spin = speed / phys.radius
    body = body_of(phys, (0.0, half - 0.05), (speed, speed), (-spin, spin))
    before, came, left = play(setting.geometry, phys, {0: body}).states[:3]
    advance(before, phys, came.t0)
    shift = left.x - came.x
    depth = shift / (before.vx / before.vy - left.vx / left.vy)
    return depth, 2.0 * shift / (before.vx + left.vx)


def measure_dataset(inputs: Inputs, quantity: str) -> Any:
    """No recordings are shipped.

    Raises:
        DataAbsent: always.
    """
    raise DataAbsent(str(inputs.given.get("dataset")))
