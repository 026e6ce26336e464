"""Conduct: what a player does besides the stroke, and ball physics cannot show.

Acts arrive as typed records in an inbox beside the log, from a person, a test or a noise model. The
fold below turns them into facts on the same sheet: fouls of each player, warnings, balls moved.
"""

from __future__ import annotations

from typing import Any

from poolenv.balls import CUE, NO_BALL, one
from poolenv.kernel import kernel
from poolenv.knobs import (
    ALL_BALLS_ALWAYS,
    AS_FOUL,
    AS_INTERFERENCE,
    AS_UNSPORTSMANLIKE,
    IN_POSITION,
    INTENT_UNSPORTSMANLIKE,
)
from poolenv.rules import words
from poolenv.rules.authority import is_refereed
from poolenv.rules.book import rule
from poolenv.rules.fouls import ELEVATED, is_no_shot


@kernel
def ruled_as(severity: int, foul: int) -> int:
    """The fouls that an act counts as under the edition's severity, bits."""
    if severity == AS_FOUL:
        return 1 << foul
    if severity == AS_UNSPORTSMANLIKE:
        return 1 << words.UNSPORTSMANLIKE
    if severity == AS_INTERFERENCE:
        return 1 << words.INTERFERENCE
    return 0


@kernel
def is_in_play(rules: Any, game: Any, shot: Any, act: Any) -> bool:
    """Whether the cue ball is in play: in hand it may be moved until it is struck (SK-9, UA-5)."""
    if shot.struck != 0 and act.when != words.BEFORE_STROKE:
        return not is_no_shot(rules, game, shot)
    return game.region == IN_POSITION and game.played_from == IN_POSITION


@rule("SK-20 SK-24 UA-F6", "When an object ball is protected")
@kernel
def protects_object_balls(rules: Any, shot: Any) -> bool:
    """Touching an object ball is a foul; in the older book only under a referee.

    Its exception: without a referee a jump or curve that moves an obstructing ball is a foul.
    """
    if rules.touch_fouls == ALL_BALLS_ALWAYS or is_refereed(rules):
        return True
    curved = shot.struck != 0 and (shot.jumped != 0 or shot.elevation >= ELEVATED)
    return rules.obstacle_foul != 0 and curved


@rule("SK-20 SK-28 SK-39 UA-5 UA-F6", "Touched ball", foul=words.TOUCHED_BALL)
@kernel
def touched_ball(rules: Any, game: Any, shot: Any, act: Any) -> int:
    """Balls in play may be touched with nothing but the tip; on purpose it is worse.

    Returns:
        The fouls of this act, bits.
    """
    outside_own_turn = act.player != game.actor
    if act.ball == CUE:
        if not is_in_play(rules, game, shot, act):
            return 0
    elif not protects_object_balls(rules, shot) and not outside_own_turn:
        return 0
    if act.intentional != 0 and rules.intentional_policy == INTENT_UNSPORTSMANLIKE:
        return 1 << words.UNSPORTSMANLIKE
    if outside_own_turn and rules.out_of_turn == AS_INTERFERENCE:
        return 1 << words.INTERFERENCE
    return 1 << words.TOUCHED_BALL


@rule("SK-21 UA-F6", "Touching a ball with the cue ball in hand", foul=words.BIH_TOUCH)
@kernel
def touched_with_cue_ball_in_hand(act: Any) -> bool:
    """While the cue ball is being placed it may not touch an object ball."""
    return act.means == words.CUE_BALL_IN_HAND and act.ball != CUE


@rule("SK-24 UA-F6", "Dropped equipment", foul=words.EQUIPMENT_DROPPED)
@kernel
def dropped_equipment(rules: Any, game: Any, shot: Any, act: Any) -> int:
    """A player answers for chalk, bridge and other things of his that touch a ball.

    The WPA books make it a touched ball.
    """
    if act.ball != CUE and not protects_object_balls(rules, shot):
        return 0
    if act.ball == CUE and not is_in_play(rules, game, shot, act):
        return 0
    if rules.dropped_equipment_foul != 0:
        return 1 << words.EQUIPMENT_DROPPED
    return 1 << words.TOUCHED_BALL


@rule("SK-8", "Deflecting the cue ball on the break", foul=words.BREAK_DEFLECTION)
@kernel
def deflected_cue_ball(rules: Any, game: Any, shot: Any, act: Any) -> int:
    """Stopping or deflecting the cue ball between the head string and the rack is a foul.

    Elsewhere, and in the WPA books, it is a touched ball.
    """
    if not is_in_play(rules, game, shot, act):
        return 0
    on_the_way = game.stage == words.BREAK and shot.first_hit == NO_BALL
    if rules.break_deflection != 0 and on_the_way:
        return 1 << words.BREAK_DEFLECTION
    return 1 << words.TOUCHED_BALL


@rule("SK-12 UA-F4", "Foot on the floor", foul=words.FOOT_OFF_FLOOR)
@kernel
def no_foot_on_floor(act: Any) -> bool:
    """At the stroke one foot has to be on the floor, in firm contact."""
    return act.value < 1.0 and act.when != words.AFTER_CONTACT


@rule("SK-41 UA-F12 WPA-6.12", "Cue on the table", foul=words.CUE_ON_TABLE)
@kernel
def cue_on_table(rules: Any, act: Any) -> bool:
    """The cue may be used for measuring only while it is held."""
    measures = act.value == 0.0
    return act.moved == 0 and (measures or rules.cue_align_foul != 0)


@rule("SK-39 SK-9 UA-F10", "Forward poke while placing", foul=words.BAD_PLACEMENT)
@kernel
def forward_poke(rules: Any, game: Any, act: Any) -> bool:
    """A forward movement that touches the placed cue ball is a foul unless it is a legal stroke.

    The older book forbids it while the ball is still being placed, too.
    """
    return act.value != 0.0 and (rules.poke_while_placing_foul != 0 or game.region == IN_POSITION)


@rule("SK-41 UA-3", "Measuring devices", foul=words.MEASURING_DEVICE)
@kernel
def measures_with(rules: Any, act: Any) -> int:
    """Balls, the triangle or any gauge may not be used to judge a gap.

    Without referee and outline the triangle may show whether a ball lies in the rack area.
    """
    checks_rack = act.means == words.TRIANGLE and act.value != 0.0
    unmarked = not is_refereed(rules) and rules.rack_outline_marked == 0
    if rules.rack_area_check != 0 and checks_rack and unmarked:
        return 0
    fouls = ruled_as(rules.measuring, words.MEASURING_DEVICE)
    return fouls | (1 << words.MEASURING_DEVICE) if fouls != 0 else 0


@rule("UA-3", "Use of equipment", foul=words.EQUIPMENT_MISUSE)
@kernel
def misuses_equipment(rules: Any, act: Any) -> bool:
    """At most two bridges, only to support the shaft; chalk and the like may not prop them up."""
    if rules.bridges_max == 0:
        return False
    props = act.means == words.CHALK or act.means == words.BALL
    return props or (act.means == words.BRIDGE and act.value > rules.bridges_max)


@rule("SK-42 UA-F16", "Marking the table", foul=words.MARKING)
@kernel
def marks_table(rules: Any, act: Any) -> int:
    """Marking the table to help a stroke; the older book excuses a mark removed before it."""
    removed = act.moved != 0 and rules.marking == AS_FOUL
    if act.intentional == 0 or removed:
        return 0
    return ruled_as(rules.marking, words.MARKING)


@rule("SK-40 UA-F16", "Interference and distraction", foul=words.INTERFERENCE)
@kernel
def distracts(rules: Any) -> int:
    """Disturbing the player at the table."""
    return ruled_as(rules.distraction, words.INTERFERENCE)


@rule("UA-F16", "Practice during a match", foul=words.UNSPORTSMANLIKE)
@kernel
def practises(rules: Any) -> int:
    """Practising while the match goes on is on the list of unsportsmanlike acts."""
    return ruled_as(rules.practice, words.INTERFERENCE)


@rule("UA-F15", "Slow play", foul=words.SLOW_PLAY)
@kernel
def overruns_clock(rules: Any) -> bool:
    """Exceeding the time limit once a clock is in force is a foul."""
    return rules.slow_play != 0


@rule("UA-11", "Concession")
@kernel
def concedes(rules: Any, scope: int) -> int:
    """A player who concedes loses; in the WPA book always the match."""
    return words.CONCEDES_MATCH if rules.concession_is_match != 0 else scope


@rule("UA-11", "Cue unscrewed in the deciding rack")
@kernel
def concedes_by_unscrewing(rules: Any, game: Any, player: int) -> bool:
    """Unscrewing the cue while the opponent plays for the match concedes it."""
    other = 1 - player
    deciding = game.race_to > 0 and game.racks[other] == game.race_to - 1
    return rules.unscrewed_concedes != 0 and player != game.actor and deciding


@rule("UA-10", "Calling and protesting")
@kernel
def suspends_play(rules: Any, act: Any) -> bool:
    """Who thinks the rules are misapplied may appeal and play waits; a judgement is final."""
    return rules.appeals != 0 and act.value != 0.0


@kernel
def _touches(rules: Any, game: Any, shot: Any, act: Any) -> int:
    """Fouls of a touched ball, and what else it means for the stroke."""
    if act.ball == CUE and act.when == words.WHILE_ROLLING and act.player == game.actor:
        shot.interrupted = 1
    if act.ball != CUE and act.moved != 0:
        shot.moved |= one(act.ball)
    if touched_with_cue_ball_in_hand(act):
        return 1 << words.BIH_TOUCH
    fouls = touched_ball(rules, game, shot, act)
    if fouls != 0 and act.intentional != 0:
        shot.deliberate[act.player] |= fouls if act.ball == CUE else 0
    return fouls


@kernel
def _fouls_of(rules: Any, game: Any, shot: Any, act: Any) -> int:
    """The fouls of one act, bits."""
    kind = act.kind
    if kind == words.BALL_TOUCHED or kind == words.CLEAN_BALL:
        return _touches(rules, game, shot, act)
    if kind == words.CUE_BALL_DEFLECTED:
        shot.interrupted = 1
        return deflected_cue_ball(rules, game, shot, act)
    if kind == words.EQUIPMENT_CONTACT:
        if act.ball != CUE and act.moved != 0:
            shot.moved |= one(act.ball)
        return dropped_equipment(rules, game, shot, act)
    if kind == words.FEET_ON_FLOOR:
        return 1 << words.FOOT_OFF_FLOOR if no_foot_on_floor(act) else 0
    if kind == words.CUE_LAID_ON_TABLE:
        return 1 << words.CUE_ON_TABLE if cue_on_table(rules, act) else 0
    if kind == words.PLACEMENT_ADJUST:
        return 1 << words.BAD_PLACEMENT if forward_poke(rules, game, act) else 0
    if kind == words.MEASURED_WITH:
        return measures_with(rules, act)
    if kind == words.EQUIPMENT_USE:
        if misuses_equipment(rules, act):
            return (1 << words.EQUIPMENT_MISUSE) | (1 << words.UNSPORTSMANLIKE)
        return 0
    if kind == words.MARK_PLACED:
        return marks_table(rules, act)
    if kind == words.DISTRACTION:
        return distracts(rules)
    if kind == words.PRACTICE_DURING_MATCH:
        return practises(rules)
    if kind == words.SHOT_CLOCK_EXPIRED:
        return 1 << words.SLOW_PLAY if overruns_clock(rules) else 0
    return 0


@kernel
def read_conduct(rules: Any, game: Any, inbox: Any, n: int, shot: Any) -> None:
    """Fold the inbox of one visit into the facts, in order.

    Args:
        rules: record Rules of the row.
        game: record Game.
        inbox: (INBOX_CAPACITY,) record Conduct.
        n: acts in use.
        shot: record Shot, after the log was read.
    """
    for k in range(n):
        act = inbox[k]
        kind = act.kind
        if kind == words.OUTSIDE_INTERFERENCE:
            shot.outside = words.RESTORABLE if act.value != 0.0 else words.NOT_RESTORABLE
        elif kind == words.IMPOSE_CLOCK:
            shot.clock = rules.slow_play
        elif kind == words.CLEAN_BALL and act.player == words.NOBODY:
            shot.restore |= one(act.ball)
        elif act.player == words.NOBODY:
            continue
        elif kind == words.INTENT:
            if act.player == game.actor or act.player == shot.striker:
                shot.intents |= int(act.value)
        elif kind == words.CONCEDE:
            shot.conceded[act.player] = concedes(rules, int(act.value))
        elif kind == words.CUE_UNSCREWED:
            if concedes_by_unscrewing(rules, game, act.player):
                shot.conceded[act.player] = words.CONCEDES_MATCH
        elif kind == words.WARN:
            slow = int(act.value) == words.WARN_SLOW_PLAY
            if not slow or rules.slow_play != 0:
                shot.warned[act.player] |= int(act.value)
        elif kind == words.PROMPT_REVIEW:
            shot.appeal = 1 if suspends_play(rules, act) else shot.appeal
        else:
            shot.conduct[act.player] |= _fouls_of(rules, game, shot, act)
