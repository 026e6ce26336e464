"""What recorded tracks say of cloth and shots, and how far the engine is from them.

Every quantity of kind ``dataset``. Noise of the recordings is taken as a millimetre or two.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.table.geometry import Geometry

from .engine import Played, body_of, play
from .recordings import Shot, Track

Numbers = NDArray[np.float64]

#: A ball moves if it gets this far from where it was [m].
MOVED = 0.005
#: Vertices of a path are this far apart: nearer ones add noise to its length [m].
VERTEX = 0.010
#: Over how long the speed after the stroke is taken [s].
START = 0.12
#: The roll begins after the first part of the last free piece, in which a slide may end [s].
SETTLE = 0.10
#: A piece of free motion goes on as long as one fit of it is as good as this, rms [m].
FREE = 0.002
#: What the case asks of a roll: its length, and the rms of its fit [m].
ROLL_LENGTH, ROLL_RMS = 0.25, 0.004
#: Bounds of the slow and the fast rolls, speeds at the start [m/s].
SLOW, FAST = 0.3, 0.6
#: How long after a contact a ball is taken to slide [s], and the least deceleration over g that is
#: one.
SLIDE, LEAST_SLIDE = 0.16, 0.06
#: Sightings that a fit of three coefficients needs to say anything, less one.
LEAST_FIT = 5
#: Turn of the velocity that is a contact: speed [m/s].
KICK = 0.25


@dataclass(frozen=True)
class Roll:
    """A last free roll."""

    speed: float  # at its start [m/s]
    deceleration: float  # [m/s^2]


def moving(track: Track) -> tuple[int, int]:
    """(last sighting before the ball moves, first one after it has stopped); equal if it never."""
    from_start = np.hypot(*(track.place - track.place[0]).T) > MOVED
    from_end = np.hypot(*(track.place - track.place[-1]).T) > MOVED
    if not from_start.any() and not from_end.any():
        return 0, 0
    begins = max(int(from_start.argmax()) - 1, 0) if from_start.any() else 0
    ends = len(track.t) - 1 - int(from_end[::-1].argmax()) if from_end.any() else len(track.t) - 1
    return begins, min(ends + 1, len(track.t) - 1)


def lies_at(track: Track) -> Numbers:
    """(2,) where a ball lies before it moves: the mean of what was seen until then [m]."""
    begins, ends = moving(track)
    seen = track.place[: begins + 1] if ends > begins else track.place
    return seen.mean(axis=0)


def _fit(track: Track, first: int, last: int) -> tuple[Numbers, float]:
    """((3, 2) coefficients of p + v s + c s^2, s from the first sighting; rms [m])."""
    s = track.t[first : last + 1] - track.t[first]
    powers = np.stack([np.ones_like(s), s, s * s], axis=1)
    there = track.place[first : last + 1]
    coefficients = np.linalg.lstsq(powers, there, rcond=None)[0]
    off = there - powers @ coefficients
    return coefficients, float(np.sqrt((off**2).sum(axis=1).mean()))


def last_roll(track: Track) -> Roll | None:
    """Fit s = s0 + v t - a t^2/2 to the last free roll of a ball; None if it is short or bad."""
    begins, ends = moving(track)
    last = ends - 1  # the ball stops within the interval after that
    first = last - LEAST_FIT
    if first < begins or _fit(track, first, last)[1] > FREE:
        return None
    while first > begins and _fit(track, first - 1, last)[1] <= FREE:
        first -= 1
    settled = track.t[first] + (SETTLE if first > begins else 0.0)
    first = int(np.searchsorted(track.t, settled))
    if last - first < LEAST_FIT:
        return None
    way = track.place[last] - track.place[first]
    length = float(np.hypot(*way))
    coefficients, rms = _fit(track, first, last)
    if length < ROLL_LENGTH or rms > ROLL_RMS:
        return None
    along = way / length
    return Roll(float(coefficients[1] @ along), float(-2.0 * coefficients[2] @ along))


def rolls(shots: list[Shot]) -> list[Roll]:
    """The last free rolls of all balls."""
    found = (last_roll(track) for shot in shots for track in shot.values())
    return [roll for roll in found if roll is not None]


def slides(shots: list[Shot]) -> Numbers:
    """Decelerations right after contacts and strokes, that of a sliding ball [m/s^2]."""
    found = []
    for shot in shots:
        for track in shot.values():
            begins, ends = moving(track)
            if ends <= begins:
                continue
            v = np.diff(track.place, axis=0) / np.diff(track.t)[:, None]
            kicks = np.hypot(*np.diff(v, axis=0).T) > KICK
            for k in [begins, *(int(i) + 2 for i in np.flatnonzero(kicks))]:
                last = int(np.searchsorted(track.t, track.t[k] + SLIDE, side="right")) - 1
                if last - k < LEAST_FIT or last > ends or kicks[k : last - 1].any():
                    continue
                coefficients, rms = _fit(track, k, last)
                if rms <= FREE:
                    found.append(2.0 * float(np.hypot(*coefficients[2])))
    return np.array(found)


def initial_speed(track: Track) -> float:
    """Speed of a ball right after it begins to move [m/s]."""
    begins, _ = moving(track)
    # The stroke falls between two sightings: the fit begins with the second one.
    first = min(begins + 1, len(track.t) - 1) if begins > 0 else begins
    last = int(np.searchsorted(track.t, track.t[first] + START, side="right")) - 1
    last = max(last, min(first + 2, len(track.t) - 1))
    return float(np.hypot(*_fit(track, first, last)[0][1]))


def path_length(track: Track) -> float:
    """Length of the path of a ball, its corners rounded off by VERTEX [m]."""
    at, length = track.place[0], 0.0
    for place in track.place[1:]:
        step = float(np.hypot(*(place - at)))
        if step >= VERTEX:
            at, length = place, length + step
    return length


def places_at(played: Played, ball: int, times: Numbers) -> Numbers:
    """(T, 2) centres of a ball of the engine [m]."""
    own = played.states[played.states.ball == ball]
    row = np.maximum(np.searchsorted(own.t0, times, side="right") - 1, 0)
    s = np.minimum(times, own.t_end[row]) - own.t0[row]
    x = own.x[row] + (own.vx[row] + own.ax[row] * s) * s
    y = own.y[row] + (own.vy[row] + own.ay[row] * s) * s
    return np.stack([x, y], axis=1)


class Comparison:
    """A recorded shot beside the same shot of the engine.

    The engine is given the places of all balls before the stroke; velocity and spin of the struck
    ball are those that make its tracks fit best (Levenberg and Marquardt).

    Args:
        geometry: colliders of the table.
        phys: equipment.
        shot: the recording.
    """

    #: Changes with which derivatives are taken, of velocities and R w [m/s].
    NUDGE = 1e-6
    #: First guesses of R w over the speed, about the axis of follow and about the vertical. English
    #: that the cloth uses up before the first cushion does nothing, so it does not grow from none.
    BEGIN = ((0.0, 0.0), (0.0, 0.6), (0.0, -0.6), (1.0, 0.0), (-1.0, 0.0))
    #: A guess that comes as near as this is right [m].
    NEAR = 1e-5
    #: The fit begins with the first of the way and takes in more and more of it [s]: a guess that
    #: is off by a little is off by a lot after three cushions.
    HORIZONS = (0.3, 0.8, 1.6, 3.0, math.inf)
    STEPS = 20

    def __init__(self, geometry: Geometry, phys: Any, shot: Shot) -> None:
        self.geometry, self.phys, self.shot = geometry, phys, shot
        struck = shot[0]
        begins, _ = moving(struck)
        self.starts = float(struck.t[begins])
        self.places = {ball: lies_at(track) for ball, track in shot.items()}
        after = min(begins + 2, len(struck.t) - 1)
        first = _fit(struck, begins, max(after, min(begins + 3, len(struck.t) - 1)))[0]
        self.velocity = first[1]

    def residuals(self, start: Numbers, until: float = math.inf) -> Numbers:
        """Differences of all coordinates for (v_x, v_y, R w_x, R w_y, R w_z, delay) [m].

        Args:
            start: velocity and R w of the struck ball [m/s], and by how much the stroke comes after
                the last sighting before it [s].
            until: sightings this long after that one are left out [s].
        """
        spin = start[2:5] / self.phys.radius
        balls = {ball: body_of(self.phys, place) for ball, place in self.places.items()}
        balls[0] = body_of(self.phys, self.places[0], start[:2], spin)
        played = play(self.geometry, self.phys, balls)
        off = []
        for ball, track in self.shot.items():
            seen = track.t - self.starts <= until
            # Before the stroke, which may fall between two sightings, the balls lie.
            times = np.maximum(track.t[seen] - self.starts - start[5], 0.0)
            off.append((places_at(played, ball, times) - track.place[seen]).ravel())
        return np.concatenate(off)

    def rmse(self) -> float:
        """Root mean square of the distances of the centres [m]."""
        sightings = sum(len(track.t) for track in self.shot.values())
        least = math.inf
        for follow, side in self.BEGIN:
            found = self._best(follow, side) / sightings
            least = min(least, float(np.sqrt(found)))
            if least < self.NEAR:
                break
        return least

    def _best(self, follow: float, side: float) -> float:
        """Least sum of squares from one first guess on."""
        vx, vy = self.velocity
        start = np.array([vx, vy, -follow * vy, follow * vx, side * math.hypot(vx, vy), 0.0])
        least = math.inf
        for until in self.HORIZONS:
            start, least = self._fitted(start, until)
        return least

    def _fitted(self, start: Numbers, until: float) -> tuple[Numbers, float]:
        """(the start that fits best in the neighbourhood of a guess, its sum of squares)."""
        off = self.residuals(start, until)
        least, damping = float(off @ off), 1e-3
        for _ in range(self.STEPS):
            slope = np.empty((len(off), len(start)))
            for k in range(len(start)):
                moved = start.copy()
                moved[k] += self.NUDGE
                slope[:, k] = (self.residuals(moved, until) - off) / self.NUDGE
            square = slope.T @ slope
            scale = np.diag(np.diag(square) + 1e-9)
            step = np.linalg.solve(square + damping * scale, -slope.T @ off)
            tried = self.residuals(start + step, until)
            now = float(tried @ tried)
            if now < least:
                gained, start, off, least = 1.0 - now / least, start + step, tried, now
                damping = max(damping / 5.0, 1e-12)
                if gained < 1e-6:
                    break
            else:
                damping *= 5.0
                if damping > 1e6:
                    break
        return start, least
