"""Kinds of numbers that equipment files hold, with unit and bounds."""

from __future__ import annotations

from typing import Annotated

from poolenv.config import Range

Metres = Annotated[float, Range(unit="m", gt=0.0)]
MetresOrNone = Annotated[float, Range(unit="m", ge=0.0)]
Kilograms = Annotated[float, Range(unit="kg", gt=0.0)]
Restitution = Annotated[float, Range(ge=0.0, le=1.0)]
Friction = Annotated[float, Range(ge=0.0)]
