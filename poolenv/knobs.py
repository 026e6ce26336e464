"""The knobs of the rule book: everything an edition or a house may set, declared once.

One line per knob gives its name, its default, what it may be, the clauses it comes from and what it
does. The record that kernels read, the checks of the reader, its error messages and the printed
book all derive from these lines. Clause ids: SK-* and UA-* are the two general rule books, WSR-*
and WPA-* the rules of single games.
"""

from __future__ import annotations

from poolenv.knob import Knob, choice, knobs_of, no, number, yes

# Games.
RUN_OUT = 0  # one player, no opponent: drills
EIGHT_BALL_GAME = 1
NINE_BALL_GAME = 2
TEN_BALL_GAME = 3
STRAIGHT_POOL_GAME = 4
GAME_NAMES = ("run_out", "eight_ball", "nine_ball", "ten_ball", "straight_pool")

# Where the cue ball is to be played from.
IN_POSITION = 0
IN_HAND_TABLE = 1  # ball in hand anywhere
IN_HAND_HEAD = 2  # ball in hand behind the head string
HEAD_SPOT = 3  # the referee puts it on the head spot
CENTRE_SPOT = 4  # the referee puts it on the centre spot
REGION_NAMES = ("in_position", "in_hand_table", "in_hand_head", "head_spot", "center_spot")

# Values of single knobs; the name of the knob is in the comment.
WINNER_BREAKS, ALTERNATE_BREAK, LOSER_BREAKS, TRAILING_BREAKS = range(4)  # break_order
BY_LAG, BY_LOT = range(2)  # break_decider
LEFT_BETWEEN, SK37 = range(2)  # rail_rule
DECLARED_ONLY, TRUE_STATE, AUTO_REFEREE = range(3)  # frozen_policy
RUN_SCATTERED, RUN_IN_HAND, RUN_RACK = range(3)  # run_start
ALL_BALLS_ALWAYS, ALL_BALLS_IF_REFEREE = range(2)  # touch_fouls
INTENT_UNSPORTSMANLIKE, INTENT_WARN_THEN_MATCH = range(2)  # intentional_policy
ANY_CONTACT, WOULD_HAVE_LEFT_TABLE = range(2)  # jumped_contact_rule
LOWEST_NEAREST, LOWEST_FURTHEST = range(2)  # front_spot_order
MASK, ALLOW_AND_RULE = range(2)  # placement_policy
LINE_FULL, LINE_NOT_FREE = range(2)  # spot_in_front
REPLAY_PLAYED_AT, REPLAY_ANY = range(2)  # hanging_replay
PENALTY_WARNING, PENALTY_FOUL, PENALTY_RACK, PENALTY_MATCH = range(4)  # unsportsmanlike_*
RERACK_BY_BREAKER, NEW_LAG = range(2)  # stalemate_effect, unrestorable
AS_FOUL, AS_UNSPORTSMANLIKE, AS_INTERFERENCE, NOT_RULED = range(4)  # marking, distraction, ...
NO_CALL, CALL_SHOT = range(2)  # call_mode
SPOT_NONE, SPOT_MONEY_BALL, SPOT_ALL = range(3)  # spot_off_table, spot_illegal
BREAK_ACCEPTED, BREAK_FOUL, BREAK_OPTIONS, BREAK_POINTS = range(4)  # break_failure
MONEY_WINS, MONEY_SPOTTED, MONEY_CHOICE = range(3)  # money_ball_on_break
THREE_LOSE_RACK, THREE_CHOICE, THREE_RERACK = range(3)  # three_foul_effect
ANY_BALL, LOWEST_FIRST, OWN_GROUP = range(3)  # targets
LAG_SIMULATED, LAG_COIN, LAG_FIXED = range(3)  # lag_mode

_REGIONS = dict(zip(REGION_NAMES[:3], range(3), strict=True))
_PENALTIES = {"warning": 0, "foul": 1, "rack": 2, "match": 3}
_SPOTTING = {"none": SPOT_NONE, "money_ball": SPOT_MONEY_BALL, "all": SPOT_ALL}
_SEVERITY = {
    "foul": AS_FOUL,
    "unsportsmanlike": AS_UNSPORTSMANLIKE,
    "interference": AS_INTERFERENCE,
    "none": NOT_RULED,
}


class Rules:
    """One game under one edition and one referee setting (record)."""

    game: int = choice(1, dict(zip(GAME_NAMES, range(5), strict=True)), "-", "the game played")
    referee: int = yes("SK-20 SK-38 UA-F11", "a referee conducts the match")

    seated_referee: int = no(
        "WPA-2025", "without a referee the player who sits does a referee's work"
    )

    # Lag and order of break.
    lag_mode: int = choice(
        LAG_COIN, {"simulate": 0, "coin": 1, "fixed": 2}, "SK-6", "how the first break is settled"
    )
    lag_foot_max: int = number(0, 0, 9, "SK-5 UA-2", "foot-cushion contacts allowed, 0: no limit")
    lag_head_max: int = number(0, 0, 9, "SK-5 UA-2", "head-cushion contacts allowed, 0: no limit")
    lag_undecidable: float = number(
        0.001, 0, 0.05, "SK-5 UA-2", "difference of distances no referee can tell [m]"
    )
    relag_on_early_collision: int = no("UA-2", "lag balls that meet early are lagged again")
    relag_on_late_strike: int = no(
        "WPA-1.2", "a ball struck after the other touched the foot cushion is lagged again"
    )
    break_decider: int = choice(
        BY_LAG, {"lag": 0, "lag_or_lot": 1}, "SK-6 UA-2", "what settles a break that is open"
    )
    break_order: int = choice(
        WINNER_BREAKS,
        {"winner": 0, "alternate": 1, "loser": 2, "trailing": 3},
        "SK-35",
        "who breaks the next rack",
    )
    break_may_be_ceded: int = no("SK-35", "who has the break may leave it to the opponent")
    rack_one_and_five: int = no(
        "WSR-14.1", "the 1 in the right and the 5 in the left rear corner, seen by the racker"
    )
    nine_on_foot_spot: int = no(
        "WPA-2025", "the diamond lies with the 9 on the foot spot, else with the 1 on it"
    )

    # Break.
    game_begins_past_head_string: int = no(
        "SK-7 SK-9", "a stroke that stays behind the head string and meets nothing is no shot"
    )
    break_deflection: int = no("SK-8", "own clause for deflecting the cue ball on the break")
    break_deflection_choice: int = yes(
        "SK-8", "the opponent may make the offender play (else ball in hand as the game says)"
    )
    break_rails: int = number(
        4, 0, 15, "WSR-8B WPA-8B WSR-9B WPA-9B WPA-10B", "object balls to cushions on the break"
    )
    break_cue_rail: int = no("WSR-14.1 WPA-14.1", "the cue ball too must reach a cushion")
    break_called: int = no("WSR-14.1 WPA-14.1", "only a called ball meets the requirement")
    break_points: int = number(
        0, 0, 9, "WPA-REG-18 WPA-2025", "balls the break must pocket or bring to the head string"
    )
    break_failure: int = choice(
        BREAK_FOUL,
        {"accepted": 0, "foul": 1, "options": 2, "points": 3},
        "WSR-9B WPA-9B WPA-8B WPA-14.1",
        "what a break that fails the requirement is",
    )
    break_foul_region: int = choice(
        IN_HAND_TABLE, _REGIONS, "WSR-9B WPA-8B", "cue ball after a foul on the break"
    )
    money_ball_on_break: int = choice(
        MONEY_WINS,
        {"wins": 0, "spotted": 1, "choice": 2},
        "WSR-9B WPA-9B WPA-10B WPA-8B",
        "the 8, 9 or 10 made on a legal break",
    )
    push_out: int = no("WSR-9B WPA-9B WPA-10B", "a push out may follow the break")

    # Head string.
    placement_policy: int = choice(
        MASK, {"mask": 0, "allow_and_rule": 1}, "SK-9 UA-F10", "what a forbidden placement does"
    )
    placement_notice: int = no("SK-9", "misplacement must be pointed out before the stroke")
    head_string_rail_first: int = no(
        "WPA-6.11", "a cushion may be touched before the cue ball leaves the head area"
    )
    head_foul_region_table: int = no("SK-38", "a called head-string foul gives the whole table")
    spot_nearest_legal: int = no(
        "WPA-1.5 WSR-14.1 WPA-14.1", "with all legal balls behind the string one may be spotted"
    )

    # Contact and cushions.
    balls_in_rack: int = number(9, 1, 15, "WSR-8B WPA-9B WPA-10B", "object balls of the game")
    money_ball: int = number(9, 0, 15, "WSR-9B WPA-9B WPA-10B WPA-8B", "ball that wins, 0: none")
    targets: int = choice(
        LOWEST_FIRST,
        {"any": 0, "lowest": 1, "group": 2},
        "SK-17 UA-F2 WSR-9B WPA-9B WSR-8B WPA-8B",
        "which object ball must be hit first",
    )
    split_hit_tolerance: float = number(
        1e-5, 0, 0.01, "WPA-REG-SPLIT", "contacts closer than this count for the legal ball [s]"
    )
    rail_rule: int = choice(
        LEFT_BETWEEN, {"left_between": 0, "sk37": 1}, "SK-37 WPA-8.4", "what driven to a rail means"
    )
    frozen_policy: int = choice(
        AUTO_REFEREE,
        {"declared": 0, "truth": 1, "auto_referee": 2},
        "SK-37 WPA-8.4",
        "which touching balls count as frozen",
    )
    play_away_angle: float = number(
        90, 0, 180, "SK-17 WPA-6.7", "leaving a touching ball at this angle is no contact [deg]"
    )
    multi_frozen_foul: int = no("SK-22", "a stroke towards several touching balls is a foul")
    push_contact_time: float = number(0.005, 0, 1, "SK-23 UA-F8", "longest tip contact [s]")
    jump_miscue_foul: int = no("SK-26", "a miscue on a jump shot is a foul")
    scoop_foul: int = no("SK-25", "a deliberate scoop is a foul by its own clause")
    obstacle_foul: int = no(
        "WSR-8B WSR-9B", "without referee a jump or curve that moves an obstructing ball is a foul"
    )

    # Balls that drop, jump and settle.
    emerged_is_pocketed: int = yes(
        "SK-10 WPA-8.3", "a ball that comes out of another pocket is pocketed"
    )
    touching_pocketed_is_scratch: int = no(
        "WPA-8.3", "a cue ball that meets a pocketed ball counts as pocketed itself"
    )
    jumped_contact_rule: int = choice(
        WOULD_HAVE_LEFT_TABLE,
        {"any": 0, "would_leave": 1},
        "SK-27 WPA-8.5",
        "when a ball that met a foreign object is off the table",
    )
    hanging_time: float = number(
        5, 0, 60, "SK-30 UA-7", "a ball at rest this long that falls is put back [s]"
    )
    hanging_replay: int = choice(
        REPLAY_PLAYED_AT,
        {"played_at": 0, "any": 1},
        "SK-30 UA-7",
        "which ball, falling by itself before the first hit, has the stroke repeated",
    )
    spot_off_table: int = choice(
        SPOT_NONE, _SPOTTING, "SK-27 UA-F5", "object balls driven off that return"
    )
    spot_illegal: int = choice(
        SPOT_NONE, _SPOTTING, "SK-16 WSR-9B WPA-14.1", "illegally pocketed balls that return"
    )
    front_spot_order: int = choice(
        LOWEST_NEAREST,
        {"lowest_nearest": 0, "lowest_furthest": 1},
        "WSR-3.32 UA-4",
        "order in front of the foot spot",
    )
    spot_in_front: int = choice(
        LINE_FULL,
        {"line_full": 0, "line_not_free": 1},
        "SK-31 UA-4",
        "balls go in front of the foot spot if the line behind it is full, or not free at all",
    )
    spotting_gap: float = number(
        0.0005, 0, 0.01, "SK-31 UA-4", "gap left to the cue ball when spotting [m]"
    )

    # Penalties.
    foul_region: int = choice(
        IN_HAND_TABLE, _REGIONS, "WSR-8B WSR-9B WPA-14.1", "cue ball after a foul"
    )
    scratch_region: int = choice(
        IN_HAND_TABLE, _REGIONS, "WSR-9B WPA-14.1", "cue ball after a scratch or a jumped cue ball"
    )
    foul_points: int = number(0, 0, 15, "WSR-14.1 WPA-14.1", "points lost by a foul")
    breaking_foul_points: int = number(2, 0, 15, "WSR-14.1 WPA-14.1", "points of a breaking foul")
    three_foul_limit: int = number(0, 0, 9, "UA-F14 WSR-9B", "consecutive fouls allowed, 0: any")
    three_foul_effect: int = choice(
        THREE_LOSE_RACK,
        {"lose_rack": 0, "choice": 1, "rerack": 2},
        "UA-F14 WSR-14.1 WPA-14.1",
        "what the last consecutive foul costs",
    )
    three_foul_points: int = number(15, 0, 30, "WSR-14.1 WPA-14.1", "points of the third foul")
    three_foul_warning: int = yes("UA-F14 WSR-9B", "the last foul counts only after a warning")
    auto_warn: int = yes("UA-F14", "the second foul is always announced")
    foul_call_window: int = no("UA-10 WPA-6.0", "a foul not called before the next stroke lapses")
    near_rail_limit: int = number(
        0, 0, 9, "WSR-14.1", "safeties in a row to the near rail of one ball, 0: no limit"
    )

    # Conduct.
    touch_fouls: int = choice(
        ALL_BALLS_ALWAYS,
        {"all_balls": 0, "all_balls_if_referee": 1},
        "SK-20 SK-24 UA-F6",
        "whether touching an object ball is a foul without a referee",
    )
    intentional_policy: int = choice(
        INTENT_UNSPORTSMANLIKE,
        {"unsportsmanlike": 0, "warn_then_match": 1},
        "SK-28 UA-F6",
        "deliberate contact with a ball",
    )
    miscue_on_purpose: int = no("UA-F16 WPA-6.16", "a deliberate miscue is unsportsmanlike")
    hard_on_purpose: int = no("UA-F16", "deliberately playing very hard is unsportsmanlike")
    poke_while_placing_foul: int = no("SK-39", "a forward poke is a foul even while placing")
    dropped_equipment_foul: int = no("SK-24", "dropped equipment has a clause of its own")
    marking: int = choice(AS_UNSPORTSMANLIKE, _SEVERITY, "SK-42 UA-F16", "marking the table")
    distraction: int = choice(
        AS_UNSPORTSMANLIKE, _SEVERITY, "SK-40 UA-F16", "distracting the opponent"
    )
    out_of_turn: int = choice(AS_FOUL, _SEVERITY, "SK-40 UA-F13", "playing out of turn")
    measuring: int = choice(
        AS_UNSPORTSMANLIKE, _SEVERITY, "SK-41 UA-3", "measuring with a ball or the triangle"
    )
    rack_area_check: int = no("UA-3", "no referee, no outline: the triangle may check its area")
    rack_outline_marked: int = no("UA-3 WPA-14.1", "the outline of the triangle is on the cloth")
    cue_align_foul: int = no(
        "WPA-6.12", "the cue may not lie on the table unheld to align a stroke"
    )
    practice: int = choice(AS_UNSPORTSMANLIKE, _SEVERITY, "UA-F16", "practising during a match")
    bridges_max: int = number(0, 0, 9, "UA-3", "mechanical bridges at once, 0: not ruled")
    slow_play: int = no("UA-F15", "slow play: warning, then a clock on both, then a foul")
    appeals: int = no("UA-10", "play is suspended while a rule is appealed")
    appeal_offered: int = no("UA-10", "to appeal is among a player's decisions before a stroke")
    concede_offered: int = no("UA-11", "to concede is among a player's decisions before a stroke")
    unscrewed_concedes: int = no("UA-11", "unscrewing the cue in the deciding rack concedes")
    concession_is_match: int = no("UA-11", "who concedes loses the match")
    unsportsmanlike_first: int = choice(1, _PENALTIES, "UA-F16", "first offence of the match")
    unsportsmanlike_second: int = choice(2, _PENALTIES, "UA-F16", "second offence")
    unsportsmanlike_later: int = choice(3, _PENALTIES, "UA-F16", "third offence and later")

    # Stalemate and lost positions.
    stalemate_turns: int = number(0, 0, 9, "UA-12 WSR-8B", "turns each after no progress, 0: none")
    stalemate_offered: int = no("UA-12", "to offer a stalemate is among a player's decisions")
    stalemate_announced: int = yes("UA-12", "the turns count from the announcement")
    stalemate_effect: int = choice(
        RERACK_BY_BREAKER, {"rerack": 0, "new_lag": 1}, "UA-12 WPA-9B WPA-14.1", "what follows"
    )
    no_progress_turns: int = number(
        6, 2, 100, "UA-12", "turns without progress before the referee announces it"
    )

    # Calling.
    call_mode: int = choice(NO_CALL, {"none": 0, "call_shot": 1}, "UA-6 WSR-8B", "called shots")
    obvious_shots_uncalled: int = no("WSR-8B", "an obvious shot need not be called")
    safety: int = no("SK-4 WPA-8B WPA-10B WPA-14.1", "a safety may be declared")
    wrong_ball_choice: int = no("WPA-10B", "the opponent may give a wrongly made shot back")

    # Run-outs.
    run_start: int = choice(
        RUN_SCATTERED,
        {"scattered": 0, "in_hand": 1, "rack": 2},
        "-",
        "balls of a run-out: scattered, scattered with ball in hand, racked",
    )
    run_shots: int = number(0, 0, 1000, "-", "strokes of a run-out, 0: the first miss ends it")


#: Every knob by name, in the order of the book.
KNOBS: dict[str, Knob] = knobs_of(Rules)
