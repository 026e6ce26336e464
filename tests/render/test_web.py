from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib.resources import files

import numpy as np
import pytest

from poolenv.render import Replay, from_json, position_at, to_html, to_json, write_html
from poolenv.render.film import rolled
from poolenv.render.outline import outline_of

VIEWER = files("poolenv.render") / "viewer"
SCRIPTS = ("track.js", "table.js", "ball.js", "viewer.js")
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def data_of(page):
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    return json.loads(text)


def run_node(script, *arguments):
    """Standard output of a script, which finds track.js as `track`."""
    track = json.dumps(str(VIEWER / "track.js"))
    code = f"const track = require({track});\n{script}"
    command = [str(NODE), "-e", code, "--", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_embedded_replay_comes_back(replay, tmp_path):
    path = tmp_path / "match.html"
    write_html(replay, path)
    assert [p.name for p in tmp_path.iterdir()] == ["match.html"]
    data = data_of(path.read_text(encoding="utf-8"))
    assert to_json(from_json(json.dumps(data["replay"]))) == to_json(replay)


def test_the_page_loads_nothing(replay):
    page = to_html(replay)
    assert "http:" not in page and "https:" not in page and "//" + "cdn" not in page
    assert re.findall(r"<(?:link|img|iframe|object|embed|base)\b", page) == []
    assert re.findall(r"\bsrc\s*=|\burl\(|@import|\bfetch\(|XMLHttpRequest|\bimport\b", page) == []
    assert "default-src 'none'" in page
    assert page.count("<script") == page.count("</script>") == 2


def test_words_of_players_stay_words(marks):
    name = "</script><script>alert(1)</script> {{data}} & <b>"
    page = to_html(Replay(marks, (name, "Bo"), ()))
    assert page.count("<script") == 2
    assert data_of(page)["replay"]["names"] == [name, "Bo"]
    assert "<title>&lt;/script&gt;&lt;script&gt;alert(1)" in page
    assert not re.search(r"\{\{(?!data\}\} &)", page)


def test_the_page_draws_the_outline_of_the_numpy_picture(replay):
    look = data_of(to_html(replay))["look"]
    outline = outline_of(replay.marks)
    assert len(look["cushions"]) == len(outline.cushions)
    for drawn, points in zip(look["cushions"], outline.cushions, strict=True):
        assert np.abs(np.array(drawn) - points).max() <= 0.5e-4
    assert np.abs(np.array(look["sights"]) - outline.sights).max() <= 0.5e-4
    assert len(look["openings"]) == 6
    assert len(look["colours"]["balls"]) == 16


def test_scripts_ask_only_for_what_the_page_has(replay):
    page = to_html(replay)
    look = data_of(page)["look"]
    scripts = "".join((VIEWER / name).read_text(encoding="utf-8") for name in SCRIPTS)
    ids = set(re.findall(r'\bid="([a-z]+)"', page))
    assert set(re.findall(r'\bel\("([a-z]+)"\)', scripts)) <= ids
    assert set(re.findall(r"\blook\.([a-z_]+)", scripts)) <= {*look, "scale"}
    assert set(re.findall(r"\bcolours\.([a-z_]+)", scripts)) <= set(look["colours"])
    parts = set(re.findall(r"\{\{([a-z.]+)\}\}", (VIEWER / "index.html").read_text()))
    assert parts == {*SCRIPTS, "viewer.css", "data", "title"}


def test_same_replay_same_page(replay):
    assert to_html(replay) == to_html(from_json(to_json(replay)))


@needs_node
def test_scripts_have_no_syntax_errors(replay, tmp_path):
    (code,) = re.findall(r"<script>(.*?)</script>", to_html(replay), re.S)
    path = tmp_path / "page.js"
    path.write_text(code, encoding="utf-8")
    done = subprocess.run([str(NODE), "--check", str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@needs_node
def test_scripts_place_balls_as_python_does(replay, tmp_path):
    path = tmp_path / "match.json"
    path.write_text(to_json(replay), encoding="utf-8")
    times = [0.0, 0.1, 0.333, 0.58, 0.6, 1.0, 2.0]
    out = run_node(
        """
        const { readFileSync } = require("fs");
        const [file, times] = process.argv.slice(1);
        const replay = JSON.parse(readFileSync(file, "utf8"));
        const shot = track.decodeShot(replay.shots[0], replay.per_metre, replay.per_second);
        const places = JSON.parse(times).map((t) =>
          Array.from({ length: 16 }, (_, ball) => track.placeAt(shot, ball, t)));
        console.log(JSON.stringify(places));
        """,
        str(path),
        json.dumps(times),
    )
    shot = from_json(to_json(replay)).shots[0]
    for time, places in zip(times, json.loads(out), strict=True):
        expected, present = position_at(shot, time)
        assert [p is not None for p in places] == present.tolist()
        for ball in np.flatnonzero(present):
            assert places[ball] == pytest.approx(expected[ball].tolist(), abs=1e-6)


@needs_node
def test_scripts_roll_balls_as_python_does():
    ways = [(0.02, 0.01), (-0.05, 0.03), (0.0, 0.0), (0.001, -0.08)]
    out = run_node(
        """
        let q = [1, 0, 0, 0];
        for (const [dx, dy] of JSON.parse(process.argv[1])) {
          q = track.turned(track.rolledBy(dx, dy, 0.03), q);
        }
        console.log(JSON.stringify(q));
        """,
        json.dumps(ways),
    )
    w, i, j, k = json.loads(out)
    matrix = [
        [1 - 2 * (j * j + k * k), 2 * (i * j - w * k), 2 * (i * k + w * j)],
        [2 * (i * j + w * k), 1 - 2 * (i * i + k * k), 2 * (j * k - w * i)],
        [2 * (i * k - w * j), 2 * (j * k + w * i), 1 - 2 * (i * i + j * j)],
    ]
    turns = np.repeat(np.eye(3)[None], 16, axis=0)
    for way in ways:
        turns = rolled(turns, np.repeat([way], 16, axis=0), 0.03)
    assert np.array(matrix) == pytest.approx(turns[0], abs=1e-12)
