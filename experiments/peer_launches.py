"""Launches for the comparison with a peer: planar, on the bed, away from pockets."""

from __future__ import annotations

import math

import numpy as np

from experiments.launch import Launch
from poolenv.balls import N_BALLS, OBJECT_BALLS, one
from poolenv.physics.setting import Setting
from poolenv.rng import seed_words
from poolenv.states import STILL
from poolenv.table.layouts import clear_bed, scatter_balls
from poolenv.table.racks import NINE_BALL_RACK, full_rack, load_gaps, rack_balls


def short_launches(setting: Setting, n: int, seed: int, slow: float, fast: float) -> list[Launch]:
    """Cue ball towards one of five balls within 20 degrees, any spin, speeds slow to fast."""
    pos, motion = np.zeros((n, N_BALLS, 3)), np.zeros((n, N_BALLS), dtype=np.int8)
    words, draw = seed_words(seed, n), np.random.default_rng(seed)
    radius = float(setting.phys[0].radius)
    found = []
    for i in range(n):
        clear_bed(pos, motion, i)
        chosen = one(0) | (OBJECT_BALLS & 0b111110)
        scatter_balls(chosen, setting.marks[0], 0.002, pos, motion, words, i)
        dx, dy, _ = pos[i, int(draw.integers(1, 6))] - pos[i, 0]
        aim = math.atan2(dy, dx) + math.radians(draw.uniform(-20.0, 20.0))
        speed = draw.uniform(slow, fast)
        velocity, spin = np.zeros((N_BALLS, 3)), np.zeros((N_BALLS, 3))
        velocity[0] = speed * math.cos(aim), speed * math.sin(aim), 0.0
        spin[0] = draw.uniform(-1.0, 1.0, 3) * speed / radius
        places = np.where((motion[i] == STILL)[:, None], pos[i, :, :2], np.nan)
        found.append(Launch(places, velocity, spin))
    return found


def break_launches(setting: Setting, n: int, seed: int) -> list[Launch]:
    """Nine-ball racks set with a template, broken near the middle at 8 to 10 m/s."""
    pos, motion = np.zeros((n, N_BALLS, 3)), np.zeros((n, N_BALLS), dtype=np.int8)
    words, draw = seed_words(seed, n), np.random.default_rng(seed)
    marks, gaps = setting.marks[0], load_gaps("template")
    rack = NINE_BALL_RACK
    found = []
    for i in range(n):
        clear_bed(pos, motion, i)
        rack_balls(rack, full_rack(rack), marks, gaps.mean, gaps.spread, pos, motion, words, i)
        places = np.where((motion[i] == STILL)[:, None], pos[i, :, :2], np.nan)
        places[0] = marks.head_spot, draw.uniform(-0.05, 0.05)
        way = math.atan2(-places[0, 1], marks.foot_spot - places[0, 0])
        way += math.radians(draw.uniform(-0.5, 0.5))
        speed = draw.uniform(8.0, 10.0)
        velocity, spin = np.zeros((N_BALLS, 3)), np.zeros((N_BALLS, 3))
        velocity[0] = speed * math.cos(way), speed * math.sin(way), 0.0
        found.append(Launch(places, velocity, spin))
    return found
