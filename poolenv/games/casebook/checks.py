"""Questions about equipment: is it within the specification, is the rack tight?"""

from __future__ import annotations

import dataclasses
from typing import Any

from poolenv.games.casebook.places import place_of
from poolenv.games.casebook.scene import ROW, Scene
from poolenv.table.check import deviations, rack_deviations
from poolenv.table.specs import load_balls, load_cue, load_table

Answer = dict[str, Any]


#: Key of ``prior.equipment`` -> (part of the equipment, field, units of the case in one SI unit).
MEASURES = {
    "ball_diameter_mm": ("balls", "radius", 2000.0),
    "ball_mass_g": ("balls", "mass", 1000.0),
    "cue_length_mm": ("cue", "length", 1000.0),
    "cue_mass_g": ("cue", "mass", 1000.0),
    "tip_width_mm": ("cue", "tip_width", 1000.0),
    "table_length_mm": ("table", "length", 1000.0),
    "table_width_mm": ("table", "width", 1000.0),
}


def equipment(scene: Scene, batched: bool) -> Answer:
    """Whether the equipment is within the specification.

    Raises:
        ValueError: if the case measures something that is not known.
    """
    parts: dict[str, Any] = {
        "balls": load_balls("pool"),
        "cue": load_cue("playing"),
        "table": load_table("nine_foot"),
    }
    asked = set()
    for key, value in scene.prior["equipment"].items():
        if key not in MEASURES:
            raise ValueError(f"equipment {key!r} is not known; known are {', '.join(MEASURES)}")
        part, field, units = MEASURES[key]
        parts[part] = dataclasses.replace(parts[part], **{field: value / units})
        asked.add(part)
    found = deviations(**{part: parts[part] for part in asked})
    strict = scene.prior.get("strict_equipment", "error") == "error"
    verdict = "equipment_invalid" if strict else "equipment_warning"
    return {"foul": False, "result": verdict if found else "none"}


def rack(scene: Scene, batched: bool) -> Answer:
    """Whether a rack is tight and on the foot spot."""
    given, marks = scene.prior["rack"], scene.marks[ROW]
    gap = given.get("gap_tolerance_mm", 0.1)
    found = rack_deviations(
        place_of(marks, given["apex_mm"]),
        (marks.foot_spot, 0.0),
        given["max_gap_mm"] / 1000.0,
        gap / 1000.0,
    )
    return {"foul": False, "result": "rack_invalid" if found else "none"}
