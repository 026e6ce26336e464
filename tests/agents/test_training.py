"""Training on the real tables, tiny: resumed to the same bits, callable from the command line."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib.common.maskable.utils import get_action_masks

import agents.callbacks
from agents.evaluate import measure
from agents.players import player_of
from agents.policies import CandidatePolicy
from agents.settings import read_settings
from agents.tables import StagedTables
from agents.train import main, make_learner, train

POT_ONE = {"count": 4, "id": "poolenv/RunOut-v0", "env": {"task": "pot_one", "reward": "pot"}}
NINE_BALL = {"count": 4, "id": "poolenv/NineBall-v0", "env": {"reward": "shaped", "max_visits": 9}}


def tiny(**more):
    stages = [
        {"name": "pots", "steps": 64, "groups": [POT_ONE, POT_ONE]},
        {"name": "racks", "steps": 128, "groups": [POT_ONE, NINE_BALL]},
    ]
    figure = {"name": "pots", "id": "poolenv/RunOut-v0", "env": {"task": "pot_one"}, "racks": 20}
    return {
        "name": "tiny",
        "stages": stages,
        "threads": 1,
        "checkpoint_every": 64,
        "policy": {"hidden": 16},
        "ppo": {"n_steps": 8, "batch_size": 32, "n_epochs": 2},
        "evaluation": {"every": 100, "figures": [figure]},
        **more,
    }


def test_every_id_is_learned_by_one_network():
    settings = read_settings(tiny())
    tables = StagedTables(settings)
    model: Any = make_learner(settings, tables)
    assert isinstance(model.policy, CandidatePolicy)
    seen: Any = tables.reset()
    for _ in range(30):
        masks = get_action_masks(tables)
        actions, _ = model.predict(seen, action_masks=masks, deterministic=False)
        assert masks[np.arange(8), actions].all()
        seen, _, _, _ = tables.step(actions)
    assert set(tables.group_names()) == {"runout_pot_one"}


@pytest.mark.parametrize("stop_at", [64, 128])
def test_resumed_training_ends_with_the_same_bits(tmp_path, monkeypatch, stop_at):
    """The second stage plays nine-ball in both seats; evaluations and statistics go on, too."""
    settings = read_settings(tiny())
    whole, _ = train(settings, tmp_path / "whole", progress=False)

    class Impatient(agents.callbacks.Checkpoints):
        def _on_rollout_start(self):
            if self.model.num_timesteps == stop_at:
                self._asked = "the test"
            super()._on_rollout_start()

    with monkeypatch.context() as patch:
        patch.setattr(agents.train, "Checkpoints", Impatient)
        _, stopped = train(settings, tmp_path / "cut", progress=False)
    assert stopped == "the test"
    torch.manual_seed(123)
    np.random.seed(123)
    resumed, stopped = train(settings, tmp_path / "cut", resume=True, progress=False)
    assert stopped is None
    ours, theirs = whole.policy.state_dict(), resumed.policy.state_dict()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    assert (tmp_path / "whole" / "best.zip").exists() and (tmp_path / "cut" / "best.zip").exists()


def test_command_trains_and_its_run_directory_is_a_player(tmp_path, capsys):
    file = tmp_path / "tiny.toml"
    from poolenv.config import to_toml

    file.write_text(to_toml(tiny()))
    out = tmp_path / "run"
    assert main([str(file), "--out", str(out), "--set", "seed=5", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out)["run"] == str(out)
    assert read_settings(out / "config.toml").seed == 5
    player = player_of(str(out))
    result = measure(player, id="poolenv/RunOut-v0", env={"task": "pot_one"}, racks=10, seed=0)
    assert result.players == ("run",) and result.share.trials == 10
    assert main([str(file), "--out", str(out), "--quiet"]) == 2
    assert "resume it or choose another" in capsys.readouterr().err
    assert main(["--resume", str(out), "--quiet"]) == 0


def test_command_reports_every_mistake(tmp_path, capsys):
    file = tmp_path / "wrong.toml"
    file.write_text('name = "x"\nalgoritm = "ppo"\nstages = []\n[ppo]\nn_steps = 0\n')
    assert main([str(file)]) == 2
    err = capsys.readouterr().err
    assert "did you mean 'algorithm'" in err and "ppo.n_steps" in err
    assert main(["no_such_file"]) == 2
    assert "configs/agents" in capsys.readouterr().err


def test_other_learners_train_too(tmp_path):
    """PPO and SAC on the continuous codec, resumed."""
    group = {**POT_ONE, "count": 8}
    stages = [{"name": "s", "steps": 128, "groups": [group]}]
    for algorithm in ("ppo", "sac"):
        settings = read_settings(
            tiny(
                algorithm=algorithm,
                stages=stages,
                face={"codec": "compact"},
                policy={"kind": "mlp", "hidden": 16},
                sac={"learning_starts": 32, "batch_size": 16, "buffer_size": 500},
            )
        )
        model, stopped = train(settings, tmp_path / algorithm, progress=False)
        assert stopped is None and model.num_timesteps == 128
        again, _ = train(settings, tmp_path / algorithm, resume=True, progress=False)
        assert again.num_timesteps == 128
