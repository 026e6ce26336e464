"""A nine-foot table, a table without pockets, and a replay of two made-up shots."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from poolenv.render import EventMark, Replay, ReplayShot
from poolenv.table.marks import marks_of
from poolenv.table.specs import load_balls, load_table


@pytest.fixture(scope="session")
def marks() -> Any:
    return marks_of(load_table("nine_foot"), load_balls("pool"))


@pytest.fixture(scope="session")
def carom() -> Any:
    return marks_of(load_table("carom"), load_balls("pool"))


@pytest.fixture
def replay(marks) -> Replay:
    """The cue ball rolls 0.5 m along x and the 9 falls; then only the cue ball lies there."""
    radius = float(marks.ball_radius)
    time = np.arange(11) / 10
    positions = np.zeros((11, 16, 3))
    positions[..., 2] = radius
    positions[:, 0, 0] = 0.05 * np.arange(11)
    positions[:, 9, :2] = (1.0, 0.123456)
    present = np.zeros((11, 16), bool)
    present[:, 0] = True
    present[:6, 9] = True
    first = ReplayShot(
        time,
        positions,
        present,
        title="Ada plays the 9",
        ruling="Legal.\nAda wins the rack </script><b>&\u2028 {{title}}",
        score="1 : 0",
        events=(EventMark(0.52, "9 in FL", 1.0, 0.123456),),
    )
    second = ReplayShot(time[:1], positions[:1], np.eye(16, dtype=bool)[0], title="Bo thinks")
    return Replay(marks, ("Ada", "Bo"), (first, second), {"edition": "wpa2008", "seed": 7})
