"""Candidates, strokes, observations and rewards of many rows as one hash; as a script it prints it.

The test compares the hash of this process with that of one that interprets the kernels.
"""

from __future__ import annotations

import hashlib

import numpy as np

from poolenv.balls import ball_set
from poolenv.candidates import decode, enumerate_row, new_candidates
from poolenv.compact import N_COMPACT, N_COMPACT_LONG, decode_compact
from poolenv.compact_calls import N_COMPACT_CALLS, decode_compact_calls
from poolenv.observe import N_OBSERVATION, observe
from poolenv.records import Action, rows
from poolenv.rewards import N_TERMS, load_reward, score
from poolenv.sheets import Ruling, Shot
from poolenv.states import ABSENT
from tests.positions import eight_ball, equipment, nine_ball, rules_of, scatter, sheet


def digest() -> str:
    """Hash of everything floor 5 makes of 24 random rows."""
    n = 24
    marks, phys = equipment()
    balls = scatter(marks, n, range(16), seed=41)
    rng = np.random.default_rng(41)
    lists, action = new_candidates(n), rows(Action, n)
    out = np.zeros((n, N_OBSERVATION), dtype=np.float32)
    terms = np.zeros((n, N_TERMS))
    reward = load_reward("shaped")
    said = rng.uniform(-1.0, 1.0, (n, N_COMPACT))
    calls_said = np.random.default_rng(7).uniform(-1.0, 1.0, (n, N_COMPACT_CALLS))
    long_said = rng.uniform(-1.0, 1.0, (n, N_COMPACT_LONG)).astype(np.float32)
    parts = []
    for i in range(n):
        gone = rng.permutation(np.arange(1, 16))[: rng.integers(0, 14)]
        balls.motion[i, gone] = ABSENT
        rules = (nine_ball(), eight_ball(), rules_of())[i % 3]
        game = sheet(
            balls=ball_set(np.flatnonzero(balls.motion[i, 1:] == 0) + 1),
            stage=int(rng.integers(1, 5)),
            region=int(rng.integers(0, 3)),
            groups=int(rng.integers(0, 3)),
            menu=int(rng.integers(0, 4) == 0) * 5,
        )
        enumerate_row(marks, rules, game, *balls, lists, i)
        observe(marks, rules, game, *balls, lists, i % 2, out, i)
        for index in rng.permutation(np.flatnonzero(lists.mask[i]))[:8]:
            decode(marks, phys, *balls, lists, int(index), action, i)
            parts.append(action[i].tobytes())
        decode_compact(marks, phys, rules, game, *balls, said, False, action, i)
        parts.append(action[i].tobytes())
        decode_compact(marks, phys, rules, game, *balls, long_said, True, action, i)
        parts.append(action[i].tobytes())
        decode_compact_calls(marks, phys, rules, game, *balls, calls_said, action, i)
        parts.append(action[i].tobytes())
        shot, ruling = rows(Shot, 1), rows(Ruling, 1)
        shot.pocketed, ruling.fouls = rng.integers(0, 1 << 16, 2)
        after = sheet(balls=int(rng.integers(0, 1 << 16)) & ~1, actor=1)
        args = (game, shot[0], ruling[0], after, True, i % 2)
        total = score(*args, reward.weights, reward.discount, terms, i)
        parts.append(np.float64(total).tobytes())
    parts += [array.tobytes() for array in (*lists, out, terms)]
    return hashlib.sha256(b"".join(parts)).hexdigest()


if __name__ == "__main__":
    print(digest())
