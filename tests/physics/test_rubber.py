"""Rubber that keeps a ball for a while: where and how it leaves, and what can happen meanwhile."""

from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv import Position, Shot, simulate
from poolenv.events import ALL_REST, BALL_BALL, CUSHION
from poolenv.physics.setting import setting_of
from poolenv.states import HELD
from tests.physics.casebook.engine import body_of, play
from tests.physics.launch import BED, PHYS, RADIUS, SETTING

TIME = 0.0055
TABLE = {"cushions": {"contact_time": TIME}}


def slow_rubber():
    phys = PHYS.copy()
    phys.cushion_time = TIME
    return phys


def bank(phys, x: float = -0.3):
    """Rolling at 45 degrees into the left cushion at 2 m/s."""
    v = math.sqrt(2.0)
    body = body_of(phys, (x, BED.half_y - 0.1), (v, v), (-v / RADIUS, v / RADIUS))
    return play(SETTING.geometry, phys, {0: body})


def test_the_ball_leaves_later_and_further_on_with_the_same_velocity() -> None:
    quick, slow = bank(PHYS).states, bank(slow_rubber()).states
    held = next(k for k, s in enumerate(slow) if s.motion == HELD)
    into, out, instant = slow[held], slow[held + 1], quick[held]
    assert out.t0 == pytest.approx(into.t0 + TIME, abs=1e-15)
    assert (out.vx, out.vy) == pytest.approx((instant.vx, instant.vy), abs=1e-14)
    assert (out.wx, out.wy) == (instant.wx, instant.wy)
    assert out.y == into.y == instant.y
    # The velocity along the rail changes evenly; at 45 degrees and 2 m/s that is a centimetre.
    assert out.x - into.x == pytest.approx(0.5 * (into.vx + out.vx) * TIME, abs=1e-15)
    assert 0.006 < out.x - into.x < 0.010


def test_the_default_takes_no_time() -> None:
    position, shot = Position({0: (0.1, 0.2)}), Shot(aim=0.9, speed=2.0)
    default = simulate(position, shot)
    named = simulate(position, shot, table={"cushions": {"contact_time": 0.0}})
    assert default.events.tobytes() == named.events.tobytes()
    slow = simulate(position, shot, table=TABLE)
    hits = [r.events[r.events["kind"] == CUSHION] for r in (default, slow)]
    assert hits[0][0]["t"] == hits[1][0]["t"]
    assert slow.duration != default.duration


def test_a_ball_is_hit_while_it_is_in_the_rubber() -> None:
    """It leaves at once with what the rubber owes it: as fast away from the rail as before."""
    phys = slow_rubber()
    quick = body_of(phys, (0.5, BED.half_y - 0.002), (0.0, 2.0), (-2.0 / RADIUS, 0.0))
    meets = body_of(phys, (0.5 - 2.0 * RADIUS - 0.004, BED.half_y), (1.0,), (0.0, 1.0 / RADIUS))
    played = play(SETTING.geometry, phys, {0: quick, 1: meets})
    met = played.events[played.events.kind == BALL_BALL][0]
    hit = played.events[played.events.kind == CUSHION][0]
    assert hit.t < met.t < hit.t + TIME
    after = next(s for s in played.states if s.ball == 0 and s.t0 == met.t)
    assert after.vy < -1.0
    assert after.vx > 0.5


@pytest.mark.parametrize("toward", [1.0, -1.0])
def test_a_ball_that_comes_to_the_end_of_its_cushion_leaves_there(toward: float) -> None:
    """In front of a pocket, and in the corner of a table without any."""
    phys = slow_rubber()
    body = body_of(
        phys, (toward * (BED.corner_end_x - 0.02), BED.half_y - 0.005), (toward * 6.0, 2.0)
    )
    played = play(SETTING.geometry, phys, {0: body})
    assert played.events.kind[-1] == ALL_REST
    carom = setting_of("carom", "carom_match", "carom")
    bed = carom.geometry.bed[0]
    near = bed.half_x - 0.02
    balls = {0: body_of(carom.phys[0], (toward * near, bed.half_y - 0.005), (toward * 6.0, 2.0))}
    played = play(carom.geometry, carom.phys[0], balls)
    assert played.events.kind[-1] == ALL_REST
    for state in played.states:
        assert abs(state.x) <= bed.half_x + 1e-9
        assert abs(state.y) <= bed.half_y + 1e-9


def test_random_shots_end_on_the_table() -> None:
    rng = np.random.default_rng(4)
    for _ in range(25):
        places = {b: (rng.uniform(-1.2, 1.2), rng.uniform(-0.55, 0.55)) for b in range(2)}
        shot = Shot(aim=rng.uniform(-3.1, 3.1), speed=rng.uniform(0.5, 6.0), side=0.2)
        if math.dist(*places.values()) < 2.0 * RADIUS:
            continue
        result = simulate(places, shot, table=TABLE)
        assert not result.truncated
        assert result.events["kind"][-1] == ALL_REST
        for x, y in result.final.values():
            assert abs(x) < 1.32
            assert abs(y) < 0.69
