"""What rules, rewards and observations cost beyond the physics of the same strokes."""

from __future__ import annotations

import statistics
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.clock import seconds
from poolenv import simulate_many
from poolenv.envs.start import Start
from poolenv.envs.vector import PoolVectorEnv
from poolenv.physics.border import COLUMNS
from poolenv.states import STILL

#: Runs of steps, and of the same strokes alone, in turn; the medians count.
REPEATS = 5

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
    full of the other's code and data.

    Args:
        game: name of the game.
        tables: how many.
        steps: of a run.
        repeats: how many runs.
    """
    env = PoolVectorEnv(game, tables)
    env.reset(seed=0)
    env.action_space.seed(0)
    counts, whole, physics = [], [], []
    for _ in range(repeats + 1):
        start = env.get_state()
        actions = [env.action_space.sample() for _ in range(steps)]
        strokes = [_strokes_of(env, action) for action in actions]
        env.set_state(start)
        whole.append(seconds(lambda chosen=actions: [env.step(a) for a in chosen]))  # type: ignore[misc]
        physics.append(seconds(lambda made=strokes: [simulate_many(*s) for s in made]))  # type: ignore[misc]
        counts.append(sum(len(shots) for _, shots in strokes))
    # The first run warms up.
    return EnvironmentTiming(
        tables * steps,
        round(statistics.median(counts[1:])),
        statistics.median(whole[1:]),
        statistics.median(physics[1:]),
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
    if step.over.any():
        env.batch.reset(step.over, Start(), step.observation)  # as the step of the environment does
    return places, strokes


def environment_line(timing: EnvironmentTiming, tables: int) -> str:
    """Steps a second and what rules, rewards and observations cost, in words."""
    over = 1e6 * (timing.whole - timing.physics) / timing.steps
    return (
        f"Environment, {tables} tables, random actions: {timing.steps / timing.whole:,.0f} steps/s "
        f"on one core ({timing.strokes / timing.steps:.2f} strokes a step); beyond the physics "
        f"{over:.1f} us a step."
    )
