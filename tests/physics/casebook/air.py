"""Kinds slate_bounce and flight: balls that leave the bed."""

from __future__ import annotations

from typing import Any

from .features import need
from .inputs import Inputs


def measure_bounce(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind slate_bounce."""
    need("slate_reaction")
    raise KeyError(quantity)


def measure_flight(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind flight."""
    need("flight")
    raise KeyError(quantity)
