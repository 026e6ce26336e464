"""Racks on a cluster: the parts of a measurement as Ray tasks (extra `scale`).

A rack depends on its number and the seed alone, so the figures are those of a single machine.
Players go to the workers once, through the object store.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.players import Player
from agents.racks import Outcomes


def play_parts(
    players: Sequence[Player],
    id: str,
    env: dict[str, Any],
    seed: int,
    threads: int,
    parts: Sequence[range],
) -> list[Outcomes]:
    """Play the parts on the workers of the cluster that is connected, or of this machine.

    Raises:
        RuntimeError: if Ray is not installed.
    """
    try:
        import ray
    except ImportError as error:
        raise RuntimeError("executor 'ray' needs Ray: pip install 'poolenv[scale]'") from error
    from agents.evaluate import play_part

    started = not ray.is_initialized()
    if started:
        ray.init(include_dashboard=False, log_to_driver=False)
    try:
        work = ray.remote(num_cpus=threads)(play_part)
        shared = ray.put(tuple(players))
        outcomes: list[Outcomes] = ray.get(
            [work.remote(shared, id, env, seed, threads, part) for part in parts]
        )
        return outcomes
    finally:
        if started:
            ray.shutdown()
