from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv.render.outline import (
    CUSHION_DEPTH,
    Jaws,
    jaws_of,
    jaws_of_table,
    outline_of,
)
from poolenv.render.shapes import polygon
from poolenv.table.marks import marks_of
from poolenv.table.pockets import pocket_places
from poolenv.table.specs import load_balls, load_table

POCKET_TABLES = ("nine_foot", "eight_foot", "seven_foot")


@pytest.mark.parametrize("name", POCKET_TABLES)
def test_marks_alone_tell_the_jaws_of_a_standard_table(name):
    table = load_table(name)
    guessed = jaws_of(marks_of(table, load_balls("pool")))
    known = jaws_of_table(table)
    assert guessed.corner_mouth == pytest.approx(known.corner_mouth, abs=1e-4)
    assert guessed.side_mouth == pytest.approx(known.side_mouth, abs=1e-4)
    assert guessed.corner_cut == pytest.approx(known.corner_cut)
    assert guessed.side_cut == pytest.approx(known.side_cut)


def test_cushions_end_at_the_noses_of_the_physics(marks):
    table = load_table("nine_foot")
    jaws = jaws_of_table(table)
    sharp = Jaws(jaws.corner_mouth, jaws.side_mouth, jaws.corner_cut, jaws.side_cut, 0.0)
    corners = np.concatenate(outline_of(marks, sharp).cushions)
    noses = np.array([nose for place in pocket_places(table) for nose in place.noses()])
    assert noses.shape == (12, 2)
    for nose in noses:
        assert np.hypot(*(corners - nose).T).min() < 1e-9


def test_facings_lean_by_the_cut(marks):
    outline = outline_of(marks, Jaws(0.1165, 0.1286, tip_radius=0.0))
    for opening in outline.openings:
        is_side = opening.centre[0] == 0.0
        tip, back = opening.throat[0], opening.throat[3]
        facing = back - tip
        along = np.array([np.sign(tip[0] - opening.centre[0]) or -1.0, 0.0])
        angle = math.degrees(math.acos(float(facing @ along) / float(np.hypot(*facing))))
        assert angle == pytest.approx(104.0 if is_side else 142.0, abs=1e-6)


def test_cushions_bound_the_bed_and_leave_the_mouths_open(marks):
    outline = outline_of(marks)
    assert len(outline.cushions) == 6
    assert len(outline.openings) == 6
    assert outline.slopes.shape == (6, 2)
    x, y = np.array([0.0, 0.3, 0.0, 1.2695]), np.array([0.0, 0.6345, 0.6355, 0.0])
    inside = np.array([polygon(x, y, points) < 0.0 for points in outline.cushions])
    assert not inside.any()
    assert polygon(np.array([0.3]), np.array([0.6355]), outline.cushions[1])[0] < 0.0
    depth = max(float(np.abs(points[:, 1]).max()) for points in outline.cushions)
    assert depth == pytest.approx(0.635 + CUSHION_DEPTH)


def test_sights_stand_at_the_eighths(marks):
    sights = outline_of(marks).sights
    assert sights.shape == (18, 2)
    on_left = np.sort(sights[sights[:, 1] > 0.7][:, 0])
    expected = [-0.9525, -0.635, -0.3175, 0.3175, 0.635, 0.9525]
    assert on_left == pytest.approx(expected)


def test_a_table_without_pockets_has_four_mitred_cushions(carom):
    outline = outline_of(carom)
    assert outline.openings == ()
    assert len(outline.cushions) == 4
    corner = np.array([0.5 * carom.length, 0.5 * carom.width])
    ends = np.concatenate(outline.cushions)
    assert np.hypot(*(ends - corner - CUSHION_DEPTH).T).min() < 1e-9
    assert outline.sights.shape == (20, 2)


def test_wrong_marks_and_jaws_are_refused(marks):
    wrong = marks.copy()
    wrong.length = -1.0
    wrong.pocket_x[2] = np.nan
    with pytest.raises(ValueError, match=r"length is -1\.0.*pocket_x\[2\] is"):
        outline_of(wrong)
    with pytest.raises(ValueError, match=r"corner_mouth is -0\.1.*side_cut is 3\.0 rad"):
        Jaws(-0.1, 0.12, side_cut=3.0)
