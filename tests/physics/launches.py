"""Launches as hypothesis draws them: few balls, hard gaps, any spin, equipment at its ends."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from experiments.launch import Launch, Played, launch, plain
from poolenv.events import BALL_BALL
from poolenv.physics.setting import setting_of

SETTING = setting_of()
RADIUS = float(SETTING.phys[0].radius)
#: The default bed without pockets, and one whose end nothing meets.
BED = plain(SETTING)
OPEN = plain(SETTING, length=2000.0, width=2000.0)
#: Half of the bed on which a ball may lie [m].
HALF = 1.24, 0.60

#: The same examples on every machine and day; the slowest are breaks played interpreted.
STEADY = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

#: Gaps between neighbours [m]; below 1e-9 m balls count as touching.
GAPS = (0.0, 1e-12, 1e-9, 1e-6, 1e-3)
APART = (1e-3, 2e-2)
speeds = st.floats(0.01, 16.0)
ratios = st.floats(-1.6, 1.6)
angles = st.floats(-math.pi, math.pi)

#: Numbers of the equipment at the ends of their ranges, and the defaults.
laws = st.fixed_dictionaries(
    {
        "e_ball": st.sampled_from((0.0, 0.5, 0.92, 0.94, 0.98, 1.0)),
        "mu_ball_a": st.sampled_from((0.0, 0.009951, 0.2)),
        "mu_ball_b": st.sampled_from((0.0, 0.108, 0.27)),
        "mu_slide": st.sampled_from((0.15, 0.2, 0.4)),
        "mu_roll": st.sampled_from((0.005, 0.01, 0.015)),
        "spin_decay": st.sampled_from((5.0, 10.9, 15.0)),
        "mu_cushion": st.sampled_from((0.0, 0.1, 0.15, 0.25)),
        "e_cushion_0": st.sampled_from((0.65, 0.832, 1.0)),
        "e_slate": st.sampled_from((0.0, 0.5, 0.7)),
        "mu_slate": st.sampled_from((0.0, 0.2, 0.4)),
    }
)


@st.composite
def places(
    draw: st.DrawFn, most: int = 7, gaps: tuple[float, ...] = GAPS
) -> dict[int, tuple[float, float]]:
    """Balls that do not overlap; each next one is anywhere, or at such a gap from one before."""
    found: list[tuple[float, float]] = []
    for _ in range(draw(st.integers(1, most))):
        if found and draw(st.booleans()):
            x, y = found[draw(st.integers(0, len(found) - 1))]
            turn, gap = draw(angles), draw(st.sampled_from(gaps))
            reach = 2.0 * RADIUS + gap
            spot = x + reach * math.cos(turn), y + reach * math.sin(turn)
        else:
            spot = draw(st.floats(-HALF[0], HALF[0])), draw(st.floats(-HALF[1], HALF[1]))
        inside = abs(spot[0]) <= HALF[0] and abs(spot[1]) <= HALF[1]
        away = (math.hypot(spot[0] - x, spot[1] - y) for x, y in found)
        if inside and all(distance >= 2.0 * RADIUS + gaps[0] - 1e-15 for distance in away):
            found.append(spot)
    if not found:
        found.append((0.1, -0.2))
    return dict(enumerate(found))


@st.composite
def launches(
    draw: st.DrawFn, most: int = 7, fastest: float = 16.0, gaps: tuple[float, ...] = GAPS
) -> Launch:
    """The cue ball moving in any direction on the bed, with any spin."""
    lying = draw(places(most, gaps))
    speed, turn = draw(st.floats(0.01, fastest)), draw(angles)
    if len(lying) > 1 and draw(st.booleans()):
        (x, y), (cx, cy) = lying[1], lying[0]
        turn = math.atan2(y - cy, x - cx) + draw(st.sampled_from((0.0, 0.01, -0.03)))
    velocity = speed * math.cos(turn), speed * math.sin(turn)
    spin = [ratio * speed / RADIUS for ratio in draw(st.tuples(ratios, ratios, ratios))]
    return launch(lying, {0: velocity}, {0: spin})


def mirrored(start: Launch, sx: int, sy: int) -> Launch:
    """Reflected in the axes whose sign is -1; spin is an axial vector."""
    polar: NDArray[np.float64] = np.array([sx, sy, 1.0])
    axial: NDArray[np.float64] = np.array([sy, sx, sx * sy])
    return Launch(start.places * polar, start.velocity * polar, start.spin * axial)


def relabelled(start: Launch, order: list[int]) -> Launch:
    """Object ball ``order[k]`` takes the place of ball k + 1."""
    whole = start.places.copy()
    whole[order] = start.places[1:]
    return start._replace(places=whole)


def contacts(played: Played) -> int:
    """How often two balls met."""
    return int((played.events.kind == BALL_BALL).sum())
