"""The flow of a game: the only place where physics and rules meet.

``phase_of`` says what is owed before the next stroke, and ``settle`` pays it from the row's action.
A visit is everything one player owes, up to one stroke or one choice, and reads as it happens:
``begin_visit``, then, if a stroke is to be made, ``strike`` (physics, event log) and, in beside.py,
``rule`` (facts, ruling, next state), then ``end_visit``. Many tables take each of these together.
"""

from __future__ import annotations

from typing import Any

from poolenv.actions import declare_from, legal_option
from poolenv.balls import CUE, N_BALLS, OBJECT_BALLS, without
from poolenv.beside import (
    NOTHING,
    ON_ACTS,
    ON_LAG,
    ON_STROKE,
    acts_before_stroke,
    lag_delay,
    open_lag,
    open_reactions,
    remember,
    say_lag,
    settle_reaction,
)
from poolenv.kernel import kernel
from poolenv.knobs import EIGHT_BALL_GAME, LAG_FIXED, LAG_SIMULATED, STRAIGHT_POOL_GAME
from poolenv.mishaps import draw_acts, draw_delay
from poolenv.physics.lag import forget_strokes, log_lag_strokes
from poolenv.physics.scratch import GOING, Scratch
from poolenv.physics.shot import shoot
from poolenv.physics.simulate import simulate_row
from poolenv.physics.tip import NO_TIP
from poolenv.physics.watch import WATCH_CUE_BALL, WATCH_EVERY_BALL, WATCH_LAG
from poolenv.rng import below
from poolenv.rules.match import lag_won, racked
from poolenv.rules.menu import take
from poolenv.rules.placement import place_cue_ball
from poolenv.rules.reactions import may_ask
from poolenv.rules.spotting import take_off
from poolenv.rules.turns import phase_of
from poolenv.rules.words import (
    BREAK,
    CALL,
    CHOOSE,
    LAG_PHASE,
    NOBODY,
    OVER,
    PLACE,
    RACK_OF_14,
    RACK_PHASE,
    REACT,
    STRIKE,
)
from poolenv.states import ABSENT
from poolenv.table.noise import disturb
from poolenv.table.racks import (
    EIGHT_BALL_RACK,
    FOURTEEN_RACK,
    NINE_BALL_RACK,
    NINE_ON_SPOT_RACK,
    STRAIGHT_RACK,
    STRAIGHT_RACK_WSR,
    TEN_BALL_RACK,
    rack_balls,
)
from poolenv.world import World, phys_of_row

#: After which phases a step ends, bits. A choice ends every step: table or actor may have changed.
WHOLE_VISIT = (1 << CHOOSE) | (1 << STRIKE) | (1 << REACT) | (1 << LAG_PHASE)
PLACE_ALONE = WHOLE_VISIT | (1 << PLACE)
EVERY_PHASE = PLACE_ALONE | (1 << CALL)


@kernel
def is_owed_by_player(rules: Any, phase: int) -> bool:
    """Whether a player has to say something; rack and end are the table's, a lot too."""
    if phase == LAG_PHASE:
        return rules.lag_mode == LAG_SIMULATED
    return phase != RACK_PHASE and phase != OVER


@kernel
def rack_kind(rules: Any, owed: int) -> int:
    """The rack that is owed: the game's own, or one of 14.1."""
    if owed == RACK_OF_14:
        return FOURTEEN_RACK
    if rules.game == EIGHT_BALL_GAME:
        return EIGHT_BALL_RACK
    if rules.game == STRAIGHT_POOL_GAME:
        return STRAIGHT_RACK if rules.rack_one_and_five == 0 else STRAIGHT_RACK_WSR
    if rules.balls_in_rack == 9:
        return NINE_BALL_RACK if rules.nine_on_foot_spot == 0 else NINE_ON_SPOT_RACK
    if rules.balls_in_rack == 10:
        return TEN_BALL_RACK
    return STRAIGHT_RACK


@kernel
def rack(world: World, i: int) -> None:
    """Rack the balls that are owed; for a break the cue ball is taken up."""
    game = world.game[i]
    rules = world.editions[game.edition]
    kind = rack_kind(rules, game.rack_owed)
    balls = OBJECT_BALLS & ((1 << (rules.balls_in_rack + 1)) - 1)
    if kind == FOURTEEN_RACK:
        balls = without(OBJECT_BALLS, game.balls)
    else:
        for ball in range(CUE + 1, N_BALLS):
            take_off(world.pos[i], world.motion[i], ball, ABSENT)
        if game.region != 0:
            take_off(world.pos[i], world.motion[i], CUE, ABSENT)
    marks = world.marks[game.table]
    mean, spread = world.gaps[0], world.gaps[1]
    rack_balls(kind, balls, marks, mean, spread, world.pos, world.motion, world.rng, i)
    game.balls |= balls
    racked(game)


@kernel
def settle_table(world: World, i: int) -> None:
    """Settle what is owed by nobody: the lot for the break, a rack, a menu of one option.

    Then the question is asked that is due before the stroke, if there is one.
    """
    phase = phase_of(world.game[i])
    while phase == LAG_PHASE or phase == RACK_PHASE or phase == CHOOSE:
        game = world.game[i]
        rules = world.editions[game.edition]
        if phase == LAG_PHASE and rules.lag_mode == LAG_SIMULATED:
            if game.lag_owed == 1:
                open_lag(world, i)
            return
        if phase == LAG_PHASE:
            fixed = rules.lag_mode == LAG_FIXED
            lag_won(game, game.first_breaker if fixed else below(world.rng, i, 2))
        elif phase == RACK_PHASE:
            rack(world, i)
        elif game.menu & (game.menu - 1) == 0:
            choose(world, i, legal_option(game.menu, 0))
        else:
            return
        phase = phase_of(world.game[i])
    if may_ask(world.editions[world.game[i].edition]):
        open_reactions(world, i)


@kernel
def choose(world: World, i: int, option: int) -> None:
    """Take an option of the menu."""
    game = world.game[i]
    take(
        world.editions[game.edition],
        world.marks[game.table],
        game,
        option,
        world.pos[i],
        world.motion[i],
        world.pos_before[i],
        world.motion_before[i],
    )


@kernel
def settle(world: World, i: int, phase: int) -> None:
    """Pay what a phase before the stroke owes from the row's action."""
    game = world.game[i]
    action = world.action[i]
    if phase == CHOOSE:
        choose(world, i, legal_option(game.menu, action.option))
    elif phase == PLACE:
        rules = world.editions[game.edition]
        marks = world.marks[game.table]
        x, y = action.place_x, action.place_y
        place_cue_ball(rules, marks, game, world.pos[i], world.motion[i], x, y)
    elif phase == CALL:
        declare_from(world.editions[game.edition], game, action)


@kernel
def begin_visit(world: World, i: int, ends: int) -> int:
    """Settle, from one action, what the actor of row i owes before a stroke, up to one choice.

    Acts that come before the stroke are ruled on instead; nothing else is played then.

    Args:
        world: the tables.
        i: the row.
        ends: phases after which a step ends: WHOLE_VISIT, PLACE_ALONE or EVERY_PHASE.

    Returns:
        What is to be ruled on: ON_STROKE and ON_LAG, once they are played; NOTHING, or something
        that was said or done.
    """
    game = world.game[i]
    rules = world.editions[game.edition]
    world.before[i] = game
    actor = game.actor
    phase = phase_of(game)
    if world.inbox_len[i] != 0 and (phase == PLACE or phase == CALL or phase == STRIKE):
        if acts_before_stroke(world.inbox, world.inbox_len, i) > 0:
            return ON_ACTS
    while game.actor == actor and is_owed_by_player(rules, phase):
        if phase == STRIKE:
            if world.conduct[0] > 0.0:
                draw_acts(world, i)
            disturb(world.spread[0], world.action[i], world.rng, i)
            return ON_STROKE
        if phase == LAG_PHASE:
            if world.conduct[0] > 0.0:
                draw_delay(world, i)
            if say_lag(world, i):
                return ON_LAG
            world.visits[i] += 1
            return NOTHING
        if phase == REACT:
            world.visits[i] += 1
            return settle_reaction(world, i, world.action[i].option)
        settle(world, i, phase)
        if phase == CHOOSE:
            world.visits[i] += 1
        if (ends >> phase) & 1 == 1:
            return NOTHING
        if may_ask(rules):
            open_reactions(world, i)
        phase = phase_of(game)
    return NOTHING


@kernel
def strike(world: World, i: int, scratch: Scratch) -> None:
    """Make the stroke of row i, or both of a lag: remember the table, play it to rest.

    Args:
        world: the tables; the action of the row is the stroke as it is made, noise included.
        i: the row.
        scratch: of this thread.
    """
    remember(world.pos, world.motion, world.pos_before, world.motion_before, i)
    world.game_before[i] = world.game[i]
    world.visits[i] += 1
    if world.game[i].lag_owed != 0:
        first = lag_delay(world.inbox, world.inbox_len, i, 0)
        second = lag_delay(world.inbox, world.inbox_len, i, 1)
        begun = min(first, second)
        log_lag_strokes(world.pos, first - begun, second - begun, world.log, world.log_len, i)
        for ball in range(2):
            for k in range(GOING):
                scratch.going[ball, k] = world.lag_going[i, ball, k]
        forget_strokes(world.lag_going[i])
        simulate_row(
            world.geometry,
            phys_of_row(world.phys, i),
            0.0,
            WATCH_LAG,
            NO_TIP,
            first - begun,
            second - begun,
            world.pos,
            world.motion,
            world.log,
            world.log_len,
            scratch,
            i,
            i,
        )
        return
    rules = world.editions[world.game[i].edition]
    counts = rules.break_points != 0 and world.game[i].stage == BREAK
    shoot(
        world.geometry,
        world.marks,
        phys_of_row(world.phys, i),
        world.action,
        world.pos,
        world.motion,
        world.log,
        world.log_len,
        scratch,
        WATCH_EVERY_BALL if counts else WATCH_CUE_BALL,
        i,
        i,
    )


@kernel
def end_visit(world: World, i: int, max_visits: int) -> None:
    """Settle what nobody owes; an episode that takes too long is cut off.

    Args:
        world: the tables.
        i: the row.
        max_visits: strokes, choices and reactions of an episode.
    """
    settle_table(world, i)
    if world.visits[i] >= max_visits and world.game[i].winner == NOBODY:
        world.truncated[i] = True
