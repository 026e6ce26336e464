"""The equipment of a simulation, laid out for kernels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from poolenv.config import Source
from poolenv.records import rows
from poolenv.table.check import refuse_deviations
from poolenv.table.colliders import build_geometry
from poolenv.table.geometry import Geometry
from poolenv.table.marks import marks_of
from poolenv.table.phys import Phys, phys_of
from poolenv.table.specs import Equipment, SceneObject, equip, load_table


class Setting(NamedTuple):
    """Everything fixed about the equipment of a simulation."""

    equipment: Equipment
    geometry: Geometry
    marks: Any  # (1,) record Marks
    phys: Any  # (1,) record Phys


@lru_cache(maxsize=16)
def _named_setting(table: str, cloth: str, balls: str, cue: str) -> Setting:
    return _build_setting(equip(table, cloth, balls, cue))


def _build_setting(equipment: Equipment) -> Setting:
    phys = rows(Phys, 1)
    phys[0] = phys_of(*equipment)
    marks = np.atleast_1d(np.asarray(marks_of(equipment.table, equipment.balls))).view(np.recarray)
    geometry = build_geometry([(equipment.table, equipment.balls)])
    return Setting(equipment, geometry, marks, phys)


def setting_of(
    table: Source = "nine_foot",
    cloth: Source = "pool",
    balls: Source = "pool",
    cue: Source = "playing",
    strict: bool = False,
    objects: Sequence[SceneObject] | None = None,
) -> Setting:
    """The equipment named, checked and laid out for kernels.

    Args:
        table: a name in ``configs/tables``, a path or a mapping of differences.
        cloth: the same for ``configs/cloths``.
        balls: the same for ``configs/balls``.
        cue: the same for ``configs/cues``.
        strict: whether a deviation from the WPA specification is a problem (SK-1).
        objects: foreign objects of the scene instead of the table's own.

    Raises:
        ConfigError: with every problem of every part.
    """
    furnished: Any = table
    if objects is not None:
        furnished = load_table(table, objects=[list(one) for one in objects])
    if strict:
        refuse_deviations(equip(furnished, cloth, balls, cue))
    if all(isinstance(source, str) for source in (furnished, cloth, balls, cue)):
        return _named_setting(str(table), str(cloth), str(balls), str(cue))
    return _build_setting(equip(furnished, cloth, balls, cue))
