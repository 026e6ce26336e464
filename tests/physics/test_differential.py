"""How launches are compared with a peer; the peer itself is not needed here."""

from __future__ import annotations

import math

import numpy as np
import pytest

from experiments.contacts import (
    BALLS,
    CLOSE,
    RAIL,
    Contact,
    compare,
    first_difference,
    is_chaotic,
    our_contacts,
)
from experiments.differential import Level, explained, ladder_table, traps
from experiments.launch import launch, plain, release
from experiments.peer_events import Laws, turned
from experiments.peer_ladder import ALIKE, LADDER, settings_of
from experiments.peer_launches import break_launches, short_launches
from experiments.peer_statistics import Outcome, differences, figures, statistics_table
from poolenv.physics.setting import setting_of

SETTING = setting_of()
RADIUS = float(SETTING.phys[0].radius)

RAIL_FIRST = Contact(0.5, RAIL, 0, 1, 1.2, 0.0)
MEET = Contact(1.0, BALLS, 0, 3, 0.1, 0.2)
LATER = Contact(2.0, BALLS, 2, 3, 0.3, 0.2)


def test_the_same_contacts_agree() -> None:
    one = compare([RAIL_FIRST, MEET, LATER], [RAIL_FIRST, MEET, LATER])
    assert one.balls_meet
    assert not one.direct
    assert one.first_agrees
    assert one.differs_at == -1


@pytest.mark.parametrize("off", [{"t": 1.0 + 2e-6}, {"x": 0.1 + 2e-6}, {"other": 4}])
def test_another_first_contact_is_seen(off: dict[str, float]) -> None:
    assert not compare([MEET], [MEET._replace(**off)]).first_agrees
    assert compare([MEET], [MEET._replace(t=1.0 + 0.5 * CLOSE)]).first_agrees


def test_a_missing_contact_is_a_difference() -> None:
    assert compare([MEET, LATER], [MEET]).differs_at == 1
    assert not compare([], [MEET]).first_agrees
    assert not compare([RAIL_FIRST], []).balls_meet


def test_contacts_at_one_time_may_swap() -> None:
    soon = LATER._replace(t=MEET.t + 0.1 * CLOSE)
    assert first_difference([MEET, soon, RAIL_FIRST], [soon, MEET, RAIL_FIRST]) == -1
    assert first_difference([MEET, LATER], [LATER, MEET]) == 0
    assert first_difference([MEET, soon], [soon, RAIL_FIRST]) == 0


def test_rungs_change_one_thing_after_the_other() -> None:
    bare, laws = settings_of(SETTING, 0)
    assert Laws(**laws).nose_height == RADIUS
    assert laws["length"] == SETTING.equipment.table.length
    assert bare.phys.mu_cushion == 0.0
    # Noses above the centre: the peer's bed grows until both touch at one place ...
    rung = next(k for k, one in enumerate(LADDER) if one.name == "our cushion steps")
    nose, laws = settings_of(SETTING, rung)
    cosine = math.sqrt(1.0 - (float(nose.phys.nose_height) / RADIUS - 1.0) ** 2)
    grown = 0.5 * (laws["length"] - SETTING.equipment.table.length)
    assert nose.geometry.bed[0].half_x == pytest.approx(0.5 * laws["length"] - RADIUS, abs=1e-15)
    assert grown == pytest.approx(RADIUS * (1.0 - cosine), abs=1e-15)
    # ... until that difference is let in too.
    _, laws = settings_of(SETTING, len(LADDER) - 1)
    assert laws["length"] == SETTING.equipment.table.length
    assert laws["friction"]


def test_with_alike_laws_a_cushion_is_a_mirror() -> None:
    bed, _ = settings_of(SETTING, 0)
    start = launch({0: (0.5, 0.0)}, {0: (1.0, 0.2)}, {0: (3.0, 5.0, -7.0)})
    states = release(bed, start).of(0)
    k = int(np.argmax(states.vx < 0.0))
    assert states.vx[k] == pytest.approx(-0.85 * _before(states, k, "vx", "ax"), rel=1e-12)
    assert states.vy[k] == pytest.approx(_before(states, k, "vy", "ay"), rel=1e-12)


def _before(states: np.recarray, k: int, speed: str, half: str) -> float:
    way = states.t0[k] - states.t0[k - 1]
    return float(states[speed][k - 1] + 2.0 * states[half][k - 1] * way)


def test_launches_are_planar_and_hit_something() -> None:
    bed, _ = settings_of(SETTING, len(LADDER) - 1)
    starts = short_launches(SETTING, 40, 3, 0.5, 2.0) + break_launches(SETTING, 3, 3)
    assert all((start.velocity[:, 2] == 0.0).all() for start in starts)
    contacts = [our_contacts(bed, start) for start in starts]
    assert sum(any(c.kind == BALLS for c in row) for row in contacts) > 15
    assert min(len(row) for row in contacts[-3:]) > 15


def test_chaos_is_found_and_not_seen_where_there_is_none() -> None:
    bed = plain(SETTING, **(ALIKE | {"nose_height": RADIUS}))
    full = launch({0: (-0.5, 0.0), 1: (0.0, 0.0)}, {0: (1.0,)})
    assert not is_chaotic(bed, full, 1e-6, 5)
    grazing = launch({0: (-0.5, 2.0 * RADIUS - 1e-10), 1: (0.0, 0.0)}, {0: (1.0,)})
    assert is_chaotic(bed, grazing, 1e-6, 0)


def test_disagreements_are_counted_by_kind() -> None:
    same, other = compare([MEET], [MEET]), compare([MEET, LATER], [MEET])
    rows = [[same, same, same], [same, other, other], [other, other, other]]
    levels = [Level(k, found, [""] * 3, {1} if k else set()) for k, found in enumerate(rows)]
    lines, left = explained(levels)
    counts = [line.split("|")[2:4] for line in lines[2:]]
    assert [(int(a), int(b)) for a, b in counts] == [(0, 0), (2, 1), (1, 0)]
    assert left == 0
    assert "3 of 3" in ladder_table(levels)[2]
    # By the same laws only chaos explains, and a direct first contact must agree on every rung.
    assert explained([Level(0, [other], [""], set())])[1] == 1
    assert explained([Level(0, [other], [""], {0})])[1] == 0
    late = compare([MEET], [MEET._replace(t=1.1)])
    assert explained([Level(0, [same], [""], set()), Level(1, [late], [""], {0})])[1] == 1


def test_means_and_their_interval() -> None:
    final = np.full((16, 2), np.nan)
    final[0] = 0.3, 0.4
    again = MEET._replace(t=MEET.t + 1e-3)
    assert figures(Outcome([RAIL_FIRST, MEET, again, LATER], 5.0, final)) == (2, 1, 5.0, 0.5)
    draw = np.random.default_rng(5)

    def outcomes(shift: float) -> list[Outcome]:
        return [Outcome([MEET], float(t), final) for t in draw.normal(8.0 + shift, 1.0, 200)]

    alike, apart = (
        differences(outcomes(0.0), outcomes(0.0)),
        differences(outcomes(0.0), outcomes(1)),
    )
    assert alike[2].agrees
    assert not apart[2].agrees
    # Two standard errors of the difference, 0.1 s each, times 3.29.
    assert apart[2].half_width == pytest.approx(0.329, rel=0.1)
    assert statistics_table([("long", "x", apart)])[4].endswith("| no |")


def test_traps_hold_no_trap_for_this_engine() -> None:
    rail, chase, chain = (
        (our_contacts(bed, start), release(bed, start)) for bed, start in traps(SETTING).values()
    )
    assert rail[0][0].t == 0.0
    assert np.nanmax(np.abs(rail[1].final)) < 1.27
    # Both roll, so their distance shrinks at a constant 1 m/s.
    assert chase[0][0].t == pytest.approx(0.3 - 2.0 * RADIUS, abs=1e-12)
    assert len(chain[0]) < 200


def test_a_quarter_turn() -> None:
    assert turned([1.0, 2.0, 3.0]) == [-2.0, 1.0, 3.0]
