"""Entry kernels: a step of many rows, and a look at them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv.beside import NOTHING, ON_LAG, ON_STROKE, rule
from poolenv.candidates import Candidates, decode, enumerate_row, nearest_open, rank_row
from poolenv.compact import decode_compact
from poolenv.compact_calls import decode_compact_calls
from poolenv.episode import Beginning, begin_row
from poolenv.kernel import kernel
from poolenv.observe import observe
from poolenv.physics.scratch import Scratch
from poolenv.play import begin_visit, end_visit, strike
from poolenv.rewards import score
from poolenv.rules.words import NOBODY
from poolenv.world import World, phys_of_row

#: Codecs as kernels know them.
COMPACT, CANDIDATES, COMPACT_ABSOLUTE, COMPACT_CALLS = range(4)
#: Asks ``view_rows`` for the view of whoever is to act.
ACTOR = -1


class Wishes(NamedTuple):
    """What a step of N tables is asked to do."""

    codec: int  # CANDIDATES: choices are read, else numbers
    said: bool  # the actions of the world are written already: neither is read
    numbers: NDArray[np.float32]  # (N, 10) in [-1, 1]; (N, 12) with COMPACT_CALLS
    choices: NDArray[np.int64]  # (N,)
    active: NDArray[np.bool_]  # (N,) tables to play
    anew: bool  # where an episode ends the next begins in the same step
    ends: int  # phases after which a step ends, see play.begin_visit
    max_visits: int  # strokes and choices of an episode
    weights: NDArray[np.float64]  # (N_TERMS,) of the reward
    discount: float  # of its potential-based terms


class Step(NamedTuple):
    """What one step of all tables gives; arrays nobody else holds."""

    observation: NDArray[np.float32]  # (N, d) of the player to act next
    reward: NDArray[np.float64]  # (N,) of the player who acted
    terminated: NDArray[np.bool_]  # (N,)
    truncated: NDArray[np.bool_]  # (N,)
    over: NDArray[np.bool_]  # (N,) one of both
    actor: NDArray[np.int64]  # (N,) who acted
    switched: NDArray[np.bool_]  # (N,) the turn passed
    # As the step left the table, before a next episode began on it.
    to_play: NDArray[np.int64]  # (N,) who is to act
    success: NDArray[np.bool_]  # (N,) player 0 has won: of a run-out, it was completed
    mask: NDArray[np.bool_]  # (N, n) legal actions; (N, 0) where they are not enumerated


def new_step(n: int, width: int, masked: int) -> Step:
    """Room for what a step of n tables gives.

    Args:
        n: tables.
        width: length of an observation.
        masked: length of a mask.
    """
    return Step(
        np.empty((n, width), dtype=np.float32),
        np.empty(n),
        np.empty(n, dtype=np.bool_),
        np.empty(n, dtype=np.bool_),
        np.empty(n, dtype=np.bool_),
        np.empty(n, dtype=np.int64),
        np.empty(n, dtype=np.bool_),
        np.empty(n, dtype=np.int64),
        np.empty(n, dtype=np.bool_),
        np.empty((n, masked), dtype=np.bool_),
    )


class Answers(NamedTuple):
    """What a step of N tables gives, and what the batch keeps of it."""

    step: Step
    rewards: NDArray[np.float64]  # (N, 2) of both players
    terms: NDArray[np.float64]  # (N, N_TERMS) of the player who acted, unweighted
    final: NDArray[np.float32]  # (N, d) last observations of episodes after which another began


@kernel
def step_rows(
    world: World,
    lists: Candidates,
    wishes: Wishes,
    answers: Answers,
    scratch: Scratch,
    how: Beginning,
    lo: int,
    hi: int,
) -> None:
    """Rows lo to hi - 1: action, visit, rewards, what is seen then, and perhaps a new episode.

    All rows take each stage together, so that the processor does not unlearn the code of one stage
    in the next: physics, referee and observation are long.

    Args:
        world: the tables.
        lists: candidates of the tables, as last seen; rewritten.
        wishes: what to do.
        answers: written; rows that are not active are seen and get no reward.
        scratch: of this thread.
        how: new episodes begin, if any is wished.
        lo: first row.
        hi: one past the last row.
    """
    for i in range(lo, hi):
        answers.step.actor[i] = world.game[i].actor
        world.ruled_on[i] = NOTHING
        if wishes.active[i] and not wishes.said:
            _decode_row(world, lists, wishes, i)
        if wishes.active[i]:
            world.ruled_on[i] = begin_visit(world, i, wishes.ends)
        world.struck[i] = world.ruled_on[i] == ON_STROKE
    for i in range(lo, hi):
        if world.struck[i] or world.ruled_on[i] == ON_LAG:
            strike(world, i, scratch)
    for i in range(lo, hi):
        if world.ruled_on[i] != NOTHING:
            rule(world, i)
        if wishes.active[i]:
            end_visit(world, i, wishes.max_visits)
        _answer_row(world, wishes, answers, i)
    table = world.marks, world.editions, world.game, world.pos, world.motion
    for i in range(lo, hi):
        ends = wishes.anew and answers.step.over[i]
        seen = answers.final if ends else answers.step.observation
        _look(*table, lists, wishes.codec, ACTOR, seen, i)
        for k in range(answers.step.mask.shape[1]):
            answers.step.mask[i, k] = lists.mask[i, k]
        if ends:
            begin_row(world, how, i)
            _look(*table, lists, wishes.codec, ACTOR, answers.step.observation, i)


@kernel
def _decode_row(world: World, lists: Candidates, wishes: Wishes, i: int) -> None:
    """From what the player said to the action of row i."""
    game = world.game[i]
    marks, phys = world.marks[game.table], phys_of_row(world.phys, i)
    if wishes.codec == CANDIDATES:
        index = nearest_open(lists.mask, wishes.choices[i], i)
        decode(marks, phys, world.pos, world.motion, lists, index, world.action, i)
    elif wishes.codec == COMPACT_CALLS:
        rules = world.editions[game.edition]
        pos, motion = world.pos, world.motion
        decode_compact_calls(marks, phys, rules, game, pos, motion, wishes.numbers, world.action, i)
    else:
        decode_compact(
            marks,
            phys,
            world.editions[game.edition],
            game,
            world.pos,
            world.motion,
            wishes.numbers,
            wishes.codec == COMPACT_ABSOLUTE,
            world.action,
            i,
        )


@kernel
def _answer_row(world: World, wishes: Wishes, answers: Answers, i: int) -> None:
    """Rewards, ends and turns of row i."""
    game = world.game[i]
    active, actor = wishes.active[i], answers.step.actor[i]
    for turn in range(2):
        # Who acted comes last, so that the terms are his.
        player = 1 - actor if turn == 0 else actor
        answers.rewards[i, player] = 0.0
        if active:
            answers.rewards[i, player] = score(
                world.before[i],
                world.shot[i],
                world.ruling[i],
                game,
                world.ruled_on[i] != NOTHING,
                player,
                wishes.weights,
                wishes.discount,
                answers.terms,
                i,
            )
    answers.step.reward[i] = answers.rewards[i, actor]
    answers.step.terminated[i] = active and game.winner != NOBODY
    answers.step.truncated[i] = active and world.truncated[i]
    answers.step.over[i] = answers.step.terminated[i] or answers.step.truncated[i]
    answers.step.switched[i] = active and game.actor != actor
    answers.step.to_play[i] = game.actor
    answers.step.success[i] = game.winner == 0


@kernel
def _look(
    all_marks: Any,
    editions: Any,
    games: Any,
    pos: NDArray[np.float64],
    motion: NDArray[np.int8],
    lists: Candidates,
    codec: int,
    viewer: int,
    out: NDArray[np.float32],
    i: int,
) -> None:
    """Candidates and observation of row i, for a player or for whoever is to act."""
    game = games[i]
    marks, rules = all_marks[game.table], editions[game.edition]
    player = game.actor if viewer == ACTOR else viewer
    if codec == CANDIDATES:
        enumerate_row(marks, rules, game, pos, motion, lists, i)
    else:
        rank_row(marks, rules, game, pos, motion, lists, i)
    observe(marks, rules, game, pos, motion, lists, player, out, i)


@kernel
def view_rows(
    marks: Any,
    editions: Any,
    games: Any,
    pos: NDArray[np.float64],
    motion: NDArray[np.int8],
    lists: Candidates,
    codec: int,
    seen: NDArray[np.bool_],
    viewer: int,
    out: NDArray[np.float32],
    lo: int,
    hi: int,
) -> None:
    """Candidates and observations of the rows that are looked at.

    Args:
        marks: (G,) record Marks.
        editions: (K,) record Rules.
        games: (N,) record Game.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        lists: candidates, rewritten; the mask only where the codec has one.
        codec: COMPACT or CANDIDATES.
        seen: (N,) rows to look at.
        viewer: whose view, ACTOR for that of whoever is to act.
        out: (N, d) observations, written.
        lo: first row.
        hi: one past the last row.
    """
    for i in range(lo, hi):
        if seen[i]:
            _look(marks, editions, games, pos, motion, lists, codec, viewer, out, i)
