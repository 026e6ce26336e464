"""Is a measured value within its bounds, and how far is it, in tolerances?"""

from __future__ import annotations

from typing import Any

import numpy as np

from .cases import Expected


def deviation(expected: Expected, got: Any) -> float:
    """Distance from the expected value in units of the tolerance; at most 1 passes.

    For a range: distance from its middle over half its width. Zero tolerance: 0 or infinite.
    """
    x = np.atleast_1d(np.asarray(got, dtype=np.float64))
    if not np.isfinite(x).all():
        return np.inf
    if expected.range is not None:
        low, high = expected.range
        away, allowed = np.abs(x - 0.5 * (low + high)).max(), 0.5 * (high - low)
    else:
        value = np.atleast_1d(np.asarray(expected.value, dtype=np.float64))
        if value.shape != x.shape:
            raise ValueError(f"{expected.quantity}: expected {expected.value}, got {got}")
        away = float(np.linalg.norm(x - value))
        relative = (expected.tol_rel or 0.0) * float(np.linalg.norm(value))
        allowed = max(expected.tol_abs or 0.0, relative)
    if away == 0.0:
        return 0.0
    return float(away / allowed) if allowed > 0.0 else np.inf


def in_words(expected: Expected, got: Any) -> str:
    """The line of a report."""
    wanted = (
        f"[{expected.range[0]:g}, {expected.range[1]:g}]"
        if expected.range is not None
        else f"{expected.value} +- "
        + (f"{expected.tol_abs:g}" if expected.tol_abs is not None else f"{expected.tol_rel:g} rel")
    )
    shown = np.array2string(np.asarray(got), precision=12, separator=", ")
    unit = "" if expected.unit in ("", "1") else f" {expected.unit}"
    return f"{expected.quantity} = {shown}{unit}, expected {wanted}"
