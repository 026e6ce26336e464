"""Launches that must come out the same, or in proportion, whatever hypothesis finds."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from experiments.launch import Laboratory, Launch, Played, launch, plain, release, rows_of
from poolenv.balls import N_BALLS
from poolenv.events import BALL_BALL
from tests.physics.launches import (
    APART,
    BED,
    OPEN,
    RADIUS,
    SETTING,
    STEADY,
    angles,
    contacts,
    launches,
    laws,
    mirrored,
    relabelled,
)


def ties(start: Launch, played: Played) -> bool:
    """Whether contacts of a ball happen, or might, at exactly one time: their order is a choice."""
    places = start.places[np.isfinite(start.places[:, 0]), :2]
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    touching = (apart < 2.0 * RADIUS + 2e-9).sum(axis=1) - 1
    times = played.events.t[played.events.kind == BALL_BALL]
    return bool(touching.max() > 1) or len(np.unique(times)) < len(times)


@STEADY
@given(laws, launches(), st.sampled_from([(-1, 1), (1, -1), (-1, -1)]))
def test_a_mirrored_launch_is_the_mirror_image_to_the_bit(
    law: dict[str, float], start: Launch, signs: tuple[int, int]
) -> None:
    bed = plain(SETTING, **law)
    one, other = release(bed, start), release(bed, mirrored(start, *signs))
    assume(not ties(start, one))
    np.testing.assert_array_equal(one.events.t, other.events.t)
    np.testing.assert_array_equal(one.events.kind, other.events.kind)
    np.testing.assert_array_equal(one.final * signs, other.final)


@STEADY
@given(laws, launches(), st.permutations(range(1, N_BALLS)))
def test_numbers_of_object_balls_do_not_matter(
    law: dict[str, float], start: Launch, order: list[int]
) -> None:
    bed = plain(SETTING, **law)
    one, other = release(bed, start), release(bed, relabelled(start, order))
    assume(not ties(start, one))
    np.testing.assert_array_equal(one.events.t, other.events.t)
    np.testing.assert_array_equal(one.final[1:], other.final[order])


@STEADY
@given(laws, launches())
def test_the_same_launch_gives_the_same_bits(law: dict[str, float], start: Launch) -> None:
    bed = plain(SETTING, **law)
    one, other = release(bed, start), release(bed, start)
    assert one.states.tobytes() == other.states.tobytes()
    assert one.events.tobytes() == other.events.tobytes()


@STEADY
@given(
    launches(most=4, fastest=3.0, gaps=APART), angles, st.floats(-5.0, 5.0), st.floats(-5.0, 5.0)
)
def test_the_direction_of_the_world_does_not_matter(
    start: Launch, turn: float, dx: float, dy: float
) -> None:
    """Turned and shifted on an open bed, to 1e-9 m where no chaos amplifies rounding."""
    one = release(OPEN, start)
    assume(contacts(one) <= 2)
    c, s = math.cos(turn), math.sin(turn)
    rotation = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    shift = np.array([dx, dy, 0.0])
    flat = np.where(np.isnan(start.places), 0.0, start.places) @ rotation + shift
    places = np.where(np.isnan(start.places[:, :1]), np.nan, flat)
    places[:, 2] = start.places[:, 2]
    other = release(OPEN, Launch(places, start.velocity @ rotation, start.spin @ rotation))
    assume(contacts(other) == contacts(one))
    expected = one.final @ rotation[:2, :2] + shift[:2]
    np.testing.assert_allclose(other.final, expected, rtol=1e-9, atol=1e-9)


def scaled(bed: Laboratory, lengths: float) -> Laboratory:
    """An open bed, all lengths k times as large, gravity too, so that times stay."""
    phys = bed.phys
    laws = {name: float(phys[name]) * lengths for name in ("radius", "gravity", "hop_min", "v_min")}
    laws |= {name: float(phys[name]) * lengths for name in ("nose_height", "rail_width")}
    table = SETTING.equipment.table
    rails = dataclasses.replace(
        table.rails, width=table.rails.width * lengths, height=table.rails.height * lengths
    )
    equipment = SETTING.equipment._replace(table=dataclasses.replace(table, rails=rails))
    other = SETTING._replace(equipment=equipment)
    size = {"length": 2000.0 * lengths, "width": 2000.0 * lengths}
    plainer = {"mu_ball_b": 0.0}
    return plain(other, **size, **(laws | plainer | {"rail_height": phys.rail_height * lengths}))


@STEADY
@given(launches(most=4, fastest=4.0, gaps=APART), st.sampled_from((0.25, 0.5, 2.0, 4.0)))
def test_lengths_and_gravity_scale(start: Launch, k: float) -> None:
    """With constant coefficients; powers of two scale rounding too."""
    one = release(scaled(BED, 1.0), start)
    other = release(scaled(BED, k), Launch(start.places * k, start.velocity * k, start.spin))
    assume(contacts(one) <= 3)
    np.testing.assert_allclose(other.final, one.final * k, rtol=1e-12, atol=1e-12)


@STEADY
@given(laws, launches(), st.sampled_from((0.5, 2.0, 1.7)))
def test_the_mass_of_the_balls_does_not_matter(
    law: dict[str, float], start: Launch, k: float
) -> None:
    bed = plain(SETTING, **law)
    heavy = bed._replace(phys=rows_of(bed.phys))
    heavy.phys.mass *= k
    one, other = release(bed, start), release(heavy, start)
    np.testing.assert_array_equal(one.final, other.final)


@STEADY
@given(laws, st.floats(0.05, 12.0), st.floats(0.05, 12.0), st.floats(-1.0, 1.5))
def test_a_slower_ball_goes_no_farther(
    law: dict[str, float], a: float, b: float, topspin: float
) -> None:
    """On an open bed, with spin in proportion to the speed."""
    bed = plain(SETTING, **law)
    open_bed = bed._replace(geometry=OPEN.geometry)
    ways = []
    for speed in sorted((a, b)):
        spin = (0.0, topspin * speed / RADIUS)
        played = release(open_bed, launch({0: (0.0, 0.0)}, {0: (speed,)}, {0: spin}))
        ways.append(abs(float(played.final[0, 0])))
    assert ways[0] <= ways[1]


@STEADY
@given(st.floats(0.1, 10.0), st.floats(-80.0, 80.0), st.floats(-1.0, 1.0))
def test_livelier_balls_send_the_object_ball_faster(
    speed: float, cut: float, topspin: float
) -> None:
    nx, ny = math.cos(math.radians(cut)), math.sin(math.radians(cut))
    reach = 2.0 * RADIUS
    start = launch(
        {0: (-reach * nx, -reach * ny), 1: (0.0, 0.0)},
        {0: (speed,)},
        {0: (0.0, topspin * speed / RADIUS)},
    )
    along = []
    for e in (0.85, 0.9, 0.94, 0.98, 1.0):
        bed = plain(SETTING, length=2000.0, width=2000.0, e_ball=e)
        body = release(bed, start).of(1)[1]
        along.append(float(body.vx * nx + body.vy * ny))
    assert along == sorted(along)
