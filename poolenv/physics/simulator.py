"""Shots for notebooks, planners and benchmarks: positions and strokes in, what happened out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS
from poolenv.config import Source
from poolenv.events import EVENT_CAP, JAM, POCKET_NAMES
from poolenv.events import POCKETED as POCKETED_EVENT
from poolenv.kernel import announce_compilation
from poolenv.physics.border import (
    MisplacedError,
    Shot,
    check_places,
    check_shots,
    position_table,
)
from poolenv.physics.result import Result, Results
from poolenv.physics.setting import Setting, setting_of
from poolenv.physics.workspace import Workspace, new_outcomes, new_workspace, shoot_rows
from poolenv.position import Position
from poolenv.states import STILL
from poolenv.table.specs import SceneObject
from poolenv.threads import check_threads, for_rows

#: Room for the state log of one shot: every ball starts once, every event starts two segments.
_STATES = 2 * EVENT_CAP + N_BALLS + 1
#: Tried first: enough for nearly every shot, and clean memory costs time.
_FEW_STATES = 400


def simulate(
    position: Position,
    shot: Shot,
    *,
    table: Source = "nine_foot",
    cloth: Source = "pool",
    balls: Source = "pool",
    cue: Source = "playing",
    strict_equipment: bool = False,
    objects: Sequence[SceneObject] | None = None,
) -> Result:
    """Play one shot without execution noise and tell everything about it.

    Args:
        position: where the balls lie, the cue ball included.
        shot: the stroke.
        table: a name in ``configs/tables``, a path or a mapping of differences.
        cloth: the same for ``configs/cloths``.
        balls: the same for ``configs/balls``.
        cue: the same for ``configs/cues``.
        strict_equipment: whether equipment outside the WPA specification is an error.
        objects: (kind, x, y) of foreign objects [m], instead of those of the table: "chalk" on a
            rail, "lamp" above the bed.

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
    setting = setting_of(table, cloth, balls, cue, strict_equipment, objects)
    where = position_table(Position(position))
    check_places(where, setting)
    return play_out(setting, where, shot)


def play_out(setting: Setting, where: NDArray[np.float64], shot: Shot) -> Result:
    """As :func:`simulate`, with equipment that is laid out and a position that is checked.

    Args:
        setting: equipment; the table is the one that its row of Phys names.
        where: (1, 16, 2) centres, NaN pairs for absent balls [m].
        shot: the stroke.
    """
    strokes = np.array([[shot.aim, shot.speed, shot.side, shot.follow, shot.elevation]])
    out = new_outcomes(1)
    for room in (_FEW_STATES, _STATES):
        played = new_workspace(setting, room)
        if shot.follow_through is not None:
            played.action.follow_through = shot.follow_through
        used = shoot_rows(setting.geometry, setting.marks, played, where, strokes, out, 0, 1)
        if used < room:
            break
    events = played.log[0, : played.log_len[0]].copy()
    at_rest = {b: out.final[0, b] for b in range(N_BALLS) if played.motion[0, b] == STILL}
    holes = {int(e.ball): int(e.other) for e in events if e.kind in (POCKETED_EVENT, JAM)}
    return Result(
        events=events,
        final=Position(at_rest),
        pocketed={ball: POCKET_NAMES[pocket] for ball, pocket in sorted(holes.items())},
        off_table=tuple(int(b) for b in np.flatnonzero(out.off_table[0])),
        n_events=int(out.n_events[0]),
        truncated=bool(out.truncated[0]),
        duration=float(events.t[-1]),
        states=played.scratch.states[:used].copy(),
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
    strict_equipment: bool = False,
    objects: Sequence[SceneObject] | None = None,
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
        strict_equipment: as in :func:`simulate`.
        objects: as in :func:`simulate`.

    Raises:
        ValueError: if a position or a stroke cannot be; the message names the row.
        ConfigError: if the equipment cannot.
    """
    announce_compilation()
    setting = setting_of(table, cloth, balls, cue, strict_equipment, objects)
    strokes = np.ascontiguousarray(shots, dtype=np.float64)
    check_shots(strokes)
    where = position_table(positions)
    if len(where) == 1:
        where = np.repeat(where, len(strokes), axis=0)
    if len(where) != len(strokes):
        raise ValueError(f"{len(where)} positions but {len(strokes)} shots: expected as many")
    threads = check_threads(threads)
    out = new_outcomes(len(strokes))
    free: list[Workspace] = []  # one for every thread that came, handed from range to range
    faults: list[MisplacedError] = []

    def work(lo: int, hi: int) -> None:
        try:
            check_places(where, setting, lo, hi)
        except MisplacedError as fault:
            faults.append(fault)
        if not faults:
            table = free.pop() if free else new_workspace(setting)
            shoot_rows(setting.geometry, setting.marks, table, where, strokes, out, lo, hi)
            free.append(table)

    for_rows(work, len(strokes), threads)
    if faults:
        raise min(faults, key=lambda fault: fault.row)
    return Results(*out)
