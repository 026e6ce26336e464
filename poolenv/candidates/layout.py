"""The Discrete space of candidates: which index means what, and the records a row fills.

==========  =====================================================  ==============================
bank        index within the bank                                  open (unmasked) when
==========  =====================================================  ==============================
POT         (rank * POT_SPEEDS + speed) * SPINS + spin             the ranked pair can be potted
CONTACT     (rank * OFFSETS + offset) * CONTACT_SPEEDS + speed     that hit on the ball is clear
KICK        (rank * N_RAILS + rail) * KICK_SPEEDS + speed          the way over the cushion is clear
SAFETY      as CONTACT, declared a safety                          ... and a safety may be declared
PUSH        direction * PUSH_SPEEDS + speed                        a push out may be declared
BREAK       (speed * OFFSETS + offset) * BREAK_TIPS + tip,         the break is to be played
            then corner * SOFT_SPEEDS + speed
LAG         speed                                                  the lag is to be played
OPTION      the number of the option                               it is on the menu
PLACE       the number of the spot                                 the spot is legal
REACTION    the number of the reaction after the options           it is on the menu
==========  =====================================================  ==============================

Ranks run over the row's own lists, easiest first, so an index means "the third easiest pot, softly,
with draw", not a ball number. Banks follow each other in the order of the table; the last one is
there only where reactions can be asked for: without a referee, or where the edition says so.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv.events import N_RAILS, RAIL_NAMES
from poolenv.records import rows
from poolenv.rules.words import N_OPTIONS, N_REACTIONS, OPTION_NAMES, REACTION_NAMES

#: Ranked pairs of object ball and pocket.
PAIRS = 12
#: Ranked balls to be met, of which the first KICK_TARGETS also by way of a cushion.
TARGETS = 4
KICK_TARGETS = 2

#: Speed of the object ball at the pocket, spin taken from the cue ball neglected [m/s].
POT_PACES = (0.45, 0.9, 1.4, 2.1, 3.0)
SPIN_NAMES = ("draw", "stun", "follow")
#: Where the cue ball passes the centre of the ball it meets [ball diameters to the left].
CONTACT_OFFSETS = (0.0, 0.5, -0.5)
OFFSET_NAMES = ("full", "half left", "half right")
#: Cue speeds [m/s].
CONTACT_PACES = (0.9, 1.8, 3.5)
KICK_PACES = (1.8, 3.2)
PUSH_PACES = (0.7, 1.5)
BREAK_PACES = (6.0, 8.0, 9.5, 11.0)
SOFT_PACES = (1.8, 3.0)
LAG_PACES = (1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0, 2.2, 2.4)
#: Where the break passes the centre of the apex ball [ball diameters to the left].
BREAK_OFFSETS = (0.0, 0.1, -0.1)
#: Tip heights of the break [ball radii]: the second holds the cue ball against the draw-back.
BREAK_FOLLOWS = (0.0, 0.1)
#: A soft break meets a ball of the back corners this thin [ball diameters].
SOFT_OFFSET = 0.85

POT_SPEEDS = len(POT_PACES)
SPINS = len(SPIN_NAMES)
OFFSETS = len(CONTACT_OFFSETS)
CONTACT_SPEEDS = len(CONTACT_PACES)
KICK_SPEEDS = len(KICK_PACES)
#: Directions of a push out, equally spaced from the foot cushion on.
PUSH_DIRECTIONS = 12
PUSH_SPEEDS = len(PUSH_PACES)
BREAK_SPEEDS = len(BREAK_PACES)
BREAK_TIPS = len(BREAK_FOLLOWS)
SOFT_SPEEDS = len(SOFT_PACES)
FULL_BREAKS = BREAK_SPEEDS * OFFSETS * BREAK_TIPS
LAG_SPEEDS = len(LAG_PACES)

#: Spots of a pair: straight behind the ghost ball, then to both sides.
SPOT_PAIRS = 5
SPOT_WAYS = (0.25, 0.5, 0.9)
SIDE_SPOTS = 2
SPOTS_PER_PAIR = len(SPOT_WAYS) + SIDE_SPOTS
HEAD_SPOTS = 3
OPEN_SPOTS = 4
SPOTS = SPOT_PAIRS * SPOTS_PER_PAIR + HEAD_SPOTS + OPEN_SPOTS

N_POTS = PAIRS * POT_SPEEDS * SPINS
N_CONTACTS = TARGETS * OFFSETS * CONTACT_SPEEDS
N_KICKS = KICK_TARGETS * N_RAILS * KICK_SPEEDS
N_PUSHES = PUSH_DIRECTIONS * PUSH_SPEEDS
N_BREAKS = FULL_BREAKS + 2 * SOFT_SPEEDS

POT = 0
CONTACT = POT + N_POTS
KICK = CONTACT + N_CONTACTS
SAFE = KICK + N_KICKS
PUSH = SAFE + N_CONTACTS
BREAK_SHOT = PUSH + N_PUSHES
LAG_SHOT = BREAK_SHOT + N_BREAKS
OPTION = LAG_SHOT + LAG_SPEEDS
PLACE_SPOT = OPTION + N_OPTIONS
#: Size of the Discrete space, without and with reactions.
N_CANDIDATES = PLACE_SPOT + SPOTS
REACTION = N_CANDIDATES
N_WITH_REACTIONS = REACTION + N_REACTIONS

#: First index and name of every bank, in order.
BANKS = (
    (POT, "pot"),
    (CONTACT, "contact"),
    (KICK, "kick"),
    (SAFE, "safety"),
    (PUSH, "push out"),
    (BREAK_SHOT, "break"),
    (LAG_SHOT, "lag"),
    (OPTION, "option"),
    (PLACE_SPOT, "place"),
    (REACTION, "reaction"),
)


class Pair:
    """One ranked way to pot a ball (record); with the cue ball in hand the object ball's alone."""

    ball: int  # NO_BALL: the slot is empty, and what else it holds means nothing
    pocket: int
    ease: float  # margin of direction, the cue ball's or (in hand) the object ball's [rad]
    cut: float  # left positive [rad]
    aim_x: float  # unit vector from the cue ball to the ghost ball; (1, 0) with the ball in hand
    aim_y: float
    entry: float  # against the axis of the pocket [rad]
    cue_distance: float  # cue ball to ghost ball [m]
    ball_distance: float  # object ball to pocket [m]
    cue_gap: float  # to the nearest ball beside the cue ball's way [m]
    ball_gap: float  # to the nearest ball beside the object ball's way [m]
    dir_x: float  # way of the object ball
    dir_y: float
    ghost_x: float  # [m]
    ghost_y: float


class Target:
    """One ranked ball that may be met first (record)."""

    ball: int  # NO_BALL: the slot is empty
    seen: float  # share of it that can be hit directly
    width: float  # half the range of directions that does [rad]
    pocket: int  # the pocket to name when the ball must be called


class Candidates(NamedTuple):
    """What the candidates of N rows are made of; filled by ``enumerate_row``."""

    pairs: Any  # (N, PAIRS) record Pair, easiest first
    targets: Any  # (N, TARGETS) record Target, easiest first
    spots: NDArray[np.float64]  # (N, SPOTS, 2) spots for the cue ball [m]
    mask: NDArray[np.bool_]  # (N, N_CANDIDATES or N_WITH_REACTIONS) which may be chosen


def new_candidates(n: int, reactions: bool = False) -> Candidates:
    """Empty lists for n rows, with the bank of reactions or without."""
    return Candidates(
        pairs=rows(Pair, n, PAIRS),
        targets=rows(Target, n, TARGETS),
        spots=np.zeros((n, SPOTS, 2)),
        mask=np.zeros((n, N_WITH_REACTIONS if reactions else N_CANDIDATES), dtype=np.bool_),
    )


def describe(index: int) -> str:
    """What a candidate is, in words: ``describe(0)`` is "pot 1 at 0.45 m/s with draw".

    Args:
        index: 0 to N_WITH_REACTIONS - 1.

    Raises:
        ValueError: if there is no such candidate.
    """
    if not 0 <= index < N_WITH_REACTIONS:
        last = N_WITH_REACTIONS - 1
        raise ValueError(f"candidate {index!r} does not exist; there are 0 to {last}")
    base, bank = next((b, name) for b, name in reversed(BANKS) if index >= b)
    k = index - base
    if base == POT:
        rank, rest = divmod(k, POT_SPEEDS * SPINS)
        pace, spin = divmod(rest, SPINS)
        return f"pot {rank + 1} at {POT_PACES[pace]} m/s with {SPIN_NAMES[spin]}"
    if base in (CONTACT, SAFE):
        rank, rest = divmod(k, OFFSETS * CONTACT_SPEEDS)
        offset, pace = divmod(rest, CONTACT_SPEEDS)
        return f"{bank} {rank + 1} {OFFSET_NAMES[offset]}, cue at {CONTACT_PACES[pace]} m/s"
    if base == KICK:
        rank, rest = divmod(k, N_RAILS * KICK_SPEEDS)
        rail, pace = divmod(rest, KICK_SPEEDS)
        return f"kick {rank + 1} off the {RAIL_NAMES[rail]} rail, cue at {KICK_PACES[pace]} m/s"
    if base == PUSH:
        direction, pace = divmod(k, PUSH_SPEEDS)
        degrees = 360 * direction // PUSH_DIRECTIONS
        return f"push out at {degrees} degrees, cue at {PUSH_PACES[pace]} m/s"
    if base == BREAK_SHOT:
        return _describe_break(k)
    if base == LAG_SHOT:
        return f"lag, cue at {LAG_PACES[k]} m/s"
    if base == OPTION:
        return f"option {OPTION_NAMES[k]}"
    if base == REACTION:
        return f"reaction {REACTION_NAMES[k]}"
    return f"place {_describe_spot(k)}"


def _describe_break(k: int) -> str:
    """What index k of the bank of breaks is."""
    if k < FULL_BREAKS:
        pace, rest = divmod(k, OFFSETS * BREAK_TIPS)
        offset, tip = divmod(rest, BREAK_TIPS)
        return (
            f"break {BREAK_OFFSETS[offset]:+} diameters left, tip {BREAK_FOLLOWS[tip]:+}, "
            f"cue at {BREAK_PACES[pace]} m/s"
        )
    corner, pace = divmod(k - FULL_BREAKS, SOFT_SPEEDS)
    side = ("left", "right")[corner]
    return f"soft break on the {side} corner ball, cue at {SOFT_PACES[pace]} m/s"


def _describe_spot(k: int) -> str:
    """What spot k is."""
    if k < SPOT_PAIRS * SPOTS_PER_PAIR:
        pair, way = divmod(k, SPOTS_PER_PAIR)
        if way < len(SPOT_WAYS):
            return f"straight behind pot {pair + 1}, distance {way + 1}"
        return f"{('left', 'right')[way - len(SPOT_WAYS)]} of the line of pot {pair + 1}"
    k -= SPOT_PAIRS * SPOTS_PER_PAIR
    if k < HEAD_SPOTS:
        return f"behind the head string, {('centre', 'left', 'right')[k]}"
    return f"open spot {k - HEAD_SPOTS + 1}"
