"""Spots for the cue ball in hand: behind the easiest pots, behind the head string, in the open.

Row-wise kernels over the lists of ``layout.Candidates``; a spot is offered only where the rules let
the cue ball lie, and a spot behind a pot only if the pot can be played from there.
"""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from poolenv.aim import approach, pot_line
from poolenv.balls import NO_BALL
from poolenv.candidates.layout import (
    HEAD_SPOTS,
    OPEN_SPOTS,
    PLACE_SPOT,
    SPOT_PAIRS,
    SPOT_WAYS,
    SPOTS,
    SPOTS_PER_PAIR,
    Candidates,
)
from poolenv.kernel import kernel
from poolenv.knobs import IN_HAND_HEAD
from poolenv.rules.placement import is_legal_place, nearest_place
from poolenv.rules.words import BREAK

#: Spots beside the line of a pot make a cut of this angle [rad], from this far [m].
SIDE_CUT = math.radians(25.0)
SIDE_WAY = 0.5
#: How far behind the head string a spot there lies [m].
BEHIND = 0.01
#: y of the spots behind the head string [widths]; the outer ones are those of a side break.
HEAD_SHARES = (0.0, 0.3, -0.3)
#: x and y of the open spots [lengths, widths]; the last one moves to the nearest legal place.
OPEN_X = (0.0, 0.25, -0.25, 0.0)
OPEN_Y = (0.25, 0.0, 0.0, -0.25)


@kernel
def fill_spots(
    marks: Any,
    game: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    candidates: Candidates,
    i: int,
) -> None:
    """Choose the spots of row i and open the legal ones in its mask.

    Args:
        marks: record Marks of the table.
        game: record Game; its region is IN_HAND_TABLE or IN_HAND_HEAD.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        candidates: pairs of row i, ranked with the cue ball in hand; spots and mask are written.
        i: the row.
    """
    for slot in range(SPOTS):
        candidates.mask[i, PLACE_SPOT + slot] = False
    if game.stage != BREAK:
        for pair in range(SPOT_PAIRS):
            for way in range(SPOTS_PER_PAIR):
                _fill_pair_spot(marks, game, pos, motion, candidates, pair, way, i)
    slot = SPOT_PAIRS * SPOTS_PER_PAIR
    for k in range(HEAD_SPOTS):
        x = marks.head_string - BEHIND
        _offer(marks, game, pos, motion, candidates, slot, x, HEAD_SHARES[k] * marks.width, i)
        slot += 1
    for k in range(OPEN_SPOTS):
        x = OPEN_X[k] * marks.length
        y = OPEN_Y[k] * marks.width
        if k == OPEN_SPOTS - 1:
            if game.region == IN_HAND_HEAD:
                x = marks.head_string - BEHIND
            x, y = nearest_place(marks, game.region, pos[i], motion[i], x, y)
        _offer(marks, game, pos, motion, candidates, slot, x, y, i)
        slot += 1


@kernel
def _offer(
    marks: Any,
    game: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    candidates: Candidates,
    slot: int,
    x: float,
    y: float,
    i: int,
) -> None:
    """Write a spot and open it if the cue ball may lie there."""
    candidates.spots[i, slot, 0] = x
    candidates.spots[i, slot, 1] = y
    candidates.mask[i, PLACE_SPOT + slot] = is_legal_place(
        marks, game.region, pos[i], motion[i], x, y
    )


@kernel
def _fill_pair_spot(
    marks: Any,
    game: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    candidates: Candidates,
    rank: int,
    way: int,
    i: int,
) -> None:
    """Write one spot behind a pot and open it if the pot can be played from there."""
    slot = rank * SPOTS_PER_PAIR + way
    candidates.spots[i, slot, 0] = 0.0
    candidates.spots[i, slot, 1] = 0.0
    pair = candidates.pairs[i, rank]
    if pair.ball == NO_BALL:
        return
    back_x = -pair.dir_x
    back_y = -pair.dir_y
    away = SIDE_WAY
    if way < len(SPOT_WAYS):
        away = SPOT_WAYS[way]
    else:
        turn = SIDE_CUT if way == len(SPOT_WAYS) else -SIDE_CUT
        back_x = -math.cos(turn) * pair.dir_x + math.sin(turn) * pair.dir_y
        back_y = -math.sin(turn) * pair.dir_x - math.cos(turn) * pair.dir_y
    if game.region == IN_HAND_HEAD:
        # Nearer spots would lie in front of the head string: count the ways from there.
        needed = pair.ghost_x - (marks.head_string - BEHIND)
        if needed > 0.0:
            if back_x >= -1e-6:
                return
            away = 0.4 * away + needed / -back_x
    x = pair.ghost_x + away * back_x
    y = pair.ghost_y + away * back_y
    line = pot_line(marks, pos, motion, i, pair.ball, pair.pocket)
    if approach(marks, pos, motion, i, pair.ball, line, x, y).ease > 0.0:
        _offer(marks, game, pos, motion, candidates, slot, x, y, i)
