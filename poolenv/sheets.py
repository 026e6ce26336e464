"""The three sheets of paper at a table: the game sheet, the facts of one stroke, and the ruling.

Records of integers; the words behind the numbers are in ``poolenv/rules/words.py`` and, where a
knob needs them too, in ``poolenv/knobs.py``. Sets of balls are bit sets (``poolenv/balls.py``).
Players are 0 and 1.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from poolenv.records import Ints2, Reals2

Ints4 = Annotated[NDArray[np.int64], np.int64, 4]
Reals16 = Annotated[NDArray[np.float64], np.float64, 16]

#: Conduct records that one row can hold between two rulings.
INBOX_CAPACITY = 8


class Game:
    """The game sheet of one row: who is to act, what is owed, and the score."""

    edition: int  # row of the array of Rules
    table: int  # row of the array of Marks
    # What is owed before the next stroke; turns.phase_of reads these and nothing else.
    winner: int  # NOBODY, or who won the episode
    actor: int  # whose decision it is
    menu: int  # options offered to the actor, bits; 0: none
    region: int  # cue ball in hand: where it may be placed; IN_POSITION: nothing to place
    owes_call: int  # a declaration is owed
    rack_owed: int  # balls to be racked before anything else; NO_RACK: none
    lag_owed: int  # the break is open: a lag or lot must settle it; at the lag 1 + who strikes next
    asked: int  # what was asked before the stroke that comes, bits
    reacting: int  # the actor is not the player at the table: he reacts to him
    held: int  # the stroke was played, its ruling waits for the actor to call the foul
    waived: int  # ... and he did not: fouls that must be called are none
    # The stroke that comes next.
    stage: int  # lag, break, shot after the break, ...
    played_from: int  # region the cue ball was placed in for this stroke
    called_ball: int  # NO_BALL: none
    called_pocket: int  # -1: none
    intent: int  # shot, safety or push out
    obvious: int  # the shot needs no call because everybody sees what is played
    foul_called: int  # whose foul was called just before, NOBODY if none
    placed_wrong: int  # the cue ball lies outside its region: not, by mistake, clearly
    notified: int  # the player was told that it does
    placement_called: int  # ... or it was called after the stroke
    declared_cue: int  # object balls declared frozen to the cue ball
    declared_rail: Ints4  # per cushion: balls declared frozen to it
    # The rack.
    balls: int  # object balls on the bed
    groups: int  # group of player 0 at eight-ball, OPEN_TABLE until it is settled
    breaker: int  # who broke this rack
    break_foul: int  # the break was a foul
    visits: int  # strokes of this rack
    fouls: Ints2  # consecutive fouls
    warned: Ints2  # told of being on two fouls
    near_ball: Ints2  # ball near a cushion that the player's last safeties used, NO_BALL if none
    near_rail: Ints2  # its cushion
    near_safeties: Ints2  # how many in a row
    # Stalemate.
    idle_turns: int  # turns in a row without progress
    stalemate: int  # the referee has announced it
    turns_left: Ints2  # turns each before it is declared
    # The match.
    score: Ints2  # points
    racks: Ints2  # racks won
    race_to: int  # racks to win; 0: the episode is one rack
    target: int  # points to win; 0: none; ONE_RACK: the leader after one rack of 14.1
    rack_number: int  # from 1
    first_breaker: int  # who broke rack 1
    warnings: Ints2  # kinds of warning received in this match, bits
    offences: Ints2  # unsportsmanlike acts in this match
    clock: Ints2  # under a time limit
    # A foul that counts only if the player who is to choose calls it.
    pending_foul: int
    pending_by: int
    pending_balls: int  # balls moved by hand that the chooser may have put back


class Shot:
    """The facts of one stroke, in the words of the rule book."""

    struck: int  # the tip (or another part) met the cue ball
    tip_contacts: int  # first contacts of the cue with the cue ball that the log tells apart
    striker: int  # who struck: a player, or NOBODY for the player at the table
    part: int  # first part of the cue that met the cue ball
    miscue: int
    below_centre: int
    elevation: float  # [rad]
    contact_time: float  # longest contact of the tip [s]
    recontacts: int  # later contacts of the cue with the cue ball
    held_on: int  # the tip was still in contact when the cue ball met a ball
    touching: int  # object balls frozen to the cue ball at the start, as declared
    into: int  # ... that the stroke was directed into
    moving: int  # balls in motion when the stroke began
    first_hit: int  # first object ball met by the cue ball, NO_BALL if none
    first_hits: int  # all met within the split-hit tolerance of it
    contact_at: float  # time of that hit [s]
    first_kissed: int  # afterwards the first ball met another ball
    contacts: int  # all object balls met by the cue ball
    pocketed: int  # balls that stay in a pocket, the cue ball included
    pockets: int  # pocket of each pocketed ball, three bits a ball
    off_table: int  # balls driven off, the cue ball included
    driven: int  # object balls that met a cushion at any time
    railed: int  # balls driven to a cushion after the first hit, by the edition's rule
    near_rail: int  # cushion the first ball lay within one ball width of, -1 if none
    rail_but_near: int  # something other than that ball and that cushion met the requirement
    jumped: int  # the cue ball left the bed
    hit_pocketed: int  # the cue ball met a ball lying in a pocket
    crossed_head: int  # the cue ball left the area behind the head string
    reached_head: int  # object balls that came to the head string; only a break asks for them
    first_obstacle: int  # what it met before that: nothing, a cushion, a ball behind, one outside
    restore: int  # balls to be put back: they fell by themselves, or a referee took them up
    fell: int  # ... those that fell by themselves
    hung_x: Reals16  # where a ball that fell by itself had hung [m]; valid for those balls only
    hung_y: Reals16
    replay: int  # the ball played at fell by itself before it could be hit
    in_progress: int  # a ball still moves: nothing may be ruled yet
    settled: int  # the stroke was over: what falls now falls by itself
    truncated: int  # the log is incomplete
    blocked: int  # the stroke could not be made
    balls_moved: int  # an object ball ended more than a diameter from where it lay
    fifteenth_at: int  # 14.1, fourteen balls down: place of the fifteenth
    cue_at: int  # ... and of the cue ball
    # Conduct, from the inbox.
    conduct: Ints2  # fouls of each player outside the stroke itself, bits
    deliberate: Ints2  # ... those done on purpose, bits
    intents: int  # what the shooter meant, bits
    moved: int  # object balls moved by hand or clothing
    interrupted: int  # the shooter stopped or deflected the cue ball
    outside: int  # outside interference: none, restorable, not restorable
    conceded: Ints2  # none, rack or match
    warned: Ints2  # warnings given by the referee, kinds as bits
    clock: int  # the referee puts both players on the clock
    appeal: int  # a player asks for a ruling on the rules


class Lag:
    """The facts of a lag, per player."""

    foot: Ints2  # contacts with the foot cushion
    head: Ints2  # contacts with the head cushion
    side: Ints2  # contacts with a long cushion
    crossed: Ints2  # entered the other half
    lost: Ints2  # pocketed or off the table
    jaws: Ints2  # rests in a corner pocket past the nose of the head cushion
    distance: Reals2  # to the head cushion [m]
    undecidable: int  # the referee cannot tell which is nearer
    early_collision: int  # the balls met before both had touched the foot cushion
    late_strike: int  # one ball was struck after the other had touched the foot cushion


class Ruling:
    """What the referee decides; ``ruling.carry_out`` is what puts it into effect."""

    fouls: int  # all fouls of the stroke, bits
    foul: int  # the one assessed, NO_FOUL if none
    is_foul: int  # a violation is established (an illegal break or an uncalled one is not)
    offender: int  # NOBODY if none
    loss: int  # why the rack is lost, NO_LOSS
    result: int  # the rack goes on, is won, is racked again, ...
    winner: int  # whom the result names, NOBODY if none
    continues: int  # the shooter stays at the table
    same_visit: int  # nothing was played: the visit goes on as it stood
    actor: int  # who acts next, choosing included
    menu: int  # options offered to the actor, bits
    region: int  # cue ball
    spot: int  # balls to be spotted
    stay_down: int  # object balls that stay pocketed
    restore: int  # balls to be put back
    restore_all: int  # the whole position goes back
    stage: int  # stage of the next stroke
    rack: int  # balls to be racked, NO_RACK
    breaker: int  # who breaks, NOBODY if not open
    decide_break: int  # the break is decided by lag or lot
    points: Ints2  # change of the score
    breaks_foul: int  # the stroke was a break and a foul
    pending_foul: int  # what the chooser may call
    moved: int  # balls moved by hand that the chooser may have put back
    counts: int  # what the stroke does to the offender's or shooter's consecutive fouls
    groups: int  # group of player 0 afterwards
    fifteenth: int  # 14.1 re-rack: where the fifteenth ball goes
    progress: int  # the turn brought the game nearer to its end
    warned: Ints2  # warnings given, kinds as bits
    clock: int  # both players are put on the clock
    suspended: int  # play waits for an appeal
    penalty: int  # unsportsmanlike conduct: what the policy makes of it
    part: int  # part of the game's page that decided: break, push out, play, ...


class Conduct:
    """One act that ball physics cannot show; what ``value`` holds depends on the kind."""

    kind: int  # one of the kinds in rules/words.py
    player: int  # who acts, NOBODY for a third person
    ball: int  # ball concerned, NO_BALL if none
    means: int  # by what: hand, clothing, chalk, ...
    when: int  # before, during or after the stroke
    intentional: int
    moved: int
    value: float  # count, seconds, ...
