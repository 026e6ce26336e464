"""Which feature gives meaning to each word of the casebook, and which features are built.

One table: a word that no built feature explains makes its case impossible to rule on, and
``FeatureMissing`` names the feature.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from poolenv.games.casebook.border import did_you_mean

Case = Mapping[str, Any]


class FeatureMissing(Exception):  # noqa: N818 - it names what is missing, nothing went wrong
    """A described situation needs a feature that is not built."""


#: (kind of word, word) -> feature. Words that every game needs belong to "core".
_WORDS: dict[str, dict[str, str]] = {
    "core": {
        "game": "general nine_ball",
        "shot": "between_shots break normal push_out",
        "event": "all_rest ball_ball ball_lands_bed ball_leaves_bed ball_off_table "
        "ball_on_rail_top ball_rest ball_rest_on_rail_top ball_hits_object ball_moved cushion "
        "line_cross pocket_enter pocket_rebound pocketed tip_contact ball_in_motion",
        "prior": "after break_foul break_order call counters cue_ball declared "
        "first_shot_after_break note on original_breaker placement_policy positions_mm "
        "previous_rack_fouls history race_to rack_winner scores scores_racks shooter shot "
        "table turn warned_on_two_fouls warnings previous_shot_foul tolerance_s",
        "ruling": "breaker code counters cue_ball foul next_player offender options "
        "push_out_available result shooter_continues spotted spotted_count stay_down warning",
    },
    "choice of breaker": {"prior": "choice lag_winner toss_winner", "shot": "toss"},
    "frozen balls": {"prior": "frozen_declared frozen_true frozen_policy shot_angle_to_frozen_deg"},
    "double hit and push": {"event": "tip_recontact", "prior": "gap_mm third_ball_gap_mm"},
    "full pockets and ball return": {
        "event": "cb_touches_pocketed_ball ball_emerges ball_return_to_floor",
        "prior": "pocket_contents",
    },
    "hanging balls": {
        "event": "ball_falls ball_settles",
        "prior": "hanging",
        "ruling": "restore",
    },
    "jammed balls": {"event": "jam"},
    "balls in motion": {"prior": "in_motion"},
    "spotting": {
        "prior": "to_spot obstacles_mm foot_spot_mm ball_diameter_mm",
        "ruling": "spot_positions_mm",
    },
    "head string": {
        "prior": "placement_committed placement_error notified called_by query",
        "ruling": "spotted_if_chosen",
    },
    "lag": {
        "shot": "lag",
        "event": "final rest_in_jaws",
        "prior": "lag_balls",
        "ruling": "decide_break",
    },
    "conduct": {
        "conduct": "ball_touched clean_ball concede cue_ball_deflected cue_laid_on_table "
        "cue_unscrewed distraction equipment_contact equipment_use feet_on_floor impose_clock "
        "intent mark_placed measure_request measured_with outside_interference placement_adjust "
        "practice_during_match prompt_review shot_clock_expired slow_play_observed warn",
        "prior": "shot_clock_s rack_outline_marked foul_called_on",
        "ruling": "penalty play_suspended shot_clock",
    },
    "late calls": {"prior": "previous_shot current_shot_started_by"},
    "stalemate": {
        "prior": "attempt_would_lose no_progress progress_since_warning stalemate_agreed "
        "stalemate_declared stalemate_warning stalled_turns turns_since_warning",
        "ruling": "remaining_turns stalemate_warning_cleared",
    },
    "equipment check": {"prior": "equipment strict_equipment lag_ball_mass_g rack"},
    "eight-ball": {
        "game": "eight_ball",
        "prior": "groups obvious",
        "ruling": "groups loss_code",
    },
    "ten-ball": {"game": "ten_ball"},
    "14.1": {
        "game": "straight_pool",
        "shot": "opening_break intragame_break",
        "prior": "cue_ball_at fifteenth_ball fourteenth_pocketed_by near_rail "
        "points_this_inning target",
        "ruling": "fifteenth_ball next_shot score score_total",
    },
    "one pocket": {"game": "one_pocket", "prior": "own_pocket", "ruling": "owed"},
    "bank pool": {"game": "bank_pool"},
    "rotation": {"game": "rotation_61", "prior": "last_ball_pocketed_by"},
    "cowboy": {"game": "cowboy", "prior": "inning_start_score"},
    "WEPF eight-ball": {"game": "wepf_8ball", "ruling": "visits"},
    "blackball": {"game": "blackball", "ruling": "free_shot"},
    "heyball": {"game": "heyball"},
}

FEATURE_OF: dict[tuple[str, str], str] = {
    (kind, word): feature
    for feature, kinds in _WORDS.items()
    for kind, listed in kinds.items()
    for word in listed.split()
}

BUILT = frozenset(
    {
        "core",
        "choice of breaker",
        "frozen balls",
        "double hit and push",
        "full pockets and ball return",
        "hanging balls",
        "jammed balls",
        "balls in motion",
        "spotting",
        "head string",
        "conduct",
        "lag",
        "late calls",
        "stalemate",
        "equipment check",
        "eight-ball",
        "ten-ball",
        "14.1",
    }
)


def words_of(case: Case) -> Iterator[tuple[str, str]]:
    """Every word of a case that needs a feature."""
    yield "game", case["game"]
    prior = case.get("prior") or {}
    for key in prior:
        yield "prior", key
    if "shot" in prior:
        yield "shot", prior["shot"]
    for kind, records in (("event", case.get("events")), ("conduct", case.get("conduct"))):
        for record in records or ():
            yield kind, record["e"]
    for key in case.get("ruling") or {}:
        yield "ruling", key


def missing_feature(case: Case) -> str | None:
    """The feature that a case needs and that is not built, None if all are.

    Raises:
        ValueError: if the case uses a word that is not in the vocabulary.
    """
    for kind, word in words_of(case):
        feature = FEATURE_OF.get((kind, word))
        if feature is None:
            hint = did_you_mean(word, [w for k, w in FEATURE_OF if k == kind])
            raise ValueError(f"{case.get('id', 'case')}: unknown {kind} {word!r}{hint}")
        if feature not in BUILT:
            return feature
    return None
