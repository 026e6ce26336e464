"""A few random hard shots, and that the checker of invariants finds what it looks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from experiments.equipment import draw_equipment
from experiments.fuzz import (
    EQUIPMENT_BLOCK,
    as_table,
    draw_shot,
    faults,
    fuzz,
    fuzz_drawn,
    new_bench,
    play,
)
from experiments.invariants import FAULTS, WORST, Findings, check_log
from experiments.layouts import KINDS, SCATTERED
from poolenv.physics.setting import setting_of
from poolenv.records import rows
from poolenv.rng import seed_words
from poolenv.states import POCKETED, STILL

SETTING = setting_of()
SHOTS = 2000


@pytest.mark.parametrize("mode", ["circle", "drop", "trap_line"])
def test_random_hard_shots_break_no_law(mode: str) -> None:
    table = {"extends": "nine_foot", "pockets": {"mode": mode}}
    findings = fuzz(setting_of(table), SHOTS, seed=0)
    assert faults(findings) == 0, as_table(findings)
    assert findings.shots.sum() == SHOTS
    assert findings.contacts.sum() > SHOTS
    assert findings.contact_gap[SCATTERED] < 1e-12
    assert findings.deepest.max() < 1e-12
    assert findings.moment.max() < 1e-13
    assert findings.flights.sum() > 100
    for kind in KINDS:
        assert kind in as_table(findings)


@pytest.mark.parametrize("seed", [38804, 97418])
def test_a_ball_comes_down_on_a_nose_whose_line_it_was_in_before(seed: int) -> None:
    """It rises out of a pocket's mouth, below the height of the noses, and flies along the rail."""
    findings = fuzz(SETTING, 1, seed)
    assert findings.flights.sum() > 0
    assert faults(findings) == 0, as_table(findings)


@pytest.mark.parametrize(
    ("mode", "seed"),
    [
        ("drop", 71960),  # turns about the drop edge into a ball in the hole
        ("circle", 1227544),  # tips over a nose into a ball on the bed
        ("drop", 76397),  # leans on the rim for fifty contacts that v_min ends
        ("drop", 97618),  # falls with hardly any speed: the energy is that of the fall
    ],
)
def test_a_ball_over_an_edge_keeps_the_laws(mode: str, seed: int) -> None:
    table = {"extends": "nine_foot", "pockets": {"mode": mode}}
    findings = fuzz(setting_of(table), 1, seed)
    assert faults(findings) == 0, as_table(findings)


def test_drawn_equipment_breaks_no_law() -> None:
    findings = fuzz_drawn(3 * EQUIPMENT_BLOCK, seed=0)
    assert faults(findings) == 0, as_table(findings)
    assert findings.shots.sum() == 3 * EQUIPMENT_BLOCK


@pytest.mark.parametrize(
    "seed",
    [
        2025640,  # two balls touch in passing and bend towards each other
        2057310,  # flies over a trap line and comes down behind it
        20340865,  # comes back from a rail behind a trap line, beside its end
        10000237,  # flies low past the ends of the line and of the noses and comes down there
        2119408,  # slides off the end of a cushion into the jaw that follows
        2206759,  # is wedged between a facing and the wall of the hole
        2265742,  # rides along the upper edge of a nose in a thousand small hops
        2271278,  # passes a jaw that it touches
    ],
)
def test_a_shot_with_its_drawn_equipment_breaks_no_law(seed: int) -> None:
    setting = draw_equipment(seed // EQUIPMENT_BLOCK * EQUIPMENT_BLOCK)
    findings = fuzz(setting, 1, seed)
    assert faults(findings) == 0, as_table(findings)


def test_equipment_is_drawn_from_its_seed() -> None:
    first, again = draw_equipment(7), draw_equipment(7)
    assert first.equipment == again.equipment
    assert first.equipment != draw_equipment(8).equipment
    modes = {draw_equipment(seed).equipment.table.pockets.mode for seed in range(30)}
    assert modes == {"circle", "drop", "trap_line"}
    assert draw_equipment(7, "circle").equipment.table.pockets.mode == "circle"


def test_findings_do_not_depend_on_threads() -> None:
    one, two = fuzz(SETTING, 200, seed=5), fuzz(SETTING, 200, seed=5, threads=2)
    for name in (*FAULTS, *WORST):
        assert (one[name] == two[name]).all()


def checked(change: Callable[[Any], None], capped: bool = False) -> Any:
    """Findings on a shot whose state log was tampered with after the initial states."""
    bench = new_bench(SETTING)
    for word in seed_words(11, 400):
        kind = draw_shot(SETTING.geometry, SETTING.marks, bench, word)
        _, used = play(SETTING.geometry, SETTING.marks, bench)
        log = bench.scratch.states[:used]
        contacts = (log.t0[1:] == log.t0[:-1]) & (log.t0[1:] > 0.0)
        # Scattered balls, a hit in motion, and something moving at the end of it.
        if (
            kind == SCATTERED
            and contacts.any()
            and used > 40
            and not (log.motion == POCKETED).any()
        ):
            first = int(contacts.argmax())
            change(log[first:])
            break
    out = rows(Findings, 1)
    check_log(
        bench.scratch.states,
        used,
        capped,
        bench.phys[0],
        SETTING.geometry,
        bench.current,
        bench.now,
        bench.present,
        out[0],
    )
    return out[0]


def test_an_untouched_log_has_no_fault() -> None:
    found = checked(lambda log: None)
    assert sum(found[name] for name in FAULTS) == 0
    assert found.contacts > 0


def scaled(name: str, factor: float) -> Callable[[Any], None]:
    def change(log: Any) -> None:
        log[name][0] *= factor

    return change


def added(name: str, value: float, at: int = 0) -> Callable[[Any], None]:
    def change(log: Any) -> None:
        log[name][at] += value

    return change


def swapped(log: Any) -> None:
    """The two balls exchange their velocities: they approach after the contact."""
    log.vx[:2], log.vy[:2] = log.vx[:2][::-1].copy(), log.vy[:2][::-1].copy()


def never_dropped(log: Any) -> None:
    log.x[0], log.y[0] = 2.0 * SETTING.marks[0].length, 0.0


@pytest.mark.parametrize(
    ("fault", "change"),
    [
        ("not_finite", added("vx", float("nan"))),
        ("gains", added("wx", 3.0e3)),
        ("late", added("t0", 1.0)),
        ("late", added("t0", -1.0)),
        ("jumps", added("x", 1e-9)),
        ("receding", swapped),
        ("lost_spin", added("vx", 1e-9)),
        ("lost_spin", added("wz", 1e-6)),
        ("slipped", added("ux", 1e-6)),
        ("outside", never_dropped),
    ],
)
def test_the_checker_finds(fault: str, change: Callable[[Any], None]) -> None:
    assert checked(change)[fault] > 0


def test_the_checker_finds_a_cap() -> None:
    assert checked(lambda log: None, capped=True).capped == 1


def test_the_checker_finds_overlaps_and_missed_drops() -> None:
    def into_the_other(log: Any) -> None:
        log.x[0], log.y[0] = log.x[1] + SETTING.phys[0].radius, log.y[1]
        log.motion[:2], log.t_end[:2], log.geo_t[:2] = STILL, np.inf, np.inf

    def into_the_hole(log: Any) -> None:
        log.x[0], log.y[0] = SETTING.marks[0].pocket_x[0], SETTING.marks[0].pocket_y[0]
        log.motion[0], log.t_end[0], log.geo_t[0] = STILL, np.inf, np.inf

    assert checked(into_the_other).overlaps > 0
    assert checked(into_the_hole).missed_drops > 0


def test_a_fault_fails_the_command() -> None:
    findings = rows(Findings, len(KINDS))
    assert faults(findings) == 0
    findings.jumps[3] = 2
    assert faults(findings) == 2
    assert "| jumps | 0 | 0 | 0 | 2 | 0 |" in as_table(findings)
