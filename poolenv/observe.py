"""What a player sees: one flat float32 row, the same layout for every game and phase.

``SLICES`` is the table of the layout: name, place, bounds and meaning of every part; ``observe``
fills one row of it. The view is that of one player, usually the one to act, so "mine" and "theirs"
swap with the turn. A ball that is not on the bed shows the place (-1, -1), where no ball can lie,
and the flag 0. Coordinates are shares of half the bed, so nose lines are at -1 and 1.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import CUE, N_BALLS, NO_BALL, count, has
from poolenv.candidates.enumerate import playable_balls
from poolenv.candidates.layout import PAIRS, TARGETS, Candidates
from poolenv.events import N_POCKETS
from poolenv.gaps import is_on_table
from poolenv.kernel import kernel
from poolenv.knobs import CALL_SHOT, IN_HAND_HEAD
from poolenv.plane import length
from poolenv.rules.calls import legal_intents
from poolenv.rules.match import points_unit
from poolenv.rules.targets import group_of
from poolenv.rules.turns import phase_of
from poolenv.rules.words import N_OPTIONS, N_REACTIONS, OPEN_TABLE, PLACE, REACT, WELL_PLACED

#: Numbers per object ball, pair and target.
BALL_NUMBERS = 8
PAIR_NUMBERS = 17
TARGET_NUMBERS = 4

#: What counts as one in a feature, before clipping.
GAP_UNIT = 0.2  # [m]
EASE_HALF = math.radians(0.5)  # a margin of this is shown as one half [rad]
VISITS_UNIT = 50.0
FOULS_UNIT = 3.0
IDLE_UNIT = 6.0


class Slice(NamedTuple):
    """One part of the observation."""

    name: str
    start: int
    length: int
    low: float
    high: float
    meaning: str

    @property
    def stop(self) -> int:
        """First index after the part."""
        return self.start + self.length


_PARTS = (
    ("cue_ball", 3, -1.0, "x, y, on the bed"),
    (
        "balls",
        BALL_NUMBERS * (N_BALLS - 1),
        -1.0,
        "per object ball 1 to 15: x, y, on the bed, may be played at, mine, theirs, wins, called",
    ),
    ("phase", 7, 0.0, "lag, rack, choose, place, call, strike, over"),
    ("stage", 5, 0.0, "lag, break, after the break, first of a re-rack, normal"),
    ("region", 4, 0.0, "in position, in hand, in hand behind the head string, played from there"),
    ("menu", N_OPTIONS, 0.0, "options offered, in the order of OPTION_NAMES"),
    ("intents", 3, 0.0, "may be declared: shot, safety, push out"),
    ("called_pocket", N_POCKETS, 0.0, "HL HR SL SR FL FR"),
    ("group", 3, 0.0, "open table, I play solids, I play stripes"),
    ("left", 3, 0.0, "balls on the bed / 15, of my group / 7, of theirs / 7"),
    ("fouls", 4, 0.0, "in a row, mine and theirs / 3; warned of it, I and they"),
    ("racks", 2, 0.0, "won over the race, mine and theirs"),
    ("points", 2, -1.0, "over the target (one rack: over 15), mine and theirs"),
    ("turn", 3, 0.0, "I am to act, I broke this rack, the break was a foul"),
    (
        "rack",
        5,
        0.0,
        "strokes / 50, turns without progress / 6, stalemate announced, turns left of both",
    ),
    ("rules", 3, 0.0, "shots are called, push out is played, fouls in a row allowed / 3"),
    ("game", 5, 0.0, "run-out, eight-ball, nine-ball, ten-ball, straight pool"),
    ("table", 3, 0.0, "length / 4 m, mouths of corner and side pocket / 4 ball diameters"),
    (
        "pairs",
        PAIR_NUMBERS * PAIRS,
        -1.0,
        "per pair, easiest first: present, ball / 15, pocket (6), cut, entry, distance of cue "
        "ball, of object ball, gaps beside both, ease, aim (cos, sin)",
    ),
    ("targets", TARGET_NUMBERS * TARGETS, 0.0, "per ball: present, ball / 15, seen share, width"),
)


def _slices() -> dict[str, Slice]:
    """The parts with their places."""
    slices = {}
    start = 0
    for name, n, low, meaning in _PARTS:
        slices[name] = Slice(name, start, n, low, 1.0, meaning)
        start += n
    return slices


#: The parts of an observation by name, in order.
SLICES = _slices()
#: Length of an observation.
N_OBSERVATION = SLICES["targets"].stop
_SAID = "reactions on offer, by REACTION_NAMES; the cue ball is misplaced; that was pointed out"
#: What follows where reactions can be asked for: without a referee, or where the edition says so.
REACTIONS = Slice("reactions", N_OBSERVATION, N_REACTIONS + 2, 0.0, 1.0, _SAID)
N_WITH_REACTIONS = REACTIONS.stop

_BALLS = SLICES["balls"].start
_PHASE = SLICES["phase"].start
_STAGE = SLICES["stage"].start
_REGION = SLICES["region"].start
_MENU = SLICES["menu"].start
_INTENTS = SLICES["intents"].start
_CALLED = SLICES["called_pocket"].start
_GROUP = SLICES["group"].start
_LEFT = SLICES["left"].start
_FOULS = SLICES["fouls"].start
_RACKS = SLICES["racks"].start
_POINTS = SLICES["points"].start
_TURN = SLICES["turn"].start
_RACK = SLICES["rack"].start
_RULES = SLICES["rules"].start
_GAME = SLICES["game"].start
_TABLE = SLICES["table"].start
_PAIRS = SLICES["pairs"].start
_TARGETS = SLICES["targets"].start


def bounds(reactions: bool = False) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Lowest and highest value of every number, (N_OBSERVATION or N_WITH_REACTIONS,) each."""
    parts = [*SLICES.values(), *([REACTIONS] if reactions else [])]
    low = np.concatenate([np.full(s.length, s.low, np.float32) for s in parts])
    high = np.concatenate([np.full(s.length, s.high, np.float32) for s in parts])
    return low, high


@kernel
def share(value: float, unit: float) -> float:
    """value / unit within 0 and 1; 0 if there is no unit."""
    if unit <= 0.0:
        return 0.0
    return min(max(value / unit, 0.0), 1.0)


@kernel
def observe(
    marks: Any,
    rules: Any,
    game: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    candidates: Candidates,
    viewer: int,
    out: NDArray[np.float32],
    i: int,
) -> None:
    """Fill row i of the observations.

    Args:
        marks: record Marks of the table.
        rules: record Rules of the edition.
        game: record Game.
        pos: (N, 16, 3) centres [m].
        motion: (N, 16) states of motion.
        candidates: lists of row i, filled by ``enumerate_row`` for this position.
        viewer: whose view it is, 0 or 1; ``game.actor`` for the one to act.
        out: (N, N_OBSERVATION or N_WITH_REACTIONS) float32; row i is rewritten.
        i: the row.
    """
    for k in range(out.shape[1]):
        out[i, k] = 0.0
    phase = phase_of(game)
    _see_balls(marks, rules, game, pos, motion, phase, viewer, out, i)
    _see_decision(rules, game, phase, out, i)
    _see_standing(rules, game, viewer, out, i)
    _see_candidates(marks, candidates, out, i)
    if out.shape[1] > N_OBSERVATION:
        _see_reactions(game, out, i)
    out[i, _TABLE] = share(marks.length, 4.0)
    out[i, _TABLE + 1] = share(marks.mouth_width[0], 8.0 * marks.ball_radius)
    out[i, _TABLE + 2] = share(marks.mouth_width[2], 8.0 * marks.ball_radius)


@kernel
def _see_balls(
    marks: Any,
    rules: Any,
    game: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    phase: int,
    viewer: int,
    out: NDArray[np.float32],
    i: int,
) -> None:
    """Cue ball and object balls."""
    playable = playable_balls(marks, rules, game, pos, motion, i)
    mine = group_of(game, viewer)
    theirs = group_of(game, 1 - viewer)
    for ball in range(N_BALLS):
        at = 0 if ball == CUE else _BALLS + BALL_NUMBERS * (ball - 1)
        there = is_on_table(motion, i, ball) and not (ball == CUE and phase == PLACE)
        out[i, at] = -1.0
        out[i, at + 1] = -1.0
        if there:
            out[i, at] = max(min(2.0 * pos[i, ball, 0] / marks.length, 1.0), -1.0)
            out[i, at + 1] = max(min(2.0 * pos[i, ball, 1] / marks.width, 1.0), -1.0)
            out[i, at + 2] = 1.0
        if ball != CUE and there:
            out[i, at + 3] = 1.0 if has(playable, ball) else 0.0
            out[i, at + 4] = 1.0 if has(mine, ball) else 0.0
            out[i, at + 5] = 1.0 if has(theirs, ball) else 0.0
            out[i, at + 6] = 1.0 if ball == rules.money_ball else 0.0
            out[i, at + 7] = 1.0 if ball == game.called_ball else 0.0
    out[i, _LEFT] = share(count(game.balls), 15.0)
    out[i, _LEFT + 1] = share(count(game.balls & mine), 7.0)
    out[i, _LEFT + 2] = share(count(game.balls & theirs), 7.0)
    group = 0
    if game.groups != OPEN_TABLE:
        group = 1 if has(mine, 1) else 2
    out[i, _GROUP + group] = 1.0


@kernel
def _see_decision(rules: Any, game: Any, phase: int, out: NDArray[np.float32], i: int) -> None:
    """What is owed, and what may be said; reactions have a part of their own."""
    if phase != REACT:
        out[i, _PHASE + phase] = 1.0
    out[i, _STAGE + game.stage] = 1.0
    if game.region <= IN_HAND_HEAD:
        out[i, _REGION + game.region] = 1.0
    out[i, _REGION + 3] = 1.0 if game.played_from == IN_HAND_HEAD else 0.0
    for option in range(N_OPTIONS):
        out[i, _MENU + option] = float((game.menu >> option) & 1)
    intents = legal_intents(rules, game)
    for intent in range(3):
        out[i, _INTENTS + intent] = float((intents >> intent) & 1)
    if game.called_pocket >= 0:
        out[i, _CALLED + game.called_pocket] = 1.0


@kernel
def _see_reactions(game: Any, out: NDArray[np.float32], i: int) -> None:
    """What may be said besides playing, and about what."""
    for k in range(N_REACTIONS):
        out[i, N_OBSERVATION + k] = float((game.menu >> (N_OPTIONS + k)) & 1)
    out[i, N_OBSERVATION + N_REACTIONS] = 0.0 if game.placed_wrong == WELL_PLACED else 1.0
    out[i, N_OBSERVATION + N_REACTIONS + 1] = float(game.notified)


@kernel
def _see_standing(rules: Any, game: Any, viewer: int, out: NDArray[np.float32], i: int) -> None:
    """Score, fouls and the course of the rack."""
    for k in range(2):
        player = viewer if k == 0 else 1 - viewer
        out[i, _FOULS + k] = share(float(game.fouls[player]), FOULS_UNIT)
        out[i, _FOULS + 2 + k] = 1.0 if game.warned[player] != 0 else 0.0
        out[i, _RACKS + k] = share(float(game.racks[player]), float(game.race_to))
        points = float(game.score[player])
        out[i, _POINTS + k] = share(points, points_unit(game))
        if points < 0.0:
            out[i, _POINTS + k] = -share(-points, points_unit(game))
        out[i, _RACK + 3 + k] = share(float(game.turns_left[player]), FOULS_UNIT)
    out[i, _TURN] = 1.0 if game.actor == viewer else 0.0
    out[i, _TURN + 1] = 1.0 if game.breaker == viewer else 0.0
    out[i, _TURN + 2] = 1.0 if game.break_foul != 0 else 0.0
    out[i, _RACK] = share(float(game.visits), VISITS_UNIT)
    out[i, _RACK + 1] = share(float(game.idle_turns), IDLE_UNIT)
    out[i, _RACK + 2] = 1.0 if game.stalemate != 0 else 0.0
    out[i, _RULES] = 1.0 if rules.call_mode == CALL_SHOT else 0.0
    out[i, _RULES + 1] = float(rules.push_out)
    out[i, _RULES + 2] = share(float(rules.three_foul_limit), FOULS_UNIT)
    out[i, _GAME + rules.game] = 1.0


@kernel
def _see_candidates(marks: Any, candidates: Candidates, out: NDArray[np.float32], i: int) -> None:
    """The ranked pairs and targets."""
    diagonal = length(marks.length, marks.width)
    for rank in range(PAIRS):
        pair = candidates.pairs[i, rank]
        at = _PAIRS + PAIR_NUMBERS * rank
        if pair.ball != NO_BALL:
            out[i, at] = 1.0
            out[i, at + 1] = pair.ball / 15.0
            out[i, at + 2 + pair.pocket] = 1.0
            out[i, at + 8] = pair.cut / (0.5 * math.pi)
            out[i, at + 9] = pair.entry / (0.5 * math.pi)
            out[i, at + 10] = share(pair.cue_distance, diagonal)
            out[i, at + 11] = share(pair.ball_distance, diagonal)
            out[i, at + 12] = share(pair.cue_gap, GAP_UNIT)
            out[i, at + 13] = share(pair.ball_gap, GAP_UNIT)
            out[i, at + 14] = pair.ease / (pair.ease + EASE_HALF)
            out[i, at + 15] = pair.aim_x
            out[i, at + 16] = pair.aim_y
    for rank in range(TARGETS):
        target = candidates.targets[i, rank]
        at = _TARGETS + TARGET_NUMBERS * rank
        if target.ball != NO_BALL:
            out[i, at] = 1.0
            out[i, at + 1] = target.ball / 15.0
            out[i, at + 2] = target.seen
            out[i, at + 3] = target.width / (0.5 * math.pi)
