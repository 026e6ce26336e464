"""Shared by the tests of the environments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

#: Every registered id with both codecs, and every task of the run-outs.
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    (id, {"codec": codec, **task})
    for codec in ("compact", "candidates")
    for id, task in (
        ("poolenv/NineBall-v0", {}),
        ("poolenv/EightBall-v0", {}),
        ("poolenv/TenBall-v0", {}),
        ("poolenv/StraightPool-v0", {}),
        ("poolenv/RunOut-v0", {"task": "pot_one"}),
        ("poolenv/RunOut-v0", {"task": "clear"}),
        ("poolenv/RunOut-v0", {"task": "rotation"}),
        ("poolenv/RunOut-v0", {"task": "ghost"}),
    )
]
NAMES = [f"{id[8:-3]}-{'-'.join(kw.values())}" for id, kw in VARIANTS]


@pytest.fixture(params=VARIANTS, ids=NAMES)
def variant(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """An id and keyword arguments."""
    return request.param


def actions_of(space: Any, seed: int, steps: int, tables: int) -> np.ndarray:
    """Random actions, (steps, tables, ...)."""
    space.seed(seed)
    return np.array([[space.sample() for _ in range(tables)] for _ in range(steps)])
