"""Candidates: a Discrete space of enumerated strokes, options and spots, with a mask.

``layout`` says what each index means, ``enumerate_row`` fills a row's lists and mask, ``decode``
turns the chosen index into an action.
"""

from poolenv.candidates.enumerate import (
    decode,
    enumerate_row,
    nearest_open,
    playable_balls,
    rank_row,
    target_balls,
)
from poolenv.candidates.layout import (
    N_CANDIDATES,
    N_WITH_REACTIONS,
    Candidates,
    Pair,
    Target,
    describe,
    new_candidates,
)

__all__ = [
    "N_CANDIDATES",
    "N_WITH_REACTIONS",
    "Candidates",
    "Pair",
    "Target",
    "decode",
    "describe",
    "enumerate_row",
    "nearest_open",
    "new_candidates",
    "playable_balls",
    "rank_row",
    "target_balls",
]
