"""What a notebook reads from a shot: its table of events, energy and spin over time."""

from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv import Position, Shot, simulate
from poolenv.events import BALL_LEAVES_BED, CUSHION, FOOT, KIND_NAMES, NO_POCKET, RAIL_NAMES
from poolenv.physics.event_table import COLUMNS, event_row
from poolenv.physics.setting import setting_of
from poolenv.records import Event, rows

PHYS = setting_of().phys[0]
POSITION = Position({0: (-0.6, 0.1), 1: (0.2, 0.05), 9: (1.1, 0.5)})


@pytest.fixture(scope="module")
def result():
    return simulate(POSITION, Shot(aim=-0.05, speed=3.0, side=0.2, follow=-0.3))


def test_the_table_says_the_log_in_words(result) -> None:
    table = result.table()
    assert len(table) == len(result.events)
    assert all(tuple(row) == COLUMNS for row in table)
    assert [row["event"] for row in table] == [KIND_NAMES[e.kind] for e in result.events]
    stroke, last = table[0], table[-1]
    assert (stroke["event"], stroke["other"], stroke["flags"]) == (
        "tip_contact",
        "tip",
        "below_centre",
    )
    assert (last["event"], last["ball"], last["x"]) == ("all_rest", None, None)
    hit = next(row for row in table if row["event"] == "ball_ball")
    assert (hit["ball"], hit["other"], hit["value"]) == (0, 1, None)
    bounce = next(row for row in table if row["event"] == "cushion")
    assert bounce["other"] in RAIL_NAMES
    assert bounce["value"] > 0.0


def test_printed_and_in_a_notebook_it_is_its_table(result) -> None:
    lines = str(result).splitlines()
    assert len(lines) == 2 + len(result.events)
    assert lines[1].split() == list(COLUMNS)
    assert "tip_contact" in lines[2]
    assert "below_centre" in lines[2]
    assert repr(result).startswith(f"<Result: {len(result.events)} events in ")
    page = result._repr_html_()
    assert page.count("<tr>") == 1 + len(result.events)
    assert "<td>ball_ball</td><td>0</td><td>1</td>" in page


@pytest.mark.parametrize("kind", range(len(KIND_NAMES)))
def test_every_kind_has_words(kind: int) -> None:
    event = rows(Event, 1)[0]
    event.kind, event.ball, event.other, event.value, event.flag = kind, 3, 0, 0.5, -1
    row = event_row(event)
    assert row["event"] == KIND_NAMES[kind]
    assert row["ball"] == 3
    assert row["other"] is not None
    event.other = NO_POCKET
    assert event_row(event)["other"] is None


def test_measures_and_places() -> None:
    event = rows(Event, 1)[0]
    event.kind, event.ball, event.other, event.value = CUSHION, 2, FOOT, 1.25
    assert event_row(event)["other"] == "foot"
    assert event_row(event)["value"] == 1.25
    event.kind, event.other = BALL_LEAVES_BED, -1
    assert event_row(event)["value"] == 1.25


def test_energy_of_the_stroke_and_of_rest(result) -> None:
    motion = result.trajectory(0.01)
    start = result.states[0]
    v2 = start.vx**2 + start.vy**2
    w2 = start.wx**2 + start.wy**2 + start.wz**2
    inertia = 0.4 * PHYS.mass * PHYS.radius**2
    assert motion.kinetic[0, 0] == pytest.approx(0.5 * PHYS.mass * v2, rel=1e-12)
    assert motion.rotational[0, 0] == pytest.approx(0.5 * inertia * w2, rel=1e-12)
    assert motion.spin_rate[0, 0] == pytest.approx(math.sqrt(w2), rel=1e-12)
    total = motion.energy.sum(axis=1)
    assert total[-1] == pytest.approx(0.0, abs=1e-12)
    assert (np.diff(total) <= 1e-12 * total[0]).all()


def test_potential_energy_is_that_of_the_height() -> None:
    shot = Shot(aim=0.0, speed=4.0, elevation=math.radians(40.0))
    result = simulate(Position({0: (-0.6, 0.0)}), shot)
    motion = result.trajectory(0.001)
    top = motion.position[:, 0, 2].max() - PHYS.radius
    assert top > 0.02
    assert motion.potential[:, 0].max() == pytest.approx(PHYS.mass * PHYS.gravity * top, rel=1e-12)
    # A hop neither wins nor loses.
    aloft = motion.position[:, 0, 2] > PHYS.radius + 1e-3
    first = np.flatnonzero(np.diff(aloft.astype(int)) < 0)[0]
    hop = motion.energy[: first + 1, 0][aloft[: first + 1]]
    assert np.ptp(hop) < 1e-12 * hop[0]


def test_a_ball_that_is_gone_has_no_energy() -> None:
    result = simulate(Position({0: (1.0, 0.4), 1: (1.1, 0.47)}), Shot(aim=0.61, speed=3.0))
    assert result.pocketed
    motion = result.trajectory(0.01)
    for ball in result.pocketed:
        assert motion.energy[-1, ball] == 0.0
        assert motion.kinetic[:, ball].max() > 0.0
