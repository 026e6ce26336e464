"""Where a seed's text is odd or silent: the reading that is the default, its knob, its case.

Rows are those of the study of the texts. A row without a knob has one reading only, and a case.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from poolenv.knobs import KNOBS
from poolenv.rules.edition import load_edition, rules_rows
from tests.rules.casebook import load_cases

CASES = Path(__file__).resolve().parents[1] / "cases"
IDS = {
    case["id"]: case
    for file in ("rules_cases.yaml", "own_rules_cases.yaml")
    for case in load_cases(CASES / file)
}
NINE_BALL = 2

#: Row and what it is about -> values of knobs by edition, cases of our own.
READINGS = {
    "1 lag, head cushion": (
        {
            "wsr": {"lag_head_max": "1", "lag_foot_max": "0"},
            "wsr_english": {"lag_head_max": "0", "lag_foot_max": "1"},
        },
        ["PE-001", "PE-109", "PE-110"],
    ),
    "2 lag again, contact or late stroke": (
        {
            "wpa2008": {"relag_on_early_collision": "true", "relag_on_late_strike": "false"},
            "wpa_official": {"relag_on_early_collision": "false", "relag_on_late_strike": "true"},
        },
        ["PE-005", "PE-111"],
    ),
    "3 head string, a cushion first": (
        {
            "wpa2008": {"head_string_rail_first": "false"},
            "wpa_official": {"head_string_rail_first": "true"},
        },
        ["PE-044"],
    ),
    "4 five seconds": (
        {"wpa2008": {"hanging_time": "5"}, "wpa_official": {"hanging_time": "0"}},
        ["PE-040"],
    ),
    "5 playing very hard": (
        {
            "wpa2008": {"hard_on_purpose": "true", "miscue_on_purpose": "true"},
            "wpa2008_literal": {"hard_on_purpose": "true", "miscue_on_purpose": "false"},
            "wpa_official": {"hard_on_purpose": "false", "miscue_on_purpose": "true"},
        },
        ["PE-060", "PE-102", "PE-103", "PE-104"],
    ),
    "6 a miscue is a foul in a jump only": (
        {"wsr": {"jump_miscue_foul": "true"}, "wpa2008": {"jump_miscue_foul": "false"}},
        ["PE-034"],
    ),
    "7 order in front of the foot spot": (
        {
            "wsr": {"front_spot_order": "lowest_nearest"},
            "wpa2008": {"front_spot_order": "lowest_furthest"},
        },
        [],
    ),
    "8 moved ball without referee": ({"wsr": {"touch_fouls": "all_balls_if_referee"}}, ["PE-050"]),
    "9 hanging ball under five seconds": ({"wsr": {"hanging_time": "5"}}, ["PE-038"]),
    "10 frozen where the seed has no clause": (
        {"wpa2008": {"rail_rule": "left_between"}},
        ["PE-028"],
    ),
    "11 one foul per inning is one per stroke": ({}, ["PE-116"]),
    "12 a foul ends the turn, not the game": ({}, ["PE-033"]),
    "13 benefit of a foul by the other player": ({}, ["PE-055"]),
    "14 split hits": ({"wpa2008": {"split_hit_tolerance": "1e-05"}}, []),
    "15 which hanging ball has the stroke repeated": (
        {
            "wpa2008": {"hanging_replay": "played_at"},
            "wpa2008_literal": {"hanging_replay": "any"},
        },
        ["PE-039", "PE-105"],
    ),
    "16 measuring": (
        {"wsr": {"measuring": "foul"}, "wpa2008": {"measuring": "unsportsmanlike"}},
        [],
    ),
    "17 options instead of a foul": ({}, ["PE-046", "PE-047"]),
    "18 when the line is not free": (
        {
            "wsr": {"spot_in_front": "line_full"},
            "wpa2008": {"spot_in_front": "line_full"},
            "wsr_literal": {"spot_in_front": "line_not_free"},
        },
        ["PE-106", "PE-107", "PE-108"],
    ),
}


def test_every_row_is_here():
    assert [int(row.split()[0]) for row in READINGS] == list(range(1, 19))


@pytest.mark.parametrize("row", READINGS)
def test_the_default_reading_and_its_cases(row):
    values, cases = READINGS[row]
    for name, knobs in values.items():
        rules = rules_rows([(load_edition(name), NINE_BALL, True)])[0]
        assert {k: KNOBS[k].word(getattr(rules, k)) for k in knobs} == knobs
    turned = {k for knobs in values.values() for k in knobs}
    shared = [case for case in IDS.values() if turned and clauses_of(turned) & set(case["clauses"])]
    assert [IDS[case]["id"] for case in cases] == cases
    assert cases or shared


def clauses_of(knobs: set[str]) -> set[str]:
    return {clause for knob in knobs for clause in KNOBS[knob].clauses}
