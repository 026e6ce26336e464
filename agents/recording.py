"""A rack as a replay: what was played, the ways of all balls, and the referee's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from agents.players import Player
from agents.racks import Racks
from poolenv import Shot
from poolenv.envs.batch import Batch
from poolenv.physics.setting import Setting
from poolenv.physics.simulator import play_out
from poolenv.render.replay import Replay, ReplayShot
from poolenv.states import STILL
from poolenv.table.specs import equip

#: Time between two samples of a track [s].
SAMPLE = 1 / 30


def _setting_of(batch: Batch) -> Setting:
    """The equipment of table 0, as it was drawn where a randomization draws it."""
    s, world = batch.settings, batch.world
    equipment = equip(s.table, s.cloth, s.balls, s.cue)
    return Setting(equipment, world.geometry, world.marks, world.phys[:1])


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
        lies = (world.motion_before[0] == STILL)[:, None]
        where = np.where(lies, world.pos_before[0, :, :2], np.nan)[None]
        stroke = Shot(**{f.name: float(world.action[0][f.name]) for f in fields(Shot)})
        way = play_out(_setting_of(racks.batches[k]), where, stroke).trajectory(SAMPLE)
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
        marks=racks.world.marks[racks.world.game.table[0]],
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
