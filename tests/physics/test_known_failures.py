"""What goes wrong in other event-based simulators of pool, as tests of this one."""

from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv import Position, Shot, simulate, simulate_many
from poolenv.config import ConfigError
from poolenv.events import ALL_REST, BALL_BALL, BALL_MOVED, CUSHION
from poolenv.states import STILL
from tests.physics.casebook.engine import body_of, play
from tests.physics.launch import BED, PHYS, RADIUS, SETTING, Launch

DIAMETER = 2.0 * RADIUS


def rolling(x: float, y: float, vx: float, vy: float = 0.0):
    return body_of(PHYS, (x, y), (vx, vy), (-vy / RADIUS, vx / RADIUS))


@pytest.mark.parametrize("gap", [0.0, 1e-12, 1e-9])
@pytest.mark.parametrize("degrees", [5.0, 45.0, 90.0])
@pytest.mark.parametrize("speed", [0.05, 2.0, 12.0])
def test_a_ball_frozen_to_a_rail_and_driven_into_it_stays_on_the_table(
    gap: float, degrees: float, speed: float
) -> None:
    aim = math.radians(degrees)
    position = Position({0: (0.4, BED.half_y - gap)})
    result = simulate(position, Shot(aim=aim, speed=speed))
    assert result.events["kind"][-1] == ALL_REST
    hit = result.events[result.events["kind"] == CUSHION][0]
    assert hit["t"] == pytest.approx(0.0, abs=1e-6)
    for x, y in result.final.values():
        assert abs(x) < 1.3
        assert abs(y) < 0.67


@pytest.mark.parametrize("side", [1, -1])
def test_an_object_ball_frozen_to_a_rail_and_driven_into_it_comes_off(side: int) -> None:
    balls = {
        0: rolling(0.0, side * 0.3, 0.0, side * 2.0),
        1: body_of(PHYS, (0.01, side * BED.half_y)),
    }
    played = play(SETTING.geometry, PHYS, balls)
    assert played.events.kind[-1] == ALL_REST
    assert abs(played.final[1, 1]) <= BED.half_y


def test_a_rolling_ball_catches_up_with_a_slower_one() -> None:
    """2 m/s behind 1 m/s, 0.3 m apart: the relative motion is uniform."""
    balls = {1: rolling(-0.8, 0.0, 2.0), 2: rolling(-0.5, 0.0, 1.0)}
    played = play(SETTING.geometry, PHYS, balls)
    first = played.events[played.events.kind == BALL_BALL][0]
    assert first.t == pytest.approx((0.3 - DIAMETER) / 1.0, abs=1e-12)


@pytest.mark.parametrize("speed", [0.3, 1.0, 3.0])
def test_parallel_rollers_side_by_side_never_meet(speed: float) -> None:
    balls = {1: rolling(-0.8, 0.0, speed), 2: rolling(-0.8, 0.3, speed)}
    played = play(SETTING.geometry, PHYS, balls)
    assert not (played.events.kind == BALL_BALL).any()
    np.testing.assert_array_equal(played.final[1, 0], played.final[2, 0])


def test_parallel_rollers_that_touch_do_not_meet() -> None:
    balls = {1: rolling(-0.8, 0.0, 1.0), 2: rolling(-0.8, DIAMETER, 1.0)}
    played = play(SETTING.geometry, PHYS, balls)
    assert not (played.events.kind == BALL_BALL).any()


def test_a_shot_away_from_a_frozen_ball_is_no_contact() -> None:
    position = Position({0: (0.0, 0.0), 1: (DIAMETER, 0.0)})
    away = simulate(position, Shot(aim=math.pi, speed=1.0))
    assert not np.isin(away.events["kind"], (BALL_BALL, BALL_MOVED)).any()
    along = simulate(position, Shot(aim=math.pi / 2.0 + 1e-6, speed=1.0))
    assert not np.isin(along.events["kind"], (BALL_BALL, BALL_MOVED)).any()


def test_a_shot_into_a_frozen_ball_moves_it_at_once() -> None:
    position = Position({0: (0.0, 0.0), 1: (DIAMETER, 0.0)})
    into = simulate(position, Shot(aim=0.0, speed=1.0))
    moved = into.events[into.events["kind"] == BALL_MOVED]
    assert (len(moved), moved["ball"][0], moved["t"][0]) == (1, 1, 0.0)


@pytest.mark.parametrize(("sx", "sy"), [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_a_corner_met_at_exactly_45_degrees(sx: int, sy: int) -> None:
    """Both rails at the same time, on a table without pockets."""
    table = {"pockets": {"mode": "none"}}
    position = Position({0: (sx * (BED.half_x - 0.3), sy * (BED.half_y - 0.3))})
    aim = math.atan2(sy, sx)
    result = simulate(position, Shot(aim=aim, speed=2.0), table=table)
    hits = result.events[result.events["kind"] == CUSHION]
    assert len(set(hits["other"][:2])) == 2
    assert hits["t"][1] == pytest.approx(hits["t"][0], abs=1e-9)
    for x, y in result.final.values():
        assert abs(x) <= BED.half_x
        assert abs(y) <= BED.half_y


def test_fast_balls_do_not_tunnel() -> None:
    cushions = 0
    for seed in range(20):
        played = Launch.draw(seed, speed=31.0).play()
        assert played.events.kind[-1] == ALL_REST
        on_bed = played.final[played.motion == STILL]
        assert (np.abs(on_bed[:, 0]) < 1.32).all()
        assert (np.abs(on_bed[:, 1]) < 0.69).all()
        cushions += (played.events.kind == CUSHION).sum()
    assert cushions > 100


@pytest.mark.parametrize(
    ("offset", "is_hit"), [(-1e-9, True), (-1e-12, True), (1e-12, False), (1e-9, False)]
)
def test_a_grazing_hit_is_decided_exactly(offset: float, is_hit: bool) -> None:
    """Rolling at 0.5 m/s past a ball 1 m away."""
    balls = {1: rolling(-0.5, 0.0, 0.5), 2: body_of(PHYS, (0.5, DIAMETER + offset))}
    played = play(SETTING.geometry, PHYS, balls)
    assert (played.events.kind == BALL_BALL).any() == (offset < 0.0)


@pytest.mark.parametrize(
    ("balls", "message"),
    [
        ({0: (0.0, 0.0), 1: (0.05, 0.0)}, "balls 0 and 1 overlap"),
        ({0: (0.0, 0.5), 1: (0.0, 0.0), 2: (0.0, 0.03)}, "balls 1 and 2 overlap"),
        ({0: (0.0, 0.0), 1: (0.5, 0.62)}, "ball 1: .* is not on the bed"),
        ({0: (5.0, 0.0)}, "ball 0: .* is not on the bed"),
        ({1: (0.0, 0.0)}, "cue ball"),
    ],
)
def test_positions_that_cannot_be_are_refused(balls: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate(Position(balls), Shot(aim=0.0, speed=1.0))


@pytest.mark.parametrize(
    ("shot", "message"),
    [
        ({"side": 0.9, "follow": 0.9}, "tip offset"),
        ({"side": 1.0}, "tip offset"),
        ({"speed": -1.0}, "speed"),
        ({"speed": 0.0}, "speed"),
        ({"speed": 1e9}, "speed"),
        ({"speed": math.nan}, "finite"),
        ({"aim": math.inf}, "finite"),
        ({"speed": True}, "expected a number"),
        ({"elevation": -0.1}, r"elevation=-0.1: expected 0 <= elevation < pi/2"),
        ({"elevation": 1.6}, r"elevation=1.6: expected 0 <= elevation < pi/2"),
        ({"follow_through": -0.1}, r"follow_through=-0.1: expected a length of at least 0 m"),
        ({"follow_through": math.inf}, "follow_through=inf"),
    ],
)
def test_strokes_that_cannot_be_are_refused(shot: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Shot(**({"aim": 0.0, "speed": 1.0} | shot))


def test_no_row_of_a_batch_is_checked_less() -> None:
    positions = np.full((2, 16, 2), np.nan)
    positions[:, 0] = 0.0, 0.0
    shots = np.array([[0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.9, 0.9, 0.0]])
    with pytest.raises(ValueError, match=r"shots\[1\]"):
        simulate_many(positions, shots)
    shots[1, 2:4] = 0.0
    positions[1, 5] = 0.01, 0.0
    with pytest.raises(ValueError, match=r"positions\[1\]: balls 0 and 5 overlap"):
        simulate_many(positions, shots)
    positions[1, 5] = 0.3, math.nan
    with pytest.raises(ValueError, match=r"positions\[1\], ball 5"):
        simulate_many(positions, shots)


@pytest.mark.parametrize(
    ("equipment", "message"),
    [
        ({"cloth": {"mu_slide": -0.2}}, r"mu_slide.*-0\.2.*(above|greater|more|> )"),
        ({"balls": {"mu": {"a": -0.1}}}, r"mu\.a.*-0\.1"),
        ({"cue": {"mu_tip": -0.6}}, r"mu_tip.*-0\.6"),
    ],
)
def test_negative_friction_is_refused(equipment: dict, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        simulate(Position({0: (0.0, 0.0)}), Shot(aim=0.0, speed=1.0), **equipment)


def test_strict_equipment_refuses_a_heavy_ball() -> None:
    position, shot = Position({0: (0.0, 0.0)}), Shot(aim=0.0, speed=1.0)
    simulate(position, shot, strict_equipment=True)
    simulate(position, shot, balls={"mass": 0.2})
    with pytest.raises(ConfigError, match=r"balls\.mass.*0\.2.*0\.155922 to 0\.170097 kg"):
        simulate(position, shot, balls={"mass": 0.2}, strict_equipment=True)
    with pytest.raises(ConfigError, match=r"balls\.mass"):
        simulate_many(position, np.eye(5)[1:2], balls={"mass": 0.2}, strict_equipment=True)
