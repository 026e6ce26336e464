"""Chalk on the rails and a lamp above the bed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from experiments.equipment import draw_equipment
from experiments.fuzz import EQUIPMENT_BLOCK, as_table, faults, fuzz
from poolenv import Position, Shot, simulate, simulate_many
from poolenv.config import ConfigError
from poolenv.events import BALL_HITS_OBJECT, CHALK, LAMP, WOULD_HAVE_LEFT
from poolenv.physics.obstacle import obstacle_gap, obstacle_normal
from poolenv.physics.setting import setting_of

#: Rides up the left rail and stays there.
UP = (Position({0: (0.3, 0.58)}), Shot(1.35, 3.39, 0.0, -0.08, 1.448))
#: Bounces on the right rail and comes back.
BACK = (Position({0: (0.3, 0.58)}), Shot(1.699, 5.2, 0.0, 0.2, 0.804))


def hits(result):
    return result.events[result.events.kind == BALL_HITS_OBJECT]


def test_chalk_in_the_way_of_a_ball_that_would_have_stayed_on_the_rail() -> None:
    assert simulate(*UP).off_table == (0,)
    result = simulate(*UP, objects=[("chalk", 0.325, 0.71)])
    first = hits(result)[0]
    assert (first.ball, first.other, first.flag) == (0, CHALK, WOULD_HAVE_LEFT)
    assert result.off_table == ()
    assert 0 in result.final


def test_chalk_in_the_way_of_a_ball_that_would_have_come_back() -> None:
    assert simulate(*BACK).off_table == ()
    first = hits(simulate(*BACK, objects=[("chalk", 0.84, -0.66)]))[0]
    assert (first.other, first.flag) == (CHALK, 0)


def test_a_ball_meets_the_lamp() -> None:
    """A cue at 80 degrees makes it jump 1.4 m high; it is under the lamp on its way up."""
    shot = Shot(0.0, 8.2, elevation=math.radians(80.0))
    position = Position({0: (0.0, 0.0)})
    free = simulate(position, shot)
    assert free.trajectory(0.01).position[:, 0, 2].max() > 1.02
    met = simulate(position, shot, objects=[("lamp", 0.31, 0.0)])
    first = hits(met)[0]
    assert first.other == LAMP
    height = met.at(np.array([float(first.t)])).position[0, 0, 2]
    assert height == pytest.approx(1.016 - 0.028575, abs=1e-9)


def test_objects_that_are_not_met_change_nothing() -> None:
    free = simulate(*BACK)
    with_chalk = simulate(*BACK, objects=[("chalk", -0.6, 0.7), ("lamp", -0.6, 0.0)])
    np.testing.assert_array_equal(free.states, with_chalk.states)
    np.testing.assert_array_equal(free.events, with_chalk.events)


def test_a_ball_bounces_off_with_less_energy_and_is_never_inside() -> None:
    result = simulate(*UP, objects=[("chalk", 0.325, 0.71)])
    obstacle = result.setting.geometry.objects[0, 0]
    radius = result.setting.equipment.balls.radius
    path = result.trajectory(0.0005)
    gaps = [obstacle_gap(obstacle, *place) - radius for place in path.position[:, 0]]
    assert min(gaps) > -1e-9
    t = float(hits(result)[0].t)
    before, after = result.at(np.array([t - 1e-6, t + 1e-6])).velocity[:, 0]
    assert np.linalg.norm(after) < np.linalg.norm(before)
    n = np.array(obstacle_normal(obstacle, *result.at(np.array([t])).position[0, 0]))
    assert before @ n < 0.0 < after @ n


def test_a_table_and_many_shots_have_objects_too() -> None:
    table = {"objects": [["chalk", 0.325, 0.71]]}
    given = simulate(*UP, objects=[("chalk", 0.325, 0.71)])
    np.testing.assert_array_equal(given.states, simulate(*UP, table=table).states)
    assert simulate(*UP, table=table, objects=[]).off_table == (0,)
    shot = UP[1]
    strokes = np.array([[shot.aim, shot.speed, shot.side, shot.follow, shot.elevation]] * 2)
    assert simulate_many(UP[0], strokes).off_table[:, 0].all()
    many = simulate_many(UP[0], strokes, objects=[("chalk", 0.325, 0.71)])
    assert not many.off_table.any()
    assert setting_of().geometry.bed[0].n_objects == 0


@pytest.mark.parametrize(
    ("objects", "message"),
    [
        ([("chalk", 0.3, 0.3)], r"objects\[0\].*rail"),
        ([("chalk", 0.0, 0.7)], r"objects\[0\].*away from pockets"),
        ([("lamp", 0.0, 0.0), ("chalk", 1.3, 0.65)], r"objects\[1\]"),
        ([("chalk", 1.3, 0.9)], r"objects\[0\]"),
        ([("chlak", 0.3, 0.7)], "chalk"),
        ([("lamp", 0.0, 0.0)] * 9, "at most 8"),
    ],
)
def test_objects_that_cannot_be_are_refused(objects: list, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        simulate(*UP, objects=objects)


def test_a_ball_on_a_rail_gains_nothing_from_chalk() -> None:
    """It was set rolling at the speed that the impact left it, with more spin than it had."""
    seed = 50992638
    setting = draw_equipment(seed // EQUIPMENT_BLOCK * EQUIPMENT_BLOCK)
    findings = fuzz(setting, 1, seed)
    assert findings.flights.sum() > 0
    assert faults(findings) == 0, as_table(findings)
