"""poolenv: pool (pocket billiards) for reinforcement-learning research."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from poolenv.envs.registration import register_ids

if TYPE_CHECKING:
    from poolenv.physics.border import Shot as Shot
    from poolenv.physics.hanging import hanging_balls as hanging_balls
    from poolenv.physics.result import Result as Result
    from poolenv.physics.result import Results as Results
    from poolenv.physics.shaft import least_elevation as least_elevation
    from poolenv.physics.simulator import simulate as simulate
    from poolenv.physics.simulator import simulate_many as simulate_many
    from poolenv.position import Position as Position
    from poolenv.render.plot import plot as plot

#: Public name -> module; imported when first used, so that ``import poolenv`` is quick.
_HOMES = {
    "Position": "poolenv.position",
    "Result": "poolenv.physics.result",
    "Results": "poolenv.physics.result",
    "Shot": "poolenv.physics.border",
    "plot": "poolenv.render.plot",
    "least_elevation": "poolenv.physics.shaft",
    "hanging_balls": "poolenv.physics.hanging",
    "simulate": "poolenv.physics.simulator",
    "simulate_many": "poolenv.physics.simulator",
}

__all__ = sorted(_HOMES)

register_ids()


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'poolenv' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
