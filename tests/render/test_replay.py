from __future__ import annotations

import json

import numpy as np
import pytest

from poolenv.render import (
    EventMark,
    Jaws,
    Replay,
    ReplayError,
    ReplayShot,
    from_json,
    read_replay,
    to_json,
    write_replay,
)


def test_round_trip(replay, tmp_path):
    path = tmp_path / "match.json"
    write_replay(replay, path)
    back = read_replay(path)
    assert [p.name for p in tmp_path.iterdir()] == ["match.json"]
    assert back.names == ("Ada", "Bo")
    assert back.settings == {"edition": "wpa2008", "seed": 7}
    assert back.marks.tobytes() == replay.marks.tobytes()
    assert back.jaws is None
    assert len(back.shots) == 2
    for shot, kept in zip(back.shots, replay.shots, strict=True):
        assert (shot.title, shot.ruling, shot.score) == (kept.title, kept.ruling, kept.score)
        assert np.array_equal(shot.present, kept.present)
        assert np.abs(shot.time - kept.time).max() <= 0.5e-4
        assert np.abs(shot.positions - kept.positions).max() <= 0.5e-4 + 1e-12
    event = back.shots[0].events[0]
    assert event == EventMark(0.52, "9 in FL", 1.0, 0.1235)


def test_writing_what_was_read_gives_the_same_bytes(replay):
    text = to_json(replay)
    assert to_json(from_json(text)) == text


def test_jaws_are_kept(replay):
    jaws = Jaws(0.12, 0.13, 2.4, 1.8, 0.005)
    with_jaws = Replay(replay.marks, replay.names, replay.shots, {}, jaws)
    assert from_json(to_json(with_jaws)).jaws == jaws


def test_a_resting_ball_costs_one_entry(replay):
    shot = json.loads(to_json(replay))["shots"][0]
    assert len(shot["balls"]["0"]) == 11
    assert shot["balls"]["9"] == [[0, 10000, 1235, 286], [6]]
    assert set(shot["balls"]) == {"0", "9"}


def test_a_ball_may_come_back(marks):
    present = np.zeros((4, 16), bool)
    present[[0, 3], 5] = True
    shot = ReplayShot(np.arange(4.0), np.full((4, 16, 3), 0.1), present)
    back = from_json(to_json(Replay(marks, (), (shot,)))).shots[0]
    assert np.array_equal(back.present, present)
    assert back.positions[3, 5, 0] == 0.1
    assert back.positions[1, 5, 0] == 0.0


def test_every_error_of_a_file_is_told(replay, tmp_path):
    table = json.loads(to_json(replay))
    table["marks"]["pocket_x"] = [1, 2]
    table["marks"]["width"] = "wide"
    table["nmaes"] = table.pop("names")
    table["shots"][0]["balls"]["16"] = []
    table["shots"][0]["balls"]["9"] = [[0, 1, 2, 3], [0], [1, 2.5, 3, 4], [99]]
    table["shots"][0]["events"] = [[1, 2, 3]]
    table["shots"][1]["time"] = []
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(table))
    with pytest.raises(ReplayError) as caught:
        read_replay(path)
    for part in (
        "broken.json: 10 error(s)",
        "nmaes: unknown key; did you mean 'names'?",
        "names: missing",
        "marks.pocket_x: got [1, 2], expected 6 numbers",
        "marks.width: got 'wide', expected a number",
        "shots[0].balls.16: got '16', expected a ball from 0 to 15",
        "shots[0].balls.9[1]: got [0], expected a sample above 0 and below 11",
        "shots[0].balls.9[2]: got [1, 2.5, 3, 4], expected whole numbers",
        "shots[0].balls.9[3]: got [99], expected a sample above 0 and below 11",
        "shots[0].events[0]: got [1, 2, 3], expected [time, x, y, label]",
        "shots[1].time: got [], expected a list of whole numbers",
    ):
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("{", "not JSON"),
        ("[]", "\"format\" is 'list'"),
        ("{}", '"format" is None'),
        ('{"format": "poolenv-replay", "version": 2}', "format version 2; this release reads 1"),
    ],
)
def test_another_file_is_refused(text, part):
    with pytest.raises(ReplayError) as caught:
        from_json(text, "some.json")
    assert str(caught.value).startswith("some.json: ")
    assert part in str(caught.value)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(ReplayError, match=r"picture\.png: not a replay: not a text file"):
        read_replay(path)


def test_wrong_jaws_and_marks_of_a_file_are_refused(replay):
    table = json.loads(to_json(replay))
    table["jaws"] = {"corner_mouth": 0.1, "side_mouth": -1, "corner_cut": 2, "side_cut": 2}
    with pytest.raises(ReplayError, match=r"jaws\.tip_radius: missing"):
        from_json(json.dumps(table))
    table["jaws"]["tip_radius"] = 0
    with pytest.raises(ReplayError, match="side_mouth is -1"):
        from_json(json.dumps(table))
    table["jaws"] = None
    table["marks"]["length"] = 0
    with pytest.raises(ReplayError, match=r"length is 0\.0; expected a length above 0 m"):
        from_json(json.dumps(table))


def test_a_shot_that_does_not_fit_together_is_refused():
    present = np.zeros((2, 16), bool)
    positions = np.zeros((2, 16, 3))
    with pytest.raises(ReplayError, match="time is not finite and rising"):
        ReplayShot(np.array([1.0, 0.0]), positions, present)
    with pytest.raises(ReplayError, match=r"expected \(3, 16, 3\).*expected \(3, 16\)"):
        ReplayShot(np.zeros(3), positions, present)
    with pytest.raises(ReplayError, match="at least one sample"):
        ReplayShot(np.zeros(0), positions[:0], present[:0])
    positions[1, 4] = np.nan
    ReplayShot(np.zeros(2), positions, present)
    present[1, 4] = True
    with pytest.raises(ReplayError, match=r"positions\[1\]\[4\] is not finite"):
        ReplayShot(np.zeros(2), positions, present)
    with pytest.raises(ReplayError, match=r"events\[0\]"):
        ReplayShot(np.zeros(2), positions * 0, present * 0, events=(EventMark(np.nan, "", 0, 0),))
