"""Words of the rule book as plain numbers, with the names that files and people use.

Fouls, options, warnings and intents are bits (a set of them is one integer); the rest are numbers.
Kernels use the numbers; ``*_NAMES`` turn them into words at the border.
"""

from __future__ import annotations

# Players.
NOBODY = -1
PLAYER_NAMES = ("A", "B")

# Phases: the first decision still owed.
LAG_PHASE, RACK_PHASE, CHOOSE, PLACE, CALL, STRIKE, OVER, REACT = range(8)
PHASE_NAMES = ("lag", "rack", "choose", "place", "call", "strike", "over", "react")

# Stages: which stroke comes next.
LAG = 0  # the lag (or lot) for the break
BREAK = 1  # the first stroke of a rack
AFTER_BREAK = 2  # the stroke right after the break
RERACK_BREAK = 3  # first stroke after a re-rack inside a game of 14.1
NORMAL = 4
STAGE_NAMES = ("lag", "break", "after_break", "rerack_break", "normal")

# Intents that may be declared.
SHOT, SAFETY, PUSH_OUT = range(3)
INTENT_NAMES = ("shot", "safety", "push_out")

# Groups of eight-ball, as those of player 0.
OPEN_TABLE, PLAYS_SOLIDS, PLAYS_STRIPES = range(3)
GROUP_NAMES = ("open", "solids", "stripes")

# Fouls: bit k of a set is foul k; 0 is kept for "no foul".
NO_FOUL = 0
CUE_SCRATCH = 1
CUE_OFF_TABLE = 2
WRONG_BALL_FIRST = 3
NO_BALL_HIT = 4
NO_RAIL = 5
FOOT_OFF_FLOOR = 6
BALL_OFF_TABLE = 7
TOUCHED_BALL = 8
NON_TIP_CONTACT = 9
DOUBLE_HIT = 10
PUSH_SHOT = 11
BALLS_MOVING = 12
BAD_PLACEMENT = 13
BIH_TOUCH = 14
BAD_HEADSTRING = 15
CUE_ON_TABLE = 16
MEASURING_DEVICE = 17
MARKING = 18
OUT_OF_TURN = 19
INTERFERENCE = 20
EQUIPMENT_DROPPED = 21
EQUIPMENT_MISUSE = 22
CB_HIT_POCKETED_BALL = 23
SCOOP = 24
JUMP_MISCUE = 25
BREAK_DEFLECTION = 26
BREAK_REQUIREMENT = 27
BREAKING_FOUL = 28
SLOW_PLAY = 29
THREE_FOULS = 30
UNSPORTSMANLIKE = 31
ILLEGAL_BREAK = 32  # no foul by itself: the opponent has choices
FOUL_NAMES = (
    "",
    "CUE_SCRATCH",
    "CUE_OFF_TABLE",
    "WRONG_BALL_FIRST",
    "NO_BALL_HIT",
    "NO_RAIL",
    "FOOT_OFF_FLOOR",
    "BALL_OFF_TABLE",
    "TOUCHED_BALL",
    "NON_TIP_CONTACT",
    "DOUBLE_HIT",
    "PUSH_SHOT",
    "BALLS_MOVING",
    "BAD_PLACEMENT",
    "BIH_TOUCH",
    "BAD_HEADSTRING",
    "CUE_ON_TABLE",
    "MEASURING_DEVICE",
    "MARKING",
    "OUT_OF_TURN",
    "INTERFERENCE",
    "EQUIPMENT_DROPPED",
    "EQUIPMENT_MISUSE",
    "CB_HIT_POCKETED_BALL",
    "SCOOP",
    "JUMP_MISCUE",
    "BREAK_DEFLECTION",
    "BREAK_REQUIREMENT",
    "BREAKING_FOUL",
    "SLOW_PLAY",
    "THREE_FOULS",
    "UNSPORTSMANLIKE",
    "ILLEGAL_BREAK",
)

# Why a rack of eight-ball is lost.
NO_LOSS, EIGHT_EARLY, EIGHT_WRONG_POCKET, EIGHT_OFF_TABLE, EIGHT_WITH_FOUL = range(5)
LOSS_NAMES = ("", "EIGHT_EARLY", "EIGHT_WRONG_POCKET", "EIGHT_OFF_TABLE", "EIGHT_WITH_FOUL")

# Options: bit k of a menu is option k.
ACCEPT = 0  # play the table as it lies
SHOOT = 1  # after a push out: play
GIVE_BACK = 2  # make the other player shoot
BREAK_SELF = 3
BREAK_OPPONENT = 4
RERACK_BREAK_SELF = 5
RERACK_BREAK_OPPONENT = 6
RERACK_OFFENDER_OPENING_BREAK = 7
SPOT_8_CONTINUE = 8
SPOT_8_BIH_HEAD = 9
BIH_HEAD = 10
PASS_BIH_HEAD_TO_OFFENDER = 11
CALL_FOUL_BIH = 12
CALL_FOUL_BIH_TABLE = 13
RESTORE_REPLAY_BY_OFFENDER = 14
SPOT_NEAREST_LEGAL_BALL = 15
LEAVE = 16  # a ball moved by hand stays where it is
RESTORE = 17  # ... or goes back
OPTION_NAMES = (
    "ACCEPT",
    "SHOOT",
    "GIVE_BACK",
    "BREAK_SELF",
    "BREAK_OPPONENT",
    "RERACK_BREAK_SELF",
    "RERACK_BREAK_OPPONENT",
    "RERACK_OFFENDER_OPENING_BREAK",
    "SPOT_8_CONTINUE",
    "SPOT_8_BIH_HEAD",
    "BIH_HEAD",
    "PASS_BIH_HEAD_TO_OFFENDER",
    "CALL_FOUL_BIH",
    "CALL_FOUL_BIH_TABLE",
    "RESTORE_REPLAY_BY_OFFENDER",
    "SPOT_NEAREST_LEGAL_BALL",
    "LEAVE",
    "RESTORE",
)
N_OPTIONS = len(OPTION_NAMES)

# Reactions: options that only some editions, or the lack of a referee, put on a menu. Numbers go on
# from those of the options. To let pass is to say nothing; to declare frozen announces every ball
# that touches the cue ball or a cushion; to appeal is to ask for a ruling on the rules.
LET_PASS, CALL_FOUL, NOTIFY_PLACEMENT, DECLARE_FROZEN, TELL_TWO_FOULS = range(18, 23)
CONCEDE_RACK, OFFER_STALEMATE, AGREE_STALEMATE, APPEAL = range(23, 27)
REACTION_NAMES = (
    "LET_PASS", "CALL_FOUL", "NOTIFY_PLACEMENT", "DECLARE_FROZEN", "WARN_TWO_FOULS",
    "CONCEDE", "OFFER_STALEMATE", "AGREE_STALEMATE", "APPEAL",
)  # fmt: skip
N_REACTIONS = len(REACTION_NAMES)
#: What a menu may hold, options and reactions.
MENU_NAMES = (*OPTION_NAMES, *REACTION_NAMES)

# Results of a ruling.
NO_RESULT = 0  # the rack goes on
RACK_WIN = 1
GAME_WIN = 2  # the point target is reached
MATCH_WIN = 3
NO_SHOT = 4  # the stroke does not count as played
REPLAY = 5  # all balls go back, the stroke is repeated
RERACK = 6
RERACK_14 = 7
RERACK_15 = 8
NEW_FULL_RACK = 9
RELAG = 10
LAG_WINNER = 11
SHOT_IN_PROGRESS = 12
STALEMATE_WARNING = 13
RESULT_NAMES = (
    "none",
    "rack_win",
    "game_win",
    "match_win",
    "no_shot",
    "replay",
    "rerack",
    "rerack_14",
    "rerack_15",
    "new_full_rack",
    "relag",
    "lag_winner",
    "shot_in_progress",
    "stalemate_warning",
)

# Racks owed to the table (Game.rack_owed, Ruling.rack).
NO_RACK = 0
FULL_RACK = 1  # every ball, cue ball in hand behind the head string
RACK_OF_14 = 2  # 14.1: apex left empty, the fifteenth ball and the cue ball as placed
RACK_OF_15 = 3  # 14.1: every object ball, the cue ball where it is or in hand
RACK_NAMES = ("none", "full", "of_14", "of_15")

# Target of a game of 14.1 that ends when fourteen balls are down: the leader wins (Game.target).
ONE_RACK = -1

# What a ruling does to consecutive fouls.
COUNT_KEEP, COUNT_CLEAR, COUNT_ADD = range(3)

# Warnings, bits.
WARN_BREAK_DEFLECTION, WARN_CUE_BALL_CONTACT, WARN_SLOW_PLAY, WARN_TWO_FOULS = 1, 2, 4, 8
WARNING_NAMES = {
    1: "BREAK_DEFLECTION",
    2: "INTENTIONAL_CB_CONTACT",
    4: "SLOW_PLAY",
    8: "TWO_FOULS",
}

# What the shooter meant, bits.
MEANT_DELIBERATE, MEANT_SCOOP, MEANT_HARD = 1, 2, 4

# Outside interference and concession (Shot.outside, Shot.conceded).
NO_INTERFERENCE, RESTORABLE, NOT_RESTORABLE = range(3)
NOT_CONCEDED, CONCEDES_RACK, CONCEDES_MATCH = range(3)

# What a conduct record was done with (Conduct.means) and when (Conduct.when).
HAND, CLOTHING, CUE_BALL_IN_HAND, CUE_TIP, CUE_SHAFT, CHALK, BRIDGE, BALL, TRIANGLE, OTHER = range(
    10
)
MEANS_NAMES = (
    "hand",
    "clothing",
    "cue_ball_in_hand",
    "tip",
    "shaft",
    "chalk",
    "bridge",
    "ball",
    "triangle",
    "other",
)
BEFORE_STROKE, DURING_STROKE, WHILE_ROLLING, AFTER_CONTACT = range(4)

# What the cue ball meets before it leaves the area behind the head string.
MET_NOTHING, MET_CUSHION, MET_BALL_BEHIND, MET_BALL_OUTSIDE = range(4)

# Parts of a game's page (Ruling.part).
GENERAL_PART, BREAK_PART, PUSH_OUT_PART, PLAY_PART, RERACK_PART, LAG_PART = range(6)

# Places at a 14.1 re-rack.
ELSEWHERE, IN_RACK, ON_HEAD_SPOT, BEHIND_HEAD_STRING, IN_A_POCKET = range(5)

# Where the fifteenth ball goes at a re-rack (Ruling.fifteenth).
STAYS, TO_HEAD_SPOT, TO_CENTRE_SPOT, IN_FULL_RACK = range(4)
FIFTEENTH_NAMES = ("in_position", "head_spot", "center_spot", "foot_spot_full_rack")

# How far a misplaced cue ball is off (Game.placed_wrong).
WELL_PLACED, MISPLACED, CLEARLY_MISPLACED = range(3)

# Kinds of conduct (record Conduct).
BALL_TOUCHED = 1
CLEAN_BALL = 2
CONCEDE = 3
CUE_BALL_DEFLECTED = 4
CUE_LAID_ON_TABLE = 5
CUE_UNSCREWED = 6
DISTRACTION = 7
EQUIPMENT_CONTACT = 8
EQUIPMENT_USE = 9
FEET_ON_FLOOR = 10
IMPOSE_CLOCK = 11
INTENT = 12
MARK_PLACED = 13
MEASURE_REQUEST = 14
MEASURED_WITH = 15
OUTSIDE_INTERFERENCE = 16
PLACEMENT_ADJUST = 17
PRACTICE_DURING_MATCH = 18
PROMPT_REVIEW = 19
SHOT_CLOCK_EXPIRED = 20
SLOW_PLAY_OBSERVED = 21
WARN = 22
LATE_STRIKE = 23  # at a lag: how long after the first possible moment the ball is struck
CONDUCT_NAMES = (
    "",
    "ball_touched",
    "clean_ball",
    "concede",
    "cue_ball_deflected",
    "cue_laid_on_table",
    "cue_unscrewed",
    "distraction",
    "equipment_contact",
    "equipment_use",
    "feet_on_floor",
    "impose_clock",
    "intent",
    "mark_placed",
    "measure_request",
    "measured_with",
    "outside_interference",
    "placement_adjust",
    "practice_during_match",
    "prompt_review",
    "shot_clock_expired",
    "slow_play_observed",
    "warn",
    "late_strike",
)


def option_names(menu: int) -> list[str]:
    """The names of the options and reactions of a menu."""
    return [name for k, name in enumerate(MENU_NAMES) if menu >> k & 1]


def foul_names(fouls: int) -> list[str]:
    """The codes of a set of fouls."""
    return [name for k, name in enumerate(FOUL_NAMES) if k and fouls >> k & 1]
