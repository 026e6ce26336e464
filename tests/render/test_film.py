from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv.physics.border import Shot
from poolenv.physics.simulator import simulate
from poolenv.position import Position
from poolenv.render import (
    Replay,
    ReplayShot,
    draw,
    frames,
    from_json,
    position_at,
    scene_at,
    shot_of,
    to_json,
)
from poolenv.render.film import rolled


def test_position_between_samples(replay):
    shot = replay.shots[0]
    place, present = position_at(shot, 0.33)
    assert place[0, 0] == pytest.approx(0.165)
    assert np.flatnonzero(present).tolist() == [0, 9]
    place, present = position_at(shot, 0.58)  # the 9 is last seen at 0.5 and gone at 0.6
    assert present[9]
    assert place[9, 0] == pytest.approx(1.0)
    for late in (0.6, 1.0, 99.0):
        assert not position_at(shot, late)[1][9]
    assert position_at(shot, -1.0)[0][0, 0] == 0.0
    assert position_at(shot, 99.0)[0][0, 0] == pytest.approx(0.5)


def test_a_ball_rolls_without_slip():
    turns = np.repeat(np.eye(3)[None], 16, axis=0)
    way = np.zeros((16, 2))
    way[3] = (0.03 * math.pi / 2, 0.0)  # a quarter turn towards +x
    way[4] = (0.0, 0.03 * math.pi)  # half a turn towards +y
    after = rolled(turns, way, 0.03)
    top = np.array([0.0, 0.0, 1.0])
    assert after[3] @ top == pytest.approx([1.0, 0.0, 0.0], abs=1e-12)
    assert after[4] @ top == pytest.approx([0.0, 0.0, -1.0], abs=1e-12)
    assert np.array_equal(after[5], np.eye(3))
    assert after @ after.transpose(0, 2, 1) == pytest.approx(np.repeat(np.eye(3)[None], 16, 0))


def test_frames_have_one_shape_and_last_as_long_as_the_shot(replay):
    pictures = list(frames(replay, 0, fps=10, width_px=200))
    assert len(pictures) == 11
    assert {p.shape for p in pictures} == {pictures[0].shape}
    assert pictures[0].dtype == np.uint8
    assert not np.array_equal(pictures[0], pictures[1])
    assert len(list(frames(replay, 1, fps=10, width_px=200))) == 1
    still = draw(scene_at(replay, 0, 0.0), 200)
    assert still.shape == pictures[0].shape
    bare = next(frames(replay, 0, width_px=200, caption=False))
    assert bare.shape[0] < still.shape[0]


def test_a_ball_that_comes_back_has_not_rolled(marks):
    present = np.zeros((3, 16), bool)
    present[[0, 2], 5] = True
    positions = np.full((3, 16, 3), float(marks.ball_radius))
    positions[0, 5, 0] = -1.0
    shot = ReplayShot(np.arange(3.0), positions, present)
    replay = Replay(marks, (), (shot,))
    *_, last = frames(replay, 0, fps=1, width_px=1280, caption=False)
    upright = draw(scene_at(replay, 0, 2.0, caption=False), 1280)
    assert np.array_equal(last, upright)


def test_wrong_rates_and_shots_are_refused(replay):
    with pytest.raises(ValueError, match="fps is 0"):
        next(frames(replay, 0, fps=0))
    with pytest.raises(IndexError):
        next(frames(replay, 2))


def test_a_simulated_shot_becomes_a_shot_of_a_replay(marks):
    position = Position({0: (0.9, 0.3), 1: (1.1, 0.47), 15: (-1.0, 0.0)})
    result = simulate(position, Shot(aim=math.atan2(0.17, 0.2), speed=1.5))
    assert result.pocketed == {1: "FL"}
    shot = shot_of(result, title="Ada plays the 1", score="1 : 0")
    assert [e.label for e in shot.events][:2] == ["first contact: 1", "1 in FL"]
    assert shot.time[0] == 0.0
    assert shot.time[-1] == pytest.approx(result.duration)
    assert np.isin(result.events["t"], shot.time).all()
    assert shot.present[0].nonzero()[0].tolist() == [0, 1, 15]
    assert not shot.present[-1, 1]
    final = {b: tuple(shot.positions[-1, b, :2]) for b in result.final}
    assert final == {b: pytest.approx(result.final[b]) for b in result.final}
    replay = Replay(marks, ("Ada",), (shot,))
    assert to_json(from_json(to_json(replay))) == to_json(replay)
