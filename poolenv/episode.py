"""How an episode begins: a rack and a lot for the break, a scattered layout, a given position."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import CUE, CUE_BALL, N_BALLS, NO_BALLS, BallSet, has
from poolenv.beside import NOTHING, open_lag, open_reactions, remember
from poolenv.kernel import kernel
from poolenv.knobs import (
    IN_HAND_HEAD,
    IN_HAND_TABLE,
    IN_POSITION,
    LAG_FIXED,
    LAG_SIMULATED,
    RUN_IN_HAND,
    RUN_OUT,
    RUN_RACK,
    STRAIGHT_POOL_GAME,
)
from poolenv.physics.lag import forget_strokes
from poolenv.play import rack
from poolenv.rng import below
from poolenv.rules.effect import set_position
from poolenv.rules.match import full_set, new_match
from poolenv.rules.reactions import may_ask
from poolenv.rules.spotting import take_off
from poolenv.rules.words import NO_RACK, NOBODY, NORMAL, ONE_RACK
from poolenv.states import ABSENT
from poolenv.table.layouts import clear_bed, scatter_balls, set_ball
from poolenv.world import World

#: Room that scattered balls leave to each other, to cushions and to holes [m].
MARGIN = 0.002
#: No wish about where the cue ball is played from.
ANY_REGION = -1


@kernel
def lay_out(world: World, i: int, region: int) -> None:
    """The balls lie as they are to be played: no rack, no break.

    Args:
        world: the tables.
        i: the row.
        region: where the cue ball is played from; in hand it is taken up.
    """
    if region == IN_HAND_TABLE or region == IN_HAND_HEAD:
        take_off(world.pos[i], world.motion[i], CUE, ABSENT)
    game = world.game[i]
    set_position(world.editions[game.edition], game, world.motion[i], NORMAL, region)


class Beginning(NamedTuple):
    """How episodes begin."""

    length: int  # racks to win, at 14.1 points; 0: a single rack
    breaker: int  # who acts first, NOBODY: by lot
    region: int  # where the cue ball may be placed first, ANY_REGION: as the game says
    balls: BallSet  # balls of a given position, none: the game's own start
    place: NDArray[np.float64]  # (16, 2) where they lie [m]


@kernel
def begin_row(world: World, how: Beginning, i: int) -> None:
    """A new episode on row i; only its random word goes on.

    Args:
        world: the tables.
        how: it begins.
        i: the row.
    """
    game = world.game[i]
    rules = world.editions[game.edition]
    world.visits[i] = 0
    world.struck[i] = False
    world.ruled_on[i] = NOTHING
    world.truncated[i] = False
    world.log_len[i] = 0
    world.inbox_len[i] = 0
    forget_strokes(world.lag_going[i])
    clear_bed(world.pos, world.motion, i)
    first = how.breaker
    lags = rules.lag_mode == LAG_SIMULATED and rules.game != RUN_OUT
    if first == NOBODY and not (lags and how.balls == NO_BALLS and how.region == ANY_REGION):
        decided = rules.game == RUN_OUT or rules.lag_mode == LAG_FIXED
        first = 0 if decided else below(world.rng, i, 2)
    if rules.game == STRAIGHT_POOL_GAME:
        new_match(rules, game, first, 0, how.length if how.length > 0 else ONE_RACK)
    else:
        new_match(rules, game, first, how.length, 0)
    if how.balls != NO_BALLS:
        radius = world.marks[game.table].ball_radius
        for ball in range(N_BALLS):
            if has(how.balls, ball):
                x, y = how.place[ball, 0], how.place[ball, 1]
                set_ball(world.pos, world.motion, i, ball, x, y, radius)
        in_hand = IN_POSITION if has(how.balls, CUE) else IN_HAND_TABLE
        lay_out(world, i, in_hand if how.region == ANY_REGION else how.region)
    elif rules.game == RUN_OUT and rules.run_start != RUN_RACK:
        marks = world.marks[game.table]
        drawn = full_set(rules) | CUE_BALL
        scatter_balls(drawn, marks, MARGIN, world.pos, world.motion, world.rng, i)
        in_hand = IN_HAND_TABLE if rules.run_start == RUN_IN_HAND else IN_POSITION
        lay_out(world, i, in_hand if how.region == ANY_REGION else how.region)
    elif how.region != ANY_REGION:
        game.region = how.region
    if game.lag_owed != 0:
        open_lag(world, i)
    elif game.rack_owed != NO_RACK:
        rack(world, i)
    if may_ask(rules):
        open_reactions(world, i)
    world.before[i] = game
    world.game_before[i] = game
    remember(world.pos, world.motion, world.pos_before, world.motion_before, i)


@kernel
def begin_rows(world: World, mask: NDArray[np.bool_], how: Beginning, lo: int, hi: int) -> None:
    """A new episode on each row of the mask.

    Args:
        world: the tables.
        mask: (N,) rows that begin.
        how: they begin.
        lo: first row.
        hi: one past the last row.
    """
    for i in range(lo, hi):
        if mask[i]:
            begin_row(world, how, i)
