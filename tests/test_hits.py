from __future__ import annotations

import math

import pytest

from poolenv.events import FOOT, HEAD, LEFT, RIGHT
from poolenv.hits import direct_hit, hit_width, kick, visible_share
from tests.positions import equipment, lay, mirrored, scatter

MARKS, _ = equipment()
R = MARKS.ball_radius
LINE_Y = 0.5 * MARKS.width - MARKS.cushion_gap


def test_full_and_half_ball_hits():
    """Half a diameter to the left, the line of centres lies 30 degrees to the right."""
    balls = lay(MARKS, (0, -0.5, 0.0), (1, 0.5, 0.0))
    full = direct_hit(MARKS, *balls, 0, -0.5, 0.0, 1, 0.0)
    assert full.is_clear
    assert full.aim == 0.0
    assert full.distance == pytest.approx(1.0 - 2 * R)
    half = direct_hit(MARKS, *balls, 0, -0.5, 0.0, 1, 0.5)
    assert half.aim == pytest.approx(math.asin(R / 1.0))
    end_x = -0.5 + half.distance * math.cos(half.aim)
    end_y = half.distance * math.sin(half.aim)
    centres = math.atan2(-end_y, 0.5 - end_x)
    assert math.hypot(0.5 - end_x, end_y) == pytest.approx(2 * R)
    assert half.aim - centres == pytest.approx(math.radians(30.0))


def test_touching_ball_is_hit_at_once():
    balls = lay(MARKS, (0, 0.0, 0.0), (1, 0.0, 2 * R))
    hit = direct_hit(MARKS, *balls, 0, 0.0, 0.0, 1, 0.5)
    assert hit.is_clear
    assert hit.distance == 0.0
    assert hit.aim == pytest.approx(math.pi / 2)


def test_visibility():
    seen = lay(MARKS, (0, -0.5, 0.0), (1, 0.5, 0.0))
    assert visible_share(MARKS, *seen, 0, -0.5, 0.0, 1) == 1.0
    hidden = lay(MARKS, (0, -0.5, 0.0), (1, 0.5, 0.0), (2, -0.3, 0.0))
    assert visible_share(MARKS, *hidden, 0, -0.5, 0.0, 1) == 0.0
    partly = lay(MARKS, (0, -0.5, 0.0), (1, 0.5, 0.0), (2, 0.2, 2 * R))
    assert 0.3 < visible_share(MARKS, *partly, 0, -0.5, 0.0, 1) < 0.7
    assert not direct_hit(MARKS, *partly, 0, -0.5, 0.0, 1, 0.5).is_clear
    assert direct_hit(MARKS, *partly, 0, -0.5, 0.0, 1, -0.5).is_clear


def test_width_of_a_hit():
    assert hit_width(MARKS, 0.0, 0.0, 1.0, 0.0, 1.0) == pytest.approx(math.asin(2 * R))
    assert hit_width(MARKS, 0.0, 0.0, 1.0, 0.0, 0.5) == pytest.approx(0.5 * math.asin(2 * R))
    assert hit_width(MARKS, 0.0, 0.0, R, 0.0, 1.0) == pytest.approx(math.pi / 2)


def test_kick_by_the_mirror():
    """Cue ball at (-0.2, 0), ball at (0.8, 0), left rail: bounce in the middle, at x = 0.3."""
    balls = lay(MARKS, (0, -0.2, 0.0), (1, 0.8, 0.0))
    hit = kick(MARKS, *balls, 0, -0.2, 0.0, 1, LEFT)
    assert hit.is_clear
    assert hit.aim == pytest.approx(math.atan2(2 * LINE_Y, 1.0))
    assert hit.distance == pytest.approx(math.hypot(2 * LINE_Y, 1.0) - 2 * R)
    other = kick(MARKS, *balls, 0, -0.2, 0.0, 1, RIGHT)
    assert other.aim == pytest.approx(-hit.aim)


def test_kick_along_the_table():
    balls = lay(MARKS, (0, -0.4, 0.1), (1, 0.4, -0.3))
    line_x = 0.5 * MARKS.length - MARKS.cushion_gap
    foot = kick(MARKS, *balls, 0, -0.4, 0.1, 1, FOOT)
    assert foot.aim == pytest.approx(math.atan2(-0.4, 2 * line_x - 0.4 + 0.4))
    head = kick(MARKS, *balls, 0, -0.4, 0.1, 1, HEAD)
    assert math.cos(head.aim) < 0.0


def test_no_kick_through_a_pocket_a_ball_or_off_the_own_rail():
    at_side_pocket = lay(MARKS, (0, -0.4, 0.0), (1, 0.4, 0.0))
    assert not kick(MARKS, *at_side_pocket, 0, -0.4, 0.0, 1, LEFT).is_clear
    blocked = lay(MARKS, (0, -0.2, 0.0), (1, 0.8, 0.0), (2, 0.55, 0.5 * LINE_Y))
    assert not kick(MARKS, *blocked, 0, -0.2, 0.0, 1, LEFT).is_clear
    frozen = lay(MARKS, (0, -0.2, LINE_Y), (1, 0.8, 0.0))
    assert not kick(MARKS, *frozen, 0, -0.2, LINE_Y, 1, LEFT).is_clear


@pytest.mark.parametrize(
    ("sign_x", "sign_y", "rails"),
    [(-1.0, 1.0, (FOOT, HEAD, LEFT, RIGHT)), (1.0, -1.0, (HEAD, FOOT, RIGHT, LEFT))],
)
def test_mirror_images_have_mirror_hits(sign_x, sign_y, rails):
    balls = scatter(MARKS, 30, range(6), seed=9)
    image = mirrored(balls, sign_x, sign_y)
    for i in range(30):
        x, y = balls.pos[i, 0, :2]
        for ball in range(1, 6):
            share = visible_share(MARKS, *balls, i, x, y, ball)
            assert visible_share(MARKS, *image, i, sign_x * x, sign_y * y, ball) == share
            for rail in range(4):
                one = kick(MARKS, *balls, i, x, y, ball, rail)
                two = kick(MARKS, *image, i, sign_x * x, sign_y * y, ball, rails[rail])
                assert two.is_clear == one.is_clear
                assert math.cos(two.aim) == pytest.approx(sign_x * math.cos(one.aim), abs=1e-12)
                assert math.sin(two.aim) == pytest.approx(sign_y * math.sin(one.aim), abs=1e-12)
                assert two.distance == pytest.approx(one.distance)
