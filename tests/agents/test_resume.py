"""A training that is interrupted and resumed ends with the bits of one that was not."""

from __future__ import annotations

import os
import random
import signal

import numpy as np
import pytest
import torch

from agents.checkpoint import write_text, write_whole
from agents.settings import read_settings
from agents.train import train
from tests.agents.toy import ToyVecEnv

STEPS = 512


def settings_of(algorithm="maskable_ppo", **more):
    """Two stages of two groups each, an update every 128 steps."""
    groups = [{"count": 3, "id": "toy/A"}, {"count": 5, "id": "toy/B"}]
    stages = [{"name": name, "steps": STEPS, "groups": groups} for name in ("one", "two")]
    return read_settings(
        {
            "name": "toy",
            "algorithm": algorithm,
            "policy": {"kind": "mlp", "hidden": 16},
            "stages": stages,
            "checkpoint_every": 200,
            "ppo": {"n_steps": 16, "batch_size": 64, "n_epochs": 2},
            **more,
        }
    )


def toy_tables(group, seed, settings):
    return ToyVecEnv(group.count, seed)


class SignallingTables(ToyVecEnv):
    """Ends the process politely in the middle of a collection."""

    steps_left = 0

    def step_wait(self):
        SignallingTables.steps_left -= self.num_envs
        if SignallingTables.steps_left == 0:
            os.kill(os.getpid(), signal.SIGTERM)
        return super().step_wait()


def signalling_tables(group, seed, settings):
    return SignallingTables(group.count, seed)


def scramble():
    """Leave the generators where no training would."""
    random.seed(1)
    np.random.seed(2)
    torch.manual_seed(3)


@pytest.mark.parametrize("at", [200, 392, 520, 776])
@pytest.mark.parametrize("algorithm", ["maskable_ppo", "ppo"])
def test_resumed_training_ends_with_the_same_bits(tmp_path, algorithm, at):
    settings = settings_of(algorithm)
    whole, stopped = train(settings, tmp_path / "whole", progress=False, make=toy_tables)
    assert stopped is None and whole.num_timesteps == 2 * STEPS
    SignallingTables.steps_left = at
    cut, stopped = train(settings, tmp_path / "cut", progress=False, make=signalling_tables)
    assert stopped == "SIGTERM" and at <= cut.num_timesteps < 2 * STEPS
    assert not (tmp_path / "cut" / "model.zip").exists()
    scramble()
    resumed, stopped = train(
        settings, tmp_path / "cut", resume=True, progress=False, make=toy_tables
    )
    assert stopped is None and resumed.num_timesteps == 2 * STEPS
    ours, theirs = whole.policy.state_dict(), resumed.policy.state_dict()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    state, other = (m.policy.optimizer.state_dict()["state"] for m in (whole, resumed))
    assert all(torch.equal(state[k]["exp_avg_sq"], other[k]["exp_avg_sq"]) for k in state)


def test_training_learns_the_toy(tmp_path):
    """Naming the number seen: nearly always right after a few thousand steps, by chance 1 in 4."""
    stage = {"name": "s", "steps": 8192, "groups": [{"count": 8, "id": "toy/A"}]}
    settings = settings_of(
        stages=[stage],
        ppo={"n_steps": 32, "batch_size": 64, "n_epochs": 4, "learning_rate": 3e-3},
    )
    model, _ = train(settings, tmp_path, progress=False, make=toy_tables)
    tables = ToyVecEnv(64, seed=99)
    seen = tables.reset()
    actions, _ = model.predict(seen, deterministic=True)
    assert (actions == seen[:, :5].argmax(axis=1)).mean() > 0.9


def test_max_minutes_stops_with_a_checkpoint(tmp_path):
    model, stopped = train(settings_of(max_minutes=1e-9), tmp_path, progress=False, make=toy_tables)
    assert stopped == "max_minutes = 1e-09" and model.num_timesteps < STEPS
    assert (tmp_path / "checkpoint.zip").exists()


def test_a_finished_training_is_not_overwritten(tmp_path):
    settings = settings_of()
    train(settings, tmp_path, progress=False, make=toy_tables)
    with pytest.raises(FileExistsError, match="resume it or choose another"):
        train(settings, tmp_path, progress=False, make=toy_tables)


def test_resuming_nothing_or_rubbish_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError, match="no checkpoint"):
        train(settings_of(), tmp_path, resume=True, progress=False, make=toy_tables)
    (tmp_path / "checkpoint.zip").write_bytes(b"rubbish")
    with pytest.raises(ValueError, match="not a checkpoint"):
        train(settings_of(), tmp_path, resume=True, progress=False, make=toy_tables)


def test_a_failed_write_leaves_the_old_file(tmp_path):
    file = tmp_path / "file"
    write_text(file, "old")

    def fail(handle):
        handle.write(b"half")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        write_whole(file, fail)
    assert file.read_text() == "old" and list(tmp_path.iterdir()) == [file]
