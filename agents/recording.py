"""A rack as a replay: what was played, the ways of all balls, and the referee's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.players import Player
from agents.racks import Racks
from poolenv import Position, Shot, simulate
from poolenv.balls import N_BALLS
from poolenv.render.replay import Replay, ReplayShot
from poolenv.states import STILL

#: Time between two samples of a track [s].
SAMPLE = 1 / 30


def record_rack(
    players: Sequence[Player], id: str, env: dict[str, Any], *, seed: int, rack: int = 0
) -> Replay:
    """Play one rack and keep everything a viewer shows.

    Each stroke is played a second time, noise included as it was executed, to get the ways of the
    balls.

    Args:
        players: one, or the two who meet.
        id: environment id.
        env: its keyword arguments, without those of the players' faces.
        seed: of rack 0.
        rack: which rack of that seed.
    """
    racks = Racks(players, id, env, seed=seed, tables=1)
    shots: list[ReplayShot] = []

    def watch(k: int) -> None:
        world = racks.world
        if not world.struck[0]:
            return
        at_rest = {
            ball: tuple(world.pos_before[0, ball, :2])
            for ball in range(N_BALLS)
            if world.motion_before[0, ball] == STILL
        }
        stroke = world.action[0]
        settings = racks.settings[k]
        result = simulate(
            Position(at_rest),
            Shot(stroke.aim, stroke.speed, stroke.side, stroke.follow, stroke.elevation),
            table=settings.table,
            cloth=settings.cloth,
            balls=settings.balls,
            cue=settings.cue,
        )
        way = result.trajectory(SAMPLE)
        shots.append(
            ReplayShot(
                time=way.time,
                positions=way.position,
                present=way.present,
                title=f"{players[k].name}: visit {len(shots) + 1}",
                ruling=str(racks.batches[k].ruling_text(0)),
            )
        )

    racks.watch = watch
    outcomes = racks.play(rack, rack + 1)
    names = tuple(player.name for player in players)
    return Replay(
        marks=racks.world.marks[0],
        names=names,
        shots=tuple(shots),
        settings={
            "id": id,
            "seed": seed,
            "rack": rack,
            "won": bool(outcomes.won[0]),
            **{key: value for key, value in env.items() if isinstance(value, str | int | float)},
        },
    )
