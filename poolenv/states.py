"""States of motion of a ball, as the world and the simulator number them."""

from __future__ import annotations

from typing import TypeAlias

Motion: TypeAlias = int

STILL = 0  # at rest on the bed
SPINNING = 1  # turning about the vertical axis only
ROLLING = 2  # without slip
SLIDING = 3  # with slip at the cloth
HELD = 4  # pressed against a cushion by its own spin
RIDING = 5  # rolls on top of a rail
AIRBORNE = 6
FALLING = 7  # past the drop edge, inside a pocket
POCKETED = 8  # stays in a pocket
OFF_TABLE = 9  # driven off the table
ABSENT = 10  # not part of this game or position

MOTION_NAMES = (
    "still",
    "spinning",
    "rolling",
    "sliding",
    "held",
    "riding",
    "airborne",
    "falling",
    "pocketed",
    "off_table",
    "absent",
)
