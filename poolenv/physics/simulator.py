"""Shots for notebooks, planners and benchmarks: positions and strokes in, what happened out."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS
from poolenv.config import Source
from poolenv.events import EVENT_CAP, LOG_CAPACITY, POCKET_NAMES, TRUNCATED
from poolenv.events import POCKETED as POCKETED_EVENT
from poolenv.kernel import announce_compilation, kernel
from poolenv.physics.body import Body
from poolenv.physics.border import OVERLAP, Shot, check_shots, first_fault, position_table
from poolenv.physics.result import Result, Results
from poolenv.physics.setting import Setting, setting_of
from poolenv.physics.shot import shoot
from poolenv.position import Position
from poolenv.records import Action, Event, dtype_of, rows
from poolenv.states import ABSENT, OFF_TABLE, POCKETED, STILL
from poolenv.table.geometry import Geometry
from poolenv.table.phys import Phys
from poolenv.threads import check_threads, for_rows

#: Room for the state log of one shot: every ball starts once, every event starts two segments.
_STATES = 2 * EVENT_CAP + N_BALLS + 1
#: Tried first: enough for nearly every shot, and clean memory costs time.
_FEW_STATES = 400


class Batch(NamedTuple):
    """Arrays of N shots."""

    action: Any
    phys: Any
    pos: NDArray[np.float64]
    vel: NDArray[np.float64]
    spin: NDArray[np.float64]
    motion: NDArray[np.int8]
    events: NDArray[np.int64]
    truncated: NDArray[np.bool_]


@kernel
def shoot_rows(
    geometry: Geometry,
    marks: Any,
    batch: Batch,
    log: Any,
    log_len: Any,
    bodies: Any,
    states: Any,
    lo: int,
    hi: int,
) -> int:
    """Play rows lo to hi - 1 with one log; returns the entries of the last one's state log."""
    n_states = 0
    for i in range(lo, hi):
        batch.events[i], n_states = shoot(
            geometry,
            marks,
            batch.phys,
            batch.action,
            batch.pos,
            batch.vel,
            batch.spin,
            batch.motion,
            log,
            log_len,
            bodies,
            states,
            i,
            0,
        )
        batch.truncated[i] = log[0, log_len[0] - 1].kind == TRUNCATED
    return n_states


def _new_log() -> Any:
    """One row of the referee log; not zeroed, because only entries in use are ever read."""
    return np.empty((1, LOG_CAPACITY), dtype_of(Event)).view(np.recarray)


def _new_batch(n: int, setting: Setting) -> Batch:
    phys = rows(Phys, n)
    phys[:] = setting.phys[0]
    return Batch(
        rows(Action, n),
        phys,
        np.zeros((n, N_BALLS, 3)),
        np.zeros((n, N_BALLS, 3)),
        np.zeros((n, N_BALLS, 3)),
        np.full((n, N_BALLS), ABSENT, dtype=np.int8),
        np.zeros(n, dtype=np.int64),
        np.zeros(n, dtype=np.bool_),
    )


def _fill(
    batch: Batch, setting: Setting, positions: NDArray[np.float64], shots: NDArray[np.float64]
) -> None:
    """Lay positions and strokes into a batch and refuse what cannot be."""
    radius = setting.equipment.balls.radius
    present = ~np.isnan(positions[..., 0])
    batch.motion[present] = STILL
    batch.pos[present, :2] = positions[present]
    batch.pos[present, 2] = radius
    fault = np.zeros(3, dtype=np.int64)
    if first_fault(
        batch.pos, batch.motion, setting.geometry, 2.0 * radius - OVERLAP, 0, len(positions), fault
    ):
        row, ball, other = (int(n) for n in fault)
        place = tuple(float(x) for x in positions[row, ball])
        if other < 0:
            raise ValueError(f"positions[{row}], ball {ball}: {place} is not on the bed")
        distance = float(np.hypot(*(positions[row, ball] - positions[row, other])))
        raise ValueError(
            f"positions[{row}]: balls {ball} and {other} overlap: their centres are "
            f"{1000 * distance:.4f} mm apart, a ball is {2000 * radius:.4f} mm wide"
        )
    for column, name in enumerate(("aim", "speed", "side", "follow", "elevation")):
        batch.action[name] = shots[:, column]


def simulate(
    position: Position,
    shot: Shot,
    *,
    table: Source = "nine_foot",
    cloth: Source = "pool",
    balls: Source = "pool",
    cue: Source = "playing",
) -> Result:
    """Play one shot without execution noise and tell everything about it.

    Args:
        position: where the balls lie, the cue ball included.
        shot: the stroke.
        table: a name in ``configs/tables``, a path or a mapping of differences.
        cloth: the same for ``configs/cloths``.
        balls: the same for ``configs/balls``.
        cue: the same for ``configs/cues``.

    Raises:
        ValueError: if the position or the stroke cannot be.
        ConfigError: if the equipment cannot.

    Example:
        >>> from poolenv import Position, Shot, simulate
        >>> result = simulate(Position({0: (-0.6, 0.0), 1: (0.6, 0.0)}), Shot(aim=0.0, speed=1.5))
        >>> sorted(result.final)
        [0, 1]
    """
    announce_compilation()
    setting = setting_of(table, cloth, balls, cue)
    strokes = np.array([[shot.aim, shot.speed, shot.side, shot.follow, shot.elevation]])
    where = position_table(Position(position))
    for room in (_FEW_STATES, _STATES):
        batch = _new_batch(1, setting)
        _fill(batch, setting, where, strokes)
        log, log_len = _new_log(), np.zeros(1, dtype=np.int64)
        states = np.empty(room, dtype_of(Body)).view(np.recarray)
        bodies = rows(Body, N_BALLS)
        used = shoot_rows(
            setting.geometry, setting.marks, batch, log, log_len, bodies, states, 0, 1
        )
        if used < room:
            break
    events = log[0, : log_len[0]].copy()
    at_rest = {b: batch.pos[0, b, :2] for b in range(N_BALLS) if batch.motion[0, b] == STILL}
    holes = {int(e.ball): int(e.other) for e in events if e.kind == POCKETED_EVENT}
    return Result(
        events=events,
        final=Position(at_rest),
        pocketed={ball: POCKET_NAMES[pocket] for ball, pocket in sorted(holes.items())},
        off_table=tuple(int(b) for b in np.flatnonzero(batch.motion[0] == OFF_TABLE)),
        n_events=int(batch.events[0]),
        truncated=bool(batch.truncated[0]),
        duration=float(events.t[-1]),
        states=states[:used].copy(),
        setting=setting,
    )


def simulate_many(
    positions: Any,
    shots: NDArray[np.float64],
    *,
    threads: int = 1,
    table: Source = "nine_foot",
    cloth: Source = "pool",
    balls: Source = "pool",
    cue: Source = "playing",
) -> Results:
    """Play N shots, each on its own table; the result does not depend on the number of threads.

    Args:
        positions: (N, 16, 2) centres with NaN pairs for absent balls [m]; or one Position for all.
        shots: (N, 5) aim, speed, side, follow, elevation.
        threads: how many threads share the work.
        table: as in :func:`simulate`.
        cloth: as in :func:`simulate`.
        balls: as in :func:`simulate`.
        cue: as in :func:`simulate`.

    Raises:
        ValueError: if a position or a stroke cannot be; the message names the row.
        ConfigError: if the equipment cannot.
    """
    announce_compilation()
    setting = setting_of(table, cloth, balls, cue)
    strokes = np.ascontiguousarray(shots, dtype=np.float64)
    check_shots(strokes)
    where = position_table(positions)
    if len(where) == 1:
        where = np.repeat(where, len(strokes), axis=0)
    if len(where) != len(strokes):
        raise ValueError(f"{len(where)} positions but {len(strokes)} shots: expected as many")
    n = len(strokes)
    threads = check_threads(threads)
    batch = _new_batch(n, setting)
    _fill(batch, setting, where, strokes)
    no_states = rows(Body, 0)

    def work(lo: int, hi: int) -> None:
        log, log_len = _new_log(), np.zeros(1, dtype=np.int64)
        bodies = rows(Body, N_BALLS)
        shoot_rows(setting.geometry, setting.marks, batch, log, log_len, bodies, no_states, lo, hi)

    for_rows(work, n, threads)
    return Results(
        final=np.where((batch.motion == STILL)[..., None], batch.pos[..., :2], np.nan),
        pocketed=batch.motion == POCKETED,
        off_table=batch.motion == OFF_TABLE,
        n_events=batch.events,
        truncated=batch.truncated,
    )
