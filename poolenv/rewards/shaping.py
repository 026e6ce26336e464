"""Reward = named terms times configured weights; every term is a column of the log.

Weights come from ``configs/rewards/*.toml``, a path or a mapping, through the strict reader, and
become one float64 vector. ``score`` is the kernel the batch maps over its rows.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poolenv.config import Range, Source, schema, settings
from poolenv.kernel import kernel
from poolenv.rewards import terms as t
from poolenv.rewards.terms import TERMS
from poolenv.rules.words import NOBODY

N_TERMS = len(TERMS)
TERM_NAMES = tuple(term.name for term in TERMS)

Weight = Annotated[float, Range()]

#: One optional key per term; a key that names no term is an error with the nearest one.
Weights: Any = schema(
    type(
        "Weights",
        (),
        {
            "__annotations__": dict.fromkeys(TERM_NAMES, Weight),
            "__doc__": "Weight of every term, 0 unless the file says otherwise.",
            **dict.fromkeys(TERM_NAMES, 0.0),
        },
    )
)


@schema
class RewardSettings:
    """A file of ``configs/rewards``."""

    title: str = ""
    discount: Annotated[float, Range(gt=0.0, le=1.0)] = 1.0  # gamma of the potential-based terms
    weights: Weights


class Reward(NamedTuple):
    """A reward ready for kernels."""

    weights: NDArray[np.float64]  # (N_TERMS,)
    discount: float  # gamma of the potential-based terms


def load_reward(source: Source | RewardSettings) -> Reward:
    """Weights of a reward.

    Args:
        source: a name in ``configs/rewards``, the path of a TOML file, a mapping such as
            ``{"weights": {"win": 1.0, "foul": -0.1}}``, or settings.

    Raises:
        ConfigError: with every problem found; an unknown term with the nearest one.
    """
    checked = settings(RewardSettings, "rewards", source)
    weights = np.array([getattr(checked.weights, name) for name in TERM_NAMES], dtype=np.float64)
    return Reward(weights, checked.discount)


@kernel
def shaped(before: float, after: float, is_over: bool, discount: float) -> float:
    """gamma Phi(after) - Phi(before); the potential of an episode that is over is 0."""
    return (0.0 if is_over else discount * after) - before


@kernel
def fill_terms(
    before: Any,
    shot: Any,
    ruling: Any,
    after: Any,
    struck: bool,
    player: int,
    discount: float,
    terms: NDArray[np.float64],
    i: int,
) -> None:
    """Write every term of one visit, in the order of TERMS; arguments as of ``score``."""
    for k in range(N_TERMS):
        terms[i, k] = 0.0
    terms[i, 0] = t.win(before, shot, ruling, after, player)
    if struck:
        terms[i, 1] = t.rack(before, shot, ruling, after, player)
        terms[i, 2] = t.points(before, shot, ruling, after, player)
        terms[i, 3] = t.potted(before, shot, ruling, after, player)
        terms[i, 4] = t.opponent_potted(before, shot, ruling, after, player)
        terms[i, 5] = t.foul(before, shot, ruling, after, player)
        terms[i, 6] = t.scratch(before, shot, ruling, after, player)
        terms[i, 7] = t.bad_hit(before, shot, ruling, after, player)
        terms[i, 8] = t.no_rail(before, shot, ruling, after, player)
        terms[i, 9] = t.jumped_balls(before, shot, ruling, after, player)
        terms[i, 10] = t.three_fouls(before, shot, ruling, after, player)
        terms[i, 11] = t.turn_kept(before, shot, ruling, after, player)
        terms[i, 12] = t.turn_lost(before, shot, ruling, after, player)
        terms[i, 13] = t.stroke(before, shot, ruling, after, player)
    over = after.winner != NOBODY
    terms[i, 14] = shaped(t.balls_left(before, player), t.balls_left(after, player), over, discount)
    terms[i, 15] = shaped(t.group_lead(before, player), t.group_lead(after, player), over, discount)
    terms[i, 16] = shaped(
        t.points_lead(before, player), t.points_lead(after, player), over, discount
    )


@kernel
def score(
    before: Any,
    shot: Any,
    ruling: Any,
    after: Any,
    struck: bool,
    player: int,
    weights: NDArray[np.float64],
    discount: float,
    terms: NDArray[np.float64],
    i: int,
) -> float:
    """Reward of one player for one visit.

    Args:
        before: record Game at the start of the visit.
        shot: record Shot, facts of its stroke.
        ruling: record Ruling on it.
        after: record Game now.
        struck: the visit was ruled on; else shot and ruling are old and are not read.
        player: whose reward, ``before.actor`` for the one who acted.
        weights: (N_TERMS,) weight of every term.
        discount: gamma of the potential-based terms.
        terms: (N, N_TERMS) unweighted terms; row i is rewritten.
        i: the row.
    """
    fill_terms(before, shot, ruling, after, struck, player, discount, terms, i)
    total = 0.0
    for k in range(N_TERMS):
        total += weights[k] * terms[i, k]
    return total
