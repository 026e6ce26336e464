"""Equipment as files describe it: table, cloth, balls, cue, and presets that name one of each.

SI units; angles in degrees where the key ends in ``_deg``. The numbers and their sources stand in
``configs/``; here are their meaning, unit and bounds. Tolerances of the specification: check.py.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal, NamedTuple

from poolenv.config import (
    ConfigError,
    Inconsistency,
    Problem,
    Range,
    Source,
    schema,
    settings,
)
from poolenv.table.cue import Cue as Cue
from poolenv.table.cue import load_cue as load_cue
from poolenv.table.cushions import Cushions
from poolenv.table.foreign import misplaced_objects
from poolenv.table.pocket_specs import Pockets
from poolenv.table.quantities import Friction, Kilograms, Metres, Restitution


@schema
class Rails:
    """Top of the rails, where a ball that left the bed may land."""

    width: Metres  # nose line to outer edge
    height: Metres  # above the bed
    e: Restitution
    mu: Friction


#: A foreign object: its kind and the place of its middle [m].
SceneObject = tuple[Literal["chalk", "lamp"], float, float]


@schema
class Table:
    """A table: bed, cushions, rails, pockets, what lies on the rails or hangs above, and the rack.

    ``rack_model`` says how balls that touch share a blow: ``"pairwise"``, one pair after another in
    a fixed order, or ``"cluster"``, all at once by Hertz contacts integrated in time.
    """

    length: Metres  # nose to nose along the long axis
    width: Metres  # nose to nose across
    rack: str = "template"  # gaps of the rack: a name in configs/racks, or a path
    rack_model: Literal["pairwise", "cluster"] = "pairwise"
    cushions: Cushions
    rails: Rails
    pockets: Pockets
    objects: tuple[SceneObject, ...] = ()

    def inconsistencies(self) -> list[Inconsistency]:
        """The long axis is the longer one and every pocket fits between its neighbours."""
        wrong = misplaced_objects(self)
        if self.width > self.length:
            wrong.append(Inconsistency("width", self.width, f"at most length, {self.length:g} m"))
        corner, side = self.pockets.corner, self.pockets.side
        if self.pockets.mode == "none" or corner is None or side is None:
            return wrong
        reach = corner.mouth * math.sqrt(0.5)  # way along each rail from the corner to the nose end
        if 2.0 * reach >= self.width:
            expected = (
                f"a mouth that leaves a head cushion: less than {self.width * 0.5**0.5:.4f} m"
            )
            wrong.append(Inconsistency("pockets.corner.mouth", corner.mouth, expected))
        if reach + 0.5 * side.mouth >= 0.5 * self.length:
            expected = "a mouth that leaves a cushion between side and corner pocket"
            wrong.append(Inconsistency("pockets.side.mouth", side.mouth, expected))
        return wrong


@schema
class Cloth:
    """Cloth and slate. Motion on the cloth: constant deceleration in each state."""

    mu_slide: Annotated[float, Range(gt=0.0)]
    mu_roll: Annotated[float, Range(gt=0.0)]
    spin_decay: Annotated[float, Range(unit="rad/s^2", gt=0.0)]
    e_slate: Annotated[float, Range(ge=0.0, lt=1.0)]
    mu_slate: Friction
    hop_min: Metres  # a bounce that would rise less is none

    def inconsistencies(self) -> list[Inconsistency]:
        """Rolling costs less than sliding, or no ball would roll."""
        if self.mu_roll < self.mu_slide:
            return []
        return [Inconsistency("mu_roll", self.mu_roll, f"less than mu_slide, {self.mu_slide:g}")]


@schema
class BallFriction:
    """Friction between balls: mu_b = a + b exp(-c v_rel), v_rel the speed of slip [m/s]."""

    a: Friction
    b: Friction
    c: Annotated[float, Range(unit="s/m", ge=0.0)]


@schema
class Balls:
    """A set of equal balls.

    ``model`` is the law of a collision: ``"impulse"``, one frictional impulse, or
    ``"mathavan2014"``, integrated with the friction of the cloth under the ball pressed down.
    """

    radius: Metres
    mass: Kilograms
    e: Annotated[float, Range(gt=0.0, le=1.0)]  # restitution ball to ball
    mu: BallFriction
    model: Literal["impulse", "mathavan2014"] = "impulse"
    stiffness: Annotated[float, Range(unit="N/m^1.5", gt=0.0)] = 8.0587e8  # Hertz, of a pair
    condition: Annotated[float, Range(ge=0.0)] = 1.0  # factor on mu: 1 clean, above 1 dirty


@schema
class Preset:
    """One of each, by name or path."""

    table: str
    cloth: str
    balls: str
    cue: str


class Equipment(NamedTuple):
    """What a shot is played with."""

    table: Table
    cloth: Cloth
    balls: Balls
    cue: Cue


def load_table(source: Source | Table, **overrides: Any) -> Table:
    """A table of ``configs/tables``, of a file, or a mapping of differences from ``nine_foot``.

    Raises:
        ConfigError: with every problem found.
    """
    return settings(Table, "tables", source, base="nine_foot", overrides=overrides)


def load_cloth(source: Source | Cloth, **overrides: Any) -> Cloth:
    """A cloth of ``configs/cloths``, of a file, or a mapping of differences from ``pool``.

    Raises:
        ConfigError: with every problem found.
    """
    return settings(Cloth, "cloths", source, base="pool", overrides=overrides)


def load_balls(source: Source | Balls, **overrides: Any) -> Balls:
    """Balls of ``configs/balls``, of a file, or a mapping of differences from ``pool``.

    Raises:
        ConfigError: with every problem found.
    """
    return settings(Balls, "balls", source, base="pool", overrides=overrides)


def load_preset(source: Source | Preset) -> Equipment:
    """The four parts that a preset names, checked against each other.

    Raises:
        ConfigError: with every problem of every part.
    """
    preset = settings(Preset, "presets", source, base="pool_9ft")
    return equip(preset.table, preset.cloth, preset.balls, preset.cue)


def equip(
    table: Source | Table = "nine_foot",
    cloth: Source | Cloth = "pool",
    balls: Source | Balls = "pool",
    cue: Source | Cue = "playing",
) -> Equipment:
    """Load one of each and check that they fit together.

    Raises:
        ConfigError: with every problem of every part, or of their combination.
    """
    parts: list[Any] = []
    problems: list[Problem] = []
    asked: list[tuple[Any, Any]] = [
        (load_table, table),
        (load_cloth, cloth),
        (load_balls, balls),
        (load_cue, cue),
    ]
    for load, source in asked:
        try:
            parts.append(load(source))
        except ConfigError as error:
            problems += error.problems
    if problems:
        raise ConfigError(problems)
    equipment = Equipment(*parts)
    problems = misfits(equipment.table, equipment.balls)
    if problems:
        raise ConfigError(problems)
    return equipment


def misfits(table: Table, balls: Balls) -> list[Problem]:
    """Why these balls cannot be played on this table: the physics has no meaning for it."""
    r, h = balls.radius, table.cushions.nose_height
    found = []
    if not r < h < 2.0 * r:
        expected = f"between the centre of the ball, {r:g} m, and its top, {2.0 * r:g} m"
        found.append(Problem("table with balls", "cushions.nose_height", f"{h:g}", expected))
    if table.pockets.mode != "none":
        for name, shape in (("corner", table.pockets.corner), ("side", table.pockets.side)):
            if shape is not None and shape.mouth <= 2.0 * r:
                key, expected = f"pockets.{name}.mouth", f"more than a ball's width, {2.0 * r:g} m"
                found.append(Problem("table with balls", key, f"{shape.mouth:g}", expected))
            if shape is not None and shape.hole_radius <= r:
                key, expected = f"pockets.{name}.hole_radius", f"more than a ball's radius, {r:g} m"
                found.append(Problem("table with balls", key, f"{shape.hole_radius:g}", expected))
    return found
