"""What holds whatever the laws of contact, for any launch and equipment that hypothesis finds."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from experiments.invariants import FAULTS, WORST, Findings, check_log
from experiments.launch import Laboratory, Launch, Played, launch, plain, release, rows_of
from poolenv.balls import N_BALLS
from poolenv.events import BALL_BALL, CUSHION, TRUNCATED
from poolenv.physics.body import Body
from poolenv.physics.motion import advance
from poolenv.physics.result import sample_states
from poolenv.records import rows
from poolenv.states import AIRBORNE, ROLLING, SLIDING, SPINNING
from tests.physics.launches import (
    BED,
    RADIUS,
    SETTING,
    STEADY,
    angles,
    contacts,
    launches,
    laws,
)


@STEADY
@given(laws, launches())
def test_no_law_is_broken(law: dict[str, float], start: Launch) -> None:
    """Energy, momentum, moments about contact points, gaps, approach, order of time, rest."""
    bed = plain(SETTING, **law)
    played = release(bed, start)
    out = rows(Findings, 1)
    capped = bool(played.events.kind[-1] == TRUNCATED)
    check_log(
        played.states,
        len(played.states),
        capped,
        bed.phys,
        bed.geometry,
        rows(Body, N_BALLS),
        rows(Body, N_BALLS),
        np.zeros(N_BALLS, dtype=np.int64),
        out[0],
    )
    assert {name: int(out[0][name]) for name in FAULTS} == dict.fromkeys(FAULTS, 0), {
        name: float(out[0][name]) for name in WORST
    }


def before(state: Any, phys: Any, t: float) -> Any:
    """A copy of a logged state, brought to a later time."""
    copy = rows_of(state)
    advance(copy, phys, t)
    return copy


def energy(body: Any, phys: Any) -> float:
    """Over the mass [m^2/s^2]."""
    v2 = body.vx**2 + body.vy**2 + body.vz**2
    w2 = body.wx**2 + body.wy**2 + body.wz**2
    rise = phys.gravity * (body.z - phys.radius)
    return float(0.5 * v2 + 0.2 * phys.radius**2 * w2 + rise)


def friction_work(start: Any, phys: Any, s: float) -> float:
    """What friction takes from a ball in s seconds of a segment, over the mass [m^2/s^2].

    Sliding: mu_s g times the way of the contact point, whose slip falls at (7/2) mu_s g. Rolling:
    (7/5) mu_r g times the way. Spin about the vertical axis: (2/5) R^2 w_z dw_z.
    """
    g = phys.gravity
    if start.motion == SLIDING:
        slip = math.hypot(start.vx - phys.radius * start.wy, start.vy + phys.radius * start.wx)
        way = slip * s - 1.75 * phys.mu_slide * g * s * s
        work = phys.mu_slide * g * way
    elif start.motion == ROLLING:
        speed = math.hypot(start.vx, start.vy)
        work = 1.4 * phys.mu_roll * g * (speed * s - 0.5 * phys.mu_roll * g * s * s)
    else:
        work = 0.0
    if start.motion != AIRBORNE:
        left = max(0.0, abs(start.wz) - phys.spin_decay * s)
        work += 0.2 * phys.radius**2 * (start.wz**2 - left**2)
    return float(work)


@STEADY
@given(laws, launches())
def test_friction_takes_exactly_its_work(law: dict[str, float], start: Launch) -> None:
    """Over every segment, to 1e-10 of the energy at its start."""
    bed = plain(SETTING, **law)
    played = release(bed, start)
    for ball in range(N_BALLS):
        own = played.of(ball)
        for state, following in itertools.pairwise(own):
            if state.motion in (SLIDING, ROLLING, SPINNING, AIRBORNE):
                later = before(state, bed.phys, following.t0)
                lost = energy(state, bed.phys) - energy(later, bed.phys)
                work = friction_work(state, bed.phys, float(following.t0 - state.t0))
                assert lost == pytest.approx(work, abs=1e-10 * energy(state, bed.phys))


@STEADY
@given(laws, launches())
def test_the_log_replays_the_motion_to_the_bit(law: dict[str, float], start: Launch) -> None:
    """From the start of each segment to the next, and at every contact that the referee reads."""
    bed = plain(SETTING, **law)
    played = release(bed, start)
    logged = {(int(s.ball), float(s.t0), float(s.x), float(s.y)) for s in played.states}
    for ball in range(N_BALLS):
        for state, following in itertools.pairwise(played.of(ball)):
            moved = before(state, bed.phys, following.t0)
            assert (moved.x, moved.y) == (following.x, following.y)
            if state.motion != AIRBORNE:  # a ball that lands is set on the cloth exactly
                assert moved.z == following.z
            assert moved.z == pytest.approx(following.z, abs=1e-13)
            if moved.motion == SLIDING and following.motion == ROLLING and ends(state, following):
                assert (moved.vx, moved.vy, moved.wz) == (following.vx, following.vy, following.wz)
    for event in played.events:
        if event.kind in (BALL_BALL, CUSHION):
            assert (int(event.ball), float(event.t), float(event.x), float(event.y)) in logged


def ends(state: Any, following: Any) -> bool:
    """Whether the segment ended by itself and not by a contact."""
    return bool(following.t0 == state.t_end and state.t_end < min(state.geo_t, state.pair_t))


velocities = st.tuples(st.floats(-8.0, 8.0), st.floats(-8.0, 8.0))
sidespins = st.floats(-200.0, 200.0)


@STEADY
@given(laws, velocities, velocities, sidespins, sidespins, angles)
def test_two_level_balls_keep_momentum_and_share_the_angular_impulse(
    law: dict[str, float],
    v1: tuple[float, float],
    v2: tuple[float, float],
    w1: float,
    w2: float,
    turn: float,
) -> None:
    """Without topspin friction is level, so the slate has no part in it."""
    nx, ny = math.cos(turn), math.sin(turn)
    assume((v1[0] - v2[0]) * nx + (v1[1] - v2[1]) * ny > 0.01)
    bed = plain(SETTING, length=2000.0, width=2000.0, **law)
    lying = {0: (0.0, 0.0), 1: (2.0 * RADIUS * nx, 2.0 * RADIUS * ny)}
    start = launch(lying, {0: v1, 1: v2}, {0: (0.0, 0.0, w1), 1: (0.0, 0.0, w2)})
    a, b = (release(bed, start).of(ball)[1] for ball in (0, 1))
    assert a.t0 == b.t0 == 0.0
    size = max(map(abs, (*v1, *v2)))
    assert a.vx + b.vx == pytest.approx(v1[0] + v2[0], abs=1e-13 * size)
    assert a.vy + b.vy == pytest.approx(v1[1] + v2[1], abs=1e-13 * size)
    spins = (a.wz - w1, b.wz - w2)
    turned = max(abs(w1), abs(w2), size / RADIUS)
    assert spins[0] == pytest.approx(spins[1], abs=1e-12 * turned)
    # The impulse on ball 1 acts at R n: (2/5) R dw = n x dv about the vertical axis.
    moment = nx * (a.vy - v1[1]) - ny * (a.vx - v1[0])
    assert 0.4 * RADIUS * spins[0] == pytest.approx(moment, abs=1e-12 * size)


def sampled(bed: Laboratory, played: Played, times: np.ndarray) -> tuple[np.ndarray, ...]:
    """Position, velocity, spin (T, 16, 3) and presence (T, 16) at times."""
    shape = (len(times), N_BALLS)
    pos, vel, spin = (np.zeros((*shape, 3)) for _ in range(3))
    present = np.zeros(shape, dtype=np.bool_)
    scratch = np.append(played.states, played.states[:1]).view(np.recarray)
    sample_states(scratch, bed.phys, times, pos, present, vel, spin)
    return pos, vel, spin, present


@STEADY
@given(laws, launches(), st.lists(st.floats(0.0, 1.0), min_size=1, max_size=20))
def test_looking_changes_nothing(law: dict[str, float], start: Launch, shares: list[float]) -> None:
    """Whatever other moments are asked for, to the bit."""
    bed = plain(SETTING, **law)
    played = release(bed, start)
    kept = played.states.tobytes()
    times = np.sort(np.array(shares)) * played.events.t[-1]
    together = sampled(bed, played, times)
    for k, time in enumerate(times):
        alone = sampled(bed, played, np.array([time]))
        for one, all_of in zip(alone, together, strict=True):
            np.testing.assert_array_equal(one[0], all_of[k])
    assert played.states.tobytes() == kept


@STEADY
@given(launches(fastest=4.0), st.floats(0.02, 0.98))
def test_a_shot_may_be_split_anywhere(start: Launch, share: float) -> None:
    """Begun again from its state at any time it ends in the same places, to 1e-9 m."""
    whole = release(BED, start)
    assume(contacts(whole) <= 4)
    time = share * float(whole.events.t[-1])
    pos, vel, spin, present = (part[0] for part in sampled(BED, whole, np.array([time])))
    # A ball pressed against a cushion or about to bounce would begin in another state.
    held = before_all(whole, time)
    assume(all(motion in (0, SPINNING, ROLLING, SLIDING) for motion in held))
    places = np.where(present[:, None], pos, np.nan)
    rest = release(BED, Launch(places, vel, spin))
    np.testing.assert_allclose(rest.final, whole.final, rtol=0.0, atol=1e-9)


def before_all(played: Played, time: float) -> list[int]:
    """State of motion of every ball at a time."""
    found = []
    for ball in np.unique(played.states.ball):
        own = played.of(int(ball))
        found.append(int(own.motion[own.t0 <= time][-1]))
    return found


@STEADY
@given(laws, st.floats(0.01, 16.0), st.floats(-1.5, 1.5), st.integers(0, 3))
def test_a_straight_shot_stays_on_its_line(
    law: dict[str, float], speed: float, topspin: float, balls: int
) -> None:
    """Without english, along the axis of the table, through balls and cushions: exactly."""
    bed = plain(SETTING, **law)
    lying = {ball: (-0.8 + 0.3 * ball, 0.0) for ball in range(balls + 1)}
    spin = (0.0, topspin * speed / RADIUS)
    played = release(bed, launch(lying, {0: (speed,)}, {0: spin}))
    assert (played.states.y == 0.0).all()
    assert (played.states.vy == 0.0).all()


@pytest.mark.parametrize("seed", range(12))
def test_without_losses_reversed_velocities_retrace(seed: int) -> None:
    """Elastic, no friction anywhere: turned back, every ball comes to where it began."""
    draw = np.random.default_rng(seed)
    names = ("mu_ball_a", "mu_ball_b", "mu_slide", "mu_roll", "spin_decay", "mu_slate")
    bed = plain(SETTING, length=2000.0, width=2000.0, e_ball=1.0, **dict.fromkeys(names, 0.0))
    lying: dict[int, tuple[float, float]] = {0: (-0.6, 0.0)}
    while len(lying) < 8:
        spot = tuple(draw.uniform(-0.25, 0.25, 2))
        if all(math.dist(spot, other) > 2.05 * RADIUS for other in lying.values()):
            lying[len(lying)] = (float(spot[0]), float(spot[1]))
    aim = math.atan2(lying[1][1], lying[1][0] + 0.6) + float(draw.uniform(-0.05, 0.05))
    start = launch(lying, {0: (2.0 * math.cos(aim), 2.0 * math.sin(aim))})
    there = release(bed, start)
    hits = there.events.t[there.events.kind == BALL_BALL]
    assert len(hits) >= 1
    # At most five contacts there and five back.
    end = float(hits[min(4, len(hits) - 1)])
    following = float(hits[5]) if len(hits) > 5 else end + 0.1
    time = 0.5 * (end + following)
    pos, vel, spin, present = (part[0] for part in sampled(bed, there, np.array([time])))
    places = np.where(present[:, None], pos, np.nan)
    back = release(bed, Launch(places, -vel, -spin))
    home = sampled(bed, back, np.array([time]))
    for ball, spot in lying.items():
        np.testing.assert_allclose(home[0][0, ball, :2], spot, rtol=0.0, atol=1e-9)
        expected = -start.velocity[ball]
        np.testing.assert_allclose(home[1][0, ball], expected, rtol=0.0, atol=1e-8)
