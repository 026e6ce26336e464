"""A variant whose knobs contradict each other is refused with the way to mend it."""

from __future__ import annotations

import pytest

from poolenv.envs import PoolEnv
from poolenv.knobs import EIGHT_BALL_GAME, GAME_NAMES, KNOBS, NINE_BALL_GAME
from poolenv.rules.contradictions import CONTRADICTIONS, contradictions
from poolenv.rules.edition import load_edition, rules_rows
from poolenv.sources import ConfigError, names

#: Knobs that make each contradiction, from the defaults.
MAKES = {
    "safety": {"safety": 1},
    "obvious_shots_uncalled": {"obvious_shots_uncalled": 1},
    "break_called": {"break_called": 1},
    "wrong_ball_choice": {"wrong_ball_choice": 1},
    "money_ball": {"money_ball": 10},
    "break_rails": {"break_rails": 12},
    "break_points": {"break_points": 3, "balls_in_rack": 10},
    "nine_on_foot_spot": {"nine_on_foot_spot": 1, "balls_in_rack": 15},
    "targets": {"targets": 2},
    "three_foul_limit": {"three_foul_limit": 1},
    "stalemate_offered": {"stalemate_offered": 1},
    "appeal_offered": {"appeal_offered": 1},
}


@pytest.mark.parametrize("name", names("rules"))
def test_no_edition_contradicts_itself(name):
    edition = load_edition(name)
    rows = rules_rows([(edition, game, True) for game in range(len(GAME_NAMES))])
    for game, rules in zip(GAME_NAMES, rows, strict=True):
        values = {knob: rules[knob].item() for knob in KNOBS}
        assert contradictions(name, game, values) == []


@pytest.mark.parametrize("knob", [c.knob for c in CONTRADICTIONS])
def test_every_contradiction_is_found(knob):
    values = {name: k.default for name, k in KNOBS.items()}
    assert contradictions("file", "nine_ball", values) == []
    found = contradictions("file", "nine_ball", values | MAKES[knob])
    assert [p.key for p in found] == [f"nine_ball.{knob}"]
    assert found[0].file == "file"
    assert found[0].expected


def test_a_variant_says_what_is_wrong_and_how_to_mend_it():
    with pytest.raises(ConfigError) as error:
        PoolEnv("eight_ball", edition={"eight_ball": {"call_mode": "none"}})
    told = str(error.value)
    assert "eight_ball.safety: got true with call_mode = none" in told
    assert "call_mode = 'call_shot'" in told
    # The games that are not played are not looked at.
    PoolEnv("nine_ball", edition={"call_mode": "none"})


def test_unknown_knobs_and_values_name_the_allowed():
    with pytest.raises(ConfigError, match="did you mean 'push_out'"):
        load_edition({"pushout": True})
    with pytest.raises(ConfigError, match="one of none, call_shot"):
        load_edition({"call_mode": "sometimes"})


def test_all_at_once():
    edition = load_edition({"money_ball": 12, "three_foul_limit": 1})
    with pytest.raises(ConfigError) as error:
        rules_rows([(edition, NINE_BALL_GAME, True), (edition, EIGHT_BALL_GAME, True)])
    assert len(error.value.problems) == 4
