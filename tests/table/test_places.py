"""Marks and pockets: where things are on the bed."""

from __future__ import annotations

import math

import pytest

from poolenv.events import FL, FR, HL, HR, N_POCKETS, POCKET_NAMES, SL, SR
from poolenv.table.marks import cushion_gap, is_behind_head_string, is_on_bed, marks_of
from poolenv.table.pockets import pocket_places
from poolenv.table.specs import load_balls, load_preset, load_table

NINE_FOOT = load_table("nine_foot")
BALLS = load_balls("pool")
MARKS = marks_of(NINE_FOOT, BALLS)


def test_the_spots_of_a_nine_foot_table() -> None:
    assert (MARKS.length, MARKS.width) == (2.54, 1.27)
    assert (MARKS.head_string, MARKS.head_spot, MARKS.foot_spot) == (-0.635, -0.635, 0.635)


@pytest.mark.parametrize(
    ("preset", "gap"), [("pool_9ft", 0.02751), ("snooker", 0.02406), ("carom_match", 0.03011)]
)
def test_a_touching_ball_is_nearer_than_its_radius(preset: str, gap: float) -> None:
    """Physics report 2.1, contact distance R cos theta."""
    equipment = load_preset(preset)
    marks = marks_of(equipment.table, equipment.balls)
    assert marks.cushion_gap == pytest.approx(gap, abs=5e-6)
    assert marks.cushion_gap < marks.ball_radius


def test_a_nose_at_the_height_of_the_centre_touches_at_the_radius() -> None:
    assert cushion_gap(0.03, 0.03) == 0.03


def test_pockets_stand_in_the_order_of_the_log() -> None:
    assert tuple(place.name for place in pocket_places(NINE_FOOT)) == POCKET_NAMES


def test_the_corner_hole_lies_on_the_diagonal_behind_shelf_and_radius() -> None:
    """From the corner of the nose lines: half a mouth back to the mouth line, then outwards."""
    out = -0.1165 / 2.0 + 0.0286 + 0.0699
    assert MARKS.pocket_x[FL] == pytest.approx(1.27 + out / math.sqrt(2.0), abs=1e-15)
    assert MARKS.pocket_y[FL] == pytest.approx(0.635 + out / math.sqrt(2.0), abs=1e-15)
    assert MARKS.pocket_radius[FL] == 0.0699


def test_the_side_hole_lies_across_behind_shelf_and_radius() -> None:
    assert MARKS.pocket_x[SL] == 0.0
    assert MARKS.pocket_y[SL] == pytest.approx(0.635 + 0.0048 + 0.0762, abs=1e-15)
    assert MARKS.pocket_radius[SL] == 0.0762


def test_pockets_are_mirror_images_to_the_bit() -> None:
    x, y = MARKS.pocket_x, MARKS.pocket_y
    for left, right in ((HL, HR), (SL, SR), (FL, FR)):
        assert (x[left], y[left]) == (x[right], -y[right])
    for head, foot in ((HL, FL), (HR, FR)):
        assert (x[head], y[head]) == (-x[foot], y[foot])


def test_the_ends_of_a_mouth_lie_on_the_nose_lines() -> None:
    for place in pocket_places(NINE_FOOT):
        left, right = place.noses()
        assert math.dist(left, right) == pytest.approx(place.shape.mouth, abs=1e-15)
        assert math.hypot(*place.axis) == pytest.approx(1.0, abs=1e-15)
        middle = ((left[0] + right[0]) / 2.0, (left[1] + right[1]) / 2.0)
        assert middle == pytest.approx(place.mouth, abs=1e-15)
        for x, y in (left, right):
            on_long = abs(abs(y) - 0.635) < 1e-12
            on_short = abs(abs(x) - 1.27) < 1e-12
            assert on_long or on_short
        # left is to the left when looking out of the bed
        ax, ay = place.axis
        assert ax * (left[1] - right[1]) - ay * (left[0] - right[0]) > 0.0


def test_tables_without_pockets_have_no_holes() -> None:
    equipment = load_preset("carom_match")
    assert pocket_places(equipment.table) == []
    assert [marks_of(equipment.table, equipment.balls).pocket_radius[k] for k in range(6)] == [
        0.0
    ] * N_POCKETS


def test_the_head_string_is_not_behind_itself() -> None:
    assert not is_behind_head_string(MARKS, MARKS.head_string)
    assert is_behind_head_string(MARKS, math.nextafter(MARKS.head_string, -1.0))


def test_on_the_bed_means_inside_the_cushions_and_outside_the_holes() -> None:
    edge = 1.27 - MARKS.cushion_gap
    assert is_on_bed(MARKS, edge, 0.0)
    assert not is_on_bed(MARKS, math.nextafter(edge, 2.0), 0.0)
    wide = marks_of(load_table({"pockets": {"side": {"hole_radius": 0.2, "shelf": 0.0}}}), BALLS)
    wide.pocket_y[SL] = 0.635
    assert not is_on_bed(wide, 0.0, 0.5)
    assert is_on_bed(wide, 0.0, 0.4)
