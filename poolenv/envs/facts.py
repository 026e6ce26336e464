"""What the info says of the tables of a batch, the same behind every face."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from poolenv.envs.kernels import Step
from poolenv.envs.watcher import Mask

if TYPE_CHECKING:
    from poolenv.envs.batch import Batch

#: One key of the info: its name, the values of all tables, the tables for which it is known.
Fact = tuple[str, Any, Mask]


def facts(batch: Batch, seen: Mask, stepped: Mask, step: Step | None) -> Iterator[Fact]:
    """What is known of the tables now.

    Args:
        batch: the tables.
        seen: (N,) tables to speak of.
        stepped: (N,) those of them that were just stepped, the others began anew.
        step: the step; None after a reset.
    """
    yield "to_play", batch.actors(), seen
    switched = np.zeros(batch.n, dtype=np.bool_) if step is None else step.switched & stepped
    yield "turn_switched", switched, seen
    if batch.has_masks:
        yield "action_mask", batch.action_masks().astype(np.int8), seen
    if batch.settings.task is not None and step is not None:
        over = step.over & stepped
        if over.any():
            yield "is_success", step.success, over


def final_facts(batch: Batch, step: Step) -> Iterator[Fact]:
    """What was known of the tables that are over, as the step left them."""
    yield "to_play", step.to_play, step.over
    yield "turn_switched", step.switched, step.over
    if batch.has_masks:
        yield "action_mask", step.mask.astype(np.int8), step.over
    if batch.settings.task is not None:
        yield "is_success", step.success, step.over
