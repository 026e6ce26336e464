"""The ids that `import poolenv` registers with Gymnasium; nothing heavy is imported here."""

from __future__ import annotations

import gymnasium

from poolenv.envs.ids import GAMES


def register_ids() -> None:
    """Register every id with its single and its vector environment, as text entry points.

    An id that is already registered, as after a reload of the package, is left alone.
    """
    for id, game in GAMES.items():
        if id in gymnasium.registry:
            continue
        gymnasium.register(
            id=id,
            entry_point="poolenv.envs.single:PoolEnv",
            vector_entry_point="poolenv.envs.vector:PoolVectorEnv",
            kwargs={"game": game},
        )
