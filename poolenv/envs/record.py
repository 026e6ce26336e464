"""Matches written down as they are played: a watcher of any batch, and a Gymnasium wrapper."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from numpy.typing import NDArray

from poolenv.envs.batch import Batch
from poolenv.envs.watcher import UNWATCHED
from poolenv.notation import Match, Scribe, write_match
from poolenv.table.specs import equip


class MatchRecorder:
    """Writes down what is played on the tables of a batch, the visits of an opponent included.

    Args:
        batch: the tables; it is watched from its next reset on.
        players: names of A and B.
        tables: which tables, all without it.

    Raises:
        ValueError: if somebody else watches the batch, or its equipment is drawn.
    """

    def __init__(
        self,
        batch: Batch,
        players: tuple[str, str] = ("A", "B"),
        tables: tuple[int, ...] | None = None,
    ) -> None:
        if batch.watcher is not UNWATCHED:
            raise ValueError("the tables are watched already: record them once")
        if batch.population.varies:
            raise ValueError(
                f"randomization={batch.settings.randomization!r}: a match file tells one equipment "
                "for all of its racks, not what a reset draws; record with 'none'"
            )
        self._batch = batch
        self._players = players
        self._tables = set(range(batch.n) if tables is None else tables)
        s = batch.settings
        self._equipment = equip(s.table, s.cloth, s.balls, s.cue)
        self._scribes: dict[int, Scribe] = {}
        batch.watcher = self

    def _rows(self, mask: NDArray[np.bool_]) -> list[int]:
        return [i for i in np.flatnonzero(mask).tolist() if i in self._tables]

    def began(self, mask: NDArray[np.bool_]) -> None:
        """Begin a new match on the tables of the mask."""
        batch = self._batch
        for i in self._rows(mask):
            self._scribes[i] = Scribe(batch.world, i, batch.edition, self._equipment, self._players)

    def playing(self, mask: NDArray[np.bool_]) -> None:
        """Write down what was reported before the visits that are to be played."""
        for i in self._rows(mask):
            if i in self._scribes:
                self._scribes[i].listen()

    def played(self, mask: NDArray[np.bool_]) -> None:
        """Write down the visits just played."""
        for i in self._rows(mask):
            if i in self._scribes:
                self._scribes[i].visit()

    def match(self, i: int = 0) -> Match:
        """What was written down on table i since its last reset.

        Raises:
            ValueError: if the table was not reset since the recorder was made.
        """
        if i not in self._scribes:
            raise ValueError(f"nothing was recorded on table {i}: reset it first")
        return self._scribes[i].match()


class RecordMatch(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Writes every episode as a match file that can be played again.

    Args:
        env: an environment of this package, wrapped or not.
        folder: where files go, ``match-0.pool``, ``match-1.pool`` and so on; None: no files,
            :attr:`match` holds the episode.
        players: names of A and B.
        name_prefix: how file names begin.
        logs: write the referee log of every stroke into the files.

    Example:
        >>> import gymnasium, poolenv
        >>> from poolenv.envs import RecordMatch
        >>> env = RecordMatch(gymnasium.make("poolenv/NineBall-v0"))
        >>> _ = env.reset(seed=0)
        >>> env.match.to_text().splitlines()[0]
        'poolenv notation 1'
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        folder: str | os.PathLike[str] | None = None,
        *,
        players: tuple[str, str] = ("A", "B"),
        name_prefix: str = "match",
        logs: bool = True,
    ) -> None:
        super().__init__(env)
        batch = getattr(env.unwrapped, "batch", None)
        if not isinstance(batch, Batch):
            raise ValueError(f"expected an environment of poolenv, not {env.unwrapped!r}")
        self._recorder = MatchRecorder(batch, players)
        self._folder = None if folder is None else Path(folder)
        self._prefix = name_prefix
        self._logs = logs
        self._episode = 0
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)

    @property
    def match(self) -> Match:
        """The match of this episode so far."""
        return self._recorder.match()

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Play one step; at the end of the episode the file is written."""
        result = self.env.step(action)
        if (result[2] or result[3]) and self._folder is not None:
            file = self._folder / f"{self._prefix}-{self._episode}.pool"
            write_match(self.match, file, logs=self._logs)
            self._episode += 1
        return result

    def close(self) -> None:
        """Stop watching and close the environment."""
        batch: Batch = self.env.unwrapped.batch  # type: ignore[attr-defined]
        batch.watcher = UNWATCHED
        super().close()
