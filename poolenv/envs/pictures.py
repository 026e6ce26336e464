"""What ``render`` shows of one table: a picture or a few lines of text."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.knobs import GAME_NAMES, REGION_NAMES
from poolenv.position import Position
from poolenv.render.flat import draw
from poolenv.render.scene import make_scene
from poolenv.rules.turns import phase_of
from poolenv.rules.words import (
    CHOOSE,
    OVER,
    PHASE_NAMES,
    PLACE,
    PLAYER_NAMES,
    REACT,
    option_names,
)
from poolenv.states import STILL
from poolenv.world import World

#: Width of a picture [px].
WIDTH = 640


def headline(world: World, i: int) -> str:
    """Game, score, and what is owed by whom on table i."""
    game = world.game[i]
    phase = int(phase_of(game))
    owed = PHASE_NAMES[phase]
    if phase in (CHOOSE, REACT):
        owed = f"chooses {' or '.join(option_names(int(game.menu)))}"
    elif phase == PLACE:
        owed = f"places the cue ball, {REGION_NAMES[int(game.region)]}"
    who = PLAYER_NAMES[int(game.winner if phase == OVER else game.actor)]
    what = "won" if phase == OVER else owed
    name = GAME_NAMES[int(world.editions[game.edition].game)]
    return f"{name} rack {int(game.rack_number)} stroke {int(game.visits) + 1}: {who} {what}"


def picture(world: World, i: int) -> NDArray[np.uint8]:
    """Table i from above, uint8 (height, width, 3), a fresh array."""
    marks: Any = world.marks[world.game.table[i]]
    present = world.motion[i] == STILL
    return draw(make_scene(marks, world.pos[i], present, caption=[headline(world, i)]), WIDTH)


def text(world: World, i: int) -> str:
    """Table i in two lines: the headline, and the balls on the bed as a position's text."""
    lying = world.motion[i] == STILL
    balls = {int(b): world.pos[i, b, :2] for b in np.flatnonzero(lying)}
    return f"{headline(world, i)}\n{Position(balls)}"
