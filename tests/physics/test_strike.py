"""The stroke beyond the grip of the tip, pinched by the slate or not, and what it leads to."""

from __future__ import annotations

import math

import numpy as np
import pytest

from poolenv import Position, Shot, simulate
from poolenv.events import BALL_LEAVES_BED, MISCUE
from poolenv.physics.setting import setting_of
from poolenv.physics.slate import pinch_share
from poolenv.physics.strike import miscue_limit, strike
from poolenv.states import ROLLING, SLIDING

PHYS = setting_of().phys[0]


def struck(offset: float, turn: float, elevation: float, pinch: float) -> tuple[np.ndarray, bool]:
    """(velocity, spin and cue speed after a stroke without squirt, miscue)."""
    sine, cosine = math.sin(elevation), math.cos(elevation)
    side, follow = offset * math.cos(turn), offset * math.sin(turn)
    *numbers, miscue = strike(PHYS, 3.0, side, follow, 0.8, 0.6, sine, cosine, False, pinch)
    return np.array(numbers), miscue


@pytest.mark.parametrize("pinch", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("elevation", [0.0, 0.6, 1.4])
@pytest.mark.parametrize("turn", [0.0, 1.0, -2.0])
def test_the_stroke_is_continuous_at_the_miscue_limit(turn, elevation, pinch):
    limit = miscue_limit(PHYS)
    inside, grips = struck(limit * (1.0 - 1e-9), turn, elevation, pinch)
    outside, slips = struck(limit * (1.0 + 1e-9), turn, elevation, pinch)
    assert not grips
    assert slips
    np.testing.assert_allclose(outside, inside, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("offset", [0.6, 0.8, 0.94])
def test_a_miscue_loses_speed_and_leaves_the_line(offset):
    numbers, miscue = struck(offset, 0.0, 0.0, 0.0)
    centre, _ = struck(0.0, 0.0, 0.0, 0.0)
    assert miscue
    aim, left = np.array([0.8, 0.6]), np.array([-0.6, 0.8])
    # English to the right drives the ball to the left, the further the thinner the hit.
    assert numbers[:2] @ left > 0.1 * (offset - 0.5)
    assert np.linalg.norm(numbers[:2]) < np.linalg.norm(centre[:2])
    # The cue keeps what it did not give.
    given = float(PHYS.mass) * (numbers[:2] @ aim)
    assert given == pytest.approx(float(PHYS.cue_mass) * (3.0 - numbers[6]))


def test_the_pinch_grows_with_the_elevation():
    phys = PHYS.copy()
    phys.pinch = 1
    shares = [
        pinch_share(phys, math.sin(th), math.cos(th)) for th in np.radians([20, 30, 50, 70, 85])
    ]
    assert shares[:2] == [0.0, 0.0]
    assert shares[2] == pytest.approx(0.5)
    assert shares[3:] == [1.0, 1.0]


def test_a_miscue_below_the_centre_scoops_the_ball():
    low = simulate(Position({0: (0.0, 0.0)}), Shot(aim=0.0, speed=4.0, follow=-0.75))
    assert low.events.flag[0] & MISCUE
    assert BALL_LEAVES_BED in low.events.kind


@pytest.mark.parametrize("pinch", [False, True])
@pytest.mark.parametrize(("side", "follow", "degrees"), [(0.35, 0.0, 70), (-0.3, 0.2, 50)])
def test_a_masse_stroke_ends_in_the_direction_of_coriolis(side, follow, degrees, pinch):
    """From where the ball rested to where the line of the cue meets the cloth (Coriolis 1835)."""
    elevation = math.radians(degrees)
    shot = Shot(aim=0.0, speed=2.5, side=side, follow=follow, elevation=elevation)
    cue = {"pinch": pinch, "ball_over_endmass": 1e12}
    way = simulate(Position({0: (0.0, 0.0)}), shot, cue=cue).states
    sliding, rolling = way[way.motion == SLIDING][0], way[way.motion == ROLLING][0]
    sine, cosine = math.sin(elevation), math.cos(elevation)
    d, up = np.array([cosine, 0.0, -sine]), np.array([sine, 0.0, cosine])
    depth = math.sqrt(1.0 - side * side - follow * follow)
    contact = np.array([0.0, -side, 1.0]) + follow * up - depth * d
    aimed = contact - contact[2] / d[2] * d
    end = math.atan2(aimed[1], aimed[0])
    assert math.atan2(rolling.vy, rolling.vx) == pytest.approx(end)
    assert abs(math.atan2(sliding.vy, sliding.vx) - end) > 0.05
