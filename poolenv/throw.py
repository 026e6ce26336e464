"""From the ghost ball to the stroke: speed, spin at the hit, throw and squirt, all in closed form.

What a level cue gives the cue ball runs on the cloth by the laws of Coriolis (1835): it slides on a
parabola, as squirt turns the velocity but not the spin, and then rolls straight. What the object
ball does follows from the throw of Alciatore TP A.14. The single laws (friction between balls,
squirt, tip impulse) are those of the simulator. Numbers come from the record ``Phys`` of the table.

Speeds in m/s, ways in m, angles in rad counter-clockwise. Roll is the velocity of the ball's top
against its centre, R w x z, equal to the velocity for a rolling ball; english is R w_z, positive
for the right side.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from poolenv.kernel import kernel
from poolenv.physics.ball_ball import ball_friction
from poolenv.physics.strike import squirt_angle
from poolenv.plane import length

#: Steps of the fixed-point iteration for throw: each gains a factor of about 2R/d or more.
THROW_STEPS = 6
#: The iteration ends earlier when the throw moves by less than this [rad]; what is left is less by
#: the factor above.
THROW_ERROR = 1e-5
#: Stands for no friction at all, so that nothing divides by zero [m/s^2].
LEAST_DRAG = 1e-9


class Arrival(NamedTuple):
    """A ball after a way on the cloth; x is the direction in which the way was asked for."""

    aside: float  # y of the ball [m]
    vx: float  # velocity, 0: it stopped before [m/s]
    vy: float
    roll_x: float  # [m/s]
    roll_y: float
    time: float  # [s]


@kernel
def ball_over_cue_speed(phys: Any, side: float, follow: float) -> float:
    """Speed of the ball over that of a level cue: (1 + e_tip)/(m/M + 1 + (5/2) rho^2) (TP A.30).

    Args:
        phys: record Phys.
        side: tip offset to the right [ball radii].
        follow: tip offset upwards [ball radii].
    """
    rho_square = side * side + follow * follow
    return (1.0 + phys.e_tip) / (phys.mass / phys.cue_mass + 1.0 + 2.5 * rho_square)


@kernel
def arrive(phys: Any, vx: float, vy: float, roll_x: float, roll_y: float, way: float) -> Arrival:
    """A ball that started at the origin, when it has come as far as x = way.

    Sliding: r = v t - (1/2) mu_s g t^2 e with e the direction of the slip v - roll, for the time
    2 |slip| / (7 mu_s g); rolling: straight with the deceleration mu_r g.

    Args:
        phys: record Phys.
        vx: velocity at the start, positive [m/s].
        vy: its y.
        roll_x: roll at the start [m/s].
        roll_y: its y.
        way: x to be reached [m].
    """
    grip = max(phys.mu_slide * phys.gravity, LEAST_DRAG)
    slip_x = vx - roll_x
    slip_y = vy - roll_y
    slip = length(slip_x, slip_y)
    turn_x = 0.0
    turn_y = 0.0
    if slip > 0.0:
        turn_x = slip_x / slip
        turn_y = slip_y / slip
    slide = 2.0 * slip / (7.0 * grip)
    square = vx * vx - 2.0 * grip * turn_x * way
    time = 2.0 * way / (vx + math.sqrt(square)) if square >= 0.0 and vx > 0.0 else math.inf
    if time <= slide:
        lost = grip * time
        return Arrival(
            vy * time - 0.5 * lost * time * turn_y,
            vx - lost * turn_x,
            vy - lost * turn_y,
            roll_x + 2.5 * lost * turn_x,
            roll_y + 2.5 * lost * turn_y,
            time,
        )
    gone_x = vx * slide - 0.5 * grip * slide * slide * turn_x
    gone_y = vy * slide - 0.5 * grip * slide * slide * turn_y
    rolling_x = (5.0 * vx + 2.0 * roll_x) / 7.0
    rolling_y = (5.0 * vy + 2.0 * roll_y) / 7.0
    speed = length(rolling_x, rolling_y)
    if rolling_x <= 0.0:
        return Arrival(gone_y, 0.0, 0.0, 0.0, 0.0, slide)
    rest = (way - gone_x) * speed / rolling_x
    braking = max(phys.mu_roll * phys.gravity, LEAST_DRAG)
    aside = gone_y + rest * rolling_y / speed
    square = speed * speed - 2.0 * braking * rest
    if square <= 0.0:
        return Arrival(aside, 0.0, 0.0, 0.0, 0.0, slide + speed / braking)
    end = math.sqrt(square)
    end_x = end * rolling_x / speed
    end_y = end * rolling_y / speed
    return Arrival(aside, end_x, end_y, end_x, end_y, slide + (speed - end) / braking)


@kernel
def start_speed(phys: Any, end: float, ratio: float, way: float) -> float:
    """Speed a ball needs at the start to have speed ``end`` after a straight way [m/s].

    The inverse of ``arrive`` for a roll along the velocity.

    Args:
        phys: record Phys.
        end: wanted speed [m/s].
        ratio: roll over speed at the start, -5/2 < ratio; (5/2) follow after a cue strike.
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
def throw_slope(phys: Any, normal: float, sideways: float, vertical: float) -> float:
    """Tangent of the turn of the object ball against the line of centres, left positive.

    min(mu(s) v_n / s, (2/7)/(1 + e)) s_t / v_n with v_n the normal speed, s the whole slip of the
    surfaces and s_t its sideways part (TP A.14, for any e).

    Args:
        phys: record Phys.
        normal: speed of the cue ball along the line of centres [m/s].
        sideways: slip of its surface to the left of that line, english included [m/s].
        vertical: its roll along the line of centres [m/s].
    """
    slip = length(sideways, vertical)
    if normal <= 1e-9 or slip <= 1e-12:
        return 0.0
    share = min(ball_friction(phys, slip) * normal / slip, 2.0 / (7.0 * (1.0 + phys.e_ball)))
    return share * sideways / normal


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

    The line of centres is turned against the throw that it causes, by fixed-point iteration. For a
    level cue; a raised one with english adds swerve on top.

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
    squirt = squirt_angle(side, follow, phys.ball_over_endmass)
    start_x = start * math.cos(squirt)
    start_y = start * math.sin(squirt)
    normal_x = dir_x
    normal_y = dir_y
    aim_x = dir_x
    aim_y = dir_y
    slope = 0.0
    for _ in range(THROW_STEPS):
        to_x = ball_x - 2.0 * phys.radius * normal_x - x
        to_y = ball_y - 2.0 * phys.radius * normal_y - y
        way = length(to_x, to_y)
        # In the frame of the cue: x along its aim.
        at_hit = arrive(phys, start_x, start_y, 2.5 * follow * start, 0.0, way)
        if way > 1e-9:
            # The ball arrives beside the line it is aimed along: turn the aim back by as much.
            back = length(way, at_hit.aside) * way
            aim_x = (to_x * way + to_y * at_hit.aside) / back
            aim_y = (to_y * way - to_x * at_hit.aside) / back
        n_x = aim_x * normal_x + aim_y * normal_y
        n_y = aim_x * normal_y - aim_y * normal_x
        english = 2.5 * side * start
        lost = min(phys.radius * phys.spin_decay * at_hit.time, abs(english))
        before = slope
        slope = throw_slope(
            phys,
            at_hit.vx * n_x + at_hit.vy * n_y,
            at_hit.vy * n_x - at_hit.vx * n_y + english - math.copysign(lost, english),
            at_hit.roll_x * n_x + at_hit.roll_y * n_y,
        )
        if abs(slope - before) <= THROW_ERROR:
            break
        scale = 1.0 / math.sqrt(1.0 + slope * slope)
        normal_x = scale * (dir_x + slope * dir_y)
        normal_y = scale * (dir_y - slope * dir_x)
    return math.atan2(aim_y, aim_x)


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
