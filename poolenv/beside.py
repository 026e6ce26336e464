"""What a row owes beside its strokes: rulings without one, reactions, acts of conduct, the lag."""

from __future__ import annotations

from typing import Any

from poolenv.actions import legal_option
from poolenv.balls import N_BALLS, NO_BALL
from poolenv.events import TRUNCATED
from poolenv.games.referee import judge, rule_agreed_stalemate, rule_visit
from poolenv.kernel import kernel
from poolenv.physics.lag import lay_lag_balls, play_lag, strike_lag_ball
from poolenv.rules.effect import carry_out
from poolenv.rules.lag import lag_winner, read_lag
from poolenv.rules.match import lag_won
from poolenv.rules.reactions import (
    answer_held,
    ask,
    awaits_call,
    end_reaction,
    hold,
    may_be_called,
    react,
)
from poolenv.rules.turns import phase_of
from poolenv.rules.words import (
    AGREE_STALEMATE,
    APPEAL,
    BEFORE_STROKE,
    CALL,
    CALL_FOUL,
    CONCEDE,
    CONCEDE_RACK,
    CONCEDES_RACK,
    NOBODY,
    PLACE,
    PROMPT_REVIEW,
    STRIKE,
)
from poolenv.sheets import INBOX_CAPACITY
from poolenv.table.noise import disturb
from poolenv.world import World


@kernel
def remember(world: World, i: int) -> None:
    """Note how row i stands, for restore and replay."""
    for ball in range(N_BALLS):
        for k in range(3):
            world.pos_before[i, ball, k] = world.pos[i, ball, k]
        world.motion_before[i, ball] = world.motion[i, ball]
    world.game_before[i] = world.game[i]


@kernel
def rule_stroke(world: World, i: int) -> None:
    """Rule on the stroke just played; a foul that must be called waits for the opponent."""
    game = world.game[i]
    rules = world.editions[game.edition]
    marks = world.marks[game.table]
    if may_be_called(rules, game):
        game.placement_called = 1
    judge(
        rules,
        marks,
        game,
        world.action[i].aim,
        world.log[i],
        world.log_len[i],
        world.inbox[i],
        world.inbox_len[i],
        world.shot[i],
        world.ruling[i],
        world.pos[i],
        world.motion[i],
        world.pos_before[i],
        world.motion_before[i],
    )
    if awaits_call(rules, game, world.shot[i], world.ruling[i]):
        hold(game)
        return
    carry_out(
        rules,
        marks,
        game,
        world.shot[i],
        world.ruling[i],
        world.pos[i],
        world.motion[i],
        world.pos_before[i],
        world.motion_before[i],
    )
    world.inbox_len[i] = 0
    world.ruled[i] = True


@kernel
def _rule(world: World, i: int, n_log: int, n_acts: int) -> None:
    """Rule on the first entries of log and inbox, and take those acts out of the inbox."""
    game = world.game[i]
    rule_visit(
        world.editions[game.edition],
        world.marks[game.table],
        game,
        world.action[i].aim,
        world.log[i],
        n_log,
        world.inbox[i],
        n_acts,
        world.shot[i],
        world.ruling[i],
        world.pos[i],
        world.motion[i],
        world.pos_before[i],
        world.motion_before[i],
    )
    left = world.inbox_len[i] - n_acts
    for k in range(left):
        world.inbox[i, k] = world.inbox[i, k + n_acts]
    world.inbox_len[i] = left
    world.ruled[i] = True


# Acts of conduct.


@kernel
def acts_before_stroke(world: World, i: int) -> int:
    """How many of the first acts are to be ruled on before the next stroke."""
    n = 0
    for k in range(world.inbox_len[i]):
        if world.inbox[i, k].when == BEFORE_STROKE:
            n = k + 1
    return n


@kernel
def rule_acts(world: World, i: int, n: int) -> bool:
    """Rule on the first n acts without a stroke; returns whether they end the visit."""
    remember(world, i)
    _rule(world, i, 0, n)
    return world.ruling[i].same_visit == 0


@kernel
def add_act(world: World, i: int, kind: int, player: int, when: int, value: float) -> None:
    """Put an act into the inbox; if it is full, the act is not seen."""
    n = world.inbox_len[i]
    if n >= INBOX_CAPACITY:
        return
    act = world.inbox[i, n]
    act.kind = kind
    act.player = player
    act.ball = NO_BALL
    act.means = 0
    act.when = when
    act.intentional = 0
    act.moved = 0
    act.value = value
    world.inbox_len[i] = n + 1


# Reactions.


@kernel
def open_reactions(world: World, i: int) -> None:
    """Ask the next question that is due before the stroke."""
    game = world.game[i]
    phase = phase_of(game)
    if phase == PLACE or phase == CALL or phase == STRIKE:
        rules = world.editions[game.edition]
        marks = world.marks[game.table]
        ask(rules, marks, game, phase, world.pos[i], world.motion[i])


@kernel
def settle_reaction(world: World, i: int, said: int) -> None:
    """Settle what the actor of a reaction says.

    Args:
        world: the tables.
        i: the row.
        said: an option; one that is not on the menu means the next higher one that is.
    """
    game = world.game[i]
    rules = world.editions[game.edition]
    marks = world.marks[game.table]
    option = legal_option(game.menu, said)
    if game.held != 0:
        answer_held(rules, game, option == CALL_FOUL)
        _rule(world, i, world.log_len[i], world.inbox_len[i])
    elif option == CONCEDE_RACK or option == APPEAL:
        player = game.actor
        end_reaction(game)
        world.inbox_len[i] = 0
        kind = CONCEDE if option == CONCEDE_RACK else PROMPT_REVIEW
        add_act(world, i, kind, player, BEFORE_STROKE, float(CONCEDES_RACK))
        rule_acts(world, i, 1)
    elif option == AGREE_STALEMATE:
        end_reaction(game)
        shot, ruling = world.shot[i], world.ruling[i]
        rule_agreed_stalemate(rules, marks, game, shot, ruling, world.pos[i], world.motion[i])
        world.ruled[i] = True
    else:
        react(rules, marks, game, option, world.pos[i], world.motion[i])


# The lag.


@kernel
def open_lag(world: World, i: int) -> None:
    """Two balls are laid for the lag; player 0 says his stroke first, player 1 does not see it."""
    game = world.game[i]
    for ball in range(2):
        for k in range(3):
            world.vel[i, ball, k] = 0.0
            world.spin[i, ball, k] = 0.0
    lay_lag_balls(world.marks[game.table], world.pos, world.motion, i)
    game.lag_owed = 1
    game.actor = 0


@kernel
def settle_lag(world: World, i: int, bodies: Any, states: Any) -> None:
    """One player's stroke of the lag; after the second both balls are played and judged.

    Args:
        world: the tables.
        i: the row.
        bodies: (16,) record Body, scratch of this thread.
        states: (0,) record Body.
    """
    game = world.game[i]
    ball = game.lag_owed - 1
    disturb(world.spread[0], world.action[i], world.rng, i)
    strike_lag_ball(world.phys[i], world.action[i], world.vel, world.spin, i, ball)
    if ball == 0:
        game.lag_owed = 2
        game.actor = 1
        return
    play_lag(
        world.geometry,
        world.marks[game.table],
        world.phys[i],
        world.pos,
        world.vel,
        world.spin,
        world.motion,
        world.log,
        world.log_len,
        bodies,
        states,
        i,
    )
    for k in range(world.log_len[i]):
        if world.log[i, k].kind == TRUNCATED:
            world.truncated[i] = True
    rules = world.editions[game.edition]
    read_lag(world.log[i], world.log_len[i], world.lag[i])
    winner = lag_winner(rules, world.lag[i])
    if winner == NOBODY:
        open_lag(world, i)
    else:
        lag_won(game, winner)
