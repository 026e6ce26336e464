"""What a row owes beside its strokes: rulings without one, reactions, acts of conduct, the lag."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from poolenv.actions import legal_option
from poolenv.balls import N_BALLS, NO_BALL
from poolenv.events import TRUNCATED
from poolenv.games.referee import agree_on_stalemate, judge
from poolenv.kernel import kernel
from poolenv.physics.lag import forget_strokes, lay_lag_balls, measure_lag, strike_lag_ball
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
    LATE_STRIKE,
    NOBODY,
    PLACE,
    PROMPT_REVIEW,
    STRIKE,
)
from poolenv.sheets import INBOX_CAPACITY
from poolenv.table.noise import disturb
from poolenv.world import World, phys_of_row

#: What there is to rule on (World.ruled_on).
NOTHING, ON_STROKE, ON_LAG, ON_HELD_STROKE, ON_ACTS, ON_AGREEMENT = range(6)


@kernel
def remember(
    pos: NDArray[Any],
    motion: NDArray[Any],
    pos_before: NDArray[Any],
    motion_before: NDArray[Any],
    i: int,
) -> None:
    """Note where the balls of row i are, for restore and replay."""
    for ball in range(N_BALLS):
        for k in range(3):
            pos_before[i, ball, k] = pos[i, ball, k]
        motion_before[i, ball] = motion[i, ball]


@kernel
def rule(world: World, i: int) -> None:
    """Event log, conduct, facts, ruling, next state, as ``world.ruled_on`` says.

    A stroke whose log is incomplete is not ruled on: the episode is cut off. A foul of a stroke
    that must be called waits for what the opponent says.

    Args:
        world: the tables.
        i: the row.
    """
    what = world.ruled_on[i]
    if what == ON_STROKE or what == ON_LAG:
        if world.log[i, world.log_len[i] - 1].kind == TRUNCATED:
            world.truncated[i] = True
            world.struck[i] = False  # there are no facts of it
            world.ruled_on[i] = NOTHING
            return
    if what == ON_LAG:
        world.ruled_on[i] = NOTHING
        judge_lag(world, i)
        return
    game = world.game[i]
    rules = world.editions[game.edition]
    marks = world.marks[game.table]
    shot = world.shot[i]
    ruling = world.ruling[i]
    n_log = world.log_len[i]
    n_acts = world.inbox_len[i]
    if what == ON_ACTS or what == ON_AGREEMENT:
        n_log = 0
        n_acts = acts_before_stroke(world.inbox, world.inbox_len, i) if what == ON_ACTS else 0
        remember(world.pos, world.motion, world.pos_before, world.motion_before, i)
        world.game_before[i] = game
    if what == ON_STROKE and may_be_called(rules, game):
        game.placement_called = 1
    if what == ON_AGREEMENT:
        agree_on_stalemate(rules, game, shot, ruling)
    else:
        judge(
            rules,
            marks,
            game,
            world.action[i].aim,
            world.log[i],
            n_log,
            world.inbox[i],
            n_acts,
            shot,
            ruling,
            world.pos[i],
            world.motion[i],
            world.pos_before[i],
            world.motion_before[i],
        )
    if what == ON_STROKE and awaits_call(rules, game, shot, ruling):
        hold(game)
        world.ruled_on[i] = NOTHING
        return
    carry_out(
        rules,
        marks,
        game,
        shot,
        ruling,
        world.pos[i],
        world.motion[i],
        world.pos_before[i],
        world.motion_before[i],
    )
    left = world.inbox_len[i] - n_acts
    for k in range(left):
        world.inbox[i, k] = world.inbox[i, k + n_acts]
    if what == ON_ACTS:
        # Nothing is left of them; acts of a stroke can still be read by who writes it down.
        for k in range(left, world.inbox_len[i]):
            world.inbox[i, k].kind = 0
    world.inbox_len[i] = left


# Acts of conduct.


@kernel
def acts_before_stroke(inbox: Any, inbox_len: NDArray[Any], i: int) -> int:
    """How many of the first acts are to be ruled on before the next stroke."""
    n = 0
    for k in range(inbox_len[i]):
        if inbox[i, k].when == BEFORE_STROKE:
            n = k + 1
    return n


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
def settle_reaction(world: World, i: int, said: int) -> int:
    """Settle what the actor of a reaction says.

    Args:
        world: the tables.
        i: the row.
        said: an option; one that is not on the menu means the next higher one that is.

    Returns:
        What is to be ruled on now, NOTHING if nothing is; for ``rule``.
    """
    game = world.game[i]
    rules = world.editions[game.edition]
    marks = world.marks[game.table]
    option = legal_option(game.menu, said)
    if game.held != 0:
        answer_held(rules, game, option == CALL_FOUL)
        return ON_HELD_STROKE
    if option == CONCEDE_RACK or option == APPEAL:
        player = game.actor
        end_reaction(game)
        # The last act that waits makes room if there is none.
        world.inbox_len[i] = min(world.inbox_len[i], INBOX_CAPACITY - 1)
        kind = CONCEDE if option == CONCEDE_RACK else PROMPT_REVIEW
        add_act(world, i, kind, player, BEFORE_STROKE, float(CONCEDES_RACK))
        return ON_ACTS
    if option == AGREE_STALEMATE:
        end_reaction(game)
        return ON_AGREEMENT
    react(rules, marks, game, option, world.pos[i], world.motion[i])
    return NOTHING


# The lag.


@kernel
def open_lag(world: World, i: int) -> None:
    """Two balls are laid for the lag; player 0 says his stroke first, player 1 does not see it."""
    game = world.game[i]
    forget_strokes(world.lag_going[i])
    lay_lag_balls(world.marks[game.table], world.pos, world.motion, i)
    game.lag_owed = 1
    game.actor = 0


@kernel
def say_lag(world: World, i: int) -> bool:
    """One player's stroke of the lag; returns whether both have said theirs."""
    game = world.game[i]
    ball = game.lag_owed - 1
    disturb(world.spread[0], world.action[i], world.rng, i)
    strike_lag_ball(phys_of_row(world.phys, i), world.action[i], world.lag_going, i, ball)
    if ball == 0:
        game.lag_owed = 2
        game.actor = 1
    return ball == 1


@kernel
def lag_delay(inbox: Any, inbox_len: NDArray[Any], i: int, player: int) -> float:
    """How late a player strikes at the lag, by what was reported of him last [s]."""
    delay = 0.0
    for k in range(inbox_len[i]):
        if inbox[i, k].kind == LATE_STRIKE and inbox[i, k].player == player:
            delay = inbox[i, k].value
    return delay


@kernel
def forget_delays(inbox: Any, inbox_len: NDArray[Any], i: int) -> None:
    """The lag was played: what was reported of its strokes is done with."""
    kept = 0
    for k in range(inbox_len[i]):
        if inbox[i, k].kind != LATE_STRIKE:
            inbox[i, kept] = inbox[i, k]
            kept += 1
    inbox_len[i] = kept


@kernel
def judge_lag(world: World, i: int) -> None:
    """Who won the lag that was played; if nobody did it is open again."""
    game = world.game[i]
    forget_delays(world.inbox, world.inbox_len, i)
    measure_lag(world.marks[game.table], world.pos, world.motion, world.log, world.log_len, i)
    read_lag(world.log[i], world.log_len[i], world.lag[i])
    winner = lag_winner(world.editions[game.edition], world.lag[i])
    if winner == NOBODY:
        open_lag(world, i)
    else:
        lag_won(game, winner)
