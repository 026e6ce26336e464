"""Lines of text painted into a picture."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from poolenv.render.colours import Colour
from poolenv.render.glyphs import CAPITAL, DESCENT, line_of
from poolenv.render.shapes import Canvas, Field, segment

#: Height of a line over the height of its capitals.
LEADING = 1.9


@lru_cache(maxsize=512)
def _mask(text: str, capital_px: int) -> Field:
    """Coverage of one line of text, one glyph unit being a twelfth of the capitals' height."""
    strokes, width = line_of(text)
    unit = capital_px / CAPITAL
    pad = 2.0
    columns = max(1, int(np.ceil(width * unit + 2 * pad)))
    rows = int(np.ceil((CAPITAL * 1.15 - DESCENT) * unit + 2 * pad))
    baseline = rows - pad + DESCENT * unit
    half = max(0.052 * capital_px, 0.62)
    mask = np.zeros((rows, columns), np.float32)
    paper = Canvas(np.zeros((rows, columns, 3), np.float32), 1.0, -pad, baseline)
    for stroke in strokes:
        for a, b in zip(unit * stroke[:-1], unit * stroke[1:], strict=True):
            low, high = np.minimum(a, b) - half - 1.0, np.maximum(a, b) + half + 1.0
            part = paper.window(low[0], low[1], high[0], high[1])
            x, y = part.grid()
            cover = np.clip(0.5 + half - segment(x, y, a, b), 0.0, 1.0)
            if cover.size:
                row, column = round(baseline - part.top), round(part.left + pad)
                view = mask[row : row + cover.shape[0], column : column + cover.shape[1]]
                np.maximum(view, cover, out=view, casting="same_kind")
    mask.flags.writeable = False
    return mask


def write(image: Field, text: str, column: int, row: int, capital_px: int, colour: Colour) -> None:
    """Write a line of text, cut at the right edge.

    Args:
        image: shape (height, width, 3), painted in place.
        text: the line.
        column: of its left end [px].
        row: of the upper edge of the capitals [px].
        capital_px: height of the capitals [px].
        colour: of the ink.
    """
    mask = _mask(text, capital_px)
    top = row - round(mask.shape[0] - 2 - capital_px * (1 - DESCENT / CAPITAL))
    left = column - 2
    height, width = image.shape[:2]
    mask = mask[: max(height - top, 0), : max(width - left, 0)]
    view = image[top : top + mask.shape[0], left : left + mask.shape[1]]
    view += mask[..., None] * (np.array(colour, np.float32) - view)
