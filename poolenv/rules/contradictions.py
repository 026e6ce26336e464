"""Knobs that contradict each other: each value is allowed, both together mean nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from poolenv.knobs import CALL_SHOT, KNOBS, OWN_GROUP
from poolenv.sources import Problem

Values = Mapping[str, float]


class Contradiction(NamedTuple):
    """Two knobs that cannot both be as they are."""

    knob: str  # the one to blame
    other: str  # the one it contradicts
    holds: Callable[[Values], bool]
    expected: str  # how to mend it


CONTRADICTIONS: tuple[Contradiction, ...] = (
    Contradiction(
        "safety",
        "call_mode",
        lambda v: v["safety"] != 0 and v["call_mode"] != CALL_SHOT,
        "false, or call_mode = 'call_shot': where nothing is called no safety is declared",
    ),
    Contradiction(
        "obvious_shots_uncalled",
        "call_mode",
        lambda v: v["obvious_shots_uncalled"] != 0 and v["call_mode"] != CALL_SHOT,
        "false, or call_mode = 'call_shot': where nothing is called no shot is exempt",
    ),
    Contradiction(
        "break_called",
        "call_mode",
        lambda v: v["break_called"] != 0 and v["call_mode"] != CALL_SHOT,
        "false, or call_mode = 'call_shot': where nothing is called the break is not either",
    ),
    Contradiction(
        "wrong_ball_choice",
        "call_mode",
        lambda v: v["wrong_ball_choice"] != 0 and v["call_mode"] != CALL_SHOT,
        "false, or call_mode = 'call_shot': where nothing is called no ball is wrong",
    ),
    Contradiction(
        "money_ball",
        "balls_in_rack",
        lambda v: v["money_ball"] > v["balls_in_rack"],
        "0 or one of the balls_in_rack",
    ),
    Contradiction(
        "break_rails",
        "balls_in_rack",
        lambda v: v["break_rails"] > v["balls_in_rack"],
        "at most balls_in_rack: no more balls can be driven to a cushion",
    ),
    Contradiction(
        "break_points",
        "balls_in_rack",
        lambda v: v["break_points"] != 0 and v["balls_in_rack"] != 9,
        "0, or balls_in_rack = 9: points of the break are counted at nine-ball",
    ),
    Contradiction(
        "nine_on_foot_spot",
        "balls_in_rack",
        lambda v: v["nine_on_foot_spot"] != 0 and v["balls_in_rack"] != 9,
        "false, or balls_in_rack = 9: only the diamond of nine-ball has the 9 in its centre",
    ),
    Contradiction(
        "targets",
        "balls_in_rack",
        lambda v: v["targets"] == OWN_GROUP and (v["balls_in_rack"] != 15 or v["money_ball"] != 8),
        "any or lowest, or balls_in_rack = 15 and money_ball = 8: groups are those of eight-ball",
    ),
    Contradiction(
        "three_foul_limit",
        "three_foul_warning",
        lambda v: v["three_foul_limit"] == 1 and v["three_foul_warning"] != 0,
        "0 or at least 2, or three_foul_warning = false: nobody can be warned before a first foul",
    ),
    Contradiction(
        "stalemate_offered",
        "stalemate_turns",
        lambda v: v["stalemate_offered"] != 0 and v["stalemate_turns"] == 0,
        "false, or stalemate_turns of at least 1: without the rule there is none to offer",
    ),
    Contradiction(
        "appeal_offered",
        "appeals",
        lambda v: v["appeal_offered"] != 0 and v["appeals"] == 0,
        "false, or appeals = true: without the rule nobody can appeal",
    ),
)


def contradictions(label: str, game: str, values: Values) -> list[Problem]:
    """Everything that contradicts itself in the rules of one game.

    Args:
        label: the edition's file or name.
        game: name of the game.
        values: every knob's value.
    """
    found = []
    for c in CONTRADICTIONS:
        if c.holds(values):
            own, other = KNOBS[c.knob], KNOBS[c.other]
            got = f"{own.word(values[c.knob])} with {c.other} = {other.word(values[c.other])}"
            found.append(Problem(label, f"{game}.{c.knob}", got, c.expected))
    return found
