"""``python -m poolenv warmup``: compile every kernel that the environments call, and keep it."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from poolenv.kernel import CACHE_FOLDER, INTERPRETED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--timings", action="store_true", help="say how long each part took")


def run(arguments: argparse.Namespace) -> int:
    """Compile, or load what is compiled already."""
    if INTERPRETED:
        print("NUMBA_DISABLE_JIT is set: there is nothing to compile")
        return 0
    whole = time.perf_counter()
    for name, part in (("environment", _step), ("one shot", _shot), ("many shots", _shots)):
        began = time.perf_counter()
        part()
        if arguments.timings:
            print(f"{name:12s} {time.perf_counter() - began:6.1f} s")
    where = f"kept in {CACHE_FOLDER}" if CACHE_FOLDER is not None else "not kept"
    print(f"kernels ready after {time.perf_counter() - whole:.1f} s, {where}")
    return 0


def _shot() -> None:
    from poolenv import Position, Shot, simulate

    simulate(Position({0: (0.0, 0.0), 1: (0.5, 0.0)}), Shot(aim=0.0, speed=1.0)).trajectory()


def _shots() -> None:
    import numpy as np

    from poolenv import Position, simulate_many

    simulate_many(Position({0: (0.0, 0.0)}), np.array([[0.0, 1.0, 0.0, 0.0, 0.0]]))


def _step() -> None:
    import gymnasium

    steps: list[Callable[[], object]] = []
    for codec in ("compact", "candidates"):
        env = gymnasium.make("poolenv/NineBall-v0", codec=codec)
        env.reset(seed=0)
        env.action_space.seed(0)
        steps.append(lambda env=env: env.step(env.action_space.sample()))  # type: ignore[misc]
    for step in steps:
        step()
