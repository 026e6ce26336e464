"""Kinds cue_strike, cue_scan and double_hit: the tip meets the cue ball."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from poolenv.balls import N_BALLS
from poolenv.events import BALL_BALL, BALL_MOVED, LOG_CAPACITY, TIP_CONTACT, TIP_RECONTACT
from poolenv.physics.scratch import new_scratch
from poolenv.physics.shot import shoot
from poolenv.physics.slate import bounce, hop_speed, pinch_share
from poolenv.physics.strike import miscue_limit, strike
from poolenv.physics.watch import WATCH_CUE_BALL
from poolenv.records import Action, Event, rows
from poolenv.states import ABSENT, STILL
from poolenv.table.marks import marks_of

from .engine import VAST, Vector, body_of, rolled_out, spin_of, velocity_of
from .inputs import Inputs
from .search import largest


def slate_reaction(body: Any, phys: Any, pinch: float) -> None:
    """The slate answers a cue ball that is driven down, in the same event."""
    e = pinch * phys.e_pinch + (1.0 - pinch) * phys.e_slate
    bounce(body, e, phys.mu_slate, phys.radius, hop_speed(phys))


class Struck:
    """The cue ball after the strike event and the speed that the cue keeps."""

    def __init__(self, inputs: Inputs, cue_speed: float, side: float, follow: float) -> None:
        setup = inputs.given
        elevation = math.radians(inputs.number("theta_deg"))
        sine, cosine = math.sin(elevation), math.cos(elevation)
        pinch = pinch_share(inputs.phys, sine, cosine)
        aim = math.radians(inputs.number("phi_deg"))
        squirt = bool(setup.get("squirt", "ball_over_endmass" in setup))
        self.phys = inputs.phys
        self.aim = np.array([math.cos(aim), math.sin(aim)])
        vx, vy, vz, wx, wy, wz, self.cue_speed, self.miscue = strike(
            inputs.phys,
            cue_speed,
            side,
            follow,
            self.aim[0],
            self.aim[1],
            sine,
            cosine,
            squirt,
            pinch,
        )
        body = body_of(inputs.phys, (0.0, 0.0), (vx, vy, vz), (wx, wy, wz))
        if vz < 0.0:
            slate_reaction(body, inputs.phys, pinch)
        self.velocity, self.spin = velocity_of(body), spin_of(body)

    @property
    def speed(self) -> float:
        """Speed of the ball [m/s]."""
        return float(np.linalg.norm(self.velocity))

    def squirt(self, side: float) -> float:
        """Angle from the aim, positive away from the english side [deg]."""
        along = float(self.aim @ self.velocity[:2])
        left = float(self.aim[0] * self.velocity[1] - self.aim[1] * self.velocity[0])
        angle = math.degrees(math.atan2(left, along))
        return -angle if side < 0.0 else angle

    def rolled_out(self) -> Vector:
        """Velocity after the slide [m/s]."""
        return rolled_out(body_of(self.phys, (0.0,), self.velocity, self.spin), self.phys)


def _struck(inputs: Inputs) -> Struck:
    return Struck(inputs, inputs.number("V", 1.0), inputs.number("a"), inputs.number("b"))


def measure_strike(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind cue_strike."""
    if quantity == "miscue_offset_limit":
        return miscue_limit(inputs.phys)
    struck = _struck(inputs)
    v, w, radius = struck.velocity, struck.spin, inputs.phys.radius
    match quantity:
        case "v_ball":
            return struck.speed
        case "v_ball_over_V":
            return struck.speed / inputs.number("V", 1.0)
        case "spin_rate_factor":
            return radius * float(np.linalg.norm(w)) / struck.speed
        case "slip_speed_after":
            return float(np.hypot(v[0] - radius * w[1], v[1] + radius * w[0]))
        case "squirt_angle":
            return struck.squirt(inputs.number("a"))
        case "miscue":
            return float(struck.miscue)
        case "v_after":
            return v
        case "w_after":
            return w
        case "final_roll_direction":
            out = struck.rolled_out()
            return math.degrees(math.atan2(out[1], out[0]))
    raise KeyError(quantity)


def measure_scan(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind cue_scan."""
    if quantity != "offset_of_max_spin":
        raise KeyError(quantity)

    def spin(offset: float) -> float:
        return float(np.linalg.norm(Struck(inputs, 1.0, offset, 0.0).spin))

    return largest(spin, 0.0, 1.0 - 1e-9)[0]


class DoubleHit:
    """A straight stroke at a ball a gap away, on a table whose cushions nothing meets."""

    def __init__(self, inputs: Inputs) -> None:
        follow = inputs.number("offset_b", inputs.number("b"))
        self.phys = phys = inputs.phys
        self.cue_speed = inputs.number("V", 1.0)
        alone = Struck(inputs, self.cue_speed, inputs.number("a"), follow)
        if "v_ball" in inputs.given:
            self.cue_speed *= inputs.number("v_ball") / alone.speed
            alone = Struck(inputs, self.cue_speed, inputs.number("a"), follow)
        self.tip_speed = alone.cue_speed
        action = rows(Action, 1)
        stroke = action[0]
        stroke.speed, stroke.side, stroke.follow = self.cue_speed, inputs.number("a"), follow
        stroke.follow_through = phys.follow_through
        pos = np.zeros((1, N_BALLS, 3))
        motion = np.full((1, N_BALLS), ABSENT, dtype=np.int8)
        motion[0, :2] = STILL
        pos[0, :2, 2] = phys.radius
        pos[0, 1, 0] = 2.0 * phys.radius + inputs.number("gap")
        log, log_len = rows(Event, 1, LOG_CAPACITY), np.zeros(1, dtype=np.int64)
        scratch = new_scratch(2000)
        _, used = shoot(
            inputs.plain_table(VAST, VAST),
            np.atleast_1d(np.asarray(marks_of(*inputs.equipment[::2]))).view(np.recarray),
            phys,
            action,
            pos,
            motion,
            log,
            log_len,
            scratch,
            WATCH_CUE_BALL,
            0,
            0,
        )
        self.events, self.states = log[0, : log_len[0]], scratch.states[:used]

    def rolled_out(self, ball: int) -> float:
        """Speed of a ball after its slide: it has left the others by the last impulse [m/s]."""
        impulses = np.isin(self.events.kind, (TIP_CONTACT, BALL_BALL, BALL_MOVED, TIP_RECONTACT))
        last = self.events.t[impulses].max()
        own = self.states[(self.states.ball == ball) & (self.states.t0 <= last)]
        return float(np.linalg.norm(rolled_out(own[-1], self.phys)))

    def travel(self) -> float:
        """Way of the tip from its release to the second contact [m]."""
        again = self.events.t[self.events.kind == TIP_RECONTACT]
        return float(self.tip_speed * again[0]) if len(again) else math.inf


def measure_double_hit(inputs: Inputs, quantity: str) -> Any:
    """One quantity of kind double_hit."""
    match quantity:
        case "tip_over_ball_speed":
            struck = _struck(inputs)
            return struck.cue_speed / struck.speed
        case "ratio":
            hit = DoubleHit(inputs)
            return hit.rolled_out(0) / hit.rolled_out(1)
        case "tip_travel_until_second_contact":
            return DoubleHit(inputs).travel()
    raise KeyError(quantity)
