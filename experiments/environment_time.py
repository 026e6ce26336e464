"""What rules, rewards and observations cost beyond the physics of the same strokes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from experiments.clock import seconds
from poolenv import simulate_many
from poolenv.envs.vector import PoolVectorEnv
from poolenv.physics.border import COLUMNS
from poolenv.states import STILL


class EnvironmentTiming(NamedTuple):
    """Times of the vector environment, summed over its tables."""

    steps: int
    strokes: int
    whole: float  # [s]
    physics: float  # [s] for the same strokes alone


def environment(game: str = "nine_ball", tables: int = 256, steps: int = 20) -> EnvironmentTiming:
    """Step many tables with random actions, then play the strokes they made without rules.

    Args:
        game: name of the game.
        tables: how many.
        steps: how many times all of them are stepped, after a warm-up.
    """
    env = PoolVectorEnv(game, tables)
    env.reset(seed=0)
    env.action_space.seed(0)
    world = env.batch.world
    strokes, whole, physics = 0, 0.0, 0.0
    for step in range(steps + 2):
        actions = env.action_space.sample()
        env_time = seconds(lambda actions=actions: env.step(actions))  # type: ignore[misc]
        made = world.struck
        lies = (world.motion_before[made] == STILL)[..., None]
        places = np.where(lies, world.pos_before[made, :, :2], np.nan)
        action = world.action[made]
        shots = np.column_stack([action[n] for n in COLUMNS])
        shot_time = seconds(lambda p=places, s=shots: simulate_many(p, s))  # type: ignore[misc]
        if step >= 2:
            strokes, whole, physics = strokes + len(shots), whole + env_time, physics + shot_time
    return EnvironmentTiming(tables * steps, strokes, whole, physics)


def environment_line(timing: EnvironmentTiming, tables: int) -> str:
    """Steps a second and what rules, rewards and observations cost, in words."""
    over = 1e6 * (timing.whole - timing.physics) / timing.steps
    return (
        f"Environment, {tables} tables, random actions: {timing.steps / timing.whole:,.0f} steps/s "
        f"on one core ({timing.strokes / timing.steps:.2f} strokes a step); beyond the physics "
        f"{over:.1f} us a step."
    )
