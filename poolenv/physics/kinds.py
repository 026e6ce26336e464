"""Kinds of contact of a ball with the table, in the order in which equal times are resolved."""

from __future__ import annotations

NOTHING = 0
# on the bed
DROP = 1  # the centre crosses the drop edge of a pocket
CUSHION_LINE = 2  # a straight nose or facing
CUSHION_JAW = 3  # a rounded jaw
RELEASE = 4  # a held ball has slid to the end of its cushion
# in the air
AIR_EDGE = 5  # a straight piece of the upper edge of a cushion
AIR_VERTEX = 6  # a joint of two pieces
RAIL_TOP = 7
OUTER_EDGE = 8  # beyond the table
LINER = 9  # the wall of a hole
# on top of a rail
TIP_OVER = 10  # rolls over the nose back to the bed
RIDE_HOLE = 11  # rolls over the edge of a hole
# in a pocket
RIM = 12  # the edge of the slate, from inside
SUNK = 13  # the centre is a radius below the bed
CLEAR_OF_HOLE = 14  # out again, above the bed
FACING = 15  # a facing below its upper edge
INTO_HOLE = 16  # from above, over the rail
OBSTACLE = 17  # a foreign object
