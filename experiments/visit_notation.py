"""Some tables of a batch written down while they are played, and each match played again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from poolenv.beside import NOTHING
from poolenv.envs.batch import Batch
from poolenv.envs.watcher import UNWATCHED
from poolenv.notation import Match, Scribe, replay
from poolenv.table.specs import equip

Mask = NDArray[np.bool_]

#: What must be the same after a match was read from its text and played again, to the bit.
STATE = ("pos", "motion", "pos_before", "motion_before")
#: ... and if the last visit was ruled on; until then a table shows those of an earlier match.
OF_A_RULING = ("shot", "ruling")


class Notes:
    """Watches the first tables of a batch; a match ends with its episode.

    Args:
        batch: the tables, before their first reset.
        tables: how many are written down.

    Attributes:
        wrong: (N,) tables that could not be written down, or came out otherwise.
        matches: matches that were played again.
        strokes: strokes of them.
    """

    def __init__(self, batch: Batch, tables: int) -> None:
        self._batch = batch
        self._scribes: list[Scribe | None] = [None] * min(tables, batch.n)
        settings = batch.settings
        self._equipment = equip(settings.table, settings.cloth, settings.balls, settings.cue)
        self.wrong = np.zeros(batch.n, dtype=np.bool_)
        self.matches = 0
        self.strokes = 0
        batch.watcher = self

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Nobody watches: what is tried now is taken back."""
        self._batch.watcher = UNWATCHED
        yield
        self._batch.watcher = self

    def _watched(self, mask: Mask) -> Iterator[tuple[int, Scribe]]:
        for i, scribe in enumerate(self._scribes):
            if mask[i] and scribe is not None:
                yield i, scribe

    def began(self, mask: Mask) -> None:
        """New matches on the tables of the mask."""
        batch = self._batch
        for i in range(len(self._scribes)):
            if mask[i]:
                self._scribes[i] = Scribe(batch.world, i, batch.edition, self._equipment)

    def playing(self, mask: Mask) -> None:
        """Write down what was reported."""
        for _, scribe in self._watched(mask):
            scribe.listen()

    def played(self, mask: Mask) -> None:
        """Write down the visits; a table on which that fails is wrong until its next match."""
        for i, scribe in self._watched(mask):
            try:
                scribe.visit()
            except ValueError:
                self.wrong[i] = True
                self._scribes[i] = None

    def ended(self, mask: Mask) -> Mask:
        """Play the matches of the tables of the mask again, from their text.

        Returns:
            (N,) tables that are wrong; they are forgotten with this.
        """
        for i, scribe in self._watched(mask):
            if not self._comes_out_the_same(scribe.match(), i):
                self.wrong[i] = True
        wrong, self.wrong = self.wrong, np.zeros_like(self.wrong)
        return wrong

    def _comes_out_the_same(self, match: Match, i: int) -> bool:
        text = match.to_text()
        again = Match.from_text(text)
        if again != match or again.to_text() != text:
            return False
        world = self._batch.world
        *_, (_, board) = replay(again)
        self.matches += 1
        self.strokes += sum(" stroke " in line for line in text.splitlines())
        if world.game.lag_owed[i] != 0:
            return True  # of a lag the outcome is written, and there is none yet
        n = int(world.log_len[i])
        if world.struck[i] and board.world.log[0, :n].tobytes() != world.log[i, :n].tobytes():
            return False
        names = (*STATE, *(OF_A_RULING if world.ruled_on[i] != NOTHING else ()))
        return all(
            getattr(board.world, name)[0].tobytes() == getattr(world, name)[i].tobytes()
            for name in names
        )
