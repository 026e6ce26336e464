"""How an episode begins: seeds and the options of ``reset``, checked at the border."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import CUE, N_BALLS, NO_BALLS, OBJECT_BALLS, BallSet, ball_list, ball_set
from poolenv.config import nearest
from poolenv.kernel import kernel
from poolenv.knobs import IN_HAND_HEAD, IN_HAND_TABLE, IN_POSITION, RUN_OUT
from poolenv.physics.border import OVERLAP
from poolenv.position import Position
from poolenv.table.geometry import Geometry
from poolenv.table.lies import can_lie
from poolenv.world import World

OPTIONS = ("position", "breaker", "ball_in_hand")
_IN_HAND = {"head": IN_HAND_HEAD, "table": IN_HAND_TABLE}


@dataclass(frozen=True)
class Start:
    """What the caller wishes of new episodes.

    Attributes:
        balls: balls of a given position, none: the game's rack or the task's layout.
        place: (16, 2) where they lie [m].
        breaker: who acts first; None: by lot.
        region: where the cue ball may be placed first; None: as the game says.
    """

    balls: BallSet = NO_BALLS
    place: NDArray[np.float64] | None = None
    breaker: int | None = None
    region: int | None = None


def fresh_seed() -> int:
    """A seed nobody chose."""
    return secrets.randbits(63)


def root_seed(generator: np.random.Generator, seed: int | None) -> int:
    """The seed of table 0: that of the generator, or bits of one that a caller made."""
    if seed is not None and seed >= 0:
        return seed
    return int(generator.bit_generator.random_raw())


def rows_to_reset(
    options: Mapping[str, Any] | None, n: int
) -> tuple[NDArray[np.bool_], dict[str, Any]]:
    """Which tables ``options["reset_mask"]`` means (all without it), and the other options.

    Raises:
        TypeError: if the mask is no array of bool.
        ValueError: if it has another shape or is all False.
    """
    others = dict(options or {})
    mask = others.pop("reset_mask", None)
    if mask is None:
        return np.ones(n, dtype=np.bool_), others
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"options['reset_mask']: expected an array of bool, not {mask!r}")
    if mask.shape != (n,):
        raise ValueError(f"options['reset_mask']: expected shape ({n},), not {mask.shape}")
    if not mask.any():
        raise ValueError("options['reset_mask']: expected at least one True")
    return mask.copy(), others


def read_options(options: Mapping[str, Any] | None, world: World, racked: bool) -> Start:
    """The options of ``reset``, checked.

    Args:
        options: ``position``, ``breaker`` and ``ball_in_hand``, all optional.
        world: the tables, for their balls and measures.
        racked: the game begins with a rack and a break.

    Raises:
        ValueError: for an unknown option, naming the nearest, or for an impossible start.
    """
    options = options or {}
    for key in options:
        if key not in OPTIONS:
            near = nearest(str(key), OPTIONS)
            hint = f"; did you mean {near!r}?" if near else ""
            expected = ", ".join(OPTIONS)
            raise ValueError(f"options[{key!r}]: unknown option, expected {expected}{hint}")
    breaker = options.get("breaker")
    if breaker is not None:
        if isinstance(breaker, bool) or breaker not in (0, 1):
            raise ValueError(f"options['breaker']={breaker!r}: expected 0 or 1")
        if world.editions[0].game == RUN_OUT and breaker == 1:
            raise ValueError("options['breaker']=1: a run-out has one player, so it must be 0")
        breaker = int(breaker)
    in_hand = options.get("ball_in_hand")
    position = options.get("position")
    if position is None:
        return Start(breaker=breaker, region=_region(in_hand, racked))
    balls, place = _position(position, world, in_hand)
    return Start(balls, place, breaker, _region(in_hand, False))


def _region(in_hand: Any, racked: bool) -> int | None:
    """The region that ``ball_in_hand`` means."""
    if in_hand is None:
        return None
    if in_hand is True:
        return IN_HAND_HEAD if racked else IN_HAND_TABLE
    if in_hand is False and not racked:
        return IN_POSITION
    if in_hand is False:
        raise ValueError(
            "options['ball_in_hand']=False: a break is played with the cue ball in hand; give a "
            "position to begin with the cue ball on the table"
        )
    if isinstance(in_hand, str) and in_hand in _IN_HAND:
        return _IN_HAND[in_hand]
    raise ValueError(
        f"options['ball_in_hand']={in_hand!r}: expected True, False, 'head' or 'table'"
    )


@kernel
def first_misplaced(
    geometry: Geometry, table: int, least: float, balls: BallSet, place: NDArray[np.float64]
) -> tuple[int, int]:
    """The first ball where none can lie, with itself, or the first two that overlap.

    Args:
        geometry: colliders of all tables.
        table: the table.
        least: least distance of two centres [m].
        balls: which balls there are.
        place: (16, 2) their centres [m].

    Returns:
        (-1, -1) if there is none. A ball may lie in the jaws of a pocket.
    """
    for a in range(N_BALLS):
        if (balls >> a) & 1 == 0:
            continue
        if not can_lie(geometry, table, place[a, 0], place[a, 1], OVERLAP):
            return a, a
        for b in range(a):
            if (balls >> b) & 1 == 1:
                dx = place[a, 0] - place[b, 0]
                dy = place[a, 1] - place[b, 1]
                if dx * dx + dy * dy < least * least:
                    return b, a
    return -1, -1


def _position(given: Any, world: World, in_hand: Any) -> tuple[BallSet, NDArray[np.float64]]:
    """The balls and places of a position in any of its forms."""
    where = "options['position']"
    try:
        if isinstance(given, str):
            position = Position.from_text(given)
        elif isinstance(given, np.ndarray):
            position = Position.from_array(given)
        else:
            position = Position(given)
    except (TypeError, ValueError, AttributeError) as error:
        raise ValueError(
            f"{where}: {error}; expected a Position, its text, a mapping of balls to (x, y), or an "
            "array of shape (16, 2)"
        ) from error
    balls = ball_set(list(position))
    rules = world.editions[0]
    known = (1 << (int(rules.balls_in_rack) + 1)) - 1
    if rules.game == RUN_OUT:
        known |= OBJECT_BALLS
    if balls & ~known:
        last = int(rules.balls_in_rack)
        raise ValueError(f"{where}: ball(s) {ball_list(balls & ~known)}: the game has 1 to {last}")
    if balls & OBJECT_BALLS == NO_BALLS:
        raise ValueError(f"{where}: expected at least one object ball")
    if CUE not in position and in_hand is False:
        raise ValueError(f"{where}: the cue ball is absent, so ball_in_hand cannot be False")
    place = np.nan_to_num(position.to_array())
    for table, marks in enumerate(world.marks):  # with a randomization, whichever will be drawn
        least = 2.0 * marks.ball_radius - OVERLAP
        first, second = first_misplaced(world.geometry, table, least, balls, place)
        if first >= 0 and first == second:
            raise ValueError(f"{where}: ball {first} at {position[first]} does not lie on the bed")
        if first >= 0:
            raise ValueError(f"{where}: balls {first} and {second} overlap")
    return balls, place
