"""What must not matter: which side, which number, which thread, how often, whether compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from poolenv import Position, Shot, simulate, simulate_many
from poolenv.balls import N_BALLS
from tests.physics.launch import Launch

ROOT = Path(__file__).resolve().parents[2]
SEEDS = range(40)


@pytest.mark.parametrize(("sx", "sy"), [(-1, 1), (1, -1), (-1, -1)])
def test_mirrored_shots_are_mirror_images_to_the_bit(sx: int, sy: int) -> None:
    for seed in SEEDS:
        launch = Launch.draw(seed)
        one, other = launch.play(), launch.mirrored(sx, sy).play()
        np.testing.assert_array_equal(one.events.t, other.events.t)
        np.testing.assert_array_equal(one.events.kind, other.events.kind)
        np.testing.assert_array_equal(one.final * (sx, sy, 1), other.final)


def test_numbers_of_object_balls_do_not_matter() -> None:
    for seed in SEEDS:
        launch = Launch.draw(seed)
        order = list(np.random.default_rng(seed).permutation(np.arange(1, N_BALLS)))
        one, other = launch.play(), launch.relabelled(order).play()
        np.testing.assert_array_equal(one.events.t, other.events.t)
        np.testing.assert_array_equal(one.final[1:], other.final[order])
        np.testing.assert_array_equal(one.motion[1:], other.motion[order])


def test_the_same_launch_gives_the_same_bits() -> None:
    for seed in SEEDS:
        one, other = Launch.draw(seed).play(), Launch.draw(seed).play()
        assert one.states.tobytes() == other.states.tobytes()
        assert one.events.tobytes() == other.events.tobytes()


def batch(n: int) -> tuple[np.ndarray, np.ndarray]:
    positions = np.array([Launch.draw(seed).places for seed in range(n)])
    rng = np.random.default_rng(7)
    shots = np.zeros((n, 5))
    shots[:, 0] = rng.uniform(-np.pi, np.pi, n)
    shots[:, 1] = rng.uniform(0.3, 8.0, n)
    shots[:, 2:4] = rng.uniform(-0.35, 0.35, (n, 2))
    return positions, shots


def test_threads_and_neighbours_do_not_matter() -> None:
    positions, shots = batch(60)
    serial = simulate_many(positions, shots)
    parallel = simulate_many(positions, shots, threads=2)
    turned = simulate_many(positions[::-1], shots[::-1])
    for name in ("final", "pocketed", "off_table", "n_events", "truncated"):
        value = getattr(serial, name)
        np.testing.assert_array_equal(value, getattr(parallel, name))
        np.testing.assert_array_equal(value, getattr(turned, name)[::-1])


def test_one_shot_is_a_row_of_many() -> None:
    positions, shots = batch(20)
    many = simulate_many(positions, shots)
    for row in range(20):
        aim, speed, side, follow, _ = shots[row]
        one = simulate(Position.from_array(positions[row]), Shot(aim, speed, side, follow))
        np.testing.assert_array_equal(one.final.to_array(), many.final[row])
        assert one.n_events == many.n_events[row]


def test_looking_changes_nothing() -> None:
    position = Position({0: (-0.6, 0.1), 1: (0.2, 0.05), 2: (0.5, -0.3)})
    shot = Shot(aim=-0.05, speed=3.0, side=0.2, follow=-0.3)
    result = simulate(position, shot)
    before = result.states.tobytes()
    often = result.trajectory(0.001)
    seldom = result.at(often.time[::50])
    assert result.states.tobytes() == before
    np.testing.assert_array_equal(often.position[::50], seldom.position)
    np.testing.assert_array_equal(often.spin[::50], seldom.spin)
    at_rest = {b: tuple(often.position[-1, b, :2]) for b in result.final}
    np.testing.assert_allclose(
        Position(at_rest).to_array(), result.final.to_array(), rtol=0.0, atol=1e-12
    )


SHOTS = """
import json
from poolenv import Position, Shot, simulate
from poolenv.kernel import INTERPRETED
position = Position({0: (-0.6, 0.1), 1: (0.2, 0.05), 2: (0.5, -0.3), 3: (0.55715, -0.3)})
out = [INTERPRETED]
for aim, speed, side, follow in (
    (-0.05, 1.5, 0.2, -0.3), (-0.35, 3.0, -0.3, 0.2), (0.0, 5.0, 0.0, 0.4), (1.2, 2.0, 0.4, 0.4)
):
    result = simulate(position, Shot(aim, speed, side, follow))
    out.append([result.events.tobytes().hex(), result.states.tobytes().hex()])
print(json.dumps(out))
"""


def played_in_a_process(**variables: str) -> list:
    env = os.environ | {"PYTHONPATH": str(ROOT)} | variables
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", SHOTS],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


def test_compiled_and_interpreted_agree_to_the_bit() -> None:
    compiled, interpreted = played_in_a_process(), played_in_a_process(NUMBA_DISABLE_JIT="1")
    assert compiled[0] is False
    assert interpreted[0] is True
    assert compiled[1:] == interpreted[1:]
