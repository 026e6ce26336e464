"""Where an episode ends the next begins in the step: the quick way does what the long one does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from poolenv.envs import PoolVectorEnv

TABLES = 12
STEPS = 60


def same(one: Any, other: Any) -> bool:
    """Whether two infos or arrays are alike to the bit, objects compared one by one."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if one is None or other is None:
        return one is other
    if one.dtype == object:
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one.dtype == other.dtype and one.tobytes() == other.tobytes())


@pytest.mark.parametrize(
    ("game", "keywords"),
    [
        ("nine_ball", {"max_visits": 9}),
        ("eight_ball", {"codec": "candidates", "max_visits": 7, "reward_terms": True}),
        ("run_out", {"task": "pot_one"}),
        ("run_out", {"task": "ghost", "codec": "candidates", "max_visits": 5}),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_both_ways_give_the_same(game: str, keywords: dict[str, Any], threads: int) -> None:
    quick, slow = (PoolVectorEnv(game, TABLES, threads=threads, **keywords) for _ in range(2))
    assert quick.batch._begins_in_step
    slow.batch._begins_in_step = False
    ended = 0
    quick.action_space.seed(3)
    assert same(quick.reset(seed=5)[0], slow.reset(seed=5)[0])
    for _ in range(STEPS):
        actions = quick.action_space.sample()
        one, other = quick.step(actions), slow.step(actions)
        for mine, theirs in zip(one, other, strict=True):
            assert same(mine, theirs)
        ended += int((one[2] | one[3]).sum())
        assert quick.batch.world.rng.tobytes() == slow.batch.world.rng.tobytes()
    assert ended > 10


def test_a_kept_last_observation_is_not_written_again() -> None:
    env = PoolVectorEnv("run_out", TABLES, task="pot_one")
    env.reset(seed=0)
    env.action_space.seed(0)
    kept: list[tuple[Any, Any]] = []
    for _ in range(4):
        info = env.step(env.action_space.sample())[4]
        kept += [(last, last.copy()) for last in info["final_obs"] if last is not None]
    assert len(kept) > 3
    assert all(np.array_equal(last, copy) for last, copy in kept)
