"""Play racks in batches: each rack depends on its number and the seed alone.

Not on how many are played side by side, by how many threads or on which machine of a cluster: the
table's random word and those of the players derive from (seed, number of the rack), and a network
is always asked in batches of one size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.players import Player
from poolenv.envs.batch import Batch
from poolenv.envs.opponents import Query
from poolenv.envs.settings import settings_of
from poolenv.envs.start import Start
from poolenv.kernel import kernel
from poolenv.rng import draw_word, seed_words

#: Racks played side by side.
TABLES = 256
#: Tells the random words of the players from those of the tables.
_PLAYERS_KEY = 1


@dataclass(frozen=True)
class Outcomes:
    """What became of the racks, in order of their numbers.

    Attributes:
        won: (racks,) the first player won, or the task was solved; False if cut off.
        truncated: (racks,) cut off before the end.
        visits: (racks,) visits of both players.
        fouls: (racks,) fouls of the first player.
        own_visits: (racks,) visits of the first player.
    """

    won: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    visits: NDArray[np.int64]
    fouls: NDArray[np.int64]
    own_visits: NDArray[np.int64]

    def digest(self) -> str:
        """Fingerprint of everything: equal racks, equal digest."""
        digest = hashlib.sha256()
        for column in (self.won, self.truncated, self.visits, self.fouls, self.own_visits):
            digest.update(np.ascontiguousarray(column).tobytes())
        return digest.hexdigest()[:16]


def joined(parts: Sequence[Outcomes]) -> Outcomes:
    """The outcomes of consecutive parts as one."""
    columns = zip(
        *((p.won, p.truncated, p.visits, p.fouls, p.own_visits) for p in parts), strict=True
    )
    return Outcomes(*(np.concatenate(column) for column in columns))


@kernel
def draw_words(state: NDArray[np.uint64], rows: NDArray[np.int64], out: NDArray[np.uint64]) -> None:
    """A fresh random word for each of the rows, from the rows' own streams."""
    for j in range(len(rows)):
        out[j] = draw_word(state, rows[j])


class Racks:
    """A batch of tables on which one or two players play numbered racks.

    Args:
        players: one, or two that sit down to one rack.
        id: environment id.
        env: its keyword arguments; the `face` of each player is added.
        seed: of rack 0.
        tables: played side by side.
        threads: of the simulator.
    """

    def __init__(
        self,
        players: Sequence[Player],
        id: str,
        env: dict[str, Any],
        *,
        seed: int,
        tables: int = TABLES,
        threads: int = 1,
    ) -> None:
        self.players = players
        self.seed = seed
        settings = [settings_of(id, {**env, **player.face}) for player in players]
        self.batches = [Batch(s, tables, threads) for s in settings]
        for other in self.batches[1:]:
            other.share_tables(self.batches[0])
        self.world = self.batches[0].world
        self.settings = settings
        self.answers = [p.make(s) for p, s in zip(players, settings, strict=True)]
        self.words = np.zeros(tables, dtype=np.uint64)
        self.rack_of = np.full(tables, -1, dtype=np.int64)
        #: Called after every visit with the number of the player who made it.
        self.watch: Callable[[int], None] | None = None

    def play(self, first: int, last: int) -> Outcomes:
        """Play racks first to last - 1."""
        n = last - first
        outcomes = Outcomes(
            np.zeros(n, dtype=np.bool_),
            np.zeros(n, dtype=np.bool_),
            *(np.zeros(n, dtype=np.int64) for _ in range(3)),
        )
        self.rack_of[:] = -1
        waiting = first
        while True:
            free = np.flatnonzero(self.rack_of < 0)[: last - waiting]
            if len(free) > 0:
                self._begin(free, np.arange(waiting, waiting + len(free)))
                waiting += len(free)
            busy = self.rack_of >= 0
            if not busy.any():
                return outcomes
            self._visit(busy, outcomes, first)

    def _begin(self, rows: NDArray[np.int64], racks: NDArray[np.int64]) -> None:
        """Rack the balls. Two players meet twice on each layout, once in each seat."""
        two = len(self.players) == 2
        for row, rack in zip(rows.tolist(), racks.tolist(), strict=True):
            layout = rack // 2 if two else rack
            self.world.rng[row] = seed_words(self.seed + layout, 1)[0]
            key = np.random.SeedSequence(self.seed + rack, spawn_key=(_PLAYERS_KEY,))
            self.words[row] = key.generate_state(1, np.uint64)[0]
        self.rack_of[rows] = racks
        mask = np.zeros(len(self.rack_of), dtype=np.bool_)
        mask[rows] = True
        self.batches[0].reset(mask, Start(breaker=0 if two else None))

    def _visit(self, busy: NDArray[np.bool_], outcomes: Outcomes, first: int) -> None:
        """Everybody whose turn it is plays one visit, each player on all of his tables at once."""
        seat_of_first = self.rack_of % 2 if len(self.players) == 2 else np.zeros_like(self.rack_of)
        is_first = self.world.game.actor == seat_of_first
        for k, batch in enumerate(self.batches):
            mask = busy & (is_first if k == 0 else ~is_first)
            if not mask.any():
                continue
            rows = np.flatnonzero(mask)
            words = np.zeros(len(rows), dtype=np.uint64)
            draw_words(self.words, rows, words)
            seen = batch.observe(mask)[rows]  # masks are those of the last look
            masks = batch.action_masks()[rows] if batch.has_masks else None
            query = Query(seen, masks, words, self.world, rows, self.settings[k])
            chosen = np.asarray(self.answers[k](query))
            if len(chosen) != len(rows):
                raise ValueError(
                    f"{self.players[k].name} gave {len(chosen)} action(s) for {len(rows)} table(s)"
                )
            actions = np.zeros((len(mask), *chosen.shape[1:]), dtype=chosen.dtype)
            actions[rows] = chosen
            step = batch.step(actions, mask)
            if self.watch is not None:
                self.watch(k)
            racks = self.rack_of[rows] - first
            outcomes.visits[racks] += 1
            if k == 0:
                outcomes.own_visits[racks] += 1
                fouled = (self.world.ruled_on[rows] != 0) & (self.world.ruling.is_foul[rows] != 0)
                outcomes.fouls[racks] += fouled
            over = mask & (step.terminated | step.truncated)
            if over.any():
                self._end(over, seat_of_first, outcomes, first)

    def _end(
        self,
        over: NDArray[np.bool_],
        seat_of_first: NDArray[np.int64],
        outcomes: Outcomes,
        first: int,
    ) -> None:
        """Write down how racks ended and free their tables."""
        racks = self.rack_of[over] - first
        truncated = self.world.truncated[over]
        solved = self.batches[0].successes()
        won = self.world.game.winner == seat_of_first if solved is None else solved
        outcomes.truncated[racks] = truncated
        outcomes.won[racks] = won[over] & ~truncated
        self.rack_of[over] = -1
