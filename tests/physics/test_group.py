"""``rack_model = "cluster"``: balls that touch share a blow, whatever their numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv import Position, Shot, simulate
from poolenv.events import ALL_REST, BALL_BALL
from poolenv.physics.setting import setting_of
from poolenv.table.phys import CLUSTER, PAIRWISE
from tests.physics.casebook.engine import VAST, body_of, play
from tests.physics.launch import PHYS, RADIUS, SETTING

DIAMETER = 2.0 * RADIUS
TABLE = {"rack_model": "cluster"}
OPEN = setting_of({"length": VAST, "width": VAST, "pockets": {"mode": "none"}}).geometry


def bare(model: int, e: float = 0.94):
    """No friction anywhere: what is left is the sharing of impulses."""
    phys = PHYS.copy()
    phys.rack_model, phys.e_ball = model, e
    phys.mu_ball_a = phys.mu_ball_b = phys.mu_slide = phys.mu_roll = phys.spin_decay = 0.0
    return phys


def rack(gap: float) -> list[tuple[float, float]]:
    pitch = DIAMETER + gap
    return [
        (0.5 * math.sqrt(3.0) * pitch * row, pitch * (k - 0.5 * row))
        for row in range(5)
        for k in range(row + 1)
    ]


def broken(phys, gap: float = 0.0, order: list[int] | None = None, speed: float = 9.0):
    """(16, 2) velocities after a square blow; ball order[k] stands in place k."""
    order = order or list(range(1, 16))
    balls = {ball: body_of(phys, place) for ball, place in zip(order, rack(gap), strict=True)}
    balls[0] = body_of(phys, (-DIAMETER, 0.0), (speed,))
    played = play(OPEN, phys, balls)
    last = [played.last(ball) for ball in (0, *order)]
    return np.array([[body.vx, body.vy] for body in last])


@pytest.mark.parametrize(("gap", "rebound"), [(0.0, -1.41), (2e-5, -1.30), (1e-4, -1.19)])
def test_a_square_break_of_nine_metres_a_second(gap: float, rebound: float) -> None:
    """Speeds of an independent integration with damping 0.04, that is e = 0.946.

    It kept 74 to 80 % of the energy with a friction of 0.04 between balls; here there is none.
    """
    v = broken(bare(CLUSTER, 0.946), gap)
    assert v[0, 0] == pytest.approx(rebound, abs=0.08)
    corners = np.linalg.norm(v[[11, 15]], axis=1)
    assert (corners > 4.3).all()
    assert (corners < 4.9).all()
    share = float((v * v).sum()) / 81.0
    assert 0.76 < share < 0.85
    assert v.sum(axis=0) == pytest.approx((9.0, 0.0), abs=1e-9)


def test_the_numbers_of_the_balls_do_not_matter_in_a_cluster() -> None:
    order = [7, 3, 12, 1, 8, 15, 2, 9, 4, 14, 5, 11, 6, 13, 10]
    pairwise = [broken(bare(PAIRWISE), order=o) for o in (None, order)]
    cluster = [broken(bare(CLUSTER), order=o) for o in (None, order)]
    assert np.abs(cluster[0] - cluster[1]).max() < 1e-9
    assert np.abs(pairwise[0] - pairwise[1]).max() > 0.3
    corner, image = cluster[0][11], cluster[0][15]
    assert image * (1, -1) == pytest.approx(corner, abs=1e-9)


def test_two_balls_alone_are_a_pair() -> None:
    """Their impulse knows friction; the bits are those of the pairwise model."""
    position, shot = Position({0: (-0.5, 0.0), 1: (0.2, 0.02)}), Shot(aim=0.0, speed=2.0, side=0.3)
    pairwise, cluster = simulate(position, shot), simulate(position, shot, table=TABLE)
    assert pairwise.events.tobytes() == cluster.events.tobytes()
    assert pairwise.final == cluster.final


def test_a_group_at_a_cushion_is_left_to_pairwise_impulses() -> None:
    y = float(SETTING.geometry.bed[0].half_y)
    balls = {0: (0.3, 0.0), 1: (0.3, y - 2.0 * DIAMETER), 2: (0.3, y - DIAMETER), 3: (0.3, y)}
    shot = Shot(aim=0.5 * math.pi, speed=4.0)
    pairwise, cluster = simulate(balls, shot), simulate(balls, shot, table=TABLE)
    first = cluster.events[cluster.events["kind"] == BALL_BALL]
    assert (
        first[:3].tobytes() == pairwise.events[pairwise.events["kind"] == BALL_BALL][:3].tobytes()
    )
    for x, y in cluster.final.values():
        assert abs(x) < 1.27
        assert abs(y) < 0.635


def test_the_referee_sees_every_contact_of_the_group_once() -> None:
    balls = {0: (-0.5, 0.0), 1: (0.0, 0.0), 2: (DIAMETER, 0.0), 3: (2.0 * DIAMETER, 0.0)}
    result = simulate(balls, Shot(aim=0.0, speed=2.0), table=TABLE)
    met = result.events[result.events["kind"] == BALL_BALL]
    met = met[met["t"] < met["t"][0] + 2e-3]
    assert [(int(e["ball"]), int(e["other"])) for e in met] == [(0, 1), (1, 2), (2, 3)]
    assert (np.diff(result.events["t"]) >= 0.0).all()
    assert met["t"][-1] > met["t"][0]


def test_a_ball_that_a_member_reaches_takes_part() -> None:
    """The last ball lies 0.15 mm off: it is met before the others have parted."""
    gap = 1.5e-4
    balls = {
        0: (-DIAMETER - 0.3, 0.0),
        1: (-DIAMETER, 0.0),
        2: (0.0, 0.0),
        3: (DIAMETER + gap, 0.0),
    }
    phys = bare(CLUSTER)
    bodies = {ball: body_of(phys, place) for ball, place in balls.items()}
    bodies[0] = body_of(phys, balls[0], (3.0,))
    played = play(OPEN, phys, bodies)
    met = played.events[played.events.kind == BALL_BALL]
    assert (int(met.ball[2]), int(met.other[2])) == (2, 3)
    # The gap closes while the first contact, of 0.26 ms, still goes on.
    assert 5e-5 < met.t[2] - met.t[0] < 3.2e-4
    v = [played.last(ball).vx for ball in range(4)]
    assert sum(v) == pytest.approx(3.0, abs=1e-12)
    assert v == sorted(v)
    for pair in zip(played.states, played.states[1:], strict=False):
        assert pair[0].t0 <= pair[1].t0


def test_trajectories_have_no_gap_during_the_blow() -> None:
    balls = {0: (-0.3, 0.0), 1: (0.0, 0.0), 2: (DIAMETER, 0.0), 3: (DIAMETER, DIAMETER)}
    result = simulate(balls, Shot(aim=0.0, speed=5.0), table=TABLE)
    blow = float(result.events["t"][result.events["kind"] == BALL_BALL][0])
    motion = result.at(np.arange(blow - 1e-4, blow + 3e-3, 1e-5))
    steps = np.linalg.norm(np.diff(motion.position[:, :4], axis=0), axis=2)
    assert steps.max() < 1e-5 * 8.0


@pytest.mark.parametrize("frozen", [2, 5])
@pytest.mark.parametrize(("speed", "topspin"), [(0.5, 1.0), (4.0, 1.6)])
def test_a_chain_pushed_by_topspin_ends(frozen: int, speed: float, topspin: float) -> None:
    phys = PHYS.copy()
    phys.rack_model = CLUSTER
    balls = {j: body_of(phys, (-0.8 + DIAMETER * j, 0.0)) for j in range(1, frozen + 1)}
    balls[0] = body_of(phys, (-1.1, 0.0), (speed,), (0.0, topspin * speed / RADIUS))
    played = play(SETTING.geometry, phys, balls)
    assert played.events.kind[-1] == ALL_REST
    assert played.n_events < 1500
