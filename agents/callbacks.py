"""What happens beside learning: stages, checkpoints, interruptions, statistics, evaluation."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback

from agents.checkpoint import Remembering, save_checkpoint, write_whole
from agents.evaluate import measure
from agents.players import model_player, player_of
from agents.settings import Settings
from agents.tables import StagedTables


#: How the reason for an early end begins if time ran out.
OUT_OF_TIME = "max_minutes"


class Stages(BaseCallback):
    """Enter the next stage of the curriculum when the steps of the current one are played.

    Tables change between an update and the next collection, so no batch mixes two stages.
    """

    def __init__(self, settings: Settings, tables: StagedTables) -> None:
        super().__init__()
        self.tables = tables
        self.ends = np.cumsum([stage.steps for stage in settings.stages])
        self.names = [stage.name for stage in settings.stages]

    def _on_rollout_start(self) -> None:
        stage = int(np.searchsorted(self.ends, self.model.num_timesteps, side="right"))
        stage = min(stage, len(self.names) - 1)
        if stage != self.tables.stage:
            self.model._last_obs = self.tables.enter(stage)
            self.model._last_episode_starts = np.ones(self.tables.num_envs, dtype=np.bool_)
        self.logger.record("time/stage", stage)

    def _on_step(self) -> bool:
        return True


class Checkpoints(BaseCallback):
    """Write a checkpoint now and then, at the end, and when asked to stop.

    SIGTERM and SIGINT let the current batch be collected and learned from, then the checkpoint is
    written and training stops; a second signal stops at once. `max_minutes` stops in the same way.
    """

    def __init__(
        self, path: Path, settings: Settings, tables: StagedTables, memories: dict[str, Remembering]
    ) -> None:
        super().__init__()
        self.path = path
        self.settings = settings
        self.tables = tables
        self.memories = memories
        self.stopped: str | None = None  # why training ends early
        self._saved_at = 0
        self._asked: str | None = None
        self._before: dict[int, Any] = {}
        self._begun = time.monotonic()

    def _on_training_start(self) -> None:
        self._saved_at = self.model.num_timesteps
        self._begun = time.monotonic()
        for number in (signal.SIGTERM, signal.SIGINT):
            self._before[number] = signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._asked = signal.Signals(number).name
        self._give_signals_back()

    def _give_signals_back(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}

    def _on_rollout_start(self) -> None:
        minutes = self.settings.max_minutes
        if minutes is not None and time.monotonic() - self._begun > 60 * minutes:
            self._asked = self._asked or f"{OUT_OF_TIME} = {minutes:g}"
        due = self.model.num_timesteps - self._saved_at >= self.settings.checkpoint_every
        if due or self._asked is not None:
            self.save()
        self.stopped = self._asked

    def _on_step(self) -> bool:
        return self.stopped is None

    def _on_training_end(self) -> None:
        self._give_signals_back()
        if self.stopped is None:
            self.save()

    def save(self) -> None:
        """Write the checkpoint."""
        save_checkpoint(self.path, self.model, self.tables, self.memories)
        self._saved_at = self.model.num_timesteps


class TableStatistics(BaseCallback):
    """Log what happens on the tables, by group: success, fouls, lengths of runs, reward terms."""

    def __init__(self, tables: StagedTables) -> None:
        super().__init__()
        self.tables = tables
        self._lengths = np.zeros(tables.num_envs, dtype=np.int64)
        self._runs = np.zeros(tables.num_envs, dtype=np.int64)
        self._sums: dict[tuple[int, str], list[float]] = {}

    def get_memory(self) -> Any:
        """Episodes and runs under way; sums are logged before a checkpoint is written."""
        return self._lengths.copy(), self._runs.copy()

    def set_memory(self, memory: Any) -> None:
        """Go on counting."""
        self._lengths, self._runs = (kept.copy() for kept in memory)

    def _count(self, group: int, name: str, value: float) -> None:
        entry = self._sums.setdefault((group, name), [0.0, 0.0])
        entry[0] += value
        entry[1] += 1.0

    def _on_step(self) -> bool:
        self._lengths += 1
        groups = self.tables.group_of.tolist()
        rewards, dones = self.locals["rewards"].tolist(), self.locals["dones"].tolist()
        for i, info in enumerate(self.locals["infos"]):
            group = groups[i]
            self._count(group, "reward", rewards[i])
            if "fouls" in info:
                self._count(group, "foul_rate", float(info["fouls"] != 0))
            for term, value in info.get("reward_terms", {}).items():
                self._count(group, f"term_{term}", value)
            self._runs[i] += info.get("potted", 0)
            if info.get("turn_switched", False) or dones[i]:
                self._count(group, "run_length", float(self._runs[i]))
                self._runs[i] = 0
            if dones[i]:
                self._count(group, "episode_length", float(self._lengths[i]))
                self._lengths[i] = 0
                if "is_success" in info:
                    self._count(group, "success_rate", float(info["is_success"]))
        return True

    def _on_rollout_end(self) -> None:
        names = self.tables.group_names()
        for (group, name), (total, number) in self._sums.items():
            self.logger.record(f"{names[group]}/{name}", total / number)
        self._sums.clear()


class Evaluations(BaseCallback):
    """Measure the figures of the file now and then and keep the best model.

    Evaluation draws no number from the generators that training uses, so it does not change it.
    """

    def __init__(self, folder: Path, settings: Settings) -> None:
        super().__init__()
        self.folder = folder
        self.settings = settings
        self.best = -1.0
        self._done_at = 0

    def get_memory(self) -> Any:
        """The best mean share and when the last evaluation was."""
        return self.best, self._done_at

    def set_memory(self, memory: Any) -> None:
        """Go on from there."""
        self.best, self._done_at = memory

    def _on_rollout_start(self) -> None:
        steps = self.model.num_timesteps
        if (
            self.settings.evaluation.figures
            and steps - self._done_at >= self.settings.evaluation.every
        ):
            self.evaluate()

    def finish(self) -> None:
        """A last evaluation, unless the model was just evaluated."""
        if self.settings.evaluation.figures and self.model.num_timesteps > self._done_at:
            self.evaluate()
            self.logger.dump(self.model.num_timesteps)

    def evaluate(self) -> None:
        """Measure every figure; the model is kept as ``best.zip`` if the mean share is the best."""
        learner = model_player("learner", self.model, dict(self.settings.face))
        shares = []
        for figure in self.settings.evaluation.figures:
            result = measure(
                learner,
                None if figure.opponent is None else player_of(figure.opponent),
                id=figure.id,
                env=dict(figure.env),
                racks=figure.racks,
                seed=self.settings.evaluation.seed,
                threads=self.settings.threads,
            )
            self.logger.record(f"evaluation/{figure.name}", result.share.value)
            shares.append(result.share.value)
        self._done_at = self.model.num_timesteps
        if np.mean(shares) > self.best:
            self.best = float(np.mean(shares))
            write_whole(self.folder / "best.zip", self.model.save)
        self.logger.record("evaluation/mean", float(np.mean(shares)))

    def _on_step(self) -> bool:
        return True
