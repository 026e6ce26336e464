"""Where a ball can lie."""

import numpy as np
import pytest

from poolenv import Position, simulate_many
from poolenv.physics.setting import setting_of
from poolenv.table.lies import can_lie

SLACK = 1e-9


def lies(x, y):
    return can_lie(setting_of().geometry, 0, x, y, SLACK)


@pytest.mark.parametrize("sx", [1, -1])
@pytest.mark.parametrize("sy", [1, -1])
@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (0.0, 0.0, True),
        (1.2424, 0.0, True),  # against the foot cushion
        (1.2426, 0.0, False),  # in it
        (0.5, 0.6076, False),
        (1.2173, 0.6194, True),  # seen at rest in the corner's throat after a break
        (1.2480, 0.5735, True),
        (1.2700, 0.5000, False),  # in the rubber beside the corner
        (0.0, 0.6150, True),  # in the side pocket's mouth
        (0.0, 0.6450, False),  # over its hole
        (0.0500, 0.6300, False),  # in its jaw
        (1.2600, 0.6250, False),  # over the corner's hole
        (1.5000, 0.0, False),
    ],
)
def test_a_ball_lies_on_the_bed_or_in_a_throat(sx, sy, x, y, expected):
    assert lies(sx * x, sy * y) == expected


def test_every_final_position_can_be_played_on():
    rng = np.random.default_rng(5)
    position = Position({0: (1.0, 0.45), 1: (1.1, 0.52), 2: (0.9, -0.5)})
    shots = np.zeros((3000, 5))
    shots[:, 0] = rng.uniform(0, 2 * np.pi, 3000)
    shots[:, 1] = rng.uniform(0.3, 2.0, 3000)
    final = simulate_many(position, shots).final
    in_throat = (np.abs(final) > [1.2425, 0.6075]).any(axis=(1, 2))
    assert in_throat.any()
    # Again from where they came to rest: nothing is refused.
    playable = ~np.isnan(final[:, 0, 0])
    simulate_many(final[playable], shots[playable])
