"""From the ghost ball to the stroke: speed, spin at the hit, throw and squirt, all in closed form.

A ball struck with a level cue runs straight, so what arrives at the object ball follows from the
laws of the cloth (Coriolis 1835) and what the object ball does from the throw of Alciatore TP A.14,
both in closed form; the single laws (friction between balls, squirt, tip impulse) are those of the
simulator. Numbers come from the record ``Phys`` of the table. Speeds in m/s, ways in m, angles in
rad counter-clockwise; spin is the surface speed R w, positive for follow (horizontal axis) and for
right english (vertical axis).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from poolenv.kernel import kernel
from poolenv.physics.ball_ball import ball_friction
from poolenv.physics.strike import squirt_angle, strike

#: Steps of the fixed-point iteration for throw: each gains a factor of about 2R/d or more.
THROW_STEPS = 6
#: Stands for no friction at all, so that nothing divides by zero [m/s^2].
LEAST_DRAG = 1e-9


class Arrival(NamedTuple):
    """A ball after a way on the cloth."""

    speed: float  # 0: it stopped before [m/s]
    spin: float  # R w about the rolling axis [m/s]
    time: float  # [s]


@kernel
def ball_over_cue_speed(phys: Any, side: float, follow: float) -> float:
    """Speed of the ball over that of a level cue.

    Args:
        phys: record Phys.
        side: tip offset to the right [ball radii].
        follow: tip offset upwards [ball radii].
    """
    return strike(phys, 1.0, side, follow, 1.0, 0.0, 0.0, 1.0, False)[0]


@kernel
def arrive(phys: Any, speed: float, spin: float, way: float) -> Arrival:
    """A ball after a straight way: sliding, then rolling.

    Args:
        phys: record Phys.
        speed: at the start, positive [m/s].
        spin: R w about the rolling axis at the start [m/s].
        way: length of the way [m].
    """
    grip = max(phys.mu_slide * phys.gravity, LEAST_DRAG)
    slip = speed - spin
    turn = math.copysign(1.0, slip)
    slide_time = 2.0 * abs(slip) / (7.0 * grip)
    slide_way = speed * slide_time - 0.5 * turn * grip * slide_time * slide_time
    if way < slide_way:
        end = math.sqrt(max(speed * speed - 2.0 * turn * grip * way, 0.0))
        time = turn * (speed - end) / grip
        return Arrival(end, spin + 2.5 * turn * grip * time, time)
    roll = (5.0 * speed + 2.0 * spin) / 7.0
    braking = max(phys.mu_roll * phys.gravity, LEAST_DRAG)
    square = roll * roll - 2.0 * braking * (way - slide_way)
    if square <= 0.0:
        return Arrival(0.0, 0.0, slide_time + roll / braking)
    end = math.sqrt(square)
    return Arrival(end, end, slide_time + (roll - end) / braking)


@kernel
def start_speed(phys: Any, end: float, ratio: float, way: float) -> float:
    """Speed a ball needs at the start to have speed ``end`` after a way [m/s]: arrive, inverted.

    Args:
        phys: record Phys.
        end: wanted speed [m/s].
        ratio: spin over speed at the start, -5/2 < ratio; (5/2) follow after a cue strike.
        way: length of the way [m].
    """
    grip = max(phys.mu_slide * phys.gravity, LEAST_DRAG)
    braking = max(phys.mu_roll * phys.gravity, LEAST_DRAG)
    turn = math.copysign(1.0, 1.0 - ratio)
    slide_way_per_square = 2.0 * (6.0 - 5.0 * ratio - ratio * ratio) * turn / (49.0 * grip)
    roll = (5.0 + 2.0 * ratio) / 7.0
    square = (end * end + 2.0 * braking * way) / (
        roll * roll + 2.0 * braking * slide_way_per_square
    )
    if slide_way_per_square * square > way:
        square = max(end * end + 2.0 * turn * grip * way, 0.0)
    return math.sqrt(square)


@kernel
def throw(phys: Any, speed: float, spin: float, english: float, cut: float) -> float:
    """Turn of the object ball against the line of centres [rad].

    tan = min(mu(v_rel) v cos(cut) / v_rel, (2/7)/(1 + e)) s / (v cos(cut)) with s the sideways slip
    of the cue ball's surface and v_rel the whole slip (TP A.14, for any e). Left is positive, so a
    cut to the left throws to the right.

    Args:
        phys: record Phys.
        speed: of the cue ball at the hit [m/s].
        spin: R w of its follow at the hit [m/s].
        english: R w of its side spin at the hit, right positive [m/s].
        cut: from its direction to the line of centres, left positive [rad].
    """
    normal = speed * math.cos(cut)
    if normal <= 1e-9:
        return 0.0
    sideways = english - speed * math.sin(cut)
    vertical = spin * math.cos(cut)
    slip = math.hypot(sideways, vertical)
    if slip <= 1e-12:
        return 0.0
    share = min(ball_friction(phys, slip) * normal / slip, 2.0 / (7.0 * (1.0 + phys.e_ball)))
    return math.atan(share * sideways / normal)


@kernel
def pot_aim(
    phys: Any,
    x: float,
    y: float,
    ball_x: float,
    ball_y: float,
    dir_x: float,
    dir_y: float,
    speed: float,
    side: float,
    follow: float,
) -> float:
    """Aim of the cue that sends an object ball in a direction, throw and squirt allowed for [rad].

    The line of centres is turned against the throw that it causes, by fixed-point iteration. Exact
    for a level cue on the closed forms above; a raised cue with english adds swerve on top.

    Args:
        phys: record Phys.
        x: cue ball [m].
        y: cue ball [m].
        ball_x: object ball [m].
        ball_y: object ball [m].
        dir_x: unit vector of the wanted direction.
        dir_y: unit vector of the wanted direction.
        speed: of the cue at impact [m/s].
        side: tip offset to the right [ball radii].
        follow: tip offset upwards [ball radii].
    """
    start = speed * ball_over_cue_speed(phys, side, follow)
    normal_x = dir_x
    normal_y = dir_y
    aim = math.atan2(dir_y, dir_x)
    for _ in range(THROW_STEPS):
        to_x = ball_x - 2.0 * phys.radius * normal_x - x
        to_y = ball_y - 2.0 * phys.radius * normal_y - y
        way = math.hypot(to_x, to_y)
        if way > 1e-9:
            aim = math.atan2(to_y, to_x)
        cos_aim = math.cos(aim)
        sin_aim = math.sin(aim)
        cut = math.atan2(
            cos_aim * normal_y - sin_aim * normal_x, cos_aim * normal_x + sin_aim * normal_y
        )
        at_hit = arrive(phys, start, 2.5 * follow * start, way)
        english = 2.5 * side * start
        lost = min(phys.radius * phys.spin_decay * at_hit.time, abs(english))
        thrown = throw(phys, at_hit.speed, at_hit.spin, english - math.copysign(lost, english), cut)
        cos_back = math.cos(thrown)
        sin_back = -math.sin(thrown)
        normal_x = cos_back * dir_x - sin_back * dir_y
        normal_y = sin_back * dir_x + cos_back * dir_y
    return aim - squirt_angle(side, follow, phys.ball_over_endmass)


@kernel
def speed_at_hit(phys: Any, cut: float, way: float, end: float) -> float:
    """Speed of the cue ball at the hit that brings the object ball to a point with speed ``end``.

    The object ball takes (1 + e)/2 of the normal speed and starts without spin.

    Args:
        phys: record Phys.
        cut: cut angle, less than a right angle [rad].
        way: object ball to the point [m].
        end: speed it shall have there [m/s].
    """
    needed = start_speed(phys, end, 0.0, way)
    return needed / (0.5 * (1.0 + phys.e_ball) * max(math.cos(cut), 0.05))


@kernel
def stun_follow(phys: Any, speed: float, way: float) -> float:
    """Tip height at which the cue ball arrives sliding without spin [ball radii], 0 or less.

    While it slides, R w grows by (5/2) of what the speed loses; so b = v/v_0 - 1.

    Args:
        phys: record Phys.
        speed: of the cue ball at the hit [m/s].
        way: cue ball to ghost ball [m].
    """
    start = math.sqrt(speed * speed + 2.0 * phys.mu_slide * phys.gravity * way)
    if start <= 0.0:
        return 0.0
    return speed / start - 1.0
