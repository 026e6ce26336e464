"""Train an agent: ``python -m agents.train CONFIG [--set key=value] [--out DIR] [--resume DIR]``.

Read it top to bottom: settings, tables, learner, callbacks, learn, save. A run directory holds the
resolved settings with their hash (`config.toml`), one checkpoint from which an interrupted training
goes on as if it had not been interrupted, TensorBoard files, the best model and the last one.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO, SAC
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from stable_baselines3.common.utils import LinearSchedule

from agents.buffers import MaskableSeatRolloutBuffer, NoteTurns, SeatRolloutBuffer
from agents.callbacks import OUT_OF_TIME, Checkpoints, Evaluations, Stages, TableStatistics
from agents.checkpoint import load_checkpoint, write_text, write_whole
from agents.policies import CandidatePolicy
from agents.settings import Settings, read_settings, resolved_text
from agents.tables import MakeTables, StagedTables, make_tables
from poolenv.config import ConfigError, parse_assignment

ALGORITHMS: dict[str, Any] = {"ppo": PPO, "maskable_ppo": MaskablePPO, "sac": SAC}
CHECKPOINT = "checkpoint.zip"
CONFIG = "config.toml"
MODEL = "model.zip"


def make_learner(settings: Settings, tables: StagedTables) -> BaseAlgorithm:
    """A fresh learner as the settings say."""
    hidden = settings.policy.hidden
    if settings.algorithm == "sac":
        return SAC(
            "MlpPolicy",
            tables,
            seed=settings.seed,
            device="cpu",
            policy_kwargs={"net_arch": [hidden, hidden]},
            **dataclasses.asdict(settings.sac),
        )
    options = dataclasses.asdict(settings.ppo)
    first, last = options.pop("learning_rate"), options.pop("final_learning_rate")
    options["learning_rate"] = LinearSchedule(first, last, 1.0)
    if settings.policy.kind == "candidates":
        policy: Any = CandidatePolicy
        policy_kwargs: dict[str, Any] = {"hidden": hidden}
    else:
        policy, policy_kwargs = "MlpPolicy", {"net_arch": [hidden, hidden]}
    masked = settings.algorithm == "maskable_ppo"
    learner: BaseAlgorithm = ALGORITHMS[settings.algorithm](
        policy,
        tables,
        seed=settings.seed,
        device="cpu",
        policy_kwargs=policy_kwargs,
        rollout_buffer_class=MaskableSeatRolloutBuffer if masked else SeatRolloutBuffer,
        **options,
    )
    return learner


def train(
    settings: Settings,
    folder: Path,
    *,
    resume: bool = False,
    progress: bool = True,
    make: MakeTables = make_tables,
) -> tuple[BaseAlgorithm, str | None]:
    """Train as the settings say, or go on with an interrupted training.

    Args:
        settings: what to train.
        folder: the run directory.
        resume: go on from the checkpoint in the folder.
        progress: show a progress bar.
        make: makes a group of tables.

    Returns:
        The model, and why training ended early (None: all steps were played).

    Raises:
        FileNotFoundError: if there is nothing to resume.
        FileExistsError: if a fresh training would overwrite another.
    """
    checkpoint = folder / CHECKPOINT
    if not resume and checkpoint.exists():
        raise FileExistsError(f"{folder} holds a training; resume it or choose another folder")
    torch.set_num_threads(settings.torch_threads)
    tables = StagedTables(settings, make)
    statistics = TableStatistics(tables)
    evaluations = Evaluations(folder, settings)
    memories: dict[str, Any] = {"statistics": statistics, "evaluations": evaluations}
    if resume:
        algorithm = ALGORITHMS[settings.algorithm]
        model = load_checkpoint(checkpoint, algorithm, tables, memories)
    else:
        model = make_learner(settings, tables)
        write_text(folder / CONFIG, resolved_text(settings))
    model.set_logger(configure(str(folder / "log"), ["tensorboard"]))
    checkpoints = Checkpoints(checkpoint, settings, tables, memories)
    callbacks: list[BaseCallback] = [Stages(settings, tables), statistics, evaluations, checkpoints]
    if settings.algorithm != "sac":
        callbacks.insert(0, NoteTurns())
    remaining = settings.total_steps - model.num_timesteps
    if remaining > 0:
        model.learn(
            remaining,
            callback=callbacks,
            reset_num_timesteps=not resume,
            progress_bar=progress,
            log_interval=1,
        )
    if checkpoints.stopped is None or checkpoints.stopped.startswith(OUT_OF_TIME):
        evaluations.init_callback(model)  # if the steps were all played before, nobody else did
        evaluations.finish()
        write_whole(folder / MODEL, model.save)
    model.logger.close()
    tables.close()
    return model, checkpoints.stopped


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m agents.train", description=__doc__)
    parser.add_argument("config", nargs="?", help="a file, or a name in configs/agents")
    parser.add_argument("--set", action="append", default=[], metavar="key=value", dest="overrides")
    parser.add_argument("--out", type=Path, help="run directory (default: runs/<name>)")
    parser.add_argument("--resume", type=Path, metavar="DIR", help="go on with this run directory")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    chosen = parser.parse_args(arguments)
    if (chosen.config is None) == (chosen.resume is None):
        parser.error("give either a training file or --resume DIR")
    if chosen.resume is not None and (chosen.overrides or chosen.out):
        parser.error("--resume goes on with the settings of its directory: no --set, no --out")
    try:
        source = chosen.config or chosen.resume / CONFIG
        settings = read_settings(source, dict(map(parse_assignment, chosen.overrides)))
        folder = chosen.resume or chosen.out or Path("runs") / settings.name
        _, stopped = train(
            settings, folder, resume=chosen.resume is not None, progress=not chosen.quiet
        )
    except (ConfigError, FileNotFoundError, FileExistsError) as error:
        print(error, file=sys.stderr)
        return 2
    if stopped is not None:
        print(f"stopped by {stopped}; go on with: python -m agents.train --resume {folder}")
        return 3
    print(json.dumps({"run": str(folder), "model": str(folder / MODEL)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
