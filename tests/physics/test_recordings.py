"""Recordings that are handed in: what is read from them, and how far the engine is from them.

The recordings are written here, from shots of the engine with the equipment of a carom match.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from poolenv.physics.setting import setting_of
from tests.physics.casebook.adapters import values_of
from tests.physics.casebook.cases import Case
from tests.physics.casebook.data import DataAbsent, hand_in
from tests.physics.casebook.engine import body_of, play
from tests.physics.casebook.recordings import (
    COLUMNS,
    RecordingError,
    Shot,
    Track,
    read_recordings,
)
from tests.physics.casebook.tracks import (
    VERTEX,
    initial_speed,
    last_roll,
    moving,
    path_length,
    places_at,
    slides,
)

NAME = "carom_match_tracks"
CAROM = setting_of("carom", "carom_match", "carom")
SIZE = CAROM.equipment.table
PHYS = CAROM.phys[0].copy()
PHYS.cushion_time = 0.0  # the set of the case file has no time in the rubber
RADIUS = float(PHYS.radius)
#: The numbers of the set carom_match in which it is not the preset of pool.
PARAMS = {
    "R": RADIUS,
    "m": float(PHYS.mass),
    "g": float(PHYS.gravity),
    "mu_s": float(PHYS.mu_slide),
    "mu_r": float(PHYS.mu_roll),
    "alpha_sp": float(PHYS.spin_decay),
    "e_b": float(PHYS.e_ball),
    "mu_w": float(PHYS.mu_cushion),
    "h_cushion": float(PHYS.nose_height),
    "mu_b_law": {
        "a": float(PHYS.mu_ball_a),
        "b": float(PHYS.mu_ball_b),
        "c": float(PHYS.mu_ball_c),
    },
    "e_c_law": {
        "e0": float(PHYS.e_cushion_0),
        "slope": float(PHYS.e_cushion_slope),
        "min": float(PHYS.e_cushion_min),
        "max": float(PHYS.e_cushion_max),
    },
    "table_l": SIZE.length,
    "table_w": SIZE.width,
}
#: Sightings a second.
RATE = 50.0
#: Speed, direction [rad], R w over the speed: about the axis of follow, about the vertical.
STROKES = [
    (3.4, 0.4, 0.3, 0.0),
    (2.0, 2.5, -0.5, 0.4),
    (2.6, 3.3, 1.0, 0.0),
]
LIE = {0: (-0.6, -0.2), 1: (0.7, 0.1), 2: (0.2, 0.5)}


def case() -> Case:
    return Case("x", "g", "D", "dataset", {"dataset": NAME}, PARAMS, (), feature="dataset")


def value(quantity: str) -> float:
    (found,) = values_of(case(), quantity)
    return found


def simulated(stroke: tuple[float, ...], wait: float = 0.2) -> Shot:
    """A shot of the engine, seen RATE times a second, ``wait`` after the first sighting."""
    speed, way, follow, side = stroke
    balls = {ball: body_of(PHYS, place) for ball, place in LIE.items()}
    spin = speed / RADIUS * np.array([-follow * math.sin(way), follow * math.cos(way), side])
    balls[0] = body_of(PHYS, LIE[0], (speed * math.cos(way), speed * math.sin(way)), spin)
    played = play(CAROM.geometry, PHYS, balls)
    times = np.arange(0.0, wait + float(played.events.t[-1]) + 0.5, 1.0 / RATE)
    return {b: Track(times, places_at(played, b, np.maximum(times - wait, 0.0))) for b in balls}


def write(path: Path, shots: list[Shot]) -> Path:
    lines = [",".join(COLUMNS)]
    for number, shot in enumerate(shots):
        for ball, track in shot.items():
            rows = zip(track.t.tolist(), track.place.tolist(), strict=True)
            lines += [f"{number},{ball},{t!r},{x!r},{y!r}" for t, (x, y) in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def shots() -> list[Shot]:
    return [simulated(stroke) for stroke in STROKES]


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest):
    before = request.config.getoption("--recordings", default=None)
    yield tmp_path
    hand_in(before)


def test_what_is_written_is_read(tmp_path: Path, shots: list[Shot]) -> None:
    again = read_recordings(write(tmp_path / "x.csv", shots), SIZE.length, SIZE.width)
    assert [sorted(shot) for shot in again] == [[0, 1, 2]] * len(shots)
    for a, b in zip(shots, again, strict=True):
        for ball in a:
            np.testing.assert_array_equal(a[ball].t, b[ball].t)
            np.testing.assert_array_equal(a[ball].place, b[ball].place)


def test_round_trip(folder: Path, shots: list[Shot]) -> None:
    """Recorded from the engine, the cloth and the shots are found again."""
    write(folder / f"{NAME}.csv", shots)
    hand_in(folder)
    assert value("mu_r") == pytest.approx(PARAMS["mu_r"], rel=0.01)
    assert value("mu_s") == pytest.approx(PARAMS["mu_s"], rel=0.02)
    assert value("mu_s_interquartile_low") <= value("mu_s") <= value("mu_s_interquartile_high")
    assert value("median_initial_speed") == pytest.approx(2.6, rel=0.05)
    assert value("median_rmse") < 1e-4
    assert value("share_below_0.10_m") == 1.0


def test_a_perturbed_recording_is_off_by_the_perturbation(folder: Path, shots: list[Shot]) -> None:
    off = 0.002
    noisy = []
    for shot in shots[:2]:
        sign = {b: np.where(np.arange(len(track.t)) % 2, off, -off) for b, track in shot.items()}
        noisy.append(
            {
                b: Track(t.t, t.place + np.stack([sign[b], 0.0 * sign[b]], 1))
                for b, t in shot.items()
            }
        )
    write(folder / f"{NAME}.csv", noisy)
    hand_in(folder)
    assert value("median_rmse") == pytest.approx(off, rel=0.05)
    assert value("share_below_0.10_m") == 1.0


def test_a_clock_that_is_slow_shows_in_the_cloth(folder: Path, shots: list[Shot]) -> None:
    """Decelerations go as 1/t^2, speeds as 1/t; ways stay."""
    quantities = ("mu_r", "mu_s", "median_initial_speed", "median_path_length")
    write(folder / f"{NAME}.csv", shots)
    hand_in(folder)
    right = [value(name) for name in quantities]
    slow = [{b: Track(1.05 * t.t, t.place) for b, t in shot.items()} for shot in shots]
    write(folder / f"{NAME}.csv", slow)
    hand_in(folder)
    wrong = [value(name) for name in quantities]
    for power, before, after in zip((-2, -2, -1, 0), right, wrong, strict=True):
        assert after == pytest.approx(before * 1.05**power, rel=0.03)


def test_slow_rolls_against_fast_ones() -> None:
    """A cloth that brakes slow balls more: rolls of two decelerations, without the engine."""
    times = np.arange(0.0, 20.0, 1.0 / RATE)

    def roll(speed: float, brake: float) -> Track:
        s = np.clip(times - 1.0, 0.0, speed / brake)
        return Track(times, np.stack([speed * s - 0.5 * brake * s * s, 0.0 * s], axis=1))

    for speed, brake in ((0.25, 0.06), (0.5, 0.05)):
        found = last_roll(roll(speed, brake))
        assert found is not None
        assert found.deceleration == pytest.approx(brake, rel=0.02)
        assert found.speed == pytest.approx(speed, abs=0.02)
    assert last_roll(roll(0.1, 0.05)) is None  # 10 cm are too short


def test_a_noisy_recording_still_tells_the_cloth(folder: Path, shots: list[Shot]) -> None:
    """A millimetre of noise, as in the tracks of the match."""
    draw = np.random.default_rng(3)
    noisy = [
        {b: Track(t.t, t.place + draw.normal(0.0, 0.0007, t.place.shape)) for b, t in shot.items()}
        for shot in shots[:2]
    ]
    write(folder / f"{NAME}.csv", noisy)
    hand_in(folder)
    assert value("mu_r") == pytest.approx(PARAMS["mu_r"], rel=0.05)
    assert value("mu_s") == pytest.approx(PARAMS["mu_s"], rel=0.15)
    assert value("median_rmse") == pytest.approx(0.0007 * math.sqrt(2.0), rel=0.1)


def test_ways_and_speeds_of_a_track() -> None:
    times = np.arange(0.0, 2.0, 1.0 / RATE)
    s = np.clip(times - 0.5, 0.0, 1.0)
    straight = Track(times, np.stack([2.0 * s, 0.0 * s], axis=1))
    assert path_length(straight) == pytest.approx(2.0, abs=VERTEX)
    assert initial_speed(straight) == pytest.approx(2.0, abs=1e-9)
    assert moving(straight) == (25, 75)
    lies = Track(times, np.zeros((len(times), 2)))
    assert moving(lies) == (0, 0)
    assert path_length(lies) == 0.0
    assert len(slides([{0: lies}])) == 0


def test_without_recordings_the_data_are_absent(folder: Path) -> None:
    hand_in(None)
    with pytest.raises(DataAbsent):
        value("mu_r")
    hand_in(folder)
    with pytest.raises(DataAbsent):
        value("mu_r")
    with pytest.raises(FileNotFoundError, match="no folder"):
        hand_in(folder / "nowhere")
    write(folder / f"{NAME}.csv", [{0: Track(np.arange(9.0), np.zeros((9, 2)))}])
    hand_in(folder)
    with pytest.raises(RecordingError, match="no motion"):
        value("mu_r")


HEAD = "shot,ball,t,x,y\n"
GOOD = "0,0,0.0,0,0\n0,0,0.1,0,0\n0,0,0.2,0,0\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no sightings"),
        (HEAD, "no sightings"),
        ("shot,ball,time,x,y\n" + GOOD, r":1: columns are 'shot,ball,time,x,y', expected"),
        (HEAD + GOOD + "0,0,0.3,0\n", ":5: 4 cells, expected 5"),
        (HEAD + GOOD + "0,cue,0.3,0,0\n", ":5: ball is 'cue', expected an integer, 0 to 15"),
        (HEAD + GOOD + "0,16,0.3,0,0\n", ":5: ball is '16'"),
        (HEAD + GOOD + "-1,0,0.3,0,0\n", ":5: shot is '-1', expected an integer, 0 or more"),
        (HEAD + GOOD + "0,0,0.3,nan,0\n", ":5: x is 'nan', expected a finite number"),
        (HEAD + GOOD + "0,0,0.3,0,zero\n", ":5: y is 'zero'"),
        (HEAD + GOOD + "0,0,0.3,1.5,0\n", r":5: x is 1.5 m, expected -1.44 to 1.44; is the origin"),
        (HEAD + GOOD + "0,0,0.2,0,0\n", ":5: t is 0.2, expected more than 0.2"),
        (HEAD + GOOD.replace("0,0,", "0,1,"), ":2: shot 0 lacks ball 0"),
        (HEAD + GOOD + "1,0,0,0,0\n", ":5: ball 0 of shot 1 is seen 1 times, expected at least 3"),
        (HEAD + GOOD + "1,0,0.1,0,0\n0,0,9,0,0\n", ":6: shot 0 began before"),
    ],
)
def test_a_bad_file_is_told(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordingError, match=message) as told:
        read_recordings(path, SIZE.length, SIZE.width)
    assert str(path) in str(told.value)


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(HEAD.encode() + b"\xff\xfe\n")
    with pytest.raises(RecordingError, match="not UTF-8"):
        read_recordings(path, SIZE.length, SIZE.width)


def test_comments_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "good.csv"
    path.write_text(f"# a match\n\n{HEAD}# shot 0\n{GOOD}", encoding="utf-8")
    assert len(read_recordings(path, SIZE.length, SIZE.width)[0][0].t) == 3
