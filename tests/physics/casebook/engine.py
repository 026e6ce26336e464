"""The engine as the adapters use it: one ball on open cloth, or several on a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS
from poolenv.events import EVENT_CAP, LOG_CAPACITY
from poolenv.physics.body import INF, Body
from poolenv.physics.motion import advance, rolled_out_x, rolled_out_y, start_free, start_roll
from poolenv.physics.scratch import new_scratch
from poolenv.physics.simulate import simulate_row
from poolenv.physics.tip import NO_TIP
from poolenv.physics.watch import WATCH_CUE_BALL
from poolenv.records import Event, rows
from poolenv.states import ABSENT, ROLLING, SLIDING, STILL
from poolenv.table.geometry import Geometry

Vector = NDArray[np.float64]
#: Size of a table on which no cushion is met [m].
VAST = 2000.0
_QUADRATURE = np.polynomial.legendre.leggauss(24)


def body_of(
    phys: Any, position: Any = (0.0, 0.0), velocity: Any = (0.0,), spin: Any = (0.0,)
) -> Any:
    """A ball at rest, or moving, before the engine has looked at it; missing components are 0."""
    body = rows(Body, 1)[0]
    x, v, w = np.zeros(3), np.zeros(3), np.zeros(3)
    x[2] = phys.radius
    x[: len(position)], v[: len(velocity)], w[: len(spin)] = position, velocity, spin
    body.x, body.y, body.z = x
    body.vx, body.vy, body.vz = v
    body.wx, body.wy, body.wz = w
    body.geo_t = body.pair_t = INF
    body.pair_body = body.held_by = -1
    return body


def velocity_of(body: Any) -> Vector:
    """(3,) [m/s]."""
    return np.array([body.vx, body.vy, body.vz])


def spin_of(body: Any) -> Vector:
    """(3,) [rad/s]."""
    return np.array([body.wx, body.wy, body.wz])


def rolled_out(body: Any, phys: Any) -> Vector:
    """(2,) velocity after the slide: the Coriolis invariant [m/s]."""
    return np.array([rolled_out_x(body, phys.radius), rolled_out_y(body, phys.radius)])


def segment_length(body: Any, until: float) -> float:
    """Length of the path of a segment from its start to a time, seen from above [m]."""
    s = until - body.t0
    if s <= 0.0 or body.motion == STILL:
        return 0.0
    v, a = velocity_of(body)[:2], 2.0 * np.array([body.ax, body.ay])
    # Split where the speed is least: a straight path may turn round there.
    square = float(a @ a)
    turn = min(max(-float(v @ a) / square, 0.0), s) if square > 0.0 else 0.0
    nodes, weights = _QUADRATURE
    length = 0.0
    for low, high in ((0.0, turn), (turn, s)):
        times = low + 0.5 * (high - low) * (nodes + 1.0)
        speeds = np.linalg.norm(v + np.outer(times, a), axis=1)
        length += 0.5 * (high - low) * float(weights @ speeds)
    return length


@dataclass(frozen=True)
class Way:
    """A ball on open cloth, from its start to rest."""

    slide_time: float
    slide_end: Vector  # (2,) centre
    slide_length: float  # straight distance
    roll_velocity: Vector  # (2,) at the end of the slide
    roll_time: float
    roll_length: float
    total_length: float  # along the path


def way_to_rest(body: Any, phys: Any) -> Way:
    """Let a ball that lies on the cloth slide and roll to rest, as the engine does it."""
    start = np.array([body.x, body.y])
    begun = body.t0
    start_free(body, phys)
    along = 0.0
    if body.motion == SLIDING:
        along = segment_length(body, body.t_end)
        advance(body, phys, body.t_end)
        start_roll(body, phys)
    slid, velocity = body.t0, velocity_of(body)[:2]
    middle = np.array([body.x, body.y])
    if body.motion == ROLLING:
        along += segment_length(body, body.t_end)
        advance(body, phys, body.t_end)
    end = np.array([body.x, body.y])
    return Way(
        slide_time=slid - begun,
        slide_end=middle,
        slide_length=float(np.linalg.norm(middle - start)),
        roll_velocity=velocity,
        roll_time=body.t0 - slid,
        roll_length=float(np.linalg.norm(end - middle)),
        total_length=along,
    )


@dataclass(frozen=True)
class Played:
    """What the engine did with the balls of a table."""

    events: Any  # referee log
    states: Any  # record Body: the start of every segment, in order of time
    n_events: int
    final: Vector  # (16, 3) centres
    motion: NDArray[np.int8]  # (16,)

    def last(self, ball: int) -> Any:
        """The ball's last logged state."""
        return self.states[self.states.ball == ball][-1]

    def path_length(self, ball: int) -> float:
        """Length of the path of a ball's centre [m]."""
        own = self.states[self.states.ball == ball]
        ends = [*own.t0[1:], self.events.t[-1]]
        return sum(segment_length(b, min(t, b.t_end)) for b, t in zip(own, ends, strict=True))


_scratch = new_scratch(2 * EVENT_CAP + N_BALLS + 1)


def play(geometry: Geometry, phys: Any, balls: dict[int, Any]) -> Played:
    """Let balls go from their velocities and play to rest.

    Args:
        geometry: colliders of one table.
        phys: record Phys.
        balls: number -> body, from :func:`body_of`.
    """
    pos = np.zeros((1, N_BALLS, 3))
    motion = np.full((1, N_BALLS), ABSENT, dtype=np.int8)
    for ball, body in balls.items():
        pos[0, ball] = body.x, body.y, body.z
        _scratch.going[ball, :3], _scratch.going[ball, 3:] = velocity_of(body), spin_of(body)
        motion[0, ball] = STILL
    log, log_len = rows(Event, 1, LOG_CAPACITY), np.zeros(1, dtype=np.int64)
    far = 2.0 * geometry.bed[0].half_x  # a head string that nothing crosses
    n_events, used = simulate_row(
        geometry,
        phys,
        far,
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
    return Played(log[0, : log_len[0]], _scratch.states[:used].copy(), n_events, pos[0], motion[0])
