"""What a scribe sees on a row of any batch: where the balls are, the last log, the last ruling."""

from __future__ import annotations

from poolenv.balls import N_BALLS, ball_set
from poolenv.events import TRUNCATED
from poolenv.notation.entries import Bed, plain_event
from poolenv.notation.forms import RULING, Plain
from poolenv.states import OFF_TABLE, POCKETED, STILL
from poolenv.world import World


def bed_of(world: World, i: int, before: bool = False) -> Bed:
    """Where the balls of row i are.

    Args:
        world: the tables.
        i: the row.
        before: before its last stroke.
    """
    pos = world.pos_before[i] if before else world.pos[i]
    motion = world.motion_before[i] if before else world.motion[i]
    radius = world.marks[world.game[i].table].ball_radius
    balls: dict[int, tuple[float, ...]] = {}
    for ball in range(N_BALLS):
        if motion[ball] == STILL:
            x, y, z = map(float, pos[ball])
            balls[ball] = (x, y) if z == radius else (x, y, z)
    pocketed = ball_set([b for b in range(N_BALLS) if motion[b] == POCKETED])
    off = ball_set([b for b in range(N_BALLS) if motion[b] == OFF_TABLE])
    return Bed(balls, pocketed, off)


def log_of(world: World, i: int) -> tuple[Plain, ...]:
    """The referee log of the last stroke of row i."""
    return tuple(plain_event(event) for event in world.log[i, : world.log_len[i]])


def overflowed(world: World, i: int) -> bool:
    """Whether the last stroke of row i filled its log, so that it could not be ruled on."""
    n = int(world.log_len[i])
    return n > 0 and int(world.log[i, n - 1].kind) == TRUNCATED


def ruling_of(world: World, i: int) -> Plain | None:
    """The ruling on the last stroke of row i, None if its log overflowed and nothing was ruled."""
    return None if overflowed(world, i) else RULING.plain(world.ruling[i])
