from __future__ import annotations

import numpy as np
import pytest

from poolenv.render import BallPath, draw, make_scene
from poolenv.render.bare import extent_of
from poolenv.render.colours import BALL_COLOURS, CLOTH, IVORY, PEARL
from poolenv.render.flat import caption_height
from poolenv.render.outline import outline_of

WIDTH = 640


def nothing():
    return np.full((16, 2), np.nan)


def one(ball, x, y):
    positions = nothing()
    positions[ball] = (x, y)
    return positions


def at(image, marks, x, y):
    """Colour of the pixel that shows a point of the table."""
    half_x, half_y = extent_of(float(marks.length), float(marks.width))
    pixel = 2.0 * half_x / image.shape[1]
    row = 0.5 * 2 * round(half_y / pixel) - y / pixel
    return image[int(row), int((x + half_x) / pixel)].astype(int)


def hue_distance(colour, other):
    """Between two colours of any brightness, 0 to 2."""
    a, b = np.array(colour, float), np.array(other, float)
    return float(np.abs(a / a.max() - b / b.max()).max())


@pytest.mark.parametrize("width", [160, 480, 641, 1280])
def test_shape_and_type(marks, width):
    image = draw(make_scene(marks, nothing()), width)
    assert image.dtype == np.uint8
    assert image.shape[1:] == (width, 3)
    assert image.shape[0] % 2 == 0
    assert image.shape[0] / width == pytest.approx(1.738 / 3.008, abs=0.01)


def test_colours_of_the_table(marks):
    image = draw(make_scene(marks, nothing()), WIDTH)
    assert hue_distance(at(image, marks, 0.1, 0.1), CLOTH) < 0.05
    wood = at(image, marks, 0.2, 0.635 + 0.12)
    assert wood[0] > 1.3 * wood[1] > 1.3 * wood[2]
    for k in range(6):
        hole = at(image, marks, marks.pocket_x[k], marks.pocket_y[k])
        assert hole.max() < 40
    for x, y in outline_of(marks).sights:
        assert np.abs(at(image, marks, x, y) - PEARL).max() < 60
    string = at(image, marks, marks.head_string, 0.3)
    beside = at(image, marks, marks.head_string + 0.03, 0.3)
    assert string.sum() > beside.sum() + 40
    assert at(image, marks, marks.foot_spot - 0.006, 0.0).sum() > beside.sum() + 40


def test_head_is_on_the_left_and_y_points_up(marks):
    bare = draw(make_scene(marks, nothing()), WIDTH)
    changed = draw(make_scene(marks, one(8, -1.0, 0.5)), WIDTH) != bare
    rows, columns = np.nonzero(changed.any(axis=2))
    assert rows.mean() < bare.shape[0] / 3
    assert columns.mean() < WIDTH / 3


@pytest.mark.parametrize("ball", range(16))
def test_ball_colours(marks, ball):
    radius = float(marks.ball_radius)
    image = draw(make_scene(marks, one(ball, 0.3, -0.2)), 1280)
    # Between the number disc and the edge, off the highlight and the dots of the cue ball.
    flank = at(image, marks, 0.3 + 0.62 * radius, -0.2 - 0.42 * radius)
    if ball == 8:
        assert flank.max() < 60
    else:
        assert hue_distance(flank, BALL_COLOURS[ball]) < 0.16
    pole = at(image, marks, 0.3, -0.2 - 0.78 * radius)
    is_white = hue_distance(pole, IVORY) < 0.1
    assert is_white == (ball == 0 or ball > 8)


def test_balls_are_told_apart_by_their_digits(marks):
    """7 and 15, 6 and 14 share a colour; upright digits make equal stripes differ too."""
    for width in (480, 640, 1280):
        pictures = [draw(make_scene(marks, one(b, 0.3, -0.2)), width) for b in range(16)]
        for a in range(16):
            for b in range(a):
                difference = np.abs(pictures[a].astype(int) - pictures[b].astype(int))
                assert difference.max() > 60


def test_absent_balls_are_not_drawn(marks):
    bare = draw(make_scene(marks, nothing()), WIDTH)
    positions = np.zeros((16, 3))
    absent = draw(make_scene(marks, positions, present=np.zeros(16, bool)), WIDTH)
    assert np.array_equal(absent, bare)
    positions[5] = (0.4, 0.1, marks.ball_radius)
    present = np.arange(16) == 5
    assert np.array_equal(
        draw(make_scene(marks, positions, present), WIDTH),
        draw(make_scene(marks, one(5, 0.4, 0.1)), WIDTH),
    )


def test_a_ball_stays_within_its_shadow_and_edge(marks):
    bare = draw(make_scene(marks, nothing()), WIDTH)
    changed = (draw(make_scene(marks, one(3, 0.5, 0.25)), WIDTH) != bare).any(axis=2)
    rows, columns = np.nonzero(changed)
    pixel = 2 * extent_of(float(marks.length), float(marks.width))[0] / WIDTH
    reach = 2.2 * 1.9 * float(marks.ball_radius) / pixel
    assert 0 < np.ptp(columns) < reach
    assert 0 < np.ptp(rows) < reach


def test_a_ball_may_lie_beyond_the_picture(marks):
    bare = draw(make_scene(marks, nothing()), WIDTH)
    assert np.array_equal(draw(make_scene(marks, one(3, 9.0, -9.0)), WIDTH), bare)
    edge = extent_of(float(marks.length), float(marks.width))[0]
    half_seen = draw(make_scene(marks, one(3, edge, 0.0)), WIDTH) != bare
    assert half_seen[:, -4:].any()
    assert not half_seen[:, : WIDTH // 2].any()


def test_a_ball_in_the_air_is_larger_and_its_shadow_further(marks):
    positions = np.zeros((16, 3))
    present = np.arange(16) == 3
    positions[3] = (0.0, 0.2, marks.ball_radius)
    low = draw(make_scene(marks, positions, present), 1280)
    positions[3, 2] += 0.15
    high = draw(make_scene(marks, positions, present), 1280)
    red_low, red_high = ((p[..., 0].astype(int) - p[..., 1] > 60).sum() for p in (low, high))
    assert red_high > 1.05 * red_low
    lift = 0.26 * (0.15 + float(marks.ball_radius))
    place = (lift, 0.2 - lift * 0.32 / 0.26)
    assert at(high, marks, *place).sum() < at(low, marks, *place).sum() - 30


def test_a_turned_ball_shows_another_side(marks):
    scene = one(9, 0.2, 0.2)
    upright = draw(make_scene(marks, scene, turns=np.repeat(np.eye(3)[None], 16, 0)), 1280)
    quarter = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    rolled = draw(make_scene(marks, scene, turns=np.repeat(quarter[None], 16, 0)), 1280)
    # A quarter turn about x brings the white cap to the top: no stripe in the middle.
    assert hue_distance(at(rolled, marks, 0.2 + 0.5 * 0.028, 0.2), IVORY) < 0.1
    assert hue_distance(at(upright, marks, 0.2 + 0.72 * 0.028, 0.2), BALL_COLOURS[9]) < 0.16


def test_paths_are_drawn_under_the_balls(marks):
    plain = draw(make_scene(marks, one(0, 0.0, 0.0)), WIDTH)
    path = BallPath(0, np.array([[0.0, 0.0], [0.5, 0.3], [0.9, 0.3]]))
    drawn = draw(make_scene(marks, one(0, 0.0, 0.0), paths=[path]), WIDTH)
    assert at(drawn, marks, 0.25, 0.15).sum() > at(plain, marks, 0.25, 0.15).sum() + 120
    assert np.array_equal(at(drawn, marks, 0.0, 0.0), at(plain, marks, 0.0, 0.0))
    point = draw(make_scene(marks, one(0, 0.0, 0.0), paths=[(0, [[0.5, 0.5]])]), WIDTH)
    assert np.array_equal(point, plain)


def test_caption_lines(marks):
    plain = draw(make_scene(marks, nothing()), WIDTH)
    lines = ("Ada leads 4-2", "Foul: scratch (WPA 6.1) é \u4e2d", "x" * 400)
    image = draw(make_scene(marks, nothing(), caption=lines), WIDTH)
    strip = caption_height(3, WIDTH)
    assert image.shape == (plain.shape[0] + strip, WIDTH, 3)
    assert np.array_equal(image[: plain.shape[0]], plain)
    assert image[plain.shape[0] :].max() > 200
    other = draw(make_scene(marks, nothing(), caption=("Bo leads 4-2", *lines[1:])), WIDTH)
    assert not np.array_equal(image, other)


def test_same_scene_same_bytes(marks):
    scene = make_scene(marks, one(13, 0.123, -0.456), caption=("Shot 1",))
    first = draw(scene, WIDTH)
    assert first.tobytes() == draw(scene, WIDTH).tobytes()
    kept = first.copy()
    first[:] = 0
    assert draw(scene, WIDTH).tobytes() == kept.tobytes()


def test_a_table_without_pockets(carom):
    image = draw(make_scene(carom, nothing()), WIDTH)
    dark = image.max(axis=2) < 20
    assert not dark[20:-20, 20:-20].any()


@pytest.mark.parametrize("width", [159, 8193, 0, -640, 640.5, "640", None])
def test_a_wrong_width_is_refused(marks, width):
    with pytest.raises(ValueError, match="width_px is"):
        draw(make_scene(marks, nothing()), width)


def test_every_error_of_a_scene_is_told(marks):
    positions = nothing()
    positions[4] = (0.1, np.nan)
    with pytest.raises(ValueError) as caught:
        make_scene(
            marks,
            positions,
            turns=np.zeros((16, 3)),
            paths=[(16, [[0, 0]]), (1, [0.0, 1.0]), (2, [[0.0, 0.0], [np.inf, 0.0]])],
            caption="one string",
        )
    for part in (
        "positions[4]",
        "turns have shape (16, 3)",
        "paths[0]: ball 16 does not exist",
        "paths[1]: points have shape (2,)",
        "paths[2]: points[1] is not finite",
        "caption is one string",
    ):
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("positions", "present", "part"),
    [
        (np.zeros((15, 2)), None, "shape (15, 2); expected (16, 2) or (16, 3)"),
        (np.zeros((16, 2)), [True], "present has shape (1,)"),
        (np.full((16, 3), np.nan), np.ones(16, bool), "positions[0]"),
    ],
)
def test_wrong_arrays_are_refused(marks, positions, present, part):
    with pytest.raises(ValueError) as caught:
        make_scene(marks, positions, present)
    assert part in str(caught.value)
