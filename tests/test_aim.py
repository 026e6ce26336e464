from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv.aim import MAX_CUT, approach, margin, pot_line
from poolenv.events import N_POCKETS
from poolenv.gaps import FREE, gap_beside
from poolenv.records import rows
from poolenv.states import POCKETED
from poolenv.table.marks import Marks
from tests.positions import MIRRORED_POCKETS, equipment, lay, mirrored, scatter

HL, HR, SL, SR, FL, FR = range(6)
MARKS, _ = equipment()
R = MARKS.ball_radius
REACH_X = 0.5 * MARKS.length - MARKS.cushion_gap
REACH_Y = 0.5 * MARKS.width - MARKS.cushion_gap


def angle_of_margin(distance: float, cut: float, error: float) -> float:
    """The margin between angles [rad]."""
    legs = margin(R, distance, math.cos(cut), math.sin(cut), math.cos(error), math.sin(error))
    return math.atan2(*legs)


def test_straight_pot_on_the_axis_of_a_corner():
    """Object ball 0.5 m before the middle of the mouth, cue ball 0.4 m behind the ghost ball."""
    diagonal = math.sqrt(0.5)
    x = MARKS.mouth_x[FL] - 0.5 * diagonal
    y = MARKS.mouth_y[FL] - 0.5 * diagonal
    away = 0.4 + 2 * R
    balls = lay(MARKS, (0, x - away * diagonal, y - away * diagonal), (1, x, y))
    line = pot_line(MARKS, *balls, 0, 1, FL)
    assert line.is_open
    assert (line.dir_x, line.dir_y) == pytest.approx((diagonal, diagonal))
    assert line.distance == pytest.approx(0.5)
    assert (line.cosine, line.sine) == pytest.approx((1.0, 0.0), abs=1e-12)
    assert line.window == pytest.approx(0.5 * MARKS.mouth_width[FL] - R)
    assert line.gap == FREE
    reach = approach(MARKS, *balls, 0, 1, line, *balls.pos[0, 0, :2])
    assert reach.cut == pytest.approx(0.0, abs=1e-12)
    assert (reach.aim_x, reach.aim_y) == pytest.approx((diagonal, diagonal))
    assert reach.distance == pytest.approx(0.4)
    assert reach.ease == pytest.approx(angle_of_margin(0.4, 0.0, math.atan2(line.window, 0.5)))


@pytest.mark.parametrize("turn", [30.0, -30.0])
def test_cut_into_a_side_pocket(turn: float):
    """The ball goes straight up; the cue ball comes at 30 degrees: cut to the left is positive."""
    ghost_y = 0.2 - 2 * R
    heading = math.radians(90.0 - turn)
    x = -0.8 * math.cos(heading)
    y = ghost_y - 0.8 * math.sin(heading)
    balls = lay(MARKS, (0, x, y), (3, 0.0, 0.2))
    line = pot_line(MARKS, *balls, 0, 3, SL)
    assert (line.ghost_x, line.ghost_y) == pytest.approx((0.0, ghost_y), abs=1e-12)
    assert line.distance == pytest.approx(MARKS.mouth_y[SL] - 0.2)
    reach = approach(MARKS, *balls, 0, 3, line, x, y)
    assert math.degrees(reach.cut) == pytest.approx(turn)
    assert math.atan2(reach.aim_y, reach.aim_x) == pytest.approx(heading)
    assert reach.distance == pytest.approx(0.8)


@pytest.mark.parametrize(("angle", "is_open"), [(40.0, True), (60.0, True), (66.0, False)])
def test_side_pocket_refuses_flat_angles(angle: float, is_open: bool):
    x = -0.3 * math.sin(math.radians(angle))
    y = MARKS.mouth_y[SL] - 0.3 * math.cos(math.radians(angle))
    line = pot_line(MARKS, *lay(MARKS, (1, x, y)), 0, 1, SL)
    assert line.is_open == is_open


@pytest.mark.parametrize("rail", ["long", "short"])
def test_ball_frozen_to_a_rail_goes_along_it(rail: str):
    """The ghost ball may touch the cushion, so the ball runs parallel to it, past the near jaw."""
    place = (0.7, REACH_Y) if rail == "long" else (REACH_X, 0.1)
    line = pot_line(MARKS, *lay(MARKS, (1, *place)), 0, 1, FL)
    assert line.is_open
    along = line.dir_x if rail == "long" else line.dir_y
    assert along == pytest.approx(1.0)
    assert line.cosine == pytest.approx(abs(line.sine))  # 45 degrees against the axis


def test_ball_between_the_jaws_is_sent_at_the_hole():
    x = MARKS.mouth_x[FL] - 0.01
    y = MARKS.mouth_y[FL] + 0.005
    line = pot_line(MARKS, *lay(MARKS, (1, x, y)), 0, 1, FL)
    wanted = math.atan2(MARKS.pocket_y[FL] - y, MARKS.pocket_x[FL] - x)
    assert math.atan2(line.dir_y, line.dir_x) == pytest.approx(wanted)
    assert line.is_open


def test_blocked_ways():
    open_balls = lay(MARKS, (0, 0.0, -0.4), (1, 0.0, 0.2))
    line = pot_line(MARKS, *open_balls, 0, 1, SL)
    assert line.is_open
    near = lay(MARKS, (0, 0.0, -0.4), (1, 0.0, 0.2), (2, 0.07, 0.4))
    assert pot_line(MARKS, *near, 0, 1, SL).gap == pytest.approx(0.07 - 2 * R)
    in_way = lay(MARKS, (0, 0.0, -0.4), (1, 0.0, 0.2), (2, 0.05, 0.4))
    assert not pot_line(MARKS, *in_way, 0, 1, SL).is_open
    before_cue = lay(MARKS, (0, 0.0, -0.4), (1, 0.0, 0.2), (2, 0.03, -0.2))
    line = pot_line(MARKS, *before_cue, 0, 1, SL)
    reach = approach(MARKS, *before_cue, 0, 1, line, 0.0, -0.4)
    assert line.is_open
    assert reach.gap == pytest.approx(0.03 - 2 * R)
    assert reach.ease == 0.0


def test_balls_off_the_bed_are_in_nobodys_way():
    balls = lay(MARKS, (0, 0.0, -0.4), (1, 0.0, 0.2), (2, 0.0, 0.4))
    balls.motion[0, 2] = POCKETED
    assert gap_beside(MARKS, *balls, 0, 0.0, 0.2, 0.0, 0.6, 1) == FREE


def test_no_pot_from_beyond_the_largest_cut_or_from_behind():
    for degrees in (math.degrees(MAX_CUT) + 1.0, 120.0, 180.0):
        heading = math.radians(90.0 - degrees)
        x = -0.5 * math.cos(heading)
        y = 0.1 - 2 * R - 0.5 * math.sin(heading)
        balls = lay(MARKS, (0, x, y), (1, 0.0, 0.1))
        line = pot_line(MARKS, *balls, 0, 1, SL)
        assert approach(MARKS, *balls, 0, 1, line, x, y).ease == 0.0


def test_table_without_pockets_has_no_pots():
    bare = rows(Marks, 1)[0]
    bare.length, bare.width, bare.ball_radius = MARKS.length, MARKS.width, R
    line = pot_line(bare, *lay(MARKS, (1, 0.3, 0.1)), 0, 1, FL)
    assert not line.is_open


@pytest.mark.parametrize(("sign_x", "sign_y"), MIRRORED_POCKETS)
def test_mirror_images_have_mirror_pots(sign_x: float, sign_y: float):
    balls = scatter(MARKS, 40, range(4), seed=5)
    image = mirrored(balls, sign_x, sign_y)
    for i in range(40):
        for ball in (1, 2, 3):
            for pocket in range(N_POCKETS):
                line = pot_line(MARKS, *balls, i, ball, pocket)
                seen = pot_line(MARKS, *image, i, ball, MIRRORED_POCKETS[sign_x, sign_y][pocket])
                assert seen.is_open == line.is_open
                flipped = (
                    sign_x * line.dir_x,
                    sign_y * line.dir_y,
                    line.distance,
                    line.cosine,
                    -line.sine,
                    line.window,
                    line.gap,
                    sign_x * line.ghost_x,
                    sign_y * line.ghost_y,
                )
                assert seen[1:] == pytest.approx(flipped, abs=1e-12)
                reach = approach(MARKS, *balls, i, ball, line, *balls.pos[i, 0, :2])
                mirror = approach(MARKS, *image, i, ball, seen, *image.pos[i, 0, :2])
                assert mirror.ease == pytest.approx(reach.ease, abs=1e-12)
                assert mirror.distance == pytest.approx(reach.distance, abs=1e-12)
                if abs(reach.cut) < 3.14:
                    assert mirror.cut == pytest.approx(-reach.cut, abs=1e-9)


def test_margin_solves_the_published_equation():
    """TP 3.4: d sin(dphi) = 2R (sin(phi - dphi) - sin(phi - dtheta - dphi)) on the thick side.

    On the thin side the object ball's direction errs the other way; the smaller margin counts.
    """
    rng = np.random.default_rng(2)
    for _ in range(200):
        distance, cut = rng.uniform(0.05, 2.0), rng.uniform(0.0, 1.2)
        error = rng.uniform(0.001, 0.3)
        found = angle_of_margin(distance, cut, error)
        thick = 2 * R * (math.sin(cut - found) - math.sin(cut - error - found))
        thin = 2 * R * (math.sin(cut + error + found) - math.sin(cut + found))
        left = distance * math.sin(found)
        assert min(abs(left - thick), abs(left - thin)) < 1e-12
        assert left <= thick + 1e-12
        if cut + error < math.pi / 2:
            assert left <= thin + 1e-12


def test_margin_falls_with_distance_and_with_the_cut():
    near, far = angle_of_margin(0.5, 0.2, 0.03), angle_of_margin(1.0, 0.2, 0.03)
    assert near > far > angle_of_margin(1.0, 0.9, 0.03) > 0.0


@pytest.mark.parametrize(
    ("place", "end", "away"),
    [
        ((0.5, 0.3), (1.0, 0.0), 0.3),
        ((-0.3, 0.4), (1.0, 0.0), 0.5),
        ((1.3, -0.4), (1.0, 0.0), 0.5),
        ((0.3, 0.4), (0.0, 0.0), 0.5),
    ],
)
def test_gap_beside_a_segment(place, end, away):
    """Beside the segment, before its start, beyond its end, and a segment of no length."""
    balls = lay(MARKS, (1, *place))
    assert gap_beside(MARKS, *balls, 0, 0.0, 0.0, *end, 2) == pytest.approx(away - 2 * R)
