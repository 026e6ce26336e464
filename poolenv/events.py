"""The event log: the one contract between physics and rules.

Physics writes these kinds, the referee reads them, tests and people may inject them. The names are
those of the case files. For each kind the meaning of ``other``, ``value`` and ``flag`` is given.
"""

from __future__ import annotations

from typing import TypeAlias

Kind: TypeAlias = int

#: Entries of the referee log of one shot. Overflow is an event and truncates the episode.
LOG_CAPACITY = 1024
#: Resolved events of one shot. Reaching it is an event and truncates the episode.
EVENT_CAP = 5000

# Pockets, rails and lines, as the log numbers them.
HL, HR, SL, SR, FL, FR = range(6)
N_POCKETS = 6
NO_POCKET = -1
POCKET_NAMES = ("HL", "HR", "SL", "SR", "FL", "FR")

HEAD, FOOT, LEFT, RIGHT = range(4)
N_RAILS = 4
NO_RAIL_SIDE = -1
RAIL_NAMES = ("head", "foot", "left", "right")

HEAD_STRING, LONG_STRING = range(2)
LINE_NAMES = ("head_string", "long_string")

CHALK, LAMP = range(2)
OBJECT_NAMES = ("chalk", "lamp")

TIP, FERRULE, SHAFT = range(3)
PART_NAMES = ("tip", "ferrule", "shaft")

# Kinds. The comment says what `other` / `value` / `flag` hold.
TIP_CONTACT = 0  # part of the cue / elevation [rad] / MISCUE, BELOW_CENTRE, STROKE_BY
TIP_RECONTACT = 1  # part of the cue / closing speed [m/s]
BALL_BALL = 2  # the second ball; x, y are those of `ball`, the cue ball if it is one of the two
BALL_MOVED = 3  # a ball that touched the cue ball at the start moves
CUSHION = 4  # rail / normal speed [m/s] / STILL_TOUCHING
LINE_CROSS = 5  # line; object balls only at a lag and where a break is judged by the head string
POCKET_ENTER = 6  # pocket
POCKET_REBOUND = 7  # pocket
POCKETED = 8  # pocket
CB_TOUCHES_POCKETED_BALL = 9  # pocket; `ball` is the pocketed ball
BALL_LEAVES_BED = 10  # - / height of the apex above rest [m]
BALL_LANDS_BED = 11
BALL_ON_RAIL_TOP = 12  # rail
BALL_REST_ON_RAIL_TOP = 13  # rail
BALL_HITS_OBJECT = 14  # foreign object / - / WOULD_HAVE_LEFT, PART_OF_TABLE
BALL_OFF_TABLE = 15
BALL_RETURN_TO_FLOOR = 16
BALL_EMERGES = 17  # pocket
JAM = 18  # pocket; one entry per ball / - / OVER_HOLE
BALL_FALLS = 19  # pocket / seconds at rest before
BALL_SETTLES = 20  # - / way [m]
BALL_REST = 21
REST_IN_JAWS = 22  # pocket / - / PAST_HEAD_NOSE
BALL_IN_MOTION = 23  # - / - / SPIN_IN_PLACE
FINAL = 24  # lag: one entry per ball / distance to the head cushion [m] / UNDECIDABLE
ALL_REST = 25
SHAFT_BLOCKED = 26  # the cue meets `ball`, else rail, else the bed / elevation asked [rad]
TRUNCATED = 27  # the log is full or the event cap was reached

KIND_NAMES = (
    "tip_contact",
    "tip_recontact",
    "ball_ball",
    "ball_moved",
    "cushion",
    "line_cross",
    "pocket_enter",
    "pocket_rebound",
    "pocketed",
    "cb_touches_pocketed_ball",
    "ball_leaves_bed",
    "ball_lands_bed",
    "ball_on_rail_top",
    "ball_rest_on_rail_top",
    "ball_hits_object",
    "ball_off_table",
    "ball_return_to_floor",
    "ball_emerges",
    "jam",
    "ball_falls",
    "ball_settles",
    "ball_rest",
    "rest_in_jaws",
    "ball_in_motion",
    "final",
    "all_rest",
    "shaft_blocked",
    "truncated",
)

# Flags, by kind.
MISCUE = 1  # TIP_CONTACT: the tip slipped
BELOW_CENTRE = 2  # TIP_CONTACT: below the centre of the cue ball
ABOVE_CENTRE = 4  # TIP_CONTACT: above it
BY_PLAYER_0 = 8  # TIP_CONTACT: struck by player 0 ...
BY_PLAYER_1 = 16  # ... or by player 1; neither bit: the player whose shot it is
STILL_TOUCHING = 1  # CUSHION: touching this rail since before the stroke, never left it
WOULD_HAVE_LEFT = 1  # BALL_HITS_OBJECT: without it the ball would have left the table
PART_OF_TABLE = 2  # BALL_HITS_OBJECT: a permanently attached part
OVER_HOLE = 1  # JAM: seen from above the ball would fall into the hole
PAST_HEAD_NOSE = 1  # REST_IN_JAWS: past the nose of the head cushion
SPIN_IN_PLACE = 1  # BALL_IN_MOTION: it spins, else it rolls
UNDECIDABLE = 1  # FINAL: the referee cannot tell which is nearer
