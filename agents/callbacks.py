"""What happens beside learning: stages, checkpoints, interruptions, statistics, evaluation."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray
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
    """Log what happens on the tables, by group: success, lengths of runs, every reward term.

    Terms are logged unweighted and per step, so `term/foul` is the foul rate. A run is what one
    player pots before the turn passes.
    """

    def __init__(self, tables: StagedTables) -> None:
        super().__init__()
        self.tables = tables
        self._lengths = np.zeros(tables.num_envs)
        self._runs = np.zeros(tables.num_envs)
        self._sums: dict[str, NDArray[np.float64]] = {}

    def get_memory(self) -> Any:
        """Episodes and runs under way; sums are logged before a checkpoint is written."""
        return self._lengths.copy(), self._runs.copy()

    def set_memory(self, memory: Any) -> None:
        """Go on counting."""
        self._lengths, self._runs = (kept.copy() for kept in memory)

    def _count(self, name: str, values: NDArray[Any], where: NDArray[np.bool_]) -> None:
        """Add the values of some tables to the sums (first column) and numbers of their groups."""
        groups = self.tables.group_of[where]
        n = len(self.tables.groups)
        sums = self._sums.setdefault(name, np.zeros((n, 2)))
        sums[:, 0] += np.bincount(groups, weights=values[where], minlength=n)
        sums[:, 1] += np.bincount(groups, minlength=n)

    def _on_step(self) -> bool:
        infos, dones = self.locals["infos"], self.locals["dones"]
        everyone = np.ones(len(infos), dtype=np.bool_)
        self._lengths += 1
        self._count("reward", self.locals["rewards"], everyone)
        terms = self.tables.reward_terms()
        for name, values in terms.items():
            self._count(f"term/{name}", values, everyone)
        self._runs += terms.get("potted", 0.0)
        ends = dones | np.array([info.get("turn_switched", False) for info in infos])
        self._count("run_length", self._runs, ends)
        self._count("episode_length", self._lengths, dones)
        self._runs[ends] = 0
        self._lengths[dones] = 0
        success = np.array([info.get("is_success", np.nan) for info in infos], dtype=np.float64)
        self._count("success_rate", success, dones & ~np.isnan(success))
        return True

    def _on_rollout_end(self) -> None:
        names = self.tables.group_names()
        for name, sums in self._sums.items():
            for group, (total, number) in zip(names, sums, strict=True):
                if number > 0:
                    self.logger.record(f"{group}/{name}", total / number)
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
