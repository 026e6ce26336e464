"""How strokes and single balls at pockets are compared with a peer, which is not needed here."""

from __future__ import annotations

import math

import numpy as np
import pytest

from experiments.contacts import BALLS, RAIL, Contact
from experiments.launch import launch
from experiments.peer_events import Laws
from experiments.peer_strikes import turned_back
from experiments.pocket_launches import (
    POCKET,
    POCKETS,
    Fate,
    PocketFound,
    compare_fates,
    fate_of,
    is_touchy,
    our_fate,
    pocket_launches,
    pocket_settings,
    pocket_table,
    same_fate,
)
from experiments.strikes import (
    ROUNDING,
    STROKES,
    Strokes,
    compare_strokes,
    draw_strokes,
    laws_of,
    our_strokes,
    ours_from_theirs,
    squirt_by,
    stroke_table,
)
from poolenv.events import FL, SR
from poolenv.physics.setting import setting_of

SETTING = setting_of()
PHYS = SETTING.phys[0]
RADIUS = float(PHYS.radius)
SAME, FOLLOW, MISCUES = 0, 2, len(STROKES) - 1


def peer_like(strokes: np.ndarray, laws: dict[str, float], squirt: bool) -> np.ndarray:
    """What a peer with TP A.30 and A.31 would answer: elastic tip, no slate, level velocity."""
    found = np.zeros((len(strokes), 2, 3))
    ratio = float(PHYS.mass / PHYS.cue_mass)
    for i, (speed, aim, side, follow, elevation) in enumerate(strokes):
        v = 2.0 * speed / (1.0 + ratio + 2.5 * (side * side + follow * follow))
        alpha = squirt_by(side, 0.0, laws["ball_over_endmass"]) if squirt else 0.0
        level = v * math.cos(elevation)
        found[i, 0, :2] = level * math.cos(aim + alpha), level * math.sin(aim + alpha)
        turn = 2.5 * v / RADIUS
        up = turn * side * math.sin(elevation)
        found[i, 1] = (
            up * math.cos(aim) - turn * follow * math.sin(aim),
            up * math.sin(aim) + turn * follow * math.cos(aim),
            turn * side * math.cos(elevation),
        )
    return found


@pytest.mark.parametrize("rung", range(len(STROKES)))
def test_the_differences_of_the_laws_explain_all_of_a_stroke(rung: int) -> None:
    strokes, laws = draw_strokes(rung, 40, 7), laws_of(rung)
    theirs = peer_like(strokes, laws, STROKES[rung].squirt)
    found = compare_strokes(rung, strokes, our_strokes(SETTING, laws, strokes), theirs, SETTING)
    assert found.explained
    assert found.miscues == 0 if rung < MISCUES else found.miscues > 5
    assert (found.plain_v <= ROUNDING) == (rung < FOLLOW)


def test_a_wrong_stroke_stays_unexplained() -> None:
    strokes, laws = draw_strokes(SAME, 20, 7), laws_of(SAME)
    theirs = peer_like(strokes, laws, False)
    theirs[3, 0] *= 1.0 + 1e-9
    ours = our_strokes(SETTING, laws, strokes)
    found = compare_strokes(SAME, strokes, ours, theirs, SETTING)
    assert not found.explained
    assert 0.5e-9 < found.left_v < 2e-9
    theirs = peer_like(strokes, laws, False)
    theirs[5, 1, 2] += 1.0
    assert not compare_strokes(SAME, strokes, ours, theirs, SETTING).explained
    slipped = Strokes(ours.velocity, ours.spin, np.arange(20) == 4)
    found = compare_strokes(SAME, strokes, slipped, peer_like(strokes, laws, False), SETTING)
    assert (found.miscues, found.astray, found.explained) == (1, 1, False)
    assert stroke_table([found])[2].endswith("| no |")


def test_differences_are_put_in_one_by_one() -> None:
    stroke = np.array([2.0, 0.3, 0.3, 0.2, math.radians(30.0)])
    laws = laws_of(MISCUES)
    v, w = peer_like(stroke[None], laws, True)[0]
    dead = laws | {"e_tip": 0.0, "e_slate": 0.0, "mu_slate": 0.0}
    elastic = dead | {"e_tip": 1.0}
    half, half_w = ours_from_theirs(v, w, stroke, dead, RADIUS)
    full, full_w = ours_from_theirs(v, w, stroke, elastic, RADIUS)
    np.testing.assert_allclose(2.0 * half, full, rtol=1e-15)
    np.testing.assert_allclose(2.0 * half_w, full_w, rtol=1e-15)
    # The slate leaves the Coriolis invariant and w_z alone.
    rough, rough_w = ours_from_theirs(v, w, stroke, elastic | {"mu_slate": 0.2}, RADIUS)
    assert np.linalg.norm(rough[:2] - full[:2]) > 0.01
    for a, b in ((0, 1), (1, 0)):
        sign = 1.0 if a == 0 else -1.0
        before = 5.0 * full[a] + sign * 2.0 * RADIUS * full_w[b]
        assert 5.0 * rough[a] + sign * 2.0 * RADIUS * rough_w[b] == pytest.approx(before, rel=1e-12)
    assert rough_w[2] == full_w[2]


def test_a_quarter_turn_back() -> None:
    assert turned_back([-2.0, 1.0, 3.0]) == [1.0, 2.0, 3.0]


def test_mouths_are_the_same_on_the_first_rung() -> None:
    laboratory, laws = pocket_settings(SETTING, 0)
    mouths = Laws(**laws).mouths
    assert mouths is not None
    corner = laboratory.geometry.holes[0, FL]
    depth = mouths["corner_pocket_depth"] * math.sqrt(0.5)
    assert corner.x == pytest.approx(0.5 * laws["length"] + depth, abs=1e-15)
    assert corner.y == pytest.approx(0.5 * laws["width"] + depth, abs=1e-15)
    assert corner.edge == mouths["corner_pocket_radius"]
    side = laboratory.geometry.holes[0, SR]
    assert -side.y == pytest.approx(0.5 * laws["width"] + mouths["side_pocket_depth"], abs=1e-15)
    # Centres touch everything at R, facings of side pockets are parallel.
    assert laboratory.geometry.bed[0].half_x == pytest.approx(0.5 * laws["length"] - RADIUS)
    assert mouths["side_pocket_angle"] == 0.0
    _, laws = pocket_settings(SETTING, 1)
    assert laws["mouths"]["side_pocket_angle"] == 14.0
    shipped, _ = pocket_settings(SETTING, len(POCKETS) - 1)
    assert shipped.phys.nose_height == PHYS.nose_height


def test_a_ball_sent_at_a_hole_crosses_its_circle() -> None:
    laboratory, _ = pocket_settings(SETTING, 0)
    hole = laboratory.geometry.holes[0, SR]
    rolls = launch({0: (0.0, 0.0)}, {0: (0.0, -1.0)}, {0: (1.0 / RADIUS, 0.0)})
    fate = our_fate(laboratory, rolls)
    assert (fate.pocket, fate.rubber) == (SR, 0)
    way, drag = -hole.y - hole.edge, 0.5 * float(PHYS.mu_roll * PHYS.gravity)
    assert fate.t == pytest.approx((1.0 - math.sqrt(1.0 - 4.0 * drag * way)) / (2.0 * drag))
    assert our_fate(laboratory, launch({0: (0.3, 0.0)}, {0: (0.1, 0.0)})).pocket == -1
    assert not is_touchy(laboratory, rolls)


def test_a_ball_on_the_edge_of_a_jaw_is_touchy() -> None:
    laboratory, _ = pocket_settings(SETTING, 0)
    jaw = laboratory.geometry.jaws[0, 8]
    low, high = 0.0, jaw.x

    def fate(x: float) -> Fate:
        return our_fate(laboratory, launch({0: (x, 0.0)}, {0: (0.0, jaw.y)}))

    right, left = fate(0.0), fate(high)
    for _ in range(60):
        x = 0.5 * (low + high)
        if fate(x).pocket == right.pocket and fate(x).rubber == right.rubber:
            low = x
        else:
            high = x
    assert right.pocket >= 0 > left.pocket or right.rubber != left.rubber
    assert is_touchy(laboratory, launch({0: (low, 0.0)}, {0: (0.0, jaw.y)}))


def test_fates_of_the_peer() -> None:
    jaw, sunk = Contact(0.4, RAIL, 0, -1, 0.1, 0.6), Contact(0.5, POCKET, 0, 2, 0.0, 0.65)
    assert fate_of([jaw, sunk]) == Fate(2, 0.5, 1)
    assert fate_of([jaw]) == Fate(-1, math.inf, 1)
    assert BALLS != POCKET != RAIL
    assert same_fate(Fate(2, 0.5, 1), Fate(2, 0.5 + 5e-7, 0))
    assert not same_fate(Fate(2, 0.5, 1), Fate(2, 0.5 + 5e-6, 1))
    assert not same_fate(Fate(2, 0.5, 1), Fate(3, 0.5, 1))
    assert same_fate(Fate(-1, math.inf, 3), Fate(-1, math.inf, 2))


def test_disagreements_are_counted() -> None:
    laboratory, _ = pocket_settings(SETTING, 0)
    starts = pocket_launches(SETTING, 60, 1)
    fates = [our_fate(laboratory, start) for start in starts]
    found = compare_fates(0, laboratory, starts, fates)
    assert found.unexplained == 0
    assert found.direct[0] == found.direct[1] > 5
    assert found.rubber[0] == found.rubber[1] > 5
    assert found.worst == 0.0
    k = next(i for i, fate in enumerate(fates) if fate.pocket >= 0 and fate.rubber == 0)
    late = [*fates]
    late[k] = fates[k]._replace(t=fates[k].t + 1e-3)
    found = compare_fates(0, laboratory, starts, late)
    assert found.unexplained == 1
    assert found.worst == pytest.approx(1e-3)
    assert pocket_table([found])[2].endswith("| 1 |")
    # On a later rung what rubber does is what the rung lets in.
    found = PocketFound(1, (5, 5), (3, 4), 4, (5, 5), 0.0, 0)
    assert found.unexplained == 0
