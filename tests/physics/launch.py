"""Random launches for tests: balls at rest, the cue ball with any velocity and spin."""

from __future__ import annotations

import numpy as np

from poolenv.balls import N_BALLS, OBJECT_BALLS, one
from poolenv.physics.setting import setting_of
from poolenv.rng import seed_words
from poolenv.table.layouts import clear_bed, scatter_balls
from tests.physics.casebook.engine import Played, Vector, body_of, play

SETTING = setting_of()
PHYS = SETTING.phys[0]
RADIUS = float(PHYS.radius)
BED = SETTING.geometry.bed[0]


class Launch:
    """Where 16 balls are, and how the cue ball starts."""

    def __init__(self, places: Vector, velocity: Vector, spin: Vector) -> None:
        self.places = places  # (16, 2)
        self.velocity = velocity  # (2,)
        self.spin = spin  # (3,)

    @classmethod
    def draw(cls, seed: int, speed: float | None = None, balls: int = N_BALLS - 1) -> Launch:
        """A random one; balls beyond the number given are left out."""
        rng = np.random.default_rng(seed)
        pos, motion = np.zeros((1, N_BALLS, 3)), np.zeros((1, N_BALLS), dtype=np.int8)
        clear_bed(pos, motion, 0)
        chosen = one(0) | (OBJECT_BALLS & ((2 << balls) - 2))
        assert scatter_balls(chosen, SETTING.marks[0], 0.001, pos, motion, seed_words(seed, 1), 0)
        places = np.where(motion[0, :, None] == 0, pos[0, :, :2], np.nan)
        fast = float(rng.uniform(0.5, 5.0)) if speed is None else speed
        aim = rng.uniform(-np.pi, np.pi)
        spin = rng.uniform(-1.5, 1.5, 3) * fast / RADIUS
        return cls(places, fast * np.array([np.cos(aim), np.sin(aim)]), spin)

    def mirrored(self, sx: int, sy: int) -> Launch:
        """Reflected in the axes whose sign is -1. Spin is an axial vector."""
        signs = np.array([sx, sy])
        axial = np.array([sy, sx, sx * sy])
        return Launch(self.places * signs, self.velocity * signs, self.spin * axial)

    def relabelled(self, order: list[int]) -> Launch:
        """Object ball ``order[k]`` takes the place of ball k + 1."""
        places = self.places.copy()
        places[order] = self.places[1:]
        return Launch(places, self.velocity, self.spin)

    def play(self) -> Played:
        """Play it to rest."""
        balls = {
            b: body_of(PHYS, place) for b, place in enumerate(self.places) if np.isfinite(place[0])
        }
        balls[0] = body_of(PHYS, self.places[0], self.velocity, self.spin)
        return play(SETTING.geometry, PHYS, balls)
