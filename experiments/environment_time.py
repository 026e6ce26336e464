"""What rules, rewards and observations cost beyond the physics of the same strokes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.clock import seconds
from poolenv import simulate_many
from poolenv.envs.vector import PoolVectorEnv
from poolenv.physics.border import COLUMNS
from poolenv.states import STILL

#: The same run of steps, and the same strokes alone, in turn so often; the medians count.
REPEATS = 11

Strokes = tuple[NDArray[np.float64], NDArray[np.float64]]


class EnvironmentTiming(NamedTuple):
    """Times of the vector environment, summed over its tables."""

    steps: int
    strokes: int
    whole: float  # [s]
    physics: float  # [s] for the same strokes alone


def environment(
    game: str = "nine_ball", tables: int = 256, steps: int = 20, repeats: int = REPEATS
) -> EnvironmentTiming:
    """Step many tables with random actions, then play the strokes they made without rules.

    Steps follow on each other, and so do the strokes alone: neither finds the processor's caches
    full of the other's code and data. The times of each step are medians over the repeats.

    Args:
        game: name of the game.
        tables: how many.
        steps: of a run.
        repeats: how often it is made.
    """
    env = PoolVectorEnv(game, tables)
    env.reset(seed=0)
    env.action_space.seed(0)
    for _ in range(steps):  # away from the break, where all tables are alike
        env.step(env.action_space.sample())
    start = env.get_state()
    actions = [env.action_space.sample() for _ in range(steps)]
    strokes = [_strokes_of(env, action) for action in actions]
    whole, physics = np.zeros((repeats, steps)), np.zeros((repeats, steps))
    for turn in range(repeats):
        env.set_state(start)
        for k, action in enumerate(actions):
            whole[turn, k] = seconds(lambda a=action: env.step(a))  # type: ignore[misc]
        for k, made in enumerate(strokes):
            physics[turn, k] = seconds(lambda s=made: simulate_many(*s))  # type: ignore[misc]
    return EnvironmentTiming(
        tables * steps,
        sum(len(shots) for _, shots in strokes),
        float(np.median(whole, axis=0).sum()),
        float(np.median(physics, axis=0).sum()),
    )


def _strokes_of(env: PoolVectorEnv, actions: NDArray[np.float32]) -> Strokes:
    """Step, and tell the places and strokes that were played, those that end an episode too."""
    everyone = np.ones(env.num_envs, dtype=np.bool_)
    step = env.batch.step(actions, everyone)
    world = env.batch.world
    made = world.struck.copy()
    lies = (world.motion_before[made] == STILL)[..., None]
    places = np.where(lies, world.pos_before[made, :, :2], np.nan)
    strokes = np.column_stack([world.action[made][name] for name in COLUMNS])
    env.batch.begin_after(step)
    return places, strokes


def environment_line(timing: EnvironmentTiming, tables: int) -> str:
    """Steps a second and what rules, rewards and observations cost, in words."""
    over = 1e6 * (timing.whole - timing.physics) / timing.steps
    return (
        f"Environment, {tables} tables, random actions: {timing.steps / timing.whole:,.0f} steps/s "
        f"on one core ({timing.strokes / timing.steps:.2f} strokes a step); beyond the physics "
        f"{over:.1f} us a step."
    )
