"""What a ruling costs: the referee alone on the strokes of random play, game by game.

    python experiments/referee_time.py [--tables 256] [--steps 20]

Facts from the log, conduct, all articles, the ruling and its effect on the sheet and the balls, in
one batch; physics, observation and reward are not in it. Prints a table; the calibration loop
beside it does a fixed amount of arithmetic, so that days and machines compare.
"""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

import numpy as np

from experiments.clock import calibration_loop, seconds
from poolenv.envs.vector import PoolVectorEnv
from poolenv.games import rule_rows
from poolenv.knobs import GAME_NAMES
from poolenv.world import for_kernels

CALIBRATION = 20_000_000
REPEATS = 5


class RefereeTiming(NamedTuple):
    """Time of the referee on the strokes of one game."""

    game: str
    strokes: int
    events: float  # per stroke, in the referee log
    whole: float  # [s], best of the repeats, summed over the steps


def referee(game: str, tables: int = 256, steps: int = 20) -> RefereeTiming:
    """Time the rulings on the strokes of random play.

    Args:
        game: name of the game.
        tables: how many are ruled on in one call.
        steps: how many times all of them are stepped, after the breaks.
    """
    env = PoolVectorEnv(game, tables)
    env.reset(seed=0)
    env.action_space.seed(0)
    world = env.batch.world
    strokes, events, whole = 0, 0, 0.0
    rule: Any = rule_rows
    for step in range(steps + 1):
        env.step(env.action_space.sample())
        made = np.flatnonzero(world.struck & ~world.truncated)
        if step == 0 or len(made) == 0:
            continue
        editions = world.editions[world.game_before.edition[made]]
        marks = world.marks[world.game_before.table[made]]
        fixed = (world.action.aim[made], world.log[made], world.log_len[made])
        inbox, n_acts = world.inbox[made], np.zeros(len(made), dtype=np.int64)
        best = np.inf
        for _ in range(REPEATS):
            written = [a[made].copy() for a in (world.shot, world.ruling, world.pos, world.motion)]
            sheet = world.game_before[made].copy()
            before = (world.pos_before[made], world.motion_before[made])
            given = (editions, marks, sheet, *fixed, inbox, n_acts, *written, *before)
            arguments: list[Any] = [for_kernels(array) for array in given]
            arguments += [0, len(made)]
            best = min(best, seconds(lambda a=arguments: rule(*a)))  # type: ignore[misc]
        strokes, events, whole = strokes + len(made), events + int(fixed[2].sum()), whole + best
    return RefereeTiming(game, strokes, events / strokes, whole)


def main() -> None:
    """Measure every game and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--steps", type=int, default=20)
    args = parser.parse_args()
    calibration_loop(10)
    loop = seconds(lambda: calibration_loop(CALIBRATION))
    print("| game | strokes | events a stroke | referee, us a stroke |")
    print("|---|---:|---:|---:|")
    for game in GAME_NAMES[1:]:
        referee(game, args.tables, 1)
        timing = referee(game, args.tables, args.steps)
        cost = 1e6 * timing.whole / timing.strokes
        print(f"| {game} | {timing.strokes:,} | {timing.events:.0f} | {cost:.2f} |")
    print(f"Calibration loop: {loop:.2f} s for {CALIBRATION / 1e6:.0f} million rounds.")


if __name__ == "__main__":
    main()
