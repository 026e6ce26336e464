"""One table to play on: a thread lays shot after shot on it, plays it, and notes what came of it.

A thousand shots need the memory of one, so whatever a shot touches stays in the processor's nearest
cache, and threads share nothing but what they read.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS
from poolenv.events import LOG_CAPACITY, TRUNCATED
from poolenv.kernel import kernel
from poolenv.physics.scratch import Scratch, alone, new_scratch
from poolenv.physics.setting import Setting
from poolenv.physics.shot import shoot
from poolenv.physics.watch import WATCH_CUE_BALL
from poolenv.records import Action, Event, dtype_of
from poolenv.states import ABSENT, OFF_TABLE, POCKETED, STILL
from poolenv.table.geometry import Geometry
from poolenv.table.phys import Phys


class Workspace(NamedTuple):
    """The arrays of one table, each with one row."""

    action: Any  # (1,) record Action
    phys: Any  # (1,) record Phys
    pos: NDArray[np.float64]  # (1, 16, 3) [m]
    motion: NDArray[np.int8]  # (1, 16)
    log: Any  # (1, LOG_CAPACITY) record Event
    log_len: NDArray[np.int64]  # (1,)
    scratch: Scratch


class Outcomes(NamedTuple):
    """What came of N shots."""

    final: NDArray[np.float64]  # (N, 16, 2), NaN for balls not on the bed [m]
    pocketed: NDArray[np.bool_]  # (N, 16)
    off_table: NDArray[np.bool_]  # (N, 16)
    n_events: NDArray[np.int64]  # (N,) resolved events, transitions included
    truncated: NDArray[np.bool_]  # (N,)


def new_workspace(setting: Setting, states: int = 0) -> Workspace:
    """An empty table with the equipment of a setting; strokes follow through as the cue's do.

    The logs are not zeroed: only entries in use are ever read.

    Args:
        setting: table, cloth, balls and cue.
        states: room for the state log; 0 keeps none.
    """
    phys = alone(1, dtype_of(Phys)).view(np.recarray)
    phys[0] = setting.phys[0]
    action = alone(1, dtype_of(Action)).view(np.recarray)
    action.follow_through = phys.follow_through
    return Workspace(
        action,
        phys,
        alone(1, np.float64, N_BALLS, 3),
        alone(1, np.int8, N_BALLS),
        np.empty((1, LOG_CAPACITY), dtype_of(Event)).view(np.recarray),
        alone(1, np.int64),
        new_scratch(states),
    )


def new_outcomes(n: int) -> Outcomes:
    """Room for what comes of n shots; every number of it is written by :func:`shoot_rows`."""
    return Outcomes(
        np.empty((n, N_BALLS, 2)),
        np.empty((n, N_BALLS), dtype=np.bool_),
        np.empty((n, N_BALLS), dtype=np.bool_),
        np.empty(n, dtype=np.int64),
        np.empty(n, dtype=np.bool_),
    )


@kernel
def _lay(table: Workspace, places: Any, strokes: Any, i: int) -> None:
    """Put the balls and the stroke of row i on the table."""
    for ball in range(N_BALLS):
        here = places[i, ball, 0] == places[i, ball, 0]
        table.motion[0, ball] = STILL if here else ABSENT
        table.pos[0, ball, 0] = places[i, ball, 0] if here else 0.0
        table.pos[0, ball, 1] = places[i, ball, 1] if here else 0.0
        table.pos[0, ball, 2] = table.phys[0].radius if here else 0.0
    stroke = table.action[0]
    stroke.aim = strokes[i, 0]
    stroke.speed = strokes[i, 1]
    stroke.side = strokes[i, 2]
    stroke.follow = strokes[i, 3]
    stroke.elevation = strokes[i, 4]


@kernel
def _note(table: Workspace, out: Outcomes, i: int) -> None:
    """Write what came of the shot into row i."""
    for ball in range(N_BALLS):
        rests = table.motion[0, ball] == STILL
        out.final[i, ball, 0] = table.pos[0, ball, 0] if rests else np.nan
        out.final[i, ball, 1] = table.pos[0, ball, 1] if rests else np.nan
        out.pocketed[i, ball] = table.motion[0, ball] == POCKETED
        out.off_table[i, ball] = table.motion[0, ball] == OFF_TABLE
    out.truncated[i] = table.log[0, table.log_len[0] - 1].kind == TRUNCATED


@kernel
def shoot_rows(
    geometry: Geometry,
    marks: Any,
    table: Workspace,
    places: NDArray[np.float64],
    strokes: NDArray[np.float64],
    out: Outcomes,
    lo: int,
    hi: int,
) -> int:
    """Play rows lo to hi - 1, one after the other, on one table.

    Args:
        geometry: colliders.
        marks: (1,) record Marks.
        table: where they are played; afterwards it is as the last shot left it.
        places: (N, 16, 2) centres, NaN pairs for absent balls, checked [m].
        strokes: (N, 5) aim, speed, side, follow, elevation, checked.
        out: rows lo to hi - 1 are written.
        lo: first row.
        hi: end of the rows.

    Returns:
        Entries of the state log of the last shot.
    """
    n_states = 0
    for i in range(lo, hi):
        _lay(table, places, strokes, i)
        out.n_events[i], n_states = shoot(
            geometry,
            marks,
            table.phys[0],
            table.action,
            table.pos,
            table.motion,
            table.log,
            table.log_len,
            table.scratch,
            WATCH_CUE_BALL,
            0,
            0,
        )
        _note(table, out, i)
    return n_states
