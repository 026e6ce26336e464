"""Measure players: ``python -m agents.evaluate A [B] --id ID --racks N --seed S --json OUT``.

A and B are a baseline's name or a run directory. On one-player ids A plays alone and a rack counts
if its task is solved; else A meets B, in every seat on every layout, and a rack counts if A wins
it. Racks that are cut off count as not won. The figures depend on the seed and the number of racks
alone: not on threads, batches or the executor.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.checkpoint import write_text
from agents.intervals import Share, wilson
from agents.players import Player, player_of
from agents.racks import Outcomes, Racks, joined
from poolenv.envs.settings import settings_of

#: Racks handed to a worker at once: about a second of work or more.
CHUNK = 250
#: `clear_3` is the task clear with three balls.
_TASK = re.compile(r"(?P<task>[a-z_]+?)(_(?P<n>\d+))?$")


@dataclass(frozen=True)
class Result:
    """One measured figure."""

    players: tuple[str, ...]
    id: str
    env: dict[str, Any]
    seed: int
    share: Share
    outcomes: Outcomes

    def as_dict(self) -> dict[str, Any]:
        """For files."""
        outcomes = self.outcomes
        return {
            "players": list(self.players),
            "id": self.id,
            "env": self.env,
            "seed": self.seed,
            **self.share._asdict(),
            "truncated": int(outcomes.truncated.sum()),
            "visits_per_rack": float(outcomes.visits.mean()),
            "foul_rate": float(outcomes.fouls.sum() / max(1, outcomes.own_visits.sum())),
            "digest": outcomes.digest(),
        }


def play_part(
    players: Sequence[Player], id: str, env: dict[str, Any], seed: int, threads: int, part: range
) -> Outcomes:
    """Play some of the racks; the unit of work of every executor."""
    racks = Racks(players, id, env, seed=seed, tables=min(len(part), 256), threads=threads)
    return racks.play(part.start, part.stop)


def measure(
    first: Player,
    second: Player | None = None,
    *,
    id: str,
    env: dict[str, Any],
    racks: int,
    seed: int,
    threads: int = 1,
    executor: str = "local",
) -> Result:
    """Play racks and count.

    Args:
        first: the player who is measured.
        second: the opponent; None on one-player ids.
        id: environment id.
        env: its keyword arguments, without those of the players' faces.
        racks: how many.
        seed: of the first rack.
        threads: of the simulator in each worker.
        executor: `local`, or `ray` for workers of a cluster.

    Raises:
        ValueError: if the id asks for another number of players.
    """
    alone = settings_of(id, env).task is not None
    if alone != (second is None):
        needed, given = "one player" if alone else "two players", 1 if second is None else 2
        raise ValueError(f"{id} is for {needed}, got {given}")
    players = (first,) if second is None else (first, second)
    parts = [range(k, min(k + CHUNK, racks)) for k in range(0, racks, CHUNK)]
    if executor == "ray":
        from agents.cluster import play_parts

        outcomes = joined(play_parts(players, id, env, seed, threads, parts))
    else:
        outcomes = play_part(players, id, env, seed, threads, range(racks))
    share = wilson(int(outcomes.won.sum()), racks)
    return Result(tuple(p.name for p in players), id, env, seed, share, outcomes)


def task_of(text: str) -> dict[str, Any]:
    """Keyword arguments of a task as a command line names it: `clear_3` is clear with n = 3."""
    found = _TASK.match(text)
    if found is None or found["n"] is None:
        return {"task": text}
    return {"task": found["task"], "n": int(found["n"])}


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m agents.evaluate", description=__doc__)
    parser.add_argument("a", help="a baseline or a run directory")
    parser.add_argument("b", nargs="?", help="the opponent, on ids for two")
    parser.add_argument("--id", default="poolenv/NineBall-v0")
    parser.add_argument("--edition")
    parser.add_argument("--task", help="of run-outs: pot_one, clear_3, rotation_3, ghost ...")
    parser.add_argument("--noise")
    parser.add_argument("--codec", help="instead of the players' own")
    parser.add_argument("--racks", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the figure to this file")
    parser.add_argument("--executor", choices=("local", "ray"), default="local")
    chosen = parser.parse_args(arguments)
    env: dict[str, Any] = task_of(chosen.task) if chosen.task else {}
    for key in ("edition", "noise"):
        if getattr(chosen, key) is not None:
            env[key] = getattr(chosen, key)
    try:
        result = measure(
            player_of(chosen.a).speaking(chosen.codec),
            None if chosen.b is None else player_of(chosen.b).speaking(chosen.codec),
            id=chosen.id,
            env=env,
            racks=chosen.racks,
            seed=chosen.seed,
            threads=chosen.threads,
            executor=chosen.executor,
        )
    except (ValueError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{' against '.join(result.players)}: {result.share} of {chosen.racks} racks")
    if chosen.json is not None:
        write_text(chosen.json, json.dumps(result.as_dict(), indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
