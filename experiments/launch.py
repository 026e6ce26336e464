"""Balls let go from any velocity and spin, without a cue: how a laboratory looks at the engine."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS
from poolenv.events import EVENT_CAP, LOG_CAPACITY
from poolenv.physics.scratch import new_scratch
from poolenv.physics.setting import Setting
from poolenv.physics.simulate import simulate_row
from poolenv.physics.tip import NO_TIP
from poolenv.physics.watch import WATCH_CUE_BALL
from poolenv.records import Event, rows
from poolenv.states import ABSENT, STILL
from poolenv.table.colliders import build_geometry
from poolenv.table.geometry import Geometry
from poolenv.table.pocket_specs import Pockets

Numbers = NDArray[np.float64]


class Laboratory(NamedTuple):
    """A bed with its balls: what a launch is played on."""

    geometry: Geometry
    phys: Any  # record Phys


class Launch(NamedTuple):
    """All balls at one moment."""

    places: Numbers  # (16, 2) or (16, 3) centres, NaN for absent balls; on the bed without z [m]
    velocity: Numbers  # (16, 3) [m/s]
    spin: Numbers  # (16, 3) [rad/s]


class Played(NamedTuple):
    """What became of a launch."""

    events: Any  # (L,) record Event
    states: Any  # (S,) record Body: the start of every segment of motion, in order of time
    n_events: int  # resolved
    final: Numbers  # (16, 2) centres, NaN for balls not on the bed [m]

    def of(self, ball: int) -> Any:
        """The segments of one ball."""
        return self.states[self.states.ball == ball]


def plain(
    setting: Setting,
    *,
    length: float | None = None,
    width: float | None = None,
    **numbers: float,
) -> Laboratory:
    """A bed without pockets, and equipment with some numbers changed.

    Args:
        setting: the equipment to begin with.
        length: nose to nose [m], if another one.
        width: the same across.
        numbers: fields of the record Phys.

    Raises:
        AttributeError: if a field does not exist.
    """
    phys = rows_of(setting.phys[0])
    for name, value in numbers.items():
        if name not in phys.dtype.names:
            raise AttributeError(f"no field {name!r} in Phys: {', '.join(phys.dtype.names)}")
        setattr(phys, name, value)
    table, balls = setting.equipment.table, setting.equipment.balls
    table = dataclasses.replace(
        table,
        length=length or table.length,
        width=width or table.width,
        cushions=dataclasses.replace(table.cushions, nose_height=float(phys.nose_height)),
        pockets=Pockets(mode="none"),
    )
    balls = dataclasses.replace(balls, radius=float(phys.radius))
    return Laboratory(build_geometry([(table, balls)]), phys)


def rows_of(record: Any) -> Any:
    """A copy of one record."""
    copy = np.array([record], dtype=record.dtype).view(np.recarray)
    return copy[0]


def launch(
    places: Mapping[int, Any],
    velocities: Mapping[int, Any],
    spins: Mapping[int, Any] | None = None,
) -> Launch:
    """A launch from ball -> place, velocity, spin; missing components are 0."""
    where = np.full((N_BALLS, 3), np.nan)
    velocity, spin = np.zeros((N_BALLS, 3)), np.zeros((N_BALLS, 3))
    for ball, place in places.items():
        where[ball, : len(place)] = place
    for table, given in ((velocity, velocities), (spin, spins or {})):
        for ball, value in given.items():
            table[ball, : len(value)] = value
    return Launch(where, velocity, spin)


_scratch = new_scratch(2 * EVENT_CAP + N_BALLS + 1)


def release(laboratory: Laboratory, start: Launch) -> Played:
    """Let go and play to rest. Not for several threads: scratch is shared.

    Args:
        laboratory: bed and equipment.
        start: the balls.
    """
    phys = laboratory.phys
    pos = np.zeros((1, N_BALLS, 3))
    present = np.isfinite(start.places[:, 0])
    pos[0, :, 2] = phys.radius
    columns = start.places.shape[1]
    pos[0, present, :columns] = start.places[present]
    pos[0, :, 2] = np.where(np.isnan(pos[0, :, 2]), phys.radius, pos[0, :, 2])
    _scratch.going[:, :3], _scratch.going[:, 3:] = start.velocity, start.spin
    motion = np.where(present, STILL, ABSENT).astype(np.int8)[None]
    log, log_len = rows(Event, 1, LOG_CAPACITY), np.zeros(1, dtype=np.int64)
    nowhere = 2.0 * laboratory.geometry.bed[0].half_x  # a head string that nothing crosses
    n_events, used = simulate_row(
        laboratory.geometry,
        phys,
        nowhere,
        WATCH_CUE_BALL,
        NO_TIP,
        0.0,
        0.0,
        pos,
        motion,
        log,
        log_len,
        _scratch,
        0,
        0,
    )
    final = np.where((motion[0] == STILL)[:, None], pos[0, :, :2], np.nan)
    return Played(log[0, : log_len[0]], _scratch.states[:used].copy(), n_events, final)
