"""From the event log to the facts of one stroke: the only reader of the log.

No rule sees times, velocities or the order of events; everything an article asks for is a field of
``Shot``. Which contacts count may depend on the edition (``rail_rule``, ``jumped_contact_rule``,
``hanging_time``), so the fold takes the rules of its row.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from poolenv import events as ev
from poolenv import states
from poolenv.balls import CUE, CUE_BALL, N_BALLS, NO_BALL, OBJECT_BALLS, has, one
from poolenv.kernel import kernel
from poolenv.knobs import ANY_CONTACT, IN_HAND_HEAD, LEFT_BETWEEN, REPLAY_ANY
from poolenv.rules.book import rule
from poolenv.rules.contacts import (
    meets_ball,
    meets_cushion,
    read_direction,
    read_near_rail,
    touching_ball_moves,
)
from poolenv.rules.targets import legal_balls
from poolenv.rules.words import (
    MET_NOTHING,
    NOBODY,
)
from poolenv.table.marks import is_behind_head_string


@kernel
def clear_shot(shot: Any) -> None:
    """An empty sheet: nothing struck, nothing met."""
    shot.struck = 0
    shot.tip_contacts = 0
    shot.striker = NOBODY
    shot.part = ev.TIP
    shot.miscue = 0
    shot.below_centre = 0
    shot.elevation = 0.0
    shot.contact_time = 0.0
    shot.recontacts = 0
    shot.held_on = 0
    shot.touching = 0
    shot.into = 0
    shot.moving = 0
    shot.first_hit = NO_BALL
    shot.first_hits = 0
    shot.contact_at = 0.0
    shot.first_kissed = 0
    shot.contacts = 0
    shot.pocketed = 0
    shot.pockets = 0
    shot.off_table = 0
    shot.driven = 0
    shot.railed = 0
    shot.near_rail = ev.NO_RAIL_SIDE
    shot.rail_but_near = 0
    shot.jumped = 0
    shot.hit_pocketed = 0
    shot.crossed_head = 0
    shot.reached_head = 0
    shot.first_obstacle = MET_NOTHING
    shot.restore = 0
    shot.fell = 0
    shot.replay = 0
    shot.in_progress = 0
    shot.settled = 0
    shot.truncated = 0
    shot.blocked = 0
    shot.balls_moved = 0
    shot.fifteenth_at = 0
    shot.cue_at = 0
    for player in range(2):
        shot.conduct[player] = 0
        shot.deliberate[player] = 0
        shot.conceded[player] = 0
        shot.warned[player] = 0
    shot.intents = 0
    shot.moved = 0
    shot.interrupted = 0
    shot.outside = 0
    shot.clock = 0
    shot.appeal = 0


@kernel
def pocket_of(shot: Any, ball: int) -> int:
    """The pocket a pocketed ball lies in."""
    return (shot.pockets >> (3 * ball)) & 7


@kernel
def _drops(shot: Any, ball: int, pocket: int) -> None:
    """The ball lies in the pocket."""
    shot.pocketed |= one(ball)
    shot.pockets = (shot.pockets & ~(7 << (3 * ball))) | (max(pocket, 0) << (3 * ball))


@kernel
def _returns(shot: Any, ball: int) -> None:
    """The ball is on the bed after all."""
    shot.pocketed &= ~one(ball)


@kernel
def _cue_meets_cue_ball_again(event: Any, shot: Any) -> None:
    """Any later contact of the cue with the cue ball on the same stroke."""
    shot.recontacts += 1
    if event.other != ev.TIP:
        shot.part = event.other


@kernel
def _tip_meets_cue_ball(event: Any, shot: Any) -> None:
    """The cue strikes the cue ball."""
    if shot.tip_contacts == 0:
        shot.struck = 1
        shot.part = event.other
        shot.elevation = event.value
        shot.miscue = event.flag & ev.MISCUE
        shot.below_centre = event.flag & ev.BELOW_CENTRE
        if event.flag & ev.BY_PLAYER_0 != 0:
            shot.striker = 0
        elif event.flag & ev.BY_PLAYER_1 != 0:
            shot.striker = 1
    else:
        _cue_meets_cue_ball_again(event, shot)
    shot.tip_contacts += 1
    shot.contact_time = max(shot.contact_time, event.t_end - event.t)


@rule("SK-30 UA-7 WPA-1.7", "Balls that move by themselves")
@kernel
def _ball_falls(rules: Any, game: Any, event: Any, shot: Any) -> None:
    """A hanging ball that falls by itself is put back, unless it had been still for seconds only.

    Then it counts as pocketed by the stroke just played. If the ball played at falls while the
    stroke runs, before it is hit, the stroke is repeated; read to the letter (UA-7), if any does.
    """
    ball = event.ball
    shot.hung_x[ball] = event.x
    shot.hung_y[ball] = event.y
    if shot.settled != 0 and event.value < rules.hanging_time:
        _drops(shot, ball, event.other)
        return
    shot.restore |= one(ball)
    shot.fell |= one(ball)
    if shot.settled == 0 and shot.struck != 0 and shot.first_hit == NO_BALL:
        played_at = legal_balls(rules, game)
        if game.called_ball != NO_BALL:
            played_at &= one(game.called_ball)
        if has(played_at, ball) or rules.hanging_replay == REPLAY_ANY:
            shot.replay = 1


@rule("SK-32", "Jammed balls")
@kernel
def _ball_is_jammed(event: Any, shot: Any) -> None:
    """Of balls jammed in a pocket each that would fall straight into the hole is pocketed."""
    if event.flag & ev.OVER_HOLE != 0:
        _drops(shot, event.ball, event.other)


@rule("SK-10 SK-19 WPA-8.3", "Pocketed balls")
@kernel
def _read_pocket(rules: Any, game: Any, event: Any, shot: Any) -> None:
    """A ball is pocketed if it drops and stays; one that jumps back onto the bed is not.

    A ball that comes out of another pocket than the one it fell into is pocketed.
    """
    kind = event.kind
    ball = event.ball
    if kind == ev.POCKETED:
        _drops(shot, ball, event.other)
    elif kind == ev.POCKET_ENTER:
        # Remembered so that a ball which comes out of another pocket can be told.
        shot.pockets = (shot.pockets & ~(7 << (3 * ball))) | (max(event.other, 0) << (3 * ball))
    elif kind == ev.POCKET_REBOUND:
        _returns(shot, ball)
    elif kind == ev.BALL_EMERGES:
        if rules.emerged_is_pocketed != 0 and event.other != pocket_of(shot, ball):
            _drops(shot, ball, pocket_of(shot, ball))
        else:
            _returns(shot, ball)
    elif kind == ev.CB_TOUCHES_POCKETED_BALL:
        shot.hit_pocketed = 1
    elif kind == ev.JAM:
        _ball_is_jammed(event, shot)
    elif kind == ev.BALL_FALLS:
        _ball_falls(rules, game, event, shot)


@rule("SK-27 WPA-8.5", "Jumped balls")
@kernel
def _read_flight(rules: Any, event: Any, shot: Any) -> None:
    """A ball that comes to rest off the bed is jumped; one that bounces back by itself is not.

    Contact with what is no part of the table makes it jumped too, in the official text only if it
    would have left without it.
    """
    kind = event.kind
    if kind == ev.BALL_LEAVES_BED:
        if event.ball == CUE:
            shot.jumped = 1
    elif kind == ev.BALL_HITS_OBJECT:
        if event.flag & ev.PART_OF_TABLE == 0 and (
            rules.jumped_contact_rule == ANY_CONTACT or event.flag & ev.WOULD_HAVE_LEFT != 0
        ):
            shot.off_table |= one(event.ball)
    elif kind == ev.BALL_OFF_TABLE or kind == ev.BALL_REST_ON_RAIL_TOP:
        shot.off_table |= one(event.ball)


@kernel
def moving_balls(motion: NDArray[Any]) -> int:
    """The balls that move or spin."""
    balls = 0
    for ball in range(N_BALLS):
        if states.STILL < motion[ball] < states.POCKETED:
            balls |= 1 << ball
    return balls


@kernel
def read_shot(
    rules: Any,
    marks: Any,
    game: Any,
    pos: NDArray[Any],
    motion: NDArray[Any],
    aim: float,
    log: Any,
    n: int,
    shot: Any,
) -> None:
    """Fold the log of one stroke into its facts.

    Args:
        rules: record Rules of the row.
        marks: record Marks of the row.
        game: record Game as it stood when the stroke was made.
        pos: (16, 3) positions before the stroke [m].
        motion: (16,) states before the stroke.
        aim: direction of the stroke [rad].
        log: (E,) record Event.
        n: entries in use.
        shot: record Shot, overwritten.
    """
    clear_shot(shot)
    shot.moving = moving_balls(motion)
    read_direction(rules, game, pos, aim, shot)
    outside = game.played_from != IN_HAND_HEAD or not is_behind_head_string(marks, pos[CUE, 0])
    shot.crossed_head = 1 if outside else 0
    first_met = -1.0
    tip_until = -1.0
    for k in range(n):
        event = log[k]
        kind = event.kind
        if kind == ev.BALL_BALL:
            meets_ball(rules, marks, pos, event, shot)
            with_cue = event.ball == CUE or event.other == CUE
            frozen = has(game.declared_cue, event.ball) or has(game.declared_cue, event.other)
            if with_cue and not frozen and first_met < 0.0:
                first_met = event.t
        elif kind == ev.CUSHION:
            if shot.first_hit != NO_BALL and shot.near_rail == ev.NO_RAIL_SIDE:
                read_near_rail(marks, pos, shot)
            meets_cushion(rules, marks, game, event, shot)
        elif kind == ev.TIP_CONTACT and event.ball == CUE:
            _tip_meets_cue_ball(event, shot)
            tip_until = max(tip_until, event.t_end)
        elif kind == ev.TIP_RECONTACT and event.ball == CUE:
            _cue_meets_cue_ball_again(event, shot)
        elif kind == ev.BALL_MOVED:
            touching_ball_moves(game, event, shot)
        elif kind == ev.LINE_CROSS:
            if event.ball == CUE and event.other == ev.HEAD_STRING:
                shot.crossed_head = 1
            elif event.ball > CUE and event.other == ev.HEAD_STRING:
                shot.reached_head |= one(event.ball)
        elif kind == ev.ALL_REST:
            shot.settled = 1
        elif kind == ev.BALL_IN_MOTION:
            shot.in_progress = 1 if k == n - 1 else 0
        elif kind == ev.TRUNCATED:
            shot.truncated = 1
        elif kind == ev.SHAFT_BLOCKED:
            shot.blocked = 1
        else:
            _read_pocket(rules, game, event, shot)
            _read_flight(rules, event, shot)
    if first_met >= 0.0 and tip_until >= first_met:
        shot.held_on = 1
    # A ball that counts as jumped is not pocketed, wherever it ended (SK-27).
    shot.pocketed &= ~shot.off_table
    if rules.rail_rule == LEFT_BETWEEN:
        # WPA 8.4: a ball pocketed or driven off counts as driven to a rail.
        shot.railed |= shot.pocketed | shot.off_table
        shot.driven |= (shot.pocketed | shot.off_table) & OBJECT_BALLS
    if (shot.railed | shot.pocketed) & CUE_BALL != 0:
        shot.rail_but_near = 1
