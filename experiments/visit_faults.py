"""What must hold at every table after every visit, whatever was played: checks over all rows."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv import states
from poolenv.balls import CUE, N_BALLS, OBJECT_BALLS
from poolenv.envs.batch import Batch
from poolenv.envs.kernels import Step
from poolenv.envs.start import first_misplaced
from poolenv.knobs import IN_HAND_HEAD, IN_HAND_TABLE, STRAIGHT_POOL_GAME
from poolenv.physics.border import OVERLAP
from poolenv.rules import words
from poolenv.world import for_kernels

Mask = NDArray[np.bool_]

_BITS = 1 << np.arange(N_BALLS)
#: Points that one visit can move a score by: a full rack, or the third foul in a row.
MOST_POINTS = 18


class Before(NamedTuple):
    """What the checks need of the tables as they stood before a step; copies."""

    game: Any  # (N,) record Game
    over: Mask  # (N,)


def look(batch: Batch) -> Before:
    """Remember the tables before a step."""
    return Before(batch.world.game.copy(), batch.over())


def phases(batch: Batch) -> NDArray[np.int64]:
    """What is owed at each table, as ``turns.phase_of`` derives it, (N,)."""
    game = batch.world.game
    owed = np.full(batch.n, words.STRIKE)
    owed[game.owes_call != 0] = words.CALL
    in_hand = (game.region == IN_HAND_TABLE) | (game.region == IN_HAND_HEAD)
    owed[in_hand] = words.PLACE
    owed[game.rack_owed != words.NO_RACK] = words.RACK_PHASE
    owed[game.menu != 0] = words.CHOOSE
    owed[game.menu >> words.N_OPTIONS != 0] = words.REACT
    owed[game.lag_owed != 0] = words.LAG_PHASE
    owed[game.winner != words.NOBODY] = words.OVER
    return owed


def balls_that(motion: NDArray[np.int8], *wanted: int) -> NDArray[np.int64]:
    """The set of the balls in one of these states, (N,)."""
    balls: NDArray[np.int64] = (np.isin(motion, wanted) * _BITS).sum(axis=1)
    return balls


def balls_expected(before: Before, batch: Batch) -> Any:
    """Object balls that must lie on the bed after a stroke that left no rack to be built, (N,)."""
    shot, ruling = batch.world.shot, batch.world.ruling
    gone = (shot.pocketed | shot.off_table) & ~(ruling.restore | ruling.spot)
    after = (before.game.balls & ~gone) | (ruling.spot & OBJECT_BALLS)
    return np.where(ruling.restore_all != 0, before.game.balls, after)


def faults_of(batch: Batch, before: Before, step: Step, played: Mask) -> dict[str, Mask]:
    """Which tables are not as they must be, by the kind of fault.

    Args:
        batch: the tables after the step.
        before: the tables before it.
        step: what the step gave.
        played: (N,) tables that were stepped.
    """
    world, rules = batch.world, batch.world.editions[batch.world.game.edition]
    game, owed, over = world.game, phases(batch), batch.over()
    open_ = played & ~over
    found = {
        "decision maker": open_ & ~is_one_to_decide(game, owed),
        # A stroke whose log overflowed is not ruled on: its balls lie as they came to rest.
        "ball lost": played & ~world.truncated & ~balls_add_up(batch, before, rules, owed),
        "bad lie": open_ & ~lies_well(batch),
        "score": played & ~is_scored(before, game, rules),
        "counter": played & ~counts_well(before, game, rules),
        "ruling": played & (world.ruled_on != 0) & ~is_one_ruling(world.ruling),
        "observation": played & ~is_within_bounds(batch, step),
    }
    if batch.has_masks:
        found["empty mask"] = open_ & ~batch.action_masks().any(axis=1)
    return found


def is_one_to_decide(game: Any, owed: NDArray[np.int64]) -> Any:
    """Exactly one player has something to decide, and the cue ball is where he needs it."""
    by_player = ~np.isin(owed, (words.RACK_PHASE, words.OVER))
    known = (game.menu >= 0) & (game.menu < 1 << words.N_OPTIONS + words.N_REACTIONS)
    known &= (game.menu & (1 << words.N_OPTIONS) - 1 == 0) | (game.menu < 1 << words.N_OPTIONS)
    return by_player & known & np.isin(game.actor, (0, 1)) & (game.stage <= words.NORMAL)


def balls_add_up(batch: Batch, before: Before, rules: Any, owed: NDArray[np.int64]) -> Any:
    """On the table + pocketed + off the table are the balls of the game, and no ball just vanished.

    What a stroke pocketed or drove off and the referee did not spot is missing, nothing else; a new
    rack has all balls on the table again. While somebody still chooses who breaks, the new rack is
    owed and the balls of the old one lie where they were; a foul that is still to be called moves
    none either.
    """
    world, motion = batch.world, batch.world.motion
    game = world.game
    full = (2 << rules.balls_in_rack) - 2
    on = balls_that(motion, states.STILL) & OBJECT_BALLS
    away = balls_that(motion, states.POCKETED, states.OFF_TABLE) & OBJECT_BALLS
    waits = (game.rack_owed != words.NO_RACK) & (game.balls == full)
    waits |= (game.held != 0) & (game.balls == before.game.balls)
    good = waits | ((on == game.balls) & (on & away == 0) & (on | away == full))
    cue = motion[:, CUE]
    in_hand = ~np.isin(owed, (words.CALL, words.STRIKE, words.LAG_PHASE))
    good &= in_hand | (cue == states.STILL)
    fresh = (game.balls == full) & (
        (game.rack_number > before.game.rack_number) | (game.visits < before.game.visits)
    )
    reracked = np.isin(world.ruling.result, _RERACKS) & (game.balls == full)
    kept = game.balls == balls_expected(before, batch)
    return good & ((world.ruled_on == 0) | kept | fresh | reracked)


_RERACKS = (words.RERACK, words.RERACK_14, words.RERACK_15, words.NEW_FULL_RACK)


def lies_well(batch: Batch) -> Any:
    """Balls at rest lie on the bed or in the jaws, apart from each other; nothing is NaN."""
    world = batch.world
    good: Any = np.isfinite(world.pos).all(axis=(1, 2))
    geometry = for_kernels(world.geometry)
    balls = balls_that(world.motion, states.STILL)
    for i in np.flatnonzero(good):
        table = int(world.game.table[i])
        least = 2.0 * world.marks[table].ball_radius - OVERLAP
        misplaced = first_misplaced(geometry, table, least, int(balls[i]), world.pos[i])
        good[i] = misplaced == (-1, -1)
    return good


def is_scored(before: Before, game: Any, rules: Any) -> Any:
    """Racks and points stay within what one visit can change and the match allows."""
    change = np.abs(game.score - before.game.score)
    points = rules.game == STRAIGHT_POOL_GAME
    good = (change.max(axis=1) <= np.where(points, MOST_POINTS, 0)) | before.over
    racks = game.racks.sum(axis=1) - before.game.racks.sum(axis=1)
    good &= ((racks == 0) | (racks == 1)) | before.over
    limit = np.maximum(game.race_to, 1)
    good &= (game.racks >= 0).all(axis=1) & (game.racks.max(axis=1) <= limit)
    target = game.target > 0
    return good & (~target | (game.score.max(axis=1) < game.target + MOST_POINTS))


def counts_well(before: Before, game: Any, rules: Any) -> Any:
    """Consecutive fouls, idle turns, turns left and strokes stay within their limits."""
    limit = np.where(rules.three_foul_limit > 0, rules.three_foul_limit, np.iinfo(np.int64).max)
    good = (game.fouls >= 0).all(axis=1) & (game.fouls.max(axis=1) < limit)
    good &= np.isin(game.warned, (0, 1)).all(axis=1) & np.isin(game.groups, (0, 1, 2))
    idle = np.where(rules.stalemate_announced != 0, rules.no_progress_turns, 2 * 9)
    good &= (game.idle_turns >= 0) & (game.idle_turns <= idle)
    good &= (game.turns_left >= 0).all(axis=1)
    good &= game.turns_left.max(axis=1) <= rules.stalemate_turns
    good &= np.isin(game.region, (0, IN_HAND_TABLE, IN_HAND_HEAD))
    return good & (game.visits - before.game.visits <= 1)


def is_one_ruling(ruling: Any) -> Any:
    """A foul is assessed exactly if one was found; a spotted ball does not stay down."""
    found = (ruling.fouls != 0) | (ruling.foul == words.ILLEGAL_BREAK)
    good = (found == (ruling.foul != words.NO_FOUL)) & (ruling.spot & ruling.stay_down == 0)
    won = np.isin(ruling.result, (words.RACK_WIN, words.GAME_WIN, words.MATCH_WIN))
    return good & (won == np.isin(ruling.winner, (0, 1)))


def is_within_bounds(batch: Batch, step: Step) -> Any:
    """Observations lie within their space."""
    space = batch.observation_space
    seen = step.observation
    return ((seen >= space.low) & (seen <= space.high)).all(axis=1)
