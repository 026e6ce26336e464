"""What a simulation hands back: events, final places, and the motion at any time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS
from poolenv.kernel import kernel
from poolenv.physics.body import Body
from poolenv.physics.event_table import as_html, as_text, event_row
from poolenv.physics.hanging import HANGING, Hanging, near_edges
from poolenv.physics.motion import advance
from poolenv.physics.setting import Setting
from poolenv.position import Position
from poolenv.states import POCKETED


@kernel
def sample_states(
    states: Any,
    phys: Any,
    times: NDArray[np.float64],
    out: Any,
    present: Any,
    velocity: Any,
    spin: Any,
) -> None:
    """Positions at given times from a state log, without moving anything that was logged.

    Args:
        states: (S,) record Body, the starts of all segments in order of time.
        phys: record Phys.
        times: (T,) ascending [s].
        out: (T, 16, 3) centres [m].
        present: (T, 16) whether the ball is on the bed or above it.
        velocity: (T, 16, 3) [m/s].
        spin: (T, 16, 3) [rad/s].
    """
    body = states[len(states) - 1]
    for ball in range(16):
        at = -1
        following = 0
        for k in range(len(times)):
            while following < len(states) - 1 and states[following].t0 <= times[k]:
                if states[following].ball == ball:
                    at = following
                following += 1
            if at < 0 or states[at].motion >= POCKETED:
                continue
            copy_body(states[at], body)
            advance(body, phys, min(times[k], body.t_end))
            out[k, ball, 0], out[k, ball, 1], out[k, ball, 2] = body.x, body.y, body.z
            velocity[k, ball, 0], velocity[k, ball, 1] = body.vx, body.vy
            velocity[k, ball, 2] = body.vz
            spin[k, ball, 0], spin[k, ball, 1], spin[k, ball, 2] = body.wx, body.wy, body.wz
            present[k, ball] = True


@kernel
def copy_body(source: Body, target: Body) -> None:
    """Copy what :func:`poolenv.physics.motion.advance` reads."""
    target.motion = source.motion
    target.t0 = source.t0
    target.x, target.y, target.z = source.x, source.y, source.z
    target.vx, target.vy, target.vz = source.vx, source.vy, source.vz
    target.wx, target.wy, target.wz = source.wx, source.wy, source.wz
    target.ax, target.ay, target.az = source.ax, source.ay, source.az
    target.ux, target.uy = source.ux, source.uy
    target.t_end = source.t_end


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """What happened on one shot. Printed, or shown by a notebook, it is its table of events.

    Attributes:
        events: structured array of record Event, the referee log in order of time.
        final: where the balls lie afterwards.
        pocketed: ball -> name of the pocket.
        off_table: balls driven off the table.
        n_events: resolved events, transitions included.
        truncated: whether the event cap or the log's end was reached.
        duration: time until everything rests [s].
        states: structured array of record Body: the start of every segment of motion.
    """

    events: NDArray[Any]
    final: Position
    pocketed: dict[int, str]
    off_table: tuple[int, ...]
    n_events: int
    truncated: bool
    duration: float
    states: NDArray[Any]
    setting: Setting

    def __repr__(self) -> str:
        return f"<Result: {self._summary()}>"

    def __str__(self) -> str:
        return f"{self._summary()}\n{as_text(self.table())}"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return as_html(self.table(), self._summary())

    def _summary(self) -> str:
        """One line: how long, how much, what became of the balls."""
        parts = [f"{len(self.events)} events in {self.duration:.2f} s"]
        parts += [f"{ball} in {pocket}" for ball, pocket in self.pocketed.items()]
        parts += [f"{ball} off the table" for ball in self.off_table]
        parts += ["cut off"] if self.truncated else []
        return ", ".join(parts)

    def table(self) -> list[dict[str, Any]]:
        """The events in words, one row each: ``pandas.DataFrame(result.table())`` reads it.

        Returns:
            Rows with the keys t, event, ball, other, x, y, value and flags; see
            :func:`poolenv.physics.event_table.event_row`.
        """
        return [event_row(event) for event in self.events]

    def hanging(self, within: float = HANGING) -> dict[int, Hanging]:
        """The balls that came to rest at the edge of a pocket, as :func:`hanging_balls` finds them.

        Raises:
            ValueError: if ``within`` is no length.
        """
        return near_edges(self.final, self.setting, within)

    def trajectory(self, dt: float = 0.01) -> Trajectory:
        """The motion sampled every ``dt`` seconds, the last moment included.

        Raises:
            ValueError: if dt is not a positive number of seconds.
        """
        if not (np.isfinite(dt) and dt > 0.0):
            raise ValueError(f"trajectory: dt={dt!r}: expected a positive time in seconds")
        times = np.arange(0.0, self.duration, dt)
        return self.at(np.append(times, self.duration))

    def at(self, times: NDArray[np.float64]) -> Trajectory:
        """The motion at given ascending times [s]; looking changes nothing.

        Raises:
            ValueError: if a time is before the stroke, not finite, or not in order.
        """
        times = np.ascontiguousarray(times, dtype=np.float64)
        if times.ndim != 1 or not np.isfinite(times).all() or (np.diff(times) < 0.0).any():
            raise ValueError("times: expected a list of ascending finite seconds")
        if len(times) and times[0] < 0.0:
            raise ValueError(f"times[0]={times[0]}: expected seconds after the stroke")
        shape = (len(times), N_BALLS)
        pos, vel, spin = (np.zeros((*shape, 3)) for _ in range(3))
        present = np.zeros(shape, dtype=np.bool_)
        scratch = np.append(self.states, self.states[:1]).view(np.recarray)
        sample_states(scratch, self.setting.phys[0], times, pos, present, vel, spin)
        phys = self.setting.phys[0]
        size = float(phys.mass), float(phys.radius), float(phys.gravity)
        return Trajectory(times, pos, vel, spin, present, *size)


@dataclass(frozen=True)
class Trajectory:
    """Motion of all balls at T times. Energies are 0 for a ball that is not present.

    Attributes:
        time: (T,) [s].
        position: (T, 16, 3) centres [m].
        velocity: (T, 16, 3) [m/s].
        spin: (T, 16, 3) angular velocities [rad/s].
        present: (T, 16) False once a ball is pocketed, or if it was never there.
        mass: of a ball [kg].
        radius: of a ball [m].
        gravity: [m/s^2].
    """

    time: NDArray[np.float64]
    position: NDArray[np.float64]
    velocity: NDArray[np.float64]
    spin: NDArray[np.float64]
    present: NDArray[np.bool_]
    mass: float
    radius: float
    gravity: float

    @cached_property
    def speed(self) -> NDArray[np.float64]:
        """(T, 16) speed of the centres [m/s]."""
        speed: NDArray[np.float64] = np.linalg.norm(self.velocity, axis=2)
        return speed

    @cached_property
    def spin_rate(self) -> NDArray[np.float64]:
        """(T, 16) size of the angular velocity [rad/s]."""
        rate: NDArray[np.float64] = np.linalg.norm(self.spin, axis=2)
        return rate

    @property
    def kinetic(self) -> NDArray[np.float64]:
        """(T, 16) energy of the motion of the centres, m v^2/2 [J]."""
        return 0.5 * self.mass * self.speed**2

    @property
    def rotational(self) -> NDArray[np.float64]:
        """(T, 16) energy of the spin, I w^2/2 with I = (2/5) m R^2 [J]."""
        return 0.2 * self.mass * self.radius**2 * self.spin_rate**2

    @property
    def potential(self) -> NDArray[np.float64]:
        """(T, 16) energy of the height above a ball on the bed, m g (z - R) [J]."""
        height = np.where(self.present, self.position[..., 2] - self.radius, 0.0)
        return self.mass * self.gravity * height

    @property
    def energy(self) -> NDArray[np.float64]:
        """(T, 16) kinetic, rotational and potential energy [J]; ``energy.sum(axis=1)`` of all."""
        return self.kinetic + self.rotational + self.potential


@dataclass(frozen=True)
class Results:
    """What happened on N shots.

    Attributes:
        final: (N, 16, 2) centres, NaN for balls not on the bed [m].
        pocketed: (N, 16) bool.
        off_table: (N, 16) bool.
        n_events: (N,) resolved events, transitions included.
        truncated: (N,) bool.
    """

    final: NDArray[np.float64]
    pocketed: NDArray[np.bool_]
    off_table: NDArray[np.bool_]
    n_events: NDArray[np.int64]
    truncated: NDArray[np.bool_]
