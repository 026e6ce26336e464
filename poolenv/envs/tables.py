"""From checked settings to the arrays of a batch: equipment, edition, noise, task."""

from __future__ import annotations

from typing import Any

import numpy as np

from poolenv.config import ConfigError
from poolenv.envs.settings import Settings, Task
from poolenv.knobs import (
    ANY_BALL,
    GAME_NAMES,
    LAG_COIN,
    LAG_FIXED,
    LAG_SIMULATED,
    LOWEST_FIRST,
    RUN_IN_HAND,
    RUN_RACK,
    RUN_SCATTERED,
)
from poolenv.mishaps import load_conduct
from poolenv.physics.setting import setting_of
from poolenv.records import rows
from poolenv.rules.edition import Edition, load_edition, rules_rows
from poolenv.table.noise import Spread, load_noise, spread_of
from poolenv.table.phys import Phys
from poolenv.table.population import Population
from poolenv.table.racks import load_gaps
from poolenv.table.randomization import load_randomization
from poolenv.world import World, new_world

#: Sets that are racked for the break; other numbers of balls are scattered.
RACKED = (9, 10, 15)
LAG_MODES = {"coin": LAG_COIN, "fixed": LAG_FIXED, "simulate": LAG_SIMULATED}


def set_task(rules: Any, task: Task) -> None:
    """Turn the knobs of a run-out.

    Args:
        rules: one record Rules, written.
        task: the run-out.
    """
    rules.balls_in_rack = task.n
    rules.break_rails = min(rules.break_rails, task.n)
    rules.run_shots = task.shots
    rules.targets = ANY_BALL if task.name in ("pot_one", "clear") else LOWEST_FIRST
    rules.money_ball = task.n if task.name == "ghost" else 0
    rules.run_start = RUN_SCATTERED
    if task.name == "ghost":
        rules.run_start = RUN_RACK if task.n in RACKED else RUN_IN_HAND


def new_tables(settings: Settings, n: int) -> tuple[World, Edition, Population]:
    """Empty tables as the settings describe them, the edition, and what equipment is drawn from.

    Raises:
        ConfigError: with every problem of every file.
    """
    problems: list[Any] = []

    def load(loader: Any, *sources: Any) -> Any:
        try:
            return loader(*sources)
        except ConfigError as error:
            problems.extend(error.problems)

    asked = (settings.table, settings.cloth, settings.balls, settings.cue)
    setting = load(setting_of, *asked, settings.strict_equipment)
    edition = load(load_edition, settings.edition)
    noise = load(load_noise, settings.noise)
    conduct = load(load_conduct, settings.conduct)
    gaps = load(load_gaps, setting.equipment.table.rack) if setting else None
    randomization = load(load_randomization, settings.randomization)
    population = None
    if setting and randomization:
        strict = settings.strict_equipment
        population = load(Population, randomization, setting.equipment, strict)
    if problems or population is None or gaps is None:
        raise ConfigError(problems)
    editions = rules_rows([(edition, GAME_NAMES.index(settings.game), settings.referee)])
    editions.lag_mode[0] = LAG_MODES[settings.lag_mode]
    if settings.task is not None:
        set_task(editions[0], settings.task)
    phys = rows(Phys, n if population.varies else 1)
    phys[:] = population.phys[0]
    spread = rows(Spread, 1)
    spread[0] = spread_of(noise, setting.marks[0].ball_radius)
    world = new_world(
        n,
        editions,
        population.marks,
        phys,
        population.geometry,
        spread,
        np.array([gaps.mean, gaps.spread]),
        conduct,
    )
    return world, edition, population
