"""Equipment at the ends of its ranges, for fuzzing: every number is its least, its most or between.

Ranges: measured values of pool, snooker and carom tables (sources in ``configs/``), and perfectly
elastic or smooth limits where a formula could divide by what is left.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from poolenv.physics.setting import Setting, setting_of

#: Share of the numbers that stand at an end of their range.
AT_END = 0.5


def _within(rng: np.random.Generator, low: float, high: float) -> float:
    """A number of a range, half of the time one of its ends."""
    if rng.random() < AT_END:
        return low if rng.random() < 0.5 else high
    return float(rng.uniform(low, high))


def _shape(rng: np.random.Generator, side: bool) -> dict[str, float]:
    """Measures of a pocket within the WPA specification, and the rounding of its edges."""
    return {
        "mouth": _within(rng, 0.127, 0.1302) if side else _within(rng, 0.1143, 0.1175),
        "cut_deg": _within(rng, 103.0, 105.0) if side else _within(rng, 141.0, 143.0),
        "shelf": _within(rng, 0.0, 0.0095) if side else _within(rng, 0.0254, 0.0572),
        "jaw_radius": _within(rng, 0.001, 0.01),
        "back_draft_deg": _within(rng, 12.0, 15.0),
        "slate_rounding": _within(rng, 0.0, 0.006),
    }


def _objects(rng: np.random.Generator) -> list[list[Any]]:
    """Chalk on the rails and a lamp above the bed."""
    found: list[list[Any]] = []
    for _ in range(int(rng.integers(0, 6))):
        sign = 1.0 if rng.random() < 0.5 else -1.0
        if rng.random() < 0.5:
            x = float(rng.uniform(0.15, 1.1)) * (1.0 if rng.random() < 0.5 else -1.0)
            found.append(["chalk", x, sign * float(rng.uniform(0.65, 0.77))])
        else:
            found.append(["chalk", sign * float(rng.uniform(1.29, 1.4)), _within(rng, -0.5, 0.5)])
    if rng.random() < 0.5:
        found.append(["lamp", _within(rng, -0.6, 0.6), 0.0])
    return found


def draw_equipment(seed: int, mode: str | None = None) -> Setting:
    """Table, cloth, balls and cue of one seed.

    Args:
        seed: of the draw.
        mode: how a ball falls; None: drawn.
    """
    rng = np.random.default_rng(np.random.SeedSequence([seed, 20_000]))
    drawn = ("circle", "drop", "drop", "trap_line")[int(rng.integers(0, 4))]
    mode = mode or drawn
    capacity = int(rng.choice([0, 0, 1, 2, 6])) if mode == "drop" else 0
    nose_height = 0.05715 * _within(rng, 0.625, 0.645)
    table = {
        "cushions": {
            "nose_height": nose_height,
            "mu": _within(rng, 0.0, 0.25),
            "e": {
                "e0": _within(rng, 0.6, 0.98),
                "slope": _within(rng, 0.0, 0.03),
                "min": _within(rng, 0.4, 0.6),
                "max": 1.0,
            },
        },
        "rails": {
            "width": _within(rng, 0.15, 0.19),
            "height": nose_height + _within(rng, -0.001, 0.004),
            "e": _within(rng, 0.0, 0.8),
            "mu": _within(rng, 0.0, 0.5),
        },
        "pockets": {
            "mode": mode,
            "capacity": capacity,
            "e_facing_ratio": _within(rng, 0.85, 1.0),
            "mu_facing": _within(rng, 0.0, 0.25),
            "e_liner": _within(rng, 0.0, 0.8),
            "mu_liner": _within(rng, 0.0, 0.5),
            "corner": _shape(rng, False),
            "side": _shape(rng, True),
        },
        "objects": _objects(rng),
    }
    cloth = {
        "mu_slide": _within(rng, 0.15, 0.4),
        "mu_roll": _within(rng, 0.004, 0.015),
        "spin_decay": _within(rng, 5.0, 15.0),
        "e_slate": _within(rng, 0.0, 0.7),
        "mu_slate": _within(rng, 0.0, 0.4),
        "hop_min": _within(rng, 0.0005, 0.005),
    }
    balls = {
        "mass": _within(rng, 0.156, 0.1701),
        "e": _within(rng, 0.9, 1.0),
        "condition": _within(rng, 0.0, 2.5),
    }
    cue = {
        "mass": _within(rng, 0.2, 0.709),
        "e_tip": _within(rng, 0.6, 0.87),
        "mu_tip": _within(rng, 0.35, 0.7),
        "ball_over_endmass": _within(rng, 12.0, 100.0),
        "pinch": bool(rng.random() < 0.5),
    }
    return setting_of(table, cloth, balls, cue)
