"""The fouls of a stroke, article by article.

Each article is one question about the facts. ``stroke_fouls`` asks them all: every violation is a
bit, and one is assessed (SK-29, UA-F0). Fouls that ball physics cannot show are in conduct.py.
"""

from __future__ import annotations

from typing import Any

from poolenv import events as ev
from poolenv.balls import CUE, NO_BALL, OBJECT_BALLS, count, has
from poolenv.kernel import kernel
from poolenv.knobs import IN_HAND_HEAD
from poolenv.rules import words
from poolenv.rules.authority import is_refereed
from poolenv.rules.book import rule

#: Fouls with a penalty of their own or that explain the others, most severe first; the rest cost
#: the same and are reported in the order of their numbers.
SEVERITY = (
    words.MEASURING_DEVICE,
    words.EQUIPMENT_MISUSE,
    words.UNSPORTSMANLIKE,
    words.BREAKING_FOUL,
    words.CUE_SCRATCH,
    words.CUE_OFF_TABLE,
    words.BREAK_DEFLECTION,
    words.OUT_OF_TURN,
    words.INTERFERENCE,
    words.BAD_PLACEMENT,
    words.TOUCHED_BALL,
    words.FOOT_OFF_FLOOR,
    words.SCOOP,
    words.PUSH_SHOT,
    words.DOUBLE_HIT,
    words.NON_TIP_CONTACT,
    words.BAD_HEADSTRING,
    words.CB_HIT_POCKETED_BALL,
    words.JUMP_MISCUE,
    words.WRONG_BALL_FIRST,
    words.NO_BALL_HIT,
    words.BALL_OFF_TABLE,
    words.BREAK_REQUIREMENT,
)

#: Fouls of a stroke that stand although nobody calls them: the cue ball is not on the table.
UNDENIABLE = (
    (1 << words.CUE_SCRATCH) | (1 << words.CUE_OFF_TABLE) | (1 << words.CB_HIT_POCKETED_BALL)
)

#: Elevation from which the cue counts as visibly raised [rad], about 15 degrees.
ELEVATED = 0.26


@rule("SK-19 UA-F1", "Cue ball scratch", foul=words.CUE_SCRATCH)
@kernel
def scratch(shot: Any) -> bool:
    """Pocketing the cue ball is a foul."""
    return has(shot.pocketed, CUE)


@rule("SK-27 UA-F1", "Cue ball off the table", foul=words.CUE_OFF_TABLE)
@kernel
def cue_ball_off_table(shot: Any) -> bool:
    """A cue ball driven off the table is a foul in every game."""
    return has(shot.off_table, CUE)


@rule("SK-19 WPA-8.3", "Cue ball touches a pocketed ball", foul=words.CB_HIT_POCKETED_BALL)
@kernel
def hits_pocketed_ball(shot: Any) -> bool:
    """The cue ball may not touch a ball that lies in a pocket, even if it comes back."""
    return shot.hit_pocketed != 0 and not has(shot.pocketed, CUE)


@rule("SK-17 UA-F2", "Wrong ball first", foul=words.WRONG_BALL_FIRST)
@kernel
def wrong_ball_first(shot: Any, legal: int) -> bool:
    """The first ball hit must be a legal one; in a split hit the legal ball counts as first."""
    return shot.first_hit != NO_BALL and shot.first_hits & legal == 0


@rule("SK-18 UA-F3", "No ball hit", foul=words.NO_BALL_HIT)
@kernel
def no_ball_hit(shot: Any) -> bool:
    """A stroke must hit an object ball."""
    return shot.first_hit == NO_BALL


@rule("SK-18 SK-37 UA-F3 WPA-8.4", "No rail after contact", foul=words.NO_RAIL)
@kernel
def no_rail_after_contact(shot: Any) -> bool:
    """After the hit an object ball must be pocketed or some ball driven to a cushion."""
    return shot.first_hit != NO_BALL and shot.pocketed & OBJECT_BALLS == 0 and shot.railed == 0


@rule("SK-27 UA-F5", "Ball off the table", foul=words.BALL_OFF_TABLE)
@kernel
def object_ball_off_table(shot: Any) -> bool:
    """Driving an object ball off the table is a foul."""
    return shot.off_table & OBJECT_BALLS != 0


@rule("SK-3 UA-F6", "Contact with more than the tip", foul=words.NON_TIP_CONTACT)
@kernel
def other_part_than_tip(shot: Any) -> bool:
    """The cue ball is struck with the tip only; ferrule and shaft may not touch it."""
    return shot.struck != 0 and shot.part != ev.TIP


@rule("SK-22 UA-F7", "Double hit", foul=words.DOUBLE_HIT)
@kernel
def double_hit(shot: Any) -> bool:
    """The tip may touch the cue ball once and must have left it when it meets a ball."""
    return shot.recontacts > 0 or shot.held_on != 0


@rule("SK-22", "Stroke towards several touching balls", foul=words.DOUBLE_HIT)
@kernel
def into_several_frozen_balls(rules: Any, shot: Any) -> bool:
    """Frozen to several balls, the cue ball may be played towards one from the side only."""
    return rules.multi_frozen_foul != 0 and count(shot.into) >= 2


@rule("SK-23 UA-F8", "Push shot", foul=words.PUSH_SHOT)
@kernel
def push_shot(rules: Any, shot: Any) -> bool:
    """The tip may not stay on the cue ball longer than a stroke does."""
    return shot.contact_time > rules.push_contact_time


@rule("SK-13 UA-F9", "Balls still moving", foul=words.BALLS_MOVING)
@kernel
def balls_still_moving(shot: Any) -> bool:
    """A stroke may not begin while a ball moves or spins."""
    return shot.struck != 0 and shot.moving != 0


@rule("SK-26", "Miscue on a jump shot", foul=words.JUMP_MISCUE)
@kernel
def jump_miscue(rules: Any, shot: Any) -> bool:
    """On a jump shot any slipping of the tip is a foul."""
    jump = shot.jumped != 0 and shot.elevation >= ELEVATED
    return rules.jump_miscue_foul != 0 and jump and shot.miscue != 0


@rule("SK-25", "Scoop", foul=words.SCOOP)
@kernel
def scoop(rules: Any, shot: Any) -> bool:
    """Making the cue ball rise on purpose by a hit below its centre is a foul."""
    meant = shot.intents & words.MEANT_SCOOP != 0
    low = shot.below_centre != 0 or shot.elevation < ELEVATED
    return rules.scoop_foul != 0 and meant and low and shot.jumped != 0


@rule("SK-9 UA-F10", "Bad placement", foul=words.BAD_PLACEMENT)
@kernel
def bad_placement(rules: Any, game: Any) -> bool:
    """Playing from outside the area is a foul.

    In the older book only if the player was told before the stroke, or if the ball lies clearly
    outside and referee or opponent call it.
    """
    if rules.placement_notice != 0:
        clearly = game.placed_wrong == words.CLEARLY_MISPLACED
        called = rules.referee != 0 or game.placement_called != 0
        told = game.placed_wrong != words.WELL_PLACED and game.notified != 0
        return told or (clearly and called)
    return game.placed_wrong != words.WELL_PLACED


@rule("SK-38 UA-F11 WPA-6.11", "Playing from behind the head string", foul=words.BAD_HEADSTRING)
@kernel
def bad_headstring(rules: Any, game: Any, shot: Any) -> bool:
    """In hand behind the head string the cue ball must leave the area before a cushion or ball.

    A ball on the string or outside it may be hit before the cue ball has left. The official text
    allows a cushion first, but not a stroke that never leaves and meets no playable ball.
    """
    if game.played_from != IN_HAND_HEAD or game.placed_wrong != words.WELL_PLACED:
        return False
    if shot.first_obstacle == words.MET_BALL_BEHIND:
        return True
    never_left = shot.crossed_head == 0 and shot.first_obstacle != words.MET_BALL_OUTSIDE
    if rules.head_string_rail_first != 0:
        return never_left
    return never_left or shot.first_obstacle == words.MET_CUSHION


@rule("SK-38 UA-F11", "Head-string foul that the opponent may call")
@kernel
def headstring_choice(rules: Any, shot: Any) -> bool:
    """Called by choice if a ball behind was hit and the cue ball stayed, or without a referee.

    A ball behind the string that is hit before the cue ball leaves is a plain foul.
    """
    if shot.first_obstacle == words.MET_BALL_BEHIND:
        return shot.crossed_head == 0
    return not is_refereed(rules)


@rule("SK-38 UA-F11", "Ball behind the head string hit on purpose", foul=words.UNSPORTSMANLIKE)
@kernel
def plays_ball_behind_on_purpose(game: Any, shot: Any) -> bool:
    """In hand behind the string, hitting a ball there on purpose is unsportsmanlike conduct."""
    meant = shot.intents & words.MEANT_DELIBERATE != 0
    behind = shot.first_obstacle == words.MET_BALL_BEHIND
    return meant and behind and game.played_from == IN_HAND_HEAD


@rule("UA-F16 WPA-6.16", "Deliberate miscue", foul=words.UNSPORTSMANLIKE)
@kernel
def deliberate_miscue(rules: Any, shot: Any) -> bool:
    """A miscue on purpose is unsportsmanlike; an accidental one is no foul by itself."""
    meant = shot.intents & words.MEANT_DELIBERATE != 0
    return rules.miscue_on_purpose != 0 and meant and shot.miscue != 0


@rule("UA-F16", "Deliberately playing very hard", foul=words.UNSPORTSMANLIKE)
@kernel
def plays_hard_on_purpose(rules: Any, shot: Any) -> bool:
    """Hitting very hard on purpose is unsportsmanlike where the book is read to the letter."""
    return rules.hard_on_purpose != 0 and shot.intents & words.MEANT_HARD != 0


@rule("SK-7 SK-9", "The game has begun")
@kernel
def is_no_shot(rules: Any, game: Any, shot: Any) -> bool:
    """In hand behind the string, a stroke that stays there and meets nothing may be taken again."""
    stayed = shot.crossed_head == 0 and shot.first_obstacle == words.MET_NOTHING
    on_bed = not has(shot.pocketed | shot.off_table, CUE)
    in_head = game.played_from == IN_HAND_HEAD
    return rules.game_begins_past_head_string != 0 and in_head and stayed and on_bed


@kernel
def contact_fouls(shot: Any, legal: int) -> int:
    """Fouls of what the cue ball met; a push out suspends exactly these."""
    fouls = 0
    if wrong_ball_first(shot, legal):
        fouls |= 1 << words.WRONG_BALL_FIRST
    if no_ball_hit(shot):
        fouls |= 1 << words.NO_BALL_HIT
    if no_rail_after_contact(shot):
        fouls |= 1 << words.NO_RAIL
    return fouls


@kernel
def execution_fouls(rules: Any, game: Any, shot: Any) -> int:
    """Fouls of how the stroke was made and of where balls ended."""
    fouls = 0
    if scratch(shot):
        fouls |= 1 << words.CUE_SCRATCH
    if cue_ball_off_table(shot):
        fouls |= 1 << words.CUE_OFF_TABLE
    if hits_pocketed_ball(shot):
        fouls |= 1 << words.CB_HIT_POCKETED_BALL
    if object_ball_off_table(shot):
        fouls |= 1 << words.BALL_OFF_TABLE
    if other_part_than_tip(shot):
        fouls |= 1 << words.NON_TIP_CONTACT
    if double_hit(shot) or into_several_frozen_balls(rules, shot):
        fouls |= 1 << words.DOUBLE_HIT
    if push_shot(rules, shot):
        fouls |= 1 << words.PUSH_SHOT
    if balls_still_moving(shot):
        fouls |= 1 << words.BALLS_MOVING
    if jump_miscue(rules, shot):
        fouls |= 1 << words.JUMP_MISCUE
    if scoop(rules, shot):
        fouls |= 1 << words.SCOOP
    if bad_placement(rules, game):
        fouls |= 1 << words.BAD_PLACEMENT
    if bad_headstring(rules, game, shot):
        fouls |= 1 << words.BAD_HEADSTRING
    if plays_ball_behind_on_purpose(game, shot) or deliberate_miscue(rules, shot):
        fouls |= 1 << words.UNSPORTSMANLIKE
    if plays_hard_on_purpose(rules, shot):
        fouls |= 1 << words.UNSPORTSMANLIKE
    return fouls | shot.conduct[game.actor]


@kernel
def stroke_fouls(rules: Any, game: Any, shot: Any, legal: int) -> int:
    """All fouls of a stroke, bits.

    A stroke that the offender stops or deflects himself is not judged for contact or rails as well.
    """
    fouls = execution_fouls(rules, game, shot)
    if shot.struck != 0 and shot.interrupted == 0:
        fouls |= contact_fouls(shot, legal)
    return fouls & UNDENIABLE if game.waived != 0 else fouls


@rule("SK-29 UA-F0", "One foul is assessed")
@kernel
def assess(fouls: int) -> int:
    """Of several fouls one counts, the one with the most severe penalty."""
    for foul in SEVERITY:
        if fouls >> foul & 1:
            return foul
    for foul in range(1, len(words.FOUL_NAMES)):
        if fouls >> foul & 1:
            return foul
    return words.NO_FOUL
