"""States of motion of a ball, as the world and the simulator number them."""

from __future__ import annotations

from typing import TypeAlias

Motion: TypeAlias = int

STILL = 0  # at rest on the bed
SPINNING = 1  # turning about the vertical axis only
ROLLING = 2  # without slip
SLIDING = 3  # with slip at the cloth
HELD = 4  # pressed against a cushion by its own spin
AIRBORNE = 5
FALLING = 6  # below the bed, inside a pocket
POCKETED = 7  # stays in a pocket
OFF_TABLE = 8  # driven off the table
ABSENT = 9  # not part of this game or position

MOTION_NAMES = (
    "still",
    "spinning",
    "rolling",
    "sliding",
    "held",
    "airborne",
    "falling",
    "pocketed",
    "off_table",
    "absent",
)
