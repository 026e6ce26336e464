"""Kinds measured_constant and dataset: shipped numbers against measured ones."""

from __future__ import annotations

from typing import Any

from poolenv.physics.tip import TIP_TIME

from .features import need
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
        case "apparent_depth" | "implied_contact_time":
            need("cushion_compression")
    raise KeyError(quantity)


def measure_dataset(inputs: Inputs, quantity: str) -> Any:
    """No recordings are shipped.

    Raises:
        DataAbsent: always.
    """
    raise DataAbsent(str(inputs.given.get("dataset")))
