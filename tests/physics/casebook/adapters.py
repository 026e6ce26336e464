"""Which adapter measures which quantity, and quantities that speak of several runs."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from . import air, balls, cloth, cue, cushion, data, groups, pockets, tables, timing
from .cases import Case
from .features import need
from .inputs import Inputs

Measure = Callable[[Inputs, str], Any]

KINDS: dict[str, Measure] = {
    "airborne_cushion": cushion.measure_airborne,
    "ball_ball": balls.measure,
    "ball_ball_scan": balls.measure,
    "ball_cushion": cushion.measure,
    "cloth_motion": cloth.measure,
    "cue_scan": cue.measure_scan,
    "cue_strike": cue.measure_strike,
    "dataset": data.measure_dataset,
    "double_hit": cue.measure_double_hit,
    "event_time": timing.measure,
    "flight": air.measure_flight,
    "geometry": timing.measure_geometry,
    "measured_constant": data.measure_constant,
    "multi_ball": groups.measure,
    "pocket_acceptance": pockets.measure_acceptance,
    "pocket_drop": pockets.measure_drop,
    "slate_bounce": air.measure_bounce,
    "table_shot": tables.measure,
}

#: `speed_for_4.0_lengths`, `slide_time_at_mu_s_0.2`, `cb_roll_speed_e_1`, `apparent_depth_1.4`:
#: a quantity, then a number that picks the runs; perhaps the list it stands in.
_ENTRY = re.compile(
    r"(?P<quantity>[a-z0-9_]+?)"
    r"(?:(?:_at)?_(?P<key>mu_s|mu_r|e_slate|e|V|v_cb|speed|cut_deg))?"
    r"_(?P<number>-?\d+(?:\.\d+)?)(?P<tail>_lengths)?"
)


def _picked(runs: list[Inputs], key: str | None, number: float) -> list[Inputs]:
    """The runs that took this entry of a list."""

    def took(run: Inputs) -> bool:
        named = {
            name: value
            for name, value in run.entries.items()
            if key is None or name == key or name.startswith(key + "_")
        }
        return any(float(value) == number for value in named.values())

    return [run for run in runs if took(run)]


def _measure_all(measure: Measure, runs: list[Inputs], quantity: str) -> list[Any]:
    return [measure(run, quantity) for run in runs]


def _compared(measure: Measure, runs: list[Inputs], quantity: str) -> list[Any] | None:
    """Quantities that compare the runs of a case; None: not one of them."""
    if quantity.endswith("_order"):
        results = _measure_all(measure, runs, quantity.removesuffix("_order"))
        return [float(all(a > b for a, b in itertools.pairwise(results)))]
    match quantity:
        case "max_relative_difference_of_ratios":
            ratios = np.array(_measure_all(measure, runs, "ratios"))
            return [float((ratios.max(axis=0) - ratios.min(axis=0)).max())]
        case "width_fast_over_slow":
            by_speed = sorted(runs, key=lambda run: run.number("speed"))
            slow, fast = by_speed[0], by_speed[-1]
            return [measure(fast, "effective_width") / measure(slow, "effective_width")]
        case "hit_for_positive_miss":
            return _measure_all(measure, [r for r in runs if r.number("miss") > 0.0], "hit")
        case "hit_for_negative_miss":
            return _measure_all(measure, [r for r in runs if r.number("miss") < 0.0], "hit")
        case "ratio_centre_ball":
            return _measure_all(measure, [r for r in runs if r.number("offset_b") == 0.0], "ratio")
        case "ratio_max_follow_upper_bound":
            return [measure(max(runs, key=lambda r: r.number("offset_b")), "ratio")]
    return None


def values_of(case: Case, quantity: str) -> list[Any]:
    """A quantity of a case, one value per run that it speaks of.

    Raises:
        FeatureMissing: if the engine lacks what the case needs.
        DataAbsent: if it needs recordings.
        ValueError: if the kind or quantity is unknown or speaks of no run.
    """
    if case.kind not in KINDS:
        raise ValueError(f"{case.id}: unknown kind {case.kind!r}; known: {sorted(KINDS)}")
    measure = KINDS[case.kind]
    if case.feature is not None and case.kind != "dataset":
        need(case.feature)
    runs = [Inputs(case, run) for run in case.runs]
    values = _compared(measure, runs, quantity)
    if values is None:
        try:
            values = _measure_all(measure, runs, quantity)
        except KeyError:
            entry = _ENTRY.fullmatch(quantity)
            if entry is None:
                raise ValueError(f"{case.id}: unknown quantity {quantity!r}") from None
            chosen = _picked(runs, entry["key"], float(entry["number"]))
            values = _measure_all(measure, chosen, entry["quantity"] + (entry["tail"] or ""))
    if not values:
        raise ValueError(f"{case.id}: {quantity} speaks of no run")
    return values
