"""A recorded rack shows what was played, on the equipment it was played with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.baselines import RANDOM_CANDIDATE
from agents.racks import Racks
from agents.recording import record_rack
from poolenv.envs import PoolVectorEnv, RecordMatch
from poolenv.envs.single import PoolEnv
from poolenv.states import STILL

NINE_BALL = "poolenv/NineBall-v0"
PLAYERS = [RANDOM_CANDIDATE, RANDOM_CANDIDATE]


@pytest.mark.parametrize("randomization", ["none", "wpa"])
def test_the_ways_end_where_the_balls_lie(randomization: str) -> None:
    env: dict[str, Any] = {"randomization": randomization, "max_visits": 12}
    replay = record_rack(PLAYERS, NINE_BALL, env, seed=5)
    ends: list[Any] = []
    racks = Racks(PLAYERS, NINE_BALL, env, seed=5, tables=1)

    def watch(_: int) -> None:
        world = racks.world
        if world.struck[0]:
            ends.append((world.pos_before[0].copy(), world.motion_before[0] == STILL))

    racks.watch = watch
    racks.play(0, 1)
    assert len(replay.shots) == len(ends) > 3
    for shot, (place, lies) in zip(replay.shots, ends, strict=True):
        np.testing.assert_allclose(shot.positions[0, lies, :2], place[lies, :2], atol=1e-12)
    # What a stroke leaves is what the next one finds, but for balls that the referee moved.
    stayed = 0
    for shot, (place, lies) in zip(replay.shots[:-1], ends[1:], strict=True):
        off = np.abs(shot.positions[-1, :, :2] - place[:, :2]).max(axis=1)
        there = lies & (np.arange(16) > 0)
        stayed += int((off[there] < 1e-9).sum())
        assert (off[there] < 1e-9).mean() > 0.8
    assert stayed > 20


def test_drawn_equipment_cannot_be_written_down() -> None:
    with pytest.raises(ValueError, match=r"randomization='wpa'.*record with 'none'"):
        RecordMatch(PoolEnv("nine_ball", randomization="wpa"))
    assert PoolVectorEnv("nine_ball", 2, randomization="wpa").batch.population.varies
