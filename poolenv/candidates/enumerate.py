"""What a row may do now: rank pots and targets, choose spots, open the mask; and the way back.

``enumerate_row`` fills row i of the lists from the position and the game sheet; ``decode`` turns
the index that was chosen into row i of the actions. Both are kernels that allocate nothing.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from poolenv.balls import CUE, N_BALLS, NO_BALL, BallSet, has, one
from poolenv.candidates.layout import (
    BREAK_SHOT,
    CONTACT,
    CONTACT_OFFSETS,
    CONTACT_SPEEDS,
    FULL_BREAKS,
    KICK,
    KICK_SPEEDS,
    KICK_TARGETS,
    LAG_SHOT,
    LAG_SPEEDS,
    N_BREAKS,
    N_PUSHES,
    OFFSETS,
    OPTION,
    PAIRS,
    PLACE_SPOT,
    POT,
    POT_SPEEDS,
    PUSH,
    REACTION,
    SAFE,
    SOFT_SPEEDS,
    SPINS,
    TARGETS,
    Candidates,
)
from poolenv.candidates.ranks import rank_pairs, rank_targets
from poolenv.candidates.spots import fill_spots
from poolenv.candidates.strokes import corner_ball, decode_stroke
from poolenv.events import N_RAILS
from poolenv.gaps import is_on_table
from poolenv.hits import direct_hit, kick
from poolenv.kernel import kernel
from poolenv.knobs import IN_HAND_HEAD
from poolenv.rules.calls import legal_intents
from poolenv.rules.targets import legal_balls
from poolenv.rules.turns import phase_of
from poolenv.rules.words import (
    BREAK,
    CALL,
    CHOOSE,
    LAG_PHASE,
    N_OPTIONS,
    OVER,
    PLACE,
    PUSH_OUT,
    REACT,
    SAFETY,
    STRIKE,
)
from poolenv.table.marks import is_behind_head_string


@kernel
def playable_balls(
    marks: Any, rules: Any, game: Any, pos: NDArray[Any], motion: NDArray[Any], i: int
) -> BallSet:
    """Balls that the player may play at directly.

    Those the rules allow to be hit first (legal_balls), without those behind the head string when
    the cue ball is played from there: it must leave the area first (SK-11, UA-F10).

    Args:
        marks: record Marks of the table.
        rules: record Rules of the edition.
        game: record Game.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        i: the row.
    """
    balls = 0
    legal = legal_balls(rules, game)
    from_head = game.region == IN_HAND_HEAD or game.played_from == IN_HAND_HEAD
    for ball in range(CUE + 1, N_BALLS):
        if has(legal, ball) and is_on_table(motion, i, ball):
            if not from_head or not is_behind_head_string(marks, pos[i, ball, 0]):
                balls |= one(ball)
    return balls


@kernel
def target_balls(
    marks: Any, rules: Any, game: Any, pos: NDArray[Any], motion: NDArray[Any], i: int
) -> BallSet:
    """Balls to play at: the playable ones, or else those that a cushion first would make legal.

    Args:
        marks: record Marks of the table.
        rules: record Rules of the edition.
        game: record Game.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        i: the row.
    """
    balls = playable_balls(marks, rules, game, pos, motion, i)
    if balls != 0:
        return balls
    legal = legal_balls(rules, game)
    for ball in range(CUE + 1, N_BALLS):
        if has(legal, ball) and is_on_table(motion, i, ball):
            balls |= one(ball)
    return balls


@kernel
def rank_row(
    marks: Any,
    rules: Any,
    game: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    candidates: Candidates,
    i: int,
) -> None:
    """Fill the ranked pairs and targets of row i, which the observation shows, but no mask.

    There are none once the episode is over.

    Args:
        marks: record Marks of the table.
        rules: record Rules of the edition.
        game: record Game.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        candidates: lists; pairs and targets of row i are rewritten.
        i: the row.
    """
    phase = phase_of(game)
    in_hand = not is_on_table(motion, i, CUE) or phase == PLACE
    playable = 0
    targets = 0
    if phase != OVER:
        playable = playable_balls(marks, rules, game, pos, motion, i)
        if not in_hand:
            targets = target_balls(marks, rules, game, pos, motion, i)
    rank_pairs(marks, pos, motion, playable, in_hand, candidates.pairs, i)
    rank_targets(marks, pos, motion, targets, candidates.targets, i)


@kernel
def enumerate_row(
    marks: Any,
    rules: Any,
    game: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    candidates: Candidates,
    i: int,
) -> None:
    """Fill the lists and the mask of row i for the decision that is owed.

    At least one index is always open; when the episode is over all are, so that a policy over the
    mask stays defined.

    Args:
        marks: record Marks of the table.
        rules: record Rules of the edition.
        game: record Game.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        candidates: lists; row i is rewritten.
        i: the row.
    """
    phase = phase_of(game)
    for index in range(candidates.mask.shape[1]):
        candidates.mask[i, index] = phase == OVER
    rank_row(marks, rules, game, pos, motion, candidates, i)
    playable = playable_balls(marks, rules, game, pos, motion, i)
    if phase == CHOOSE:
        for option in range(N_OPTIONS):
            candidates.mask[i, OPTION + option] = (game.menu >> option) & 1 == 1
    elif phase == REACT:
        for index in range(REACTION, candidates.mask.shape[1]):
            option = N_OPTIONS + index - REACTION
            candidates.mask[i, index] = (game.menu >> option) & 1 == 1
    elif phase == PLACE:
        fill_spots(marks, game, pos, motion, candidates, i)
    elif phase == LAG_PHASE:
        for index in range(LAG_SPEEDS):
            candidates.mask[i, LAG_SHOT + index] = True
    elif phase == CALL or phase == STRIKE:
        if game.stage == BREAK:
            _open_breaks(pos, motion, playable, candidates, i)
        else:
            intents = legal_intents(rules, game) if phase == CALL else one(game.intent)
            _open_strokes(marks, intents, playable, pos, motion, candidates, i)


@kernel
def _open_breaks(
    pos: NDArray[Any], motion: NDArray[Any], playable: BallSet, candidates: Candidates, i: int
) -> None:
    """Open the breaks at the apex, and the soft ones if their corner ball may be hit first."""
    for index in range(N_BREAKS):
        is_open = True
        if index >= FULL_BREAKS:
            side = 1.0 if index - FULL_BREAKS < SOFT_SPEEDS else -1.0
            is_open = has(playable, corner_ball(pos, motion, i, side))
        candidates.mask[i, BREAK_SHOT + index] = is_open


@kernel
def _open_strokes(
    marks: Any,
    intents: int,
    playable: BallSet,
    pos: NDArray[Any],
    motion: NDArray[Any],
    candidates: Candidates,
    i: int,
) -> None:
    """Open pots, hits, kicks, and what may be declared; a hit at least."""
    mask = candidates.mask
    some = False
    for rank in range(PAIRS):
        if candidates.pairs[i, rank].ball != NO_BALL:
            some = True
            for k in range(POT_SPEEDS * SPINS):
                mask[i, POT + rank * POT_SPEEDS * SPINS + k] = True
    x = pos[i, CUE, 0]
    y = pos[i, CUE, 1]
    safety = (intents >> SAFETY) & 1 == 1
    for rank in range(TARGETS):
        ball = candidates.targets[i, rank].ball
        if ball == NO_BALL:
            continue
        for offset in range(OFFSETS):
            part = CONTACT_OFFSETS[offset]
            hit = direct_hit(marks, pos, motion, i, x, y, ball, part)
            if hit.is_clear and has(playable, ball):
                some = True
                for speed in range(CONTACT_SPEEDS):
                    k = (rank * OFFSETS + offset) * CONTACT_SPEEDS + speed
                    mask[i, CONTACT + k] = True
                    mask[i, SAFE + k] = safety
        if rank < KICK_TARGETS:
            for rail in range(N_RAILS):
                if kick(marks, pos, motion, i, x, y, ball, rail).is_clear:
                    some = True
                    for speed in range(KICK_SPEEDS):
                        mask[i, KICK + (rank * N_RAILS + rail) * KICK_SPEEDS + speed] = True
    if (intents >> PUSH_OUT) & 1 == 1:
        for k in range(N_PUSHES):
            mask[i, PUSH + k] = True
    if not some:
        # Hidden behind other balls on all sides: strike at the first one all the same.
        mask[i, CONTACT + CONTACT_SPEEDS - 1] = True


@kernel
def decode(
    marks: Any,
    phys: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    candidates: Candidates,
    index: int,
    action: Any,
    i: int,
) -> None:
    """Write row i of the actions from the index chosen.

    Only the section of the bank the index lies in is written: option, place, or call and stroke.

    Args:
        marks: record Marks of the table.
        phys: record Phys of the table.
        pos: (N, 16, 3) centres [m], those that ``enumerate_row`` saw.
        motion: (N, 16) states of motion.
        candidates: lists of row i.
        index: 0 to the width of the mask - 1.
        action: (N,) record Action.
        i: the row.
    """
    if index >= REACTION:
        action[i].option = N_OPTIONS + index - REACTION
    elif index >= PLACE_SPOT:
        action[i].place_x = candidates.spots[i, index - PLACE_SPOT, 0]
        action[i].place_y = candidates.spots[i, index - PLACE_SPOT, 1]
    elif index >= OPTION:
        action[i].option = index - OPTION
    else:
        decode_stroke(marks, phys, pos, motion, candidates, index, action, i)


@kernel
def nearest_open(mask: NDArray[Any], index: int, i: int) -> int:
    """The open index nearest to one that may be closed, for algorithms without a mask.

    Ties go to the lower index.

    Args:
        mask: (N, N_CANDIDATES) which indices are open.
        index: the index wished.
        i: the row.
    """
    for away in range(mask.shape[1]):
        if index - away >= 0 and mask[i, index - away]:
            return index - away
        if index + away < mask.shape[1] and mask[i, index + away]:
            return index + away
    return index
