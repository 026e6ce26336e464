"""All state of a batch of tables: one tuple of arrays, the leading axis being the table's row.

Nothing else holds state. Bulk numbers are plain arrays, the small sheet of a row is a record, so a
row copied is a snapshot. Arrays are C-contiguous; a ball that is not on the bed says so in
``motion`` and has position 0, or its place in a pocket that keeps its balls; no number here is ever
NaN.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS
from poolenv.events import LOG_CAPACITY
from poolenv.kernel import INTERPRETED, kernel
from poolenv.physics.scratch import GOING
from poolenv.records import Action, Event, rows
from poolenv.rules.words import CONDUCT_NAMES
from poolenv.sheets import INBOX_CAPACITY, Conduct, Game, Lag, Ruling, Shot
from poolenv.states import ABSENT
from poolenv.table.geometry import Geometry


class World(NamedTuple):
    """State of N tables; K editions, G pieces of equipment.

    Written by: positions by racks, placement, spotting and the simulator; the game sheet by play
    and by ``carry_out``; actions by the codecs; log by the simulator; shot and ruling by play.
    """

    # Balls.
    pos: NDArray[np.float64]  # (N, 16, 3) centre, z above the cloth's contact [m]
    motion: NDArray[np.int8]  # (N, 16) states of motion, states.py
    # Sheets.
    game: Any  # (N,) record Game
    shot: Any  # (N,) record Shot, facts of the last stroke
    ruling: Any  # (N,) record Ruling on it
    before: Any  # (N,) record Game at the start of the visit, for rewards
    lag: Any  # (N,) record Lag, facts of the last lag
    lag_going: NDArray[np.float64]  # (N, 2, 6) how lag balls that were struck will go
    # The moment before the last stroke, for restore and replay.
    pos_before: NDArray[np.float64]  # (N, 16, 3)
    motion_before: NDArray[np.int8]  # (N, 16)
    game_before: Any  # (N,) record Game
    # What is said and what happens.
    action: Any  # (N,) record Action; after the stroke: as executed, noise included
    log: Any  # (N, LOG_CAPACITY) record Event
    log_len: NDArray[np.int64]  # (N,)
    inbox: Any  # (N, INBOX_CAPACITY) record Conduct
    inbox_len: NDArray[np.int64]  # (N,)
    rng: NDArray[np.uint64]  # (N,) random words
    # The episode.
    visits: NDArray[np.int64]  # (N,) steps that struck or chose
    struck: NDArray[np.bool_]  # (N,) the last step made a stroke
    ruled_on: NDArray[np.int64]  # (N,) what of the last step was ruled on, 0: nothing; beside.py
    truncated: NDArray[np.bool_]  # (N,) cut off: too many visits, or a log that overflowed
    # Equipment of each row; the rest and the editions are shared and never written.
    editions: Any  # (K,) record Rules
    marks: Any  # (G,) record Marks
    phys: Any  # (N,) record Phys if resets draw it anew, else (1,) for all rows; phys_of_row
    geometry: Geometry  # colliders of G tables
    spread: Any  # (1,) record Spread, execution noise
    gaps: NDArray[np.float64]  # (2,) mean and spread of the gaps in a rack [m]
    conduct: NDArray[np.float64]  # how probable every kind of conduct is on a stroke; 0: if any is


#: What one row owns; the rest is shared or rewritten before it is read.
ROW_FIELDS = (
    "pos",
    "motion",
    "game",
    "shot",
    "ruling",
    "before",
    "lag",
    "lag_going",
    "pos_before",
    "motion_before",
    "game_before",
    "action",
    "log_len",
    "inbox",
    "inbox_len",
    "rng",
    "visits",
    "struck",
    "ruled_on",
    "truncated",
)


def new_world(
    n: int,
    editions: Any,
    marks: Any,
    phys: Any,
    geometry: Geometry,
    spread: Any,
    gaps: NDArray[np.float64],
    conduct: NDArray[np.float64] | None = None,
) -> World:
    """Empty tables: no ball on the bed, nobody has a game.

    Args:
        n: number of tables.
        editions: (K,) record Rules.
        marks: (G,) record Marks.
        phys: (n,) record Phys, or (1,) for all tables.
        geometry: colliders of G tables.
        spread: (1,) record Spread.
        gaps: (2,) mean and spread of the gaps in a rack [m].
        conduct: how probable every kind of conduct is on a stroke; None: nobody misbehaves.
    """
    return World(
        pos=np.zeros((n, N_BALLS, 3)),
        motion=np.full((n, N_BALLS), ABSENT, dtype=np.int8),
        game=rows(Game, n),
        shot=rows(Shot, n),
        ruling=rows(Ruling, n),
        before=rows(Game, n),
        lag=rows(Lag, n),
        lag_going=np.zeros((n, 2, GOING)),
        pos_before=np.zeros((n, N_BALLS, 3)),
        motion_before=np.full((n, N_BALLS), ABSENT, dtype=np.int8),
        game_before=rows(Game, n),
        action=rows(Action, n),
        log=rows(Event, n, LOG_CAPACITY),
        log_len=np.zeros(n, dtype=np.int64),
        inbox=rows(Conduct, n, INBOX_CAPACITY),
        inbox_len=np.zeros(n, dtype=np.int64),
        rng=np.zeros(n, dtype=np.uint64),
        visits=np.zeros(n, dtype=np.int64),
        struck=np.zeros(n, dtype=np.bool_),
        ruled_on=np.zeros(n, dtype=np.int64),
        truncated=np.zeros(n, dtype=np.bool_),
        editions=editions,
        marks=marks,
        phys=phys,
        geometry=geometry,
        spread=spread,
        gaps=gaps,
        conduct=np.zeros(len(CONDUCT_NAMES)) if conduct is None else conduct,
    )


@kernel
def phys_row(n: int, i: int) -> int:
    """Where the record Phys of row i stands among n: tables with the same equipment share one."""
    return min(i, n - 1)


@kernel
def phys_of_row(phys: Any, i: int) -> Any:
    """The record Phys of row i.

    Args:
        phys: (N,) or (1,) record Phys, of a world.
        i: the row.
    """
    return phys[phys_row(len(phys), i)]


def for_kernels(arrays: Any) -> Any:
    """The same arrays as compiled code takes them quickest: memory is shared, nothing is copied.

    Finding out the type of an ``np.recarray`` costs numba several microseconds at every call, that
    of a plain structured array next to nothing. Interpreted kernels need the attributes of the
    former.

    Args:
        arrays: an array or a tuple of arrays such as ``World``.
    """
    if INTERPRETED:
        return arrays
    if isinstance(arrays, tuple):
        return type(arrays)(*[for_kernels(array) for array in arrays])
    return arrays.view(np.ndarray) if isinstance(arrays, np.recarray) else arrays


def save_rows(world: World, mask: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
    """A copy of everything the rows of the mask own, their logs included.

    Args:
        world: the tables.
        mask: (N,) bool.
    """
    saved = {field: getattr(world, field)[mask].copy() for field in ROW_FIELDS}
    if len(world.phys) == len(world.rng):
        saved["phys"] = world.phys[mask].copy()
    longest = int(world.log_len[mask].max(initial=0))
    saved["log"] = world.log[mask, :longest].copy()
    return saved


def load_rows(world: World, mask: NDArray[np.bool_], saved: dict[str, NDArray[Any]]) -> None:
    """Put saved rows into the rows of the mask, in order.

    Args:
        world: the tables.
        mask: (N,) bool; as many True as rows were saved.
        saved: what :func:`save_rows` gave.

    Raises:
        ValueError: if the number of rows differs.
    """
    wanted, given = int(mask.sum()), len(saved["rng"])
    if wanted != given:
        raise ValueError(f"the state holds {given} table(s), {wanted} expected")
    for field in ROW_FIELDS:
        getattr(world, field)[mask] = saved[field]
    if "phys" in saved and len(world.phys) == len(world.rng):
        world.phys[mask] = saved["phys"]
    log = saved["log"]
    world.log[np.flatnonzero(mask)[:, None], np.arange(log.shape[1])] = log
