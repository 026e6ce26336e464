"""The numbers of one run: setup before parameter set before shipped preset."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.table.colliders import build_geometry
from poolenv.table.geometry import Geometry
from poolenv.table.phys import GRAVITY, phys_of
from poolenv.table.specs import Equipment, Pockets, Table, load_preset

from .cases import Case, Run

#: Names of the case files for fields of the record Phys.
FIELDS = {
    "R": "radius",
    "m": "mass",
    "g": "gravity",
    "e_b": "e_ball",
    "mu_s": "mu_slide",
    "mu_r": "mu_roll",
    "alpha_sp": "spin_decay",
    "e_slate": "e_slate",
    "mu_slate": "mu_slate",
    "h_cushion": "nose_height",
    "mu_w": "mu_cushion",
    "M": "cue_mass",
    "e_tip": "e_tip",
    "mu_tip": "mu_tip",
    "ball_over_endmass": "ball_over_endmass",
    "follow_through": "follow_through",
}
#: The presets say that these follow another one unless they are given themselves.
FOLLOWERS = {"mu_slate": "mu_s", "mu_facing": "mu_w"}
SWITCHES = ("cloth_friction", "miscue", "pinch")


@functools.cache
def _preset(name: str) -> Equipment:
    return load_preset(name)


def lay_over(phys: Any, given: dict[str, Any]) -> None:
    """Overwrite equipment numbers with those that a setup or a parameter set gives."""
    for key, field in FIELDS.items():
        if key in given:
            setattr(phys, field, float(given[key]))
    for key, leader in FOLLOWERS.items():
        if leader in given and key not in given:
            setattr(phys, key, float(given[leader]))
    if "mu_b" in given:
        phys.mu_ball_a, phys.mu_ball_b, phys.mu_ball_c = float(given["mu_b"]), 0.0, 0.0
    elif "mu_b_law" in given:
        law = given["mu_b_law"]
        phys.mu_ball_a, phys.mu_ball_b, phys.mu_ball_c = law["a"], law["b"], law["c"]
    if "e_c" in given:
        e = float(given["e_c"])
        phys.e_cushion_0, phys.e_cushion_slope = e, 0.0
        phys.e_cushion_min = phys.e_cushion_max = e
    elif "e_c_law" in given:
        law = given["e_c_law"]
        phys.e_cushion_0, phys.e_cushion_slope = law["e0"], law["slope"]
        phys.e_cushion_min, phys.e_cushion_max = law["min"], law["max"]
    if "m_over_M" in given:
        phys.cue_mass = phys.mass / float(given["m_over_M"])
    if given.get("cloth_friction") is False:
        phys.mu_slide = phys.mu_roll = phys.spin_decay = 0.0
    if given.get("miscue") is False:
        phys.mu_tip = 1e9  # the friction cone is as good as a half space
    if "pinch" in given:
        phys.pinch = int(given["pinch"])


class Inputs:
    """Everything one run of a case is computed from.

    Attributes:
        setup: the run's setup, without lists.
        entries: which entries of the case's lists this run took.
        phys: record Phys.
    """

    def __init__(self, case: Case, run: Run) -> None:
        self.setup = run.setup
        self.entries = run.entries
        self.given = dict(run.setup) if "preset" in run.setup else case.params | run.setup
        self.equipment: Equipment = _preset(run.setup.get("preset", "pool_9ft"))
        self.phys = phys_of(*self.equipment, gravity=GRAVITY)
        if "preset" not in run.setup:
            lay_over(self.phys, case.params)
        lay_over(self.phys, run.setup)

    def number(self, key: str, default: float = 0.0) -> float:
        """A number of the setup or parameter set."""
        return float(self.given.get(key, default))

    def vector(self, key: str) -> NDArray[np.float64]:
        """A vector of the setup, missing components and a missing vector 0."""
        given = self.given.get(key, ())
        out = np.zeros(3)
        out[: len(given)] = given
        return out

    def nose_angle(self) -> tuple[float, float]:
        """(sin, cos) of the contact angle of a ball on the cloth with the nose."""
        sine = (self.phys.nose_height - self.phys.radius) / self.phys.radius
        return sine, math.sqrt(1.0 - sine * sine)

    def table(self, length: float | None = None, width: float | None = None) -> Table:
        """The preset's table with the nose height and size that the case gives."""
        table = self.equipment.table
        nose = dataclasses.replace(table.cushions, nose_height=self.phys.nose_height)
        return dataclasses.replace(
            table,
            length=length or self.number("table_l", table.length),
            width=width or self.number("table_w", table.width),
            cushions=nose,
        )

    def geometry(self, table: Table) -> Geometry:
        """Colliders of a table for the balls of the case."""
        balls = dataclasses.replace(self.equipment.balls, radius=self.phys.radius)
        return build_geometry([(table, balls)])

    def plain_table(self, length: float, width: float) -> Geometry:
        """Colliders of a table without pockets."""
        table = dataclasses.replace(self.table(length, width), pockets=Pockets(mode="none"))
        return self.geometry(table)
