"""The main job, small: everything it promises is written, and an interrupted one goes on."""

from __future__ import annotations

import json

import pytest

from agents.settings import read_settings
from agents.train import train
from experiments import main_job
from poolenv.config import read as read_config
from poolenv.config import to_toml


@pytest.fixture
def small(tmp_path):
    """The shipped file with few tables and few steps."""
    values = read_config("agents", "main_job").values
    for stage in values["stages"]:
        stage["steps"] = 64
        for group in stage["groups"]:
            group["count"] = 8 // len(stage["groups"])
    counts = [g["count"] for g in values["stages"][1]["groups"]]
    values["stages"][1]["groups"][0]["count"] += 8 - sum(counts)
    values["ppo"] |= {"n_steps": 8, "batch_size": 32}
    file = tmp_path / "small.toml"
    file.write_text(to_toml(values))
    return ["--config", str(file), "--out", str(tmp_path / "run"), "--racks", "4"]


def test_it_writes_what_it_promises(small, tmp_path, capsys):
    assert main_job.main(small) == 0
    run = tmp_path / "run"
    assert {"model.zip", "config.toml", "results.json", "rack.html"} <= {
        file.name for file in run.iterdir()
    }
    report = json.loads((run / "results.json").read_text())
    assert report["config_hash"] in (run / "config.toml").read_text()
    for figure in main_job.FIGURES:
        shares = report["figures"][figure.name]
        assert set(shares) == {"random", "random_candidate", "ghost_ball", "trained"}
        for share in shares.values():
            assert share["trials"] == 4 * figure.times
            assert share["low"] <= share["value"] <= share["high"]
    assert "<html" in (run / "rack.html").read_text()
    shown = capsys.readouterr().out
    assert "trained" in shown and "nine-ball v random" in shown
    # A second run is kept beside the first.
    assert main_job.main(small) == 0
    assert (tmp_path / "run_2" / "results.json").exists()


def test_an_interrupted_run_goes_on(small, tmp_path, monkeypatch):
    settings = read_settings(small[1])
    with monkeypatch.context() as patch:
        patch.setattr("agents.train.write_whole", interrupt)
        with pytest.raises(KeyboardInterrupt):
            train(settings, tmp_path / "run", progress=False)
    assert (tmp_path / "run" / "checkpoint.zip").exists()
    assert main_job.run_folder(tmp_path / "run", settings) == (tmp_path / "run", True)
    assert main_job.main(small) == 0
    assert not (tmp_path / "run_2").exists()


def interrupt(path, write):
    raise KeyboardInterrupt


def test_mistakes_are_reported(capsys):
    assert main_job.main(["--set", "ppo.batchsize=3"]) == 2
    assert "batch_size" in capsys.readouterr().out
