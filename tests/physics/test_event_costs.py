"""Events are counted by kind, and times shared out among them; nothing here trusts a clock."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.event_costs import (
    CUSHION,
    EDGE,
    ENDS,
    KINDS,
    PAIR,
    POCKET,
    START,
    cost_table,
    costs,
    count_kinds,
    fit,
)
from experiments.throughput import DROP_TABLE, ordinary
from poolenv import Position, Shot, simulate
from poolenv.events import BALL_BALL
from poolenv.events import CUSHION as CUSHION_EVENT
from poolenv.physics.setting import setting_of

SETTING = setting_of(DROP_TABLE)


def counted(position: Position, shot: Shot) -> dict[str, float]:
    result = simulate(position, shot, table=DROP_TABLE)
    counts = dict(zip(KINDS, count_kinds(result.states, len(position)), strict=True))
    # Every resolved event has a kind; the stroke is none.
    assert sum(counts.values()) == result.n_events + 1
    assert counts[START] == 1
    return counts


def test_a_ball_that_slides_rolls_and_stops_ends_two_segments() -> None:
    counts = counted(Position({0: (-0.6, 0.0)}), Shot(aim=0.0, speed=0.4))
    assert counts[ENDS] == 2
    assert sum(counts.values()) == 3


def test_contacts_are_told_apart() -> None:
    position, shot = Position({0: (0.0, 0.0), 1: (0.4, 0.0)}), Shot(aim=0.0, speed=1.5)
    counts, log = counted(position, shot), simulate(position, shot, table=DROP_TABLE).events
    assert counts[PAIR] == (log.kind == BALL_BALL).sum() > 0
    assert counts[CUSHION] == (log.kind == CUSHION_EVENT).sum() > 0
    assert counts[EDGE] == counts[POCKET] == 0


def test_a_pocketed_ball_crosses_the_edge_and_sinks() -> None:
    counts = counted(Position({0: (1.0, 0.4), 1: (1.1, 0.47)}), Shot(aim=0.61, speed=1.5))
    assert counts[EDGE] >= 1
    assert counts[POCKET] >= 1


def test_the_fit_finds_the_costs_that_made_the_times() -> None:
    draw = np.random.default_rng(3)
    counts = np.zeros((400, len(KINDS)))
    counts[:, :4] = draw.poisson((1.0, 8.0, 2.0, 3.0), (400, 4)).astype(float)
    counts[:, 0] = 1.0
    true = np.array([5e-6, 0.5e-6, 1e-6, 4e-6])
    found = fit(counts, counts[:, :4] @ true)
    assert found.explained == pytest.approx(1.0, abs=1e-9)
    each = {cost.kind: cost.each for cost in found.kinds}
    assert [each[kind] for kind in KINDS[:4]] == pytest.approx(list(true), rel=1e-6)
    assert sum(cost.share for cost in found.kinds) == pytest.approx(1.0, abs=1e-9)
    assert [cost.share for cost in found.kinds] == sorted(c.share for c in found.kinds)[::-1]


def test_no_kind_costs_less_than_nothing() -> None:
    counts = np.zeros((100, len(KINDS)))
    counts[:, 0], counts[:, 1] = 1.0, np.arange(100) % 7
    found = fit(counts, 1e-5 - 1e-7 * counts[:, 1])
    assert {cost.kind: cost.each for cost in found.kinds}[ENDS] == 0.0


def test_real_shots_are_taken_apart() -> None:
    shots = ordinary(SETTING, 3, 40, seed=4)
    found = costs(SETTING, shots.places, shots.cue_strokes(SETTING))
    assert {START, ENDS, PAIR, CUSHION} <= {cost.kind for cost in found.kinds}
    lines = cost_table({"3 balls": found})
    assert len(lines) == 4 + len(found.kinds)
