"""Balls that hang over a pocket: which, and how far their base is from the edge.

The referee watches them for five seconds (WSR 30, WPA 8.3); the physics lets a ball that stopped
short of the edge lie for ever.
"""

from __future__ import annotations

from typing import NamedTuple

from poolenv.config import Source
from poolenv.events import N_POCKETS, POCKET_NAMES
from poolenv.physics.setting import Setting, setting_of
from poolenv.position import Position
from poolenv.table.lies import edge_gap

#: A ball whose base is this near to the edge hangs [m].
HANGING = 0.002


class Hanging(NamedTuple):
    """A ball at the edge of a pocket."""

    pocket: str
    distance: float  # of its base from the edge [m]


def hanging_balls(
    position: Position, *, within: float = HANGING, table: Source = "nine_foot"
) -> dict[int, Hanging]:
    """The balls of a position that hang over a pocket.

    Args:
        position: where the balls lie.
        within: how near to the edge the base of a hanging ball is, at most [m].
        table: a name in ``configs/tables``, a path or a mapping of differences.

    Returns:
        Ball -> pocket and distance to its edge, by ball.

    Raises:
        ValueError: if ``within`` is no length.
        ConfigError: if the table cannot be.

    Example:
        >>> from poolenv import Position, hanging_balls
        >>> hanging_balls(Position({0: (0.0, 0.0), 5: (0.0, 0.6385)}))[5].pocket
        'SL'
    """
    return near_edges(position, setting_of(table), within)


def near_edges(position: Position, setting: Setting, within: float) -> dict[int, Hanging]:
    """The same on equipment that is laid out already.

    Raises:
        ValueError: if ``within`` is no length.
    """
    if not within >= 0.0:
        raise ValueError(f"within={within!r}: expected a length of at least 0 m")
    found = {}
    in_use = [p for p in range(N_POCKETS) if setting.geometry.holes[0, p].in_use == 1]
    for ball, (x, y) in position.items():
        gaps = [(edge_gap(setting.geometry, 0, p, x, y), p) for p in in_use]
        gap, pocket = min(gaps, default=(float("inf"), 0))
        if gap <= within:
            found[ball] = Hanging(POCKET_NAMES[pocket], float(gap))
    return found
