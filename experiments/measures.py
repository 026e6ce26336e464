"""One contact at a time, measured as a laboratory would: let go, look at what comes out.

Everything is played by the simulator as it is; no law of contact is called here. Angles in degrees,
spins as R w over the speed before.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from experiments.launch import Laboratory, launch, plain, release
from poolenv.events import LOG_CAPACITY
from poolenv.physics.body import Body
from poolenv.physics.border import Shot
from poolenv.physics.cluster import integrate_cluster
from poolenv.physics.motion import rolled_out_x, rolled_out_y
from poolenv.physics.result import Result
from poolenv.physics.setting import Setting
from poolenv.physics.simulator import simulate
from poolenv.position import Position
from poolenv.records import Event, rows
from poolenv.states import AIRBORNE

#: Free way before a contact [m]: too short for cloth to change anything.
NEAR = 1e-9
#: Size of a bed on which only the contact that is meant happens [m].
WIDE = 200.0


def open_bed(setting: Setting, **numbers: float) -> Laboratory:
    """A bed so wide that a ball stops before it meets a second cushion."""
    return plain(setting, length=WIDE, width=WIDE, **numbers)


def rolled_out(body: Any, radius: float) -> np.ndarray[Any, Any]:
    """(2,) velocity when natural roll has come back [m/s]."""
    return np.array([rolled_out_x(body, radius), rolled_out_y(body, radius)])


class Rebound(NamedTuple):
    """A ball after a cushion."""

    speed: float  # [m/s]
    angle: float  # from the line of the cushion, above 90 degrees backwards
    sidespin: float
    forward_spin: float  # along the way it came
    rolled_out: float  # speed at natural roll over that before


def rebound(
    bed: Laboratory, speed: float, angle: float, topspin: float = 1.0, sidespin: float = 0.0
) -> Rebound:
    """Let a ball meet the left cushion, travelling along +x.

    Args:
        bed: where.
        speed: [m/s].
        angle: to the line of the cushion, 90 is perpendicular.
        topspin: R w/v about the axis across the way, 1 rolls.
        sidespin: R w_z/v, positive counter-clockwise seen from above.
    """
    radius = float(bed.phys.radius)
    along, across = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    along = 0.0 if angle == 90.0 else along
    turn = speed / radius
    place = (0.0, float(bed.geometry.bed[0].half_y) - NEAR)
    spin = (-topspin * turn * across, topspin * turn * along, sidespin * turn)
    played = release(bed, launch({0: place}, {0: (speed * along, speed * across)}, {0: spin}))
    # In rubber that keeps the ball for a while it moves along the nose before it leaves.
    body = next(segment for segment in played.of(0)[1:] if segment.vy < 0.0)
    forward = radius * (body.wy * along - body.wx * across) / speed
    return Rebound(
        speed=math.hypot(body.vx, body.vy),
        angle=math.degrees(math.atan2(-body.vy, body.vx)),
        sidespin=radius * float(body.wz) / speed,
        forward_spin=forward,
        rolled_out=float(np.linalg.norm(rolled_out(body, radius))) / speed,
    )


class Collision(NamedTuple):
    """Two balls after they met, the answer of the slate included."""

    throw: float  # of the object ball, from the line of centres towards the cue ball's way
    separation: float  # angle between both ways, right after
    deflection: float  # of the cue ball at natural roll
    cue_speed: float  # at natural roll [m/s]
    object_speed: float  # at natural roll [m/s]
    hop: float  # height [m]
    hop_time: float  # [s]


def collide(
    bed: Laboratory, speed: float, cut: float, topspin: float = 0.0, sidespin: float = 0.0
) -> Collision:
    """Let a cue ball travelling along +x meet a ball at rest, cut to the left.

    Args:
        bed: where.
        speed: [m/s].
        cut: direction of the line of centres.
        topspin: R w/v about the axis across the way, 1 rolls.
        sidespin: R w_z/v, positive counter-clockwise seen from above.
    """
    radius = float(bed.phys.radius)
    reach = 2.0 * radius
    nx, ny = math.cos(math.radians(cut)), math.sin(math.radians(cut))
    cue = (-reach * nx - NEAR, -reach * ny)
    spin = (0.0, topspin * speed / radius, sidespin * speed / radius)
    played = release(bed, launch({0: cue, 1: (0.0, 0.0)}, {0: (speed,)}, {0: spin}))
    first, second = played.of(0)[1], played.of(1)[1]
    cue_way = math.degrees(math.atan2(first.vy, first.vx))
    object_way = math.degrees(math.atan2(second.vy, second.vx))
    final, pushed = rolled_out(first, radius), rolled_out(second, radius)
    return Collision(
        throw=cut - object_way,
        separation=object_way - cue_way,
        deflection=-math.degrees(math.atan2(final[1], final[0])),
        cue_speed=float(np.linalg.norm(final)),
        object_speed=float(np.linalg.norm(pushed)),
        hop=float(first.vz) ** 2 / (2.0 * float(bed.phys.gravity)),
        hop_time=2.0 * float(first.vz) / float(bed.phys.gravity),
    )


def most_deflection(bed: Laboratory, speed: float) -> float:
    """Largest deflection of a rolling cue ball over all cuts, to a hundredth of a degree of cut."""
    cuts = np.arange(20.0, 40.0, 0.01)
    return max(collide(bed, speed, float(cut), 1.0).deflection for cut in cuts)


def table_lengths(setting: Setting, speed: float) -> float:
    """How many lengths of the table a ball rolls that leaves the head cushion at a speed [m/s]."""
    bed = plain(setting)
    radius = float(bed.phys.radius)
    start = (-float(bed.geometry.bed[0].half_x), 0.0)
    played = release(bed, launch({0: start}, {0: (speed,)}, {0: (0.0, speed / radius)}))
    return float(np.abs(np.diff(played.of(0).x)).sum()) / setting.equipment.table.length


def squirt(side: float, ball_over_endmass: float) -> float:
    """Angle between the way of the cue ball and the aim, away from the english."""
    cue = {"extends": "playing", "ball_over_endmass": ball_over_endmass}
    result = simulate(Position({0: (0.0, 0.0)}), Shot(0.0, 2.0, side=side), cue=cue)
    start = result.states[0]
    return math.degrees(math.atan2(start.vy, start.vx))


class Jump(NamedTuple):
    """The first flight of a ball."""

    apex: float  # of the centre above a ball on the bed [m]
    time: float  # [s]
    way: float  # [m]


def jump_result(setting: Setting, speed: float, elevation: float, cloth: Any) -> Result:
    """A stroke with an elevated cue that gives the ball a speed along the cue, before the slate."""
    phys = setting.phys[0]
    cue_speed = speed * (phys.mass / phys.cue_mass + 1.0) / (1.0 + phys.e_tip)
    shot = Shot(0.0, float(cue_speed), elevation=math.radians(elevation))
    return simulate(Position({0: (-1.0, 0.0)}), shot, cloth=cloth)


def jump(setting: Setting, speed: float, elevation: float, cloth: Any) -> Jump:
    """What that stroke makes of the ball."""
    flight = jump_result(setting, speed, elevation, cloth).states[0]
    time = float(flight.t_end - flight.t0)
    apex = float(flight.vz) ** 2 / (2.0 * float(setting.phys[0].gravity))
    return Jump(apex, time, float(flight.vx) * time)


def drop(setting: Setting, height: float) -> tuple[float, float, float]:
    """(first, second impact [s], second apex [m]) of a ball let fall from a height [m]."""
    bed = open_bed(setting)
    start = launch({0: (0.0, 0.0, float(bed.phys.radius) + height)}, {})
    flights = [body for body in release(bed, start).of(0) if body.motion == AIRBORNE]
    apex = float(flights[1].vz) ** 2 / (2.0 * float(bed.phys.gravity))
    return float(flights[0].t_end), float(flights[1].t_end), apex


class Cluster(NamedTuple):
    """Frozen balls after they pushed each other."""

    vx: np.ndarray[Any, Any]  # [m/s]
    vy: np.ndarray[Any, Any]
    elapsed: float  # [s]
    peak: float  # largest force [N]


def _cluster(
    setting: Setting, places: list[tuple[float, float]], speed: float, e: float
) -> Cluster:
    bed = open_bed(setting, e_ball=e)
    n = len(places)
    bodies = rows(Body, n)
    bodies.x, bodies.y = zip(*places, strict=True)
    bodies.vx[0] = speed
    log, log_len = rows(Event, 1, LOG_CAPACITY), np.zeros(1, dtype=np.int64)
    everyone = (1 << n) - 1
    elapsed, peak = integrate_cluster(
        bodies, n, everyone, bed.phys, bed.geometry.bed[0], 0.0, math.inf, 0.0, 0.0, log, log_len, 0
    )
    return Cluster(bodies.vx, bodies.vy, elapsed, peak)


def chain(setting: Setting, balls: int, speed: float, e: float) -> Cluster:
    """A cue ball into frozen balls in line with it."""
    reach = 2.0 * float(setting.phys[0].radius)
    return _cluster(setting, [(k * reach, 0.0) for k in range(balls)], speed, e)


def rack(setting: Setting, gap: float, speed: float, e: float) -> Cluster:
    """A cue ball square into a triangle of fifteen balls, the front ball being touched."""
    reach = 2.0 * float(setting.phys[0].radius)
    pitch = reach + gap
    depth = 0.5 * math.sqrt(3.0) * pitch
    balls = [(row * depth, (k - 0.5 * row) * pitch) for row in range(5) for k in range(row + 1)]
    return _cluster(setting, [(-reach, 0.0), *balls], speed, e)


def kept_energy(after: Cluster, speed: float) -> float:
    """Kinetic energy after over that before."""
    return float((after.vx**2 + after.vy**2).sum()) / speed**2
