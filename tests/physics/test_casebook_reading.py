"""The case book itself: lists, names with entries, tolerances, and quantities of its vocabulary.

The numbers here are closed forms worked out beside each case, so that a case file with other
setups than the committed one is read in the same way.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.physics.casebook.adapters import KINDS, values_of
from tests.physics.casebook.cases import Case, Expected, load
from tests.physics.casebook.compare import deviation, in_words
from tests.physics.casebook.features import BUILT, FeatureMissing

POOL = {"R": 0.028575, "m": 0.17, "g": 9.81, "mu_s": 0.2, "mu_r": 0.01, "alpha_sp": 10.9}
ROLL = 1.0 / 0.028575  # spin of a ball rolling at 1 m/s


def case(kind: str, setup: dict[str, Any], feature: str | None = None) -> Case:
    return Case("x", "g", "A", kind, setup, POOL, (), feature=feature)


CUT = math.radians(30.0)
#: kind, setup, quantity, values of the runs it speaks of
MEASURED: list[tuple[str, dict[str, Any], str, list[float]]] = [
    # |w_z|/alpha, and half of it times w_z
    ("cloth_motion", {"v0": [0, 0, 0], "w0": [0, 0, 21.8]}, "spin_time", [2.0]),
    ("cloth_motion", {"v0": [0, 0, 0], "w0": [0, 0, 21.8]}, "turned_angle", [21.8]),
    # T = 2 v/(7 mu_s g); the entry in the name picks the run
    (
        "cloth_motion",
        {"v0": [1, 0, 0], "w0": [0, 0, 0], "vary_mu_s": [0.2, 0.4]},
        "slide_time_at_mu_s_0.4",
        [2.0 / (7.0 * 0.4 * 9.81)],
    ),
    (
        "cloth_motion",
        {"v0": [1, 0, 0], "w0": [0, 0, 0], "vary_mu_s": [0.2, 0.4], "vary_g": [9.81, 1.62]},
        "roll_speed",
        [5.0 / 7.0] * 4,
    ),
    # (1 + e)/2 of the speed; lists of equal length go together
    (
        "ball_ball",
        {"v_cb_values": [1.0, 2.0], "e_b_values": [1.0, 0.9], "cut_deg": 0.0, "mu_b": 0.0},
        "ob_speed",
        [1.0, 1.9],
    ),
    # an entry of e_b, not of e_slate
    (
        "ball_ball",
        {"v_cb": 1.0, "e_b_values": [1.0, 0.9], "cut_deg": 0.0, "mu_b": 0.0},
        "ob_roll_speed_e_0.9",
        [0.95 * 5.0 / 7.0],
    ),
    # sticking contact: each ball gets 5/14 of the slip as spin, here of R w_z alone
    (
        "ball_ball",
        {"v_cb": 1.0, "cut_deg": 0.0, "cb_sidespin_ratio": 0.1, "mu_b": 1.0},
        "ob_spin_over_cb_spin_before",
        [-5.0 / 14.0],
    ),
    (
        "ball_ball",
        {"v_cb": 1.0, "cut_deg": 0.0, "cb_sidespin_ratio": 0.1, "mu_b": 1.0},
        "cb_spin_after_over_before",
        [9.0 / 14.0],
    ),
    # frictionless cushion: tan out = tan in/e, so a livelier cushion turns the ball less
    (
        "ball_cushion",
        {"speed": 1.0, "incidence_from_normal_deg": 30.0, "e_c_values": [0.6, 0.7, 0.8]}
        | {"mu_w": 0.0, "mu_s": 0.0},
        "rebound_angle_from_normal_order",
        [1.0],
    ),
    (
        "ball_cushion",
        {"speed": 1.0, "incidence_from_normal_deg": 30.0, "e_c_values": [0.8, 0.7]}
        | {"mu_w": 0.0, "mu_s": 0.0},
        "rebound_angle_from_normal_order",
        [0.0],
    ),
    # a miss of a nanometre is a miss, a hit of a nanometre is a hit
    (
        "event_time",
        {"v": 1.0, "distance": 1.0, "miss_values": [1e-9, -1e-9], "rolling": True},
        "hit_for_positive_miss",
        [0.0],
    ),
    (
        "event_time",
        {"v": 1.0, "distance": 1.0, "miss_values": [1e-9, -1e-9], "rolling": True},
        "hit_for_negative_miss",
        [1.0],
    ),
    # R cos(theta), sin(theta) = (h - R)/R = 0.6
    (
        "event_time",
        {"p1": [0, 0], "v1": [0, 1], "nose_y": 0.635, "h_cushion": 1.6 * 0.028575},
        "contact_distance",
        [0.8 * 0.028575],
    ),
    # d w |R w| ~ offset/(1 + m/M + 2.5 offset^2), largest at sqrt((1 + m/M)/2.5)
    (
        "cue_scan",
        {"m_over_M": 0.25, "e_tip": 1.0, "miscue": False},
        "offset_of_max_spin",
        [math.sqrt(0.5)],
    ),
    # held by its spin: slip |u|/((5/2) mu_s g), and it never moves
    (
        "table_shot",
        {"start": "touching_head_cushion", "v_cb": 0.0, "spin_into_cushion": 1.0},
        "time_to_rest",
        [1.0 / (2.5 * 0.2 * 9.81)],
    ),
    # v^2/(2 mu_r g) on a table of another length
    (
        "table_shot",
        {"start": "head_spot", "v_cb": 0.4, "topspin_ratio": 1.0, "table_l": 2.0, "table_w": 1.0},
        "table_lengths",
        [0.4 * 0.4 / (2.0 * 0.01 * 9.81) / 2.0],
    ),
]


@pytest.mark.parametrize(
    ("kind", "setup", "quantity", "values"),
    MEASURED,
    ids=[f"{kind}-{quantity}-{n}" for n, (kind, _, quantity, _) in enumerate(MEASURED)],
)
def test_measured(kind: str, setup: dict[str, Any], quantity: str, values: list[float]) -> None:
    assert values_of(case(kind, setup), quantity) == pytest.approx(values, rel=1e-6, abs=1e-9)


def test_angular_margin() -> None:
    d, radius, error = 0.8, POOL["R"], 1.5
    setup = {"d_cb_ghost": d, "cut_deg": 30.0, "ob_error_deg": error}
    (degrees,) = values_of(case("geometry", setup), "cb_angle_error")
    dphi = math.radians(degrees)
    thicker = math.sin(CUT - dphi) - math.sin(CUT - math.radians(error) - dphi)
    assert d * math.sin(dphi) == pytest.approx(2.0 * radius * thicker, rel=1e-9)


def test_a_held_ball_comes_to_rest_in_few_events() -> None:
    setup = {"start": "touching_head_cushion", "v_cb": 0.3, "spin_into_cushion": 3.0}
    (events,) = values_of(case("table_shot", setup), "events_to_rest")
    assert 3 <= events < 40


def test_setup_comes_before_the_parameter_set_and_that_before_the_preset() -> None:
    motion = {"v0": [1, 0, 0], "w0": [0, ROLL, 0]}
    given = values_of(case("cloth_motion", motion | {"mu_r": 0.02}), "roll_distance")
    assert given == pytest.approx([1.0 / (2.0 * 0.02 * 9.81)])
    assert values_of(case("measured_constant", {}), "mu_r") == [0.01]
    assert values_of(case("measured_constant", {"preset": "snooker"}), "mu_s") == [0.21]


def test_one_of_a_pair_replaces_the_other() -> None:
    law = {"mu_b_law": {"a": 0.02, "b": 0.0, "c": 0.0}}
    setup = {"v_cb": 1.0, "cut_deg": 30.0, "e_b": 1.0}
    throws = [
        values_of(case("ball_ball", setup | friction), "ob_throw")[0]
        for friction in (law, {"mu_b": 0.02})
    ]
    assert throws[0] == pytest.approx(throws[1])
    assert throws[0] == pytest.approx(math.degrees(math.atan(0.02)))


@pytest.mark.parametrize(
    ("expected", "got", "away"),
    [
        (Expected("q", 2.0, tol_abs=0.5), 2.25, 0.5),
        (Expected("q", 2.0, tol_rel=0.5), 2.5, 0.5),
        (Expected("q", 2.0, tol_abs=0.0), 2.0, 0.0),
        (Expected("q", 2.0, tol_abs=0.0), 2.1, math.inf),
        (Expected("q", 2.0, tol_abs=0.5), math.nan, math.inf),
        (Expected("q", 9.0, tol_abs=0.1, range=(1.0, 3.0)), 2.5, 0.5),
        (Expected("q", [3.0, 4.0], tol_rel=0.1), [3.0, 4.25], 0.5),
        (Expected("q", [3.0, 4.0, 0.0], tol_abs=2.0), [3.0, 4.0, 1.0], 0.5),
    ],
)
def test_deviation_in_tolerances(expected: Expected, got: Any, away: float) -> None:
    assert deviation(expected, got) == pytest.approx(away)
    assert "q = " in in_words(expected, got)


def test_a_vector_of_another_length_is_an_error() -> None:
    with pytest.raises(ValueError, match="q: expected"):
        deviation(Expected("q", [1.0, 2.0], tol_abs=1.0), [1.0, 2.0, 3.0])


def test_an_unbuilt_feature_is_missing_by_name() -> None:
    unbuilt = sorted(name for name, built in BUILT.items() if not built)
    for name in unbuilt:
        with pytest.raises(FeatureMissing, match=name):
            values_of(case("ball_ball", {"v_cb": 1.0}, feature=name), "ob_speed")


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"dataset"}))
def test_an_unknown_quantity_is_refused(kind: str) -> None:
    setup = {"start": "head_spot", "v_cb": 0.1, "distance": 1.0, "miss": 1.0}
    setup |= {"d_cb_ghost": 1.0, "balls_in_line": 2, "cloth_friction": False, "pocket": "side"}
    with pytest.raises((ValueError, FeatureMissing)):
        values_of(case(kind, setup), "colour")


def write(path: Path, cases: list[dict[str, Any]], sets: dict[str, Any] | None = None) -> Path:
    path.write_text(yaml.safe_dump({"param_sets": sets or {}, "cases": cases}), encoding="utf-8")
    return path


ENTRY = {"id": "a", "group": "cloth", "tier": "A", "kind": "cloth_motion"} | {
    "setup": {"v0": [1, 0, 0]},
    "expected": [{"quantity": "roll_speed", "value": 1.0, "tol_abs": 0.1}],
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"params": "nobody"}, "no parameter set 'nobody'"),
        ({"expected": [{"quantity": "q", "value": 1.0}]}, "with a tolerance"),
        ({"expected": [{"quantity": "q", "valu": 1.0}]}, "unknown keys"),
        ({"setup": {"e_b_values": [1, 2], "v_cb_values": [1]}}, "different length"),
    ],
)
def test_a_faulty_file_is_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load(write(tmp_path / "cases.yaml", [ENTRY | change]))


def test_an_id_occurs_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="twice"):
        load(write(tmp_path / "cases.yaml", [ENTRY, ENTRY]))
