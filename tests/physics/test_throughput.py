"""The shots that are timed are what the tables say; nothing here looks at a clock."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.environment_time import EnvironmentTiming, environment, environment_line
from experiments.throughput import (
    BREAK_SHOTS,
    PEER_SHOTS,
    Timing,
    breaks,
    engine_table,
    ordinary,
    peer_table,
    scenarios,
)
from poolenv import Position, Shot, simulate, simulate_many
from poolenv.physics.setting import setting_of
from poolenv.table.racks import EIGHT_BALL_RACK, NINE_BALL_RACK

SETTING = setting_of()


def test_speeds_are_those_of_the_cue_ball() -> None:
    shots = ordinary(SETTING, 3, 5, seed=1)
    strokes = shots.cue_strokes(SETTING)
    for place, stroke, wanted in zip(shots.places, strokes, shots.strokes, strict=True):
        aim, speed, side, follow, _ = stroke
        result = simulate(Position.from_array(place), Shot(aim, speed, side, follow))
        first = result.states[0]
        assert np.hypot(first["vx"], first["vy"]) == pytest.approx(wanted[1], rel=1e-12)


@pytest.mark.parametrize(("rack", "balls"), [(NINE_BALL_RACK, 9), (EIGHT_BALL_RACK, 15)])
def test_breaks_open_the_rack(rack: int, balls: int) -> None:
    shots = breaks(SETTING, rack, 10, seed=2)
    assert (np.isfinite(shots.places[:, 1:, 0]).sum(axis=1) == balls).all()
    result = simulate_many(shots.places, shots.cue_strokes(SETTING))
    assert not result.truncated.any()
    assert (result.n_events > 3 * balls).all()
    moved = np.abs(result.final - shots.places) > 0.01
    assert moved.any(axis=2).sum(axis=1).min() > balls // 2


def test_every_scenario_has_shots_for_the_peer() -> None:
    shots = scenarios(SETTING)
    assert shots.keys() == PEER_SHOTS.keys()
    assert all(0 < PEER_SHOTS[name] <= len(s.places) for name, s in shots.items())
    assert len(shots["8-ball break"].places) == BREAK_SHOTS


def test_the_tables_divide_as_their_heads_say() -> None:
    timings = {"x": Timing(1000, 20.0, 0.5, 0.8, 1.9, 0.1, 30.0)}
    assert engine_table(timings)[-1] == "| x | 2,000 | 20.0 | 25.00 | 1,250 | 1.90x |"
    assert peer_table(timings, "0")[-1] == "| x | 2,000 | 10.0 | 200x | 30.0 |"


def test_the_environment_is_timed_on_the_strokes_it_makes() -> None:
    timing = environment(tables=8, steps=3)
    assert timing.steps == 24
    assert 0 < timing.strokes <= 24
    line = environment_line(EnvironmentTiming(1000, 900, 0.5, 0.4), 8)
    assert "2,000 steps/s" in line
    assert "0.90 strokes a step" in line
    assert "100.0 us" in line
