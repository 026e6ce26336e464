from __future__ import annotations

import string

import numpy as np
import pytest

from poolenv.render.colours import TEXT
from poolenv.render.glyphs import ball_number, glyph, line_of
from poolenv.render.lettering import write

PRINTED = string.ascii_letters + string.digits + ".,:;!?'\"-_+=/()[]<>*#%&"


def test_every_printed_character_has_its_own_strokes():
    frame = glyph("\u4e2d")
    drawn = {c: b"".join(part.tobytes() for part in glyph(c)) for c in PRINTED}
    assert len(set(drawn.values())) == len(PRINTED)
    assert b"".join(part.tobytes() for part in frame) not in drawn.values()


@pytest.mark.parametrize("character", PRINTED)
def test_strokes_stay_on_the_line(character):
    points = np.concatenate(glyph(character))
    assert points[:, 0].min() >= -0.5
    assert points[:, 0].max() <= 12.0
    assert points[:, 1].min() >= -4.0
    assert points[:, 1].max() <= 13.7


def test_accents_are_dropped():
    assert np.array_equal(glyph("é")[0], glyph("e")[0])


def test_a_line_grows_with_its_text():
    widths = [line_of("Shot 12"[:n])[1] for n in range(1, 8)]
    assert widths == sorted(widths)
    assert line_of("") == ((), 0.0)


@pytest.mark.parametrize("number", range(1, 16))
@pytest.mark.parametrize("coarse", [True, False])
def test_ball_numbers_stand_about_the_origin(number, coarse):
    points = np.concatenate(ball_number(number, coarse))
    assert points.max(axis=0) == pytest.approx(-points.min(axis=0), abs=0.06)
    if coarse:  # on whole pixels, at most five wide and high
        assert np.array_equal(points, np.rint(points))
        assert np.abs(points).max() <= 2.0


def test_text_is_cut_at_the_edges():
    image = np.zeros((20, 30, 3), np.float32)
    write(image, "a long line of text", 3, 4, 8, TEXT)
    assert image.max() > 200
    assert not image[:2].any()
    write(image, "below", 3, 40, 8, TEXT)
    write(image, "right", 60, 4, 8, TEXT)
    assert image.shape == (20, 30, 3)
