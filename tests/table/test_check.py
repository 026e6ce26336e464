"""SK-1, SK-2, SK-5: equipment against the specification."""

from __future__ import annotations

import dataclasses

import pytest

from poolenv.table.check import deviations, rack_deviations
from poolenv.table.specs import load_balls, load_cue, load_table


def items(*args: object, **kw: object) -> list[str]:
    return [d.item for d in deviations(*args, **kw)]  # type: ignore[arg-type]


@pytest.mark.parametrize("table", ["nine_foot", "eight_foot"])
@pytest.mark.parametrize("cue", ["playing", "break", "jump"])
def test_shipped_pool_equipment_is_legal(table: str, cue: str) -> None:
    assert deviations(load_table(table), load_balls("pool"), load_cue(cue)) == []


def test_a_seven_foot_bed_is_no_size_of_the_specification() -> None:
    assert items(load_table("seven_foot")) == ["table.length", "table.width"]


def test_undersized_light_balls_deviate() -> None:
    small = load_balls({"radius": 0.0565 / 2.0, "mass": 0.150})
    assert items(balls=small) == ["balls.diameter", "balls.mass"]


def test_the_message_says_what_is_allowed() -> None:
    small = load_balls({"radius": 0.0565 / 2.0})
    text = "balls.diameter is 0.0565 m, allowed 0.057023 to 0.057277 m (SK-1)"
    assert [str(d) for d in deviations(balls=small)] == [text]
    heavy = load_cue({"mass": 0.8})
    assert [str(d) for d in deviations(cue=heavy)] == [
        "cue.mass is 0.8 kg, allowed at most 0.708738 kg (SK-1)"
    ]


@pytest.mark.parametrize(
    ("inches", "legal"), [(2.245, True), (2.255, True), (2.2445, False), (2.2555, False)]
)
def test_the_bounds_belong_to_the_tolerance(inches: float, legal: bool) -> None:
    balls = load_balls({"radius": inches * 0.0254 / 2.0})
    assert (deviations(balls=balls) == []) == legal


def test_the_nose_is_judged_by_the_ball() -> None:
    low = load_table({"cushions": {"nose_height": 0.0355}})
    assert items(low, load_balls("pool")) == ["table.cushions.nose_height / ball diameter"]
    assert items(low) == []


@pytest.mark.parametrize(
    ("pocket", "change"),
    [
        ("corner", {"mouth": 0.13}),
        ("corner", {"cut_deg": 140.0}),
        ("corner", {"shelf": 0.02}),
        ("corner", {"back_draft_deg": 10.0}),
        ("side", {"mouth": 0.14}),
        ("side", {"cut_deg": 102.0}),
        ("side", {"shelf": 0.012}),
    ],
)
def test_pockets_out_of_tolerance_deviate(pocket: str, change: dict[str, float]) -> None:
    table = load_table({"pockets": {pocket: change}})
    assert items(table) == [f"table.pockets.{pocket}.{next(iter(change))}"]


def test_tables_without_pockets_are_no_pool_tables() -> None:
    assert "table.pockets" in items(load_table("snooker"))
    assert items(load_table({"pockets": {"mode": "none"}})) == ["table.pockets"]


def test_a_short_or_blunt_cue_deviates() -> None:
    cue = load_cue({"length": 1.0, "tip_width": 0.015})
    assert items(cue=cue) == ["cue.length", "cue.tip_width"]


def test_unequal_lag_balls_are_a_matter_of_advice() -> None:
    ball = load_balls("pool")
    assert deviations(lag_balls=(ball, ball)) == []
    assert items(lag_balls=(ball, dataclasses.replace(ball, mass=ball.mass - 0.0019))) == []
    found = deviations(
        lag_balls=(ball, dataclasses.replace(ball, mass=ball.mass - 0.0021, radius=0.0287))
    )
    assert [(d.item, d.advisory, d.clause) for d in found] == [
        ("lag balls, difference of mass", True, "SK-5"),
        ("lag balls, difference of diameter", True, "SK-5"),
    ]


def test_a_rack_is_tight_and_on_the_foot_spot() -> None:
    spot = (0.635, 0.0)
    assert rack_deviations(spot, spot, 1e-4) == []
    assert [d.item for d in rack_deviations(spot, spot, 8e-4)] == ["rack.gap"]
    assert [d.item for d in rack_deviations((0.64, 0.0), spot, 0.0)] == ["rack.apex to foot spot"]
