"""Faces of the tables: Gymnasium (single and vector), Stable-Baselines3, PettingZoo.

Names are imported when they are first asked for, so that neither torch nor PettingZoo is needed
unless their face is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from poolenv.envs.opponents import Query, opponent_names, register_opponent
    from poolenv.envs.record import MatchRecorder, RecordMatch
    from poolenv.envs.sb3 import PoolVecEnv
    from poolenv.envs.single import PoolEnv
    from poolenv.envs.vector import PoolVectorEnv
    from poolenv.envs.zoo import PoolAECEnv, aec

_HOMES = {
    "PoolEnv": "single",
    "PoolVectorEnv": "vector",
    "PoolVecEnv": "sb3",
    "PoolAECEnv": "zoo",
    "aec": "zoo",
    "MatchRecorder": "record",
    "RecordMatch": "record",
    "Query": "opponents",
    "opponent_names": "opponents",
    "register_opponent": "opponents",
}

__all__ = [
    "MatchRecorder",
    "PoolAECEnv",
    "PoolEnv",
    "PoolVecEnv",
    "PoolVectorEnv",
    "Query",
    "RecordMatch",
    "aec",
    "opponent_names",
    "register_opponent",
]


def __getattr__(name: str) -> Any:
    """Import a public name from its module when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
