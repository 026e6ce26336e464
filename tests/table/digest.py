"""Racks and layouts of many rows as one hash; run as a script it prints it.

The test compares the hash of this process with that of one that interprets the kernels.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from poolenv.balls import N_BALLS, ball_set
from poolenv.records import Action, rows
from poolenv.rng import seed_words
from poolenv.table.layouts import clear_bed, scatter_balls
from poolenv.table.marks import marks_of
from poolenv.table.noise import disturb, load_noise, spread_of
from poolenv.table.racks import FOURTEEN_RACK, full_rack, load_gaps, rack_balls
from poolenv.table.specs import load_balls, load_table


def digest() -> str:
    """Hash of positions, motion, strokes and random words after racking, scattering and noise."""
    n = 24
    balls = load_balls("pool")
    marks: list[Any] = [marks_of(load_table(t), balls) for t in ("nine_foot", "seven_foot")]
    gaps = [load_gaps(name) for name in ("perfect", "template", "wood", "loose")]
    spread = spread_of(load_noise("tournament"), balls.radius)
    pos = np.zeros((n, N_BALLS, 3))
    motion = np.zeros((n, N_BALLS), np.int8)
    words = seed_words(11, n)
    strokes = rows(Action, n)
    for i in range(n):
        clear_bed(pos, motion, i)
        kind = i % 7
        if kind == 6:
            assert scatter_balls(ball_set(range(9)), marks[i % 2], 0.01, pos, motion, words, i)
        else:
            chosen = ball_set(range(2, 16)) if kind == FOURTEEN_RACK else full_rack(kind)
            gap = gaps[i % 4]
            rack_balls(kind, chosen, marks[i % 2], gap.mean, gap.spread, pos, motion, words, i)
        disturb(spread, strokes[i], words, i)
    parts = (pos.tobytes(), motion.tobytes(), words.tobytes(), strokes.tobytes())
    return hashlib.sha256(b"".join(parts)).hexdigest()


if __name__ == "__main__":
    print(digest())
