"""The whole environment gives the same bytes with the JIT off, and no warning either."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from poolenv.envs import PoolEnv

ROOT = Path(__file__).resolve().parents[2]
GAMES = (
    ("nine_ball", {}, 12),
    ("eight_ball", {"edition": "wsr"}, 6),
    ("ten_ball", {}, 6),
    ("straight_pool", {"pace": "decision"}, 8),
    ("run_out", {"task": "clear"}, 5),
    ("run_out", {"task": "ghost"}, 5),
)


def digest() -> str:
    """Hash of a few episodes of both codecs: what is seen, rewards, positions, rulings."""
    told = hashlib.sha256()
    for codec in ("compact", "candidates"):
        for game, keywords, steps in GAMES:
            env = PoolEnv(game, codec=codec, **keywords)
            env.action_space.seed(0)
            told.update(env.reset(seed=3)[0].tobytes())
            for _ in range(steps):
                observation, reward, terminated, truncated, info = env.step(
                    env.action_space.sample()
                )
                told.update(observation.tobytes())
                told.update(np.float64(reward).tobytes())
                told.update(env.batch.world.pos.tobytes())
                told.update(str(info["ruling"]).encode())
                if terminated or truncated:
                    told.update(env.reset()[0].tobytes())
    return told.hexdigest()


def test_interpreted_is_compiled():
    code = "from tests.envs.test_interpreted import digest; print(digest())"
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == digest()
