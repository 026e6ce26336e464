"""The lag: two balls struck at once, or one of them late, and played to rest in one simulation.

Ball 0 is the ball of player 0, in the left half behind the head string, ball 1 that of player 1 in
the right half. The strokes are said one after the other: ``strike_lag_ball`` keeps how each ball is
set going, which nobody sees, until ``simulate_row`` lets both go. A ball that is struck late lies
still until then; if the other one moves it before, its stroke is not made any more.
"""

from __future__ import annotations

import math
from typing import Any

from poolenv.events import (
    FINAL,
    PAST_HEAD_NOSE,
    REST_IN_JAWS,
    TIP,
    TIP_CONTACT,
)
from poolenv.kernel import kernel
from poolenv.physics.air import leave_or_stay
from poolenv.physics.body import Body
from poolenv.physics.log import write
from poolenv.physics.scratch import GOING
from poolenv.physics.strike import strike
from poolenv.states import ABSENT, STILL
from poolenv.table.phys import Phys

#: How far behind the head string the balls are laid [m]; halfway between long string and cushion.
BEHIND = 0.05


@kernel
def lay_lag_balls(marks: Any, pos: Any, motion: Any, i: int) -> None:
    """Two balls behind the head string, one in each half, and nothing else on the bed.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres [m]; row i is written.
        motion: (N, 16) states; row i is written.
        i: the row.
    """
    for ball in range(16):
        motion[i, ball] = STILL if ball < 2 else ABSENT
        for k in range(3):
            pos[i, ball, k] = 0.0
    for ball in range(2):
        pos[i, ball, 0] = marks.head_string - BEHIND
        pos[i, ball, 1] = (0.25 - 0.5 * ball) * marks.width
        pos[i, ball, 2] = marks.ball_radius


@kernel
def strike_lag_ball(phys: Any, action: Any, going: Any, i: int, ball: int) -> None:
    """Strike a lag ball with a level cue; it does not move before the other is struck too.

    Args:
        phys: record Phys of the row.
        action: record Action: aim, speed, side and follow are read, noise included.
        going: (N, 2, 6) velocity and spin [m/s, rad/s]; written for this ball.
        i: the row.
        ball: 0 or 1.
    """
    vx, vy, vz, wx, wy, wz, _, _ = strike(
        phys,
        action.speed,
        action.side,
        action.follow,
        math.cos(action.aim),
        math.sin(action.aim),
        0.0,
        1.0,
        True,
        0.0,
    )
    going[i, ball, 0], going[i, ball, 1], going[i, ball, 2] = vx, vy, vz
    going[i, ball, 3], going[i, ball, 4], going[i, ball, 5] = wx, wy, wz


@kernel
def log_lag_strokes(
    pos: Any, first_at: float, second_at: float, log: Any, log_len: Any, i: int
) -> None:
    """Begin the log of a lag: the tips that meet their balls at once.

    Args:
        pos: (N, 16, 3) centres [m].
        first_at: when ball 0 is struck [s].
        second_at: when ball 1 is struck; the earlier of both is 0 [s].
        log: (N, LOG_CAPACITY) record Event; row i begins anew.
        log_len: (N,) entries in use.
        i: the row.
    """
    log_len[i] = 0
    for ball in range(2):
        if (first_at if ball == 0 else second_at) > 0.0:
            continue
        x, y = pos[i, ball, 0], pos[i, ball, 1]
        write(log, log_len, i, 0.0, TIP_CONTACT, ball, TIP, x, y, 0.0, 0)


@kernel
def wait_for_stroke(body: Body, struck_at: float) -> None:
    """A lag ball that is struck late lies still until then.

    Args:
        body: lies on the bed; how it is set going is kept until then.
        struck_at: when [s].
    """
    body.vx, body.vy, body.vz = 0.0, 0.0, 0.0
    body.wx, body.wy, body.wz = 0.0, 0.0, 0.0
    body.ax, body.ay, body.az = 0.0, 0.0, 0.0
    body.motion = STILL
    body.t_end = struck_at


@kernel
def strike_late(body: Body, phys: Phys, going: Any, log: Any, log_len: Any, at: int) -> None:
    """The late stroke is made: the ball is set going as it was kept for it.

    Args:
        body: still, at the time of the stroke.
        phys: record Phys of the row.
        going: (16, 6) velocities [m/s] and angular velocities [rad/s].
        log: (L, LOG_CAPACITY) record Event.
        log_len: (L,) entries in use.
        at: the row of the log.
    """
    ball = body.ball
    body.vx, body.vy, body.vz = going[ball, 0], going[ball, 1], going[ball, 2]
    body.wx, body.wy, body.wz = going[ball, 3], going[ball, 4], going[ball, 5]
    write(log, log_len, at, body.t0, TIP_CONTACT, ball, TIP, body.x, body.y, 0.0, 0)
    leave_or_stay(body, phys, log, log_len, at)


@kernel
def forget_strokes(going: Any) -> None:
    """Nothing is kept of the strokes of a lag, of one that was not made either.

    Args:
        going: (2 or more, 6), written.
    """
    for ball in range(2):
        for axis in range(GOING):
            going[ball, axis] = 0.0


@kernel
def measure_lag(marks: Any, pos: Any, motion: Any, log: Any, log_len: Any, i: int) -> None:
    """End the log of a lag: how far each ball lies from the head cushion.

    Args:
        marks: record Marks of the table.
        pos: (N, 16, 3) centres at rest [m].
        motion: (N, 16) states.
        log: (N, LOG_CAPACITY) record Event; row i is continued.
        log_len: (N,) entries in use.
        i: the row.
    """
    nearest = marks.cushion_gap - 0.5 * marks.length
    for ball in range(2):
        if motion[i, ball] == STILL:
            x, y = pos[i, ball, 0], pos[i, ball, 1]
            write(log, log_len, i, 0.0, FINAL, ball, -1, x, y, max(x - nearest, 0.0), 0)
            if x < nearest - 1e-9:
                # Beyond where a ball against the head cushion lies: in the jaws past its nose.
                write(log, log_len, i, 0.0, REST_IN_JAWS, ball, -1, x, y, 0.0, PAST_HEAD_NOSE)
