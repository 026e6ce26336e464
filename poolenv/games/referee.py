"""``adjudicate``: from the facts of a visit to the ruling; the one place that lists the games."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from poolenv.balls import OBJECT_BALLS
from poolenv.games import eight_ball, nine_ball, practice, straight_pool, ten_ball
from poolenv.games.rerack import read_places
from poolenv.kernel import kernel
from poolenv.knobs import (
    EIGHT_BALL_GAME,
    NINE_BALL_GAME,
    RUN_OUT,
    STRAIGHT_POOL_GAME,
    TEN_BALL_GAME,
)
from poolenv.rules.conduct import read_conduct
from poolenv.rules.effect import carry_out
from poolenv.rules.frozen import declare_frozen
from poolenv.rules.general import restore_touched, settle_general
from poolenv.rules.ruling import clear_ruling
from poolenv.rules.shot import clear_shot, read_shot
from poolenv.rules.stalemate import read_movement, rule_progress, rule_stalemate


@kernel
def adjudicate(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """Rule on one visit: the general rules first, then the page of the game.

    Args:
        rules: record Rules of the row.
        game: record Game as it stood at the stroke; not changed.
        shot: record Shot, log and conduct read.
        ruling: record Ruling, overwritten.
    """
    clear_ruling(rules, game, ruling)
    if settle_general(rules, game, shot, ruling):
        ruling.stay_down = shot.pocketed & OBJECT_BALLS & ~ruling.spot & ~ruling.restore
        return
    if rules.game == NINE_BALL_GAME:
        nine_ball.rule_shot(rules, game, shot, ruling)
    elif rules.game == EIGHT_BALL_GAME:
        eight_ball.rule_shot(rules, game, shot, ruling)
    elif rules.game == TEN_BALL_GAME:
        ten_ball.rule_shot(rules, game, shot, ruling)
    elif rules.game == STRAIGHT_POOL_GAME:
        straight_pool.rule_shot(rules, game, shot, ruling)
    elif rules.game == RUN_OUT:
        practice.rule_shot(rules, game, shot, ruling)
    rule_progress(rules, game, shot, ruling)
    restore_touched(rules, shot, ruling)
    ruling.stay_down = shot.pocketed & OBJECT_BALLS & ~ruling.spot & ~ruling.restore


@kernel
def judge(
    rules: Any,
    marks: Any,
    game: Any,
    aim: float,
    log: Any,
    n: int,
    inbox: Any,
    n_acts: int,
    shot: Any,
    ruling: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    pos_before: NDArray[Any],
    motion_before: NDArray[Any],
) -> None:
    """Declarations, facts and ruling of a stroke, without effect; arguments as ``rule_visit``."""
    declare_frozen(rules, marks, game, pos_before, motion_before)
    read_shot(rules, marks, game, pos_before, motion_before, aim, log, n, shot)
    read_movement(marks, pos, motion, pos_before, shot)
    read_places(rules, marks, pos, motion, shot)
    read_conduct(rules, game, inbox, n_acts, shot)
    adjudicate(rules, game, shot, ruling)


@kernel
def agree_on_stalemate(rules: Any, game: Any, shot: Any, ruling: Any) -> None:
    """Both players agreed that the rack cannot be decided (UA-12).

    Args:
        rules: record Rules of the row.
        game: record Game; not changed.
        shot: record Shot, overwritten: nothing was struck.
        ruling: record Ruling, overwritten.
    """
    clear_shot(shot)
    clear_ruling(rules, game, ruling)
    rule_stalemate(rules, game, ruling)


@kernel
def rule_visit(
    rules: Any,
    marks: Any,
    game: Any,
    aim: float,
    log: Any,
    n: int,
    inbox: Any,
    n_acts: int,
    shot: Any,
    ruling: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    pos_before: NDArray[Any],
    motion_before: NDArray[Any],
) -> None:
    """Everything the referee does about a stroke: declarations, facts, ruling, effect.

    Args:
        rules: record Rules of the row.
        marks: record Marks of the row.
        game: record Game, written.
        aim: direction of the stroke [rad].
        log: (E,) record Event.
        n: entries of the log in use.
        inbox: (INBOX_CAPACITY,) record Conduct.
        n_acts: acts in use.
        shot: record Shot, overwritten.
        ruling: record Ruling, overwritten.
        pos: (16, 3) positions after the stroke [m], written.
        motion: (16,) states after the stroke, written.
        pos_before: (16, 3) positions before the stroke [m].
        motion_before: (16,) states before it.
    """
    judge(
        rules,
        marks,
        game,
        aim,
        log,
        n,
        inbox,
        n_acts,
        shot,
        ruling,
        pos,
        motion,
        pos_before,
        motion_before,
    )
    carry_out(rules, marks, game, shot, ruling, pos, motion, pos_before, motion_before)


@kernel
def rule_rows(
    rules: Any,
    marks: Any,
    game: Any,
    aim: NDArray[Any],
    log: Any,
    log_len: NDArray[Any],
    inbox: Any,
    n_acts: NDArray[Any],
    shot: Any,
    ruling: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    pos_before: NDArray[Any],
    motion_before: NDArray[Any],
    start: int,
    stop: int,
) -> None:
    """``rule_visit`` for the rows ``start`` to ``stop``; every array has the row as first axis."""
    for i in range(start, stop):
        rule_visit(
            rules[i],
            marks[i],
            game[i],
            aim[i],
            log[i],
            log_len[i],
            inbox[i],
            n_acts[i],
            shot[i],
            ruling[i],
            pos[i],
            motion[i],
            pos_before[i],
            motion_before[i],
        )
