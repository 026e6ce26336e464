"""Somebody who follows what is played on the tables of a batch."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]


class Watcher(Protocol):
    """Somebody who follows what is played: told of every beginning and of every visit."""

    def began(self, mask: Mask) -> None:
        """Episodes have begun on the tables of the mask."""

    def playing(self, mask: Mask) -> None:
        """A visit (or one decision) is about to be played on the tables of the mask."""

    def played(self, mask: Mask) -> None:
        """It was just played on the tables of the mask."""


class Nobody:
    """Watches and does nothing."""

    def began(self, mask: Mask) -> None:
        """Nobody is told."""

    def playing(self, mask: Mask) -> None:
        """Nobody is told."""

    def played(self, mask: Mask) -> None:
        """Nobody is told."""


#: The watcher of tables that nobody watches.
UNWATCHED: Watcher = Nobody()
