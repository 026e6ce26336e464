"""Ranges of equipment: what is drawn stays inside them, and mistakes are named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from poolenv.config import ConfigError
from poolenv.physics.setting import setting_of
from poolenv.records import rows
from poolenv.rng import seed_words
from poolenv.table.phys import Phys
from poolenv.table.population import Population
from poolenv.table.randomization import load_randomization
from poolenv.table.specs import equip

WPA = Population(load_randomization("wpa"), equip(), strict=True)


def draw(population: Population, seed: int, n: int) -> tuple[Any, Any, dict[str, Any]]:
    """(phys, table, drawn numbers) of n rows."""
    rng, phys, table = seed_words(seed, n), rows(Phys, n), np.zeros(n, dtype=np.int64)
    phys[:] = population.phys[0]
    population.draw(rng, np.ones(n, dtype=np.bool_), phys, table)
    return phys, table, population.drawn(phys, table)


def test_without_ranges_the_equipment_is_the_equipment() -> None:
    population, setting = Population(load_randomization("none"), equip()), setting_of()
    assert not population.varies
    assert population.phys.tobytes() == setting.phys.tobytes()
    assert population.marks.tobytes() == setting.marks.tobytes()
    for mine, its in zip(population.geometry, setting.geometry, strict=True):
        assert mine.tobytes() == its.tobytes()
    rng = seed_words(0, 2)
    population.draw(rng, np.ones(2, dtype=np.bool_), rows(Phys, 2), np.zeros(2, dtype=np.int64))
    assert (rng == seed_words(0, 2)).all()


def test_what_is_drawn_fills_its_range_and_nothing_else_changes() -> None:
    randomization = load_randomization("wpa")
    phys, table, drawn = draw(WPA, 5, 600)
    assert set(table) == set(range(16))
    assert (phys.table == table).all()
    for entry, (low, high) in randomization.ranges.items():
        for key in entry.split():
            assert (low <= drawn[key]).all() and (drawn[key] <= high).all(), key
            assert np.ptp(drawn[key]) > 0.7 * (high - low), key
    kit = equip()
    middle = {"table.length": kit.table.length, "cue.mass": kit.cue.mass}
    for key, value in middle.items():
        assert np.abs(drawn[key] - value).max() <= randomization.tolerances[key] * (1 + 1e-12)
    same = (
        "gravity",
        "radius",
        "v_min",
        "mu_ball_c",
        "e_cushion_slope",
        "rail_mu",
        "cushion_model",
    )
    for name in same:
        assert (phys[name] == setting_of().phys[0][name]).all(), name
    # The condition of the balls multiplies both coefficients of their law of friction.
    ratio = setting_of().phys[0].mu_ball_b / setting_of().phys[0].mu_ball_a
    np.testing.assert_allclose(phys.mu_ball_b / phys.mu_ball_a, ratio, rtol=1e-12)
    np.testing.assert_allclose(drawn["balls.condition"], phys.mu_ball_a / 0.009951, rtol=1e-12)
    assert (drawn["cloth.mu_slide"] == drawn["cloth.mu_slate"]).all()
    assert (drawn["cloth.mu_slide"] == phys.mu_slide).all()


def test_every_table_of_the_wpa_is_legal_and_built_alike() -> None:
    """Colliders, marks and numbers of a table belong together."""
    again = Population(load_randomization("wpa"), equip())
    for mine, its in zip(WPA.geometry, again.geometry, strict=True):
        assert mine.tobytes() == its.tobytes()
    assert len(set(WPA.marks.length)) == 16
    for k in range(16):
        assert WPA.marks[k].length == 2.0 * WPA.geometry.bed[k].nose_x
        assert WPA.phys[k].rail_height == WPA.geometry.bed[k].rail_top
        assert WPA.phys[k].nose_height == WPA.phys[k].rail_height
        assert WPA.geometry.bed[k].clear == 1


@pytest.mark.parametrize("table", ["nine_foot", "eight_foot", "seven_foot"])
@pytest.mark.parametrize("cue", ["playing", "break", "jump"])
def test_the_wpa_ranges_fit_every_pool_table_and_cue(table: str, cue: str) -> None:
    population = Population(load_randomization("wpa"), equip(table, cue=cue))
    assert population.varies


def test_each_row_draws_from_its_own_word() -> None:
    phys, _, _ = draw(WPA, 9, 4)
    alone, _, _ = draw(WPA, 11, 1)
    assert phys[2].tobytes() == alone[0].tobytes()


@pytest.mark.parametrize(
    ("mapping", "words"),
    [
        ({"ranges": {"cloth.mu_slid": [0.1, 0.2]}}, ["cloth.mu_slid", "'cloth.mu_slide'"]),
        ({"ranges": {"cloth.mu_slide": [-0.1, 0.2]}}, ["cloth.mu_slide", "-0.1", "> 0"]),
        ({"ranges": {"cloth.mu_slide": [0.3, 0.2]}}, ["least value before the greatest"]),
        ({"ranges": {"cue.elevation_deg": [1.0, 2.0]}}, ["cue.elevation_deg", "simulation reads"]),
        ({"ranges": {"table.cushions.model": [0, 1]}}, ["table.cushions.model", "numbers"]),
        ({"ranges": {"": [0, 1]}}, ["numbers"]),
        ({"tolerances": {"balls.mass": -1.0}}, ["balls.mass", ">= 0"]),
        ({"tolerances": {"table.cushions.nose_height": 0.02}}, ["nose_height"]),
        (
            {"ranges": {"balls.e": [0.9, 0.95]}, "tolerances": {"balls.e": 0.01}},
            ["balls.e", "each key once"],
        ),
        ({"tables": 0}, ["tables", ">= 1"]),
        ({"range": {}}, ["did you mean 'ranges'"]),
    ],
)
def test_mistakes_are_named(mapping: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        Population(load_randomization(mapping), equip())
    for word in words:
        assert word in str(caught.value)


def test_strict_equipment_bounds_the_ranges() -> None:
    heavy = load_randomization({"ranges": {"balls.mass": [0.16, 0.18]}})
    assert Population(heavy, equip()).varies
    with pytest.raises(ConfigError, match=r"balls.mass: got 0.18 kg, expected 0.155922 to"):
        Population(heavy, equip(), strict=True)
