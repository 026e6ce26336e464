"""The first bad row of many positions is named."""

from __future__ import annotations

import numpy as np
import pytest

from poolenv import Position, simulate_many

STROKES = np.tile([0.0, 1.0, 0.0, 0.0, 0.0], (200, 1))


def _places() -> np.ndarray:
    return np.tile(Position({0: (0.0, 0.0), 1: (0.5, 0.0)}).to_array(), (200, 1, 1))


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(
    ("ball", "place", "words"),
    [
        (1, (0.01, 0.0), r"positions\[70\]: balls 0 and 1 overlap: their centres are 10\.0000 mm"),
        (3, (5.0, 0.0), r"positions\[70\], ball 3: \(5\.0, 0\.0\) is not on the bed"),
        (3, (np.nan, 0.0), r"positions\[70\], ball 3: \(nan, 0\.0\) is half a place"),
        (3, (0.3, -np.inf), r"positions\[70\], ball 3: \(0\.3, -inf\) is not finite"),
        (0, (np.nan, np.nan), r"positions\[70\]: the cue ball \(ball 0\) is absent"),
    ],
)
def test_first_bad_row_is_named(
    ball: int, place: tuple[float, float], words: str, threads: int
) -> None:
    """Rows 70 and 190 are wrong; the message speaks of 70, whoever comes to which row first."""
    places = _places()
    places[[70, 190], ball] = place
    with pytest.raises(ValueError, match=words):
        simulate_many(places, STROKES, threads=threads)
