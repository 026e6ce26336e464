"""Equipment files: the shipped numbers, their bounds, and what does not go together."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, get_args

import numpy as np
import pytest

from poolenv.config import ConfigError, Range, content_hash, names, to_toml, values_of
from poolenv.records import dtype_of
from poolenv.schema import keys_of
from poolenv.table.cushions import Cushions
from poolenv.table.noise import Noise, load_noise
from poolenv.table.phys import (
    BALL_MODELS,
    CLUSTER,
    CUSHION_MODELS,
    FAST,
    INTEGRATED,
    RACK_MODELS,
    Phys,
    phys_of,
)
from poolenv.table.racks import Gaps, load_gaps
from poolenv.table.randomization import load_randomization
from poolenv.table.specs import (
    Balls,
    Cloth,
    Cue,
    Table,
    equip,
    load_balls,
    load_cloth,
    load_cue,
    load_preset,
    load_table,
)

LOADERS: dict[str, Any] = {
    "tables": load_table,
    "cloths": load_cloth,
    "balls": load_balls,
    "cues": load_cue,
    "presets": load_preset,
    "noise": load_noise,
    "randomization": load_randomization,
    "racks": load_gaps,
}

# The table of default presets, physics report 2.3; rows that are the same everywhere once.
COMMON = {
    "gravity": 9.81,
    "e_ball": 0.94,
    "mu_ball_a": 0.009951,
    "mu_ball_b": 0.108,
    "mu_ball_c": 1.088,
    "e_cushion_min": 0.65,
    "e_slate": 0.5,
    "hop_min": 0.001,
    "cue_mass": 0.5386,
    "e_tip": 0.73,
    "mu_tip": 0.6,
    "ball_over_endmass": 20.0,
    "pinch": 0,
    "follow_through": 0.15,
    "cue_length": 1.473,
    "tip_width": 0.013,
    "tip_radius": 0.0106,
    "butt_width": 0.0305,
    "blocked_stroke": 1,
    "level": math.radians(8.0),
    "e_facing_ratio": 0.9,
    "liner_e": 0.3,
    "liner_mu": 0.15,
    "rail_e": 0.5,
    "rail_mu": 0.2,
    "rail_width": 0.15,
    "v_min": 0.001,
}
PRESETS = {
    "pool_9ft": {
        "radius": 0.028575,
        "mass": 0.170097,
        "mu_slide": 0.20,
        "mu_roll": 0.010,
        "spin_decay": 10.9,
        "mu_slate": 0.20,
        "nose_height": 0.635 * 2 * 0.028575,
        "rail_height": 0.635 * 2 * 0.028575,
        "mu_cushion": 0.15,
        "mu_facing": 0.15,
        "e_cushion_0": 0.832,
        "e_cushion_slope": 0.012,
        "e_cushion_max": 1.0,
    },
    "snooker": {
        "radius": 0.02625,
        "mass": 0.1406,
        "mu_slide": 0.21,
        "mu_roll": 0.0128,
        "spin_decay": 11.87,
        "mu_slate": 0.21,
        "nose_height": 1.4 * 0.02625,
        "rail_height": 1.4 * 0.02625,
        "mu_cushion": 0.14,
        "e_cushion_0": 1.14,
        "e_cushion_slope": 0.08,
        "e_cushion_max": 0.98,
    },
    "carom_match": {
        "radius": 0.03075,
        "mass": 0.21,
        "mu_slide": 0.20,
        "mu_roll": 0.00425,
        "spin_decay": 10.13,
        "mu_slate": 0.20,
        "nose_height": 0.037,
        "rail_height": 0.037,
        "mu_cushion": 0.15,
        "e_cushion_0": 0.965,
        "e_cushion_slope": 0.05,
        "e_cushion_max": 1.0,
    },
}
BEDS = {"pool_9ft": (2.540, 1.270), "snooker": (3.569, 1.778), "carom_match": (2.840, 1.420)}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_the_numbers_of_the_physics_report(preset: str) -> None:
    equipment = load_preset(preset)
    phys = phys_of(*equipment)
    for name, value in {**COMMON, **PRESETS[preset]}.items():
        assert phys[name] == pytest.approx(value, rel=1e-12), name
    assert (equipment.table.length, equipment.table.width) == BEDS[preset]


def test_the_pockets_have_the_numbers_of_the_physics_report() -> None:
    pockets = load_table("nine_foot").pockets
    assert pockets.corner is not None
    assert pockets.side is not None
    assert values_of(pockets.corner) == {
        "mouth": 0.1165,
        "cut_deg": 142.0,
        "shelf": 0.0286,
        "hole_radius": 0.0699,
        "jaw_radius": 0.004,
        "back_draft_deg": 12.0,
        "slate_rounding": 0.0,
    }
    assert values_of(pockets.side) == {
        "mouth": 0.1286,
        "cut_deg": 104.0,
        "shelf": 0.0048,
        "hole_radius": 0.0762,
        "jaw_radius": 0.004,
        "back_draft_deg": 12.0,
        "slate_rounding": 0.0,
    }


@pytest.mark.parametrize("name", ["snooker", "carom"])
def test_tables_without_pockets_say_so(name: str) -> None:
    assert load_table(name).pockets.mode == "none"


def test_every_field_of_the_flat_row_is_filled() -> None:
    """A field that phys_of forgets would be 0: here the first table, flags and default laws are."""
    phys = phys_of(*load_preset("pool_9ft"))
    zero = [name for name in dtype_of(Phys).names or () if phys[name] == 0]
    laws = ["ball_model", "rack_model", "cushion_model"]
    assert zero == ["table", *laws, "cushion_time", "pinch"]
    pinching = load_preset("pool_9ft")._replace(cue=load_cue({"pinch": True}))
    assert phys_of(*pinching).pinch == 1


def test_laws_are_numbered_in_the_order_of_their_names() -> None:
    """The names that files may choose are those that kernels tell apart."""
    for schema_type, key, names_ in (
        (Cushions, "model", CUSHION_MODELS),
        (Balls, "model", BALL_MODELS),
        (Table, "rack_model", RACK_MODELS),
    ):
        assert get_args(keys_of(schema_type)[key]) == names_
    chosen = equip(
        table={"cushions": {"model": "fast"}, "rack_model": "cluster"},
        balls={"model": "mathavan2014"},
    )
    phys = phys_of(*chosen)
    assert (phys.cushion_model, phys.rack_model, phys.ball_model) == (FAST, CLUSTER, INTEGRATED)


def test_ball_condition_multiplies_the_friction_law() -> None:
    equipment = equip(balls={"condition": 2.5})
    phys = phys_of(*equipment)
    assert phys.mu_ball_a == 2.5 * 0.009951
    assert phys.mu_ball_b == 2.5 * 0.108
    assert phys.mu_ball_c == 1.088


def test_degrees_of_the_cue_become_radians() -> None:
    phys = phys_of(*equip(cue="jump"))
    assert phys.pinch_from == pytest.approx(math.pi / 3.0)
    assert phys.pinch_to == pytest.approx(85.0 * math.pi / 180.0)


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in LOADERS for name in names(kind)]
)
def test_every_shipped_file_loads_and_dumps(kind: str, name: str, tmp_path: Any) -> None:
    loaded = LOADERS[kind](name)
    if kind == "presets":
        assert loaded == equip(*loaded)
        return
    file = tmp_path / "dump.toml"
    file.write_text(to_toml(values_of(loaded)))
    assert LOADERS[kind](file) == loaded
    assert content_hash(LOADERS[kind](file)) == content_hash(loaded)


@pytest.mark.parametrize("kind", LOADERS)
def test_there_are_shipped_files_of_every_kind(kind: str) -> None:
    assert names(kind)


def numbers_of(hint: Any, prefix: str = "") -> list[tuple[str, list[Range]]]:
    """Dotted keys of all numbers of a schema with their ranges."""
    found = []
    for name, sub in keys_of(hint).items():
        if sub is float or (get_args(sub) and get_args(sub)[0] is float):
            found.append((prefix + name, [n for n in get_args(sub) if isinstance(n, Range)]))
        found += numbers_of(sub, f"{prefix}{name}.")
    return found


@pytest.mark.parametrize("kind", [Table, Cloth, Balls, Cue, Noise, Gaps])
def test_every_number_is_bounded_and_only_keys_in_deg_are_degrees(kind: type) -> None:
    numbers = numbers_of(kind)
    assert numbers
    for key, ranges in numbers:
        assert len(ranges) == 1, key
        assert ranges[0].gt is not None or ranges[0].ge is not None, key
        assert (ranges[0].unit == "deg") == key.endswith("_deg"), key


def wrong_keys(load: Any, *args: Any, **kw: Any) -> set[str]:
    with pytest.raises(ConfigError) as caught:
        load(*args, **kw)
    return {problem.key for problem in caught.value.problems}


@pytest.mark.parametrize(
    ("mapping", "key"),
    [
        ({"length": 0.0}, "length"),
        ({"width": 3.0}, "width"),
        ({"cushions": {"mu": -0.1}}, "cushions.mu"),
        ({"cushions": {"e": {"min": 1.5}}}, "cushions.e.min"),
        ({"cushions": {"e": {"min": 0.9, "max": 0.8}}}, "cushions.e.min"),
        ({"pockets": {"corner": {"shelf": -0.001}}}, "pockets.corner.shelf"),
        ({"pockets": {"corner": {"cut_deg": 90.0}}}, "pockets.corner.cut_deg"),
        ({"pockets": {"corner": {"mouth": 0.9}}}, "pockets.corner.mouth"),
        ({"pockets": {"side": {"mouth": 2.4}}}, "pockets.side.mouth"),
        ({"pockets": {"mode": "trap"}}, "pockets.mode"),
    ],
)
def test_a_table_that_cannot_be_is_refused(mapping: dict[str, Any], key: str) -> None:
    assert wrong_keys(load_table, mapping) == {key}


def test_a_table_with_pockets_has_both_kinds() -> None:
    mapping = {"extends": "snooker", "pockets": {"mode": "circle"}}
    assert wrong_keys(load_table, mapping) == {"pockets.corner", "pockets.side"}


def test_a_table_can_be_closed() -> None:
    assert load_table({"pockets": {"mode": "none"}}).pockets.mode == "none"


@pytest.mark.parametrize(
    ("load", "mapping", "key"),
    [
        (load_cloth, {"mu_slide": 0.0}, "mu_slide"),
        (load_cloth, {"mu_roll": 0.2}, "mu_roll"),
        (load_cloth, {"e_slate": 1.0}, "e_slate"),
        (load_balls, {"mass": -0.1}, "mass"),
        (load_balls, {"mu": {"a": -0.1}}, "mu.a"),
        (load_cue, {"elevation_deg": 90}, "elevation_deg"),
        (load_cue, {"pinch_from_deg": 75.0}, "pinch_from_deg"),
        (load_cue, {"mu_tip": -0.1}, "mu_tip"),
        (load_cue, {"tip_radius": 0.006}, "tip_radius"),
        (load_cue, {"butt_width": 0.012}, "butt_width"),
        (load_cue, {"follow_through": -0.01}, "follow_through"),
        (load_cue, {"blocked_stroke": "stop"}, "blocked_stroke"),
        (load_cue, {"pinch": 1}, "pinch"),
        (load_noise, {"aim_deg": -1.0}, "aim_deg"),
        (load_gaps, {"spread": 1e-6}, "spread"),
    ],
)
def test_a_number_out_of_range_is_refused(load: Any, mapping: dict[str, Any], key: str) -> None:
    assert wrong_keys(load, mapping) == {key}


@pytest.mark.parametrize(
    ("kw", "key"),
    [
        ({"balls": {"radius": 0.04}}, "cushions.nose_height"),
        ({"balls": {"radius": 0.018}}, "cushions.nose_height"),
        ({"table": {"pockets": {"side": {"mouth": 0.057}}}}, "pockets.side.mouth"),
        ({"table": {"pockets": {"corner": {"hole_radius": 0.028}}}}, "pockets.corner.hole_radius"),
    ],
)
def test_balls_that_do_not_fit_the_table_are_refused(kw: dict[str, Any], key: str) -> None:
    assert wrong_keys(equip, **kw) == {key}


def test_the_flat_row_refuses_balls_that_do_not_fit() -> None:
    equipment = load_preset("pool_9ft")
    large = dataclasses.replace(equipment.balls, radius=0.04)
    assert wrong_keys(phys_of, *equipment._replace(balls=large)) == {"cushions.nose_height"}


def test_problems_of_all_parts_are_reported_together() -> None:
    with pytest.raises(ConfigError) as caught:
        equip(table="nine_fot", cloth={"mu_rol": 0.1}, cue={"mass": -1})
    assert [(p.file, p.near) for p in caught.value.problems] == [
        ("tables", "nine_foot"),
        ("cloths mapping", "mu_roll"),
        ("cues mapping", None),
    ]


def test_overrides_are_keywords() -> None:
    assert load_table("eight_foot", width=1.2).width == 1.2
    assert load_table("eight_foot", width=1.2).length == 2.3368


def test_smaller_tables_differ_in_the_bed_only() -> None:
    nine = load_table("nine_foot")
    for name, inches in (("eight_foot", 92.0), ("seven_foot", 78.0)):
        small = load_table(name)
        assert small.length == pytest.approx(inches * 0.0254)
        assert small.width == pytest.approx(0.5 * inches * 0.0254)
        assert dataclasses.replace(small, length=nine.length, width=nine.width) == nine


def test_the_flat_row_is_a_record_of_finite_numbers() -> None:
    phys = phys_of(*load_preset("pool_9ft"))
    assert phys.dtype == dtype_of(Phys)
    assert all(np.isfinite(float(phys[name])) for name in phys.dtype.names)
