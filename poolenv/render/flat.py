"""A scene as a picture from above: head on the left, foot on the right, y upwards. Numpy only."""

from __future__ import annotations

import operator

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import CUE
from poolenv.render import colours
from poolenv.render.bare import bare_table
from poolenv.render.lettering import LEADING, write
from poolenv.render.scene import BallPath, Scene
from poolenv.render.shapes import Canvas, segment
from poolenv.render.spheres import paint_balls

#: Widths that can be drawn [px].
NARROWEST, WIDEST = 160, 8192


def _paint_path(canvas: Canvas, path: BallPath) -> None:
    """A thin line in the ball's colour, as dense where segments meet as elsewhere."""
    if len(path.points) < 2:
        return
    half = max(0.0022, 0.75 * canvas.pixel)
    cover = np.zeros(canvas.image.shape[:2])
    for a, b in zip(path.points[:-1, :2], path.points[1:, :2], strict=True):
        low, high = np.minimum(a, b) - 2 * half, np.maximum(a, b) + 2 * half
        window = canvas.window(low[0], low[1], high[0], high[1])
        if window.image.size:
            x, y = window.grid()
            row = round((canvas.top - window.top) / canvas.pixel)
            column = round((window.left - canvas.left) / canvas.pixel)
            part = window.cover(segment(x, y, a, b) - half)
            view = cover[row : row + part.shape[0], column : column + part.shape[1]]
            np.maximum(view, part, out=view)
    colour = np.array(colours.BALL_COLOURS[path.ball], float)
    if path.ball != CUE:
        colour += 0.4 * (255.0 - colour)
    rows, columns = np.flatnonzero(cover.any(axis=1)), np.flatnonzero(cover.any(axis=0))
    if rows.size:
        area = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        Canvas(canvas.image[area], canvas.pixel, 0.0, 0.0).paint(0.85 * cover[area], colour)


def _caption_sizes(width_px: int) -> tuple[int, int]:
    """Height of the capitals of the first line and of the others [px]."""
    return max(10, round(0.0150 * width_px)), max(8, round(0.0118 * width_px))


def caption_height(lines: int, width_px: int) -> int:
    """Height of the strip that a caption of so many lines takes, an even number [px]."""
    if lines == 0:
        return 0
    first, other = _caption_sizes(width_px)
    return 2 * round(0.5 * (LEADING * (first + (lines - 1) * other) + 0.9 * first))


def draw(scene: Scene, width_px: int = 960) -> NDArray[np.uint8]:
    """The picture of a scene.

    Args:
        scene: made by `make_scene`.
        width_px: width of the picture [px].

    Returns:
        uint8, shape (height, width_px, 3); the height is even and depends on table, width and the
        number of caption lines only. A fresh array.

    Raises:
        ValueError: if the width is not a whole number from 160 to 8192.
    """
    try:
        width_px = operator.index(width_px)
    except TypeError:
        raise ValueError(f"width_px is {width_px!r}; expected a whole number of pixels") from None
    if not NARROWEST <= width_px <= WIDEST:
        raise ValueError(f"width_px is {width_px}; expected {NARROWEST} to {WIDEST}")
    bare = bare_table(scene.marks, scene.jaws, width_px)
    table_height = bare.image.shape[0]
    image = np.empty(
        (table_height + caption_height(len(scene.caption), width_px), width_px, 3), np.float32
    )
    image[:table_height] = bare.image
    image[table_height:] = colours.PAGE
    canvas = Canvas(image[:table_height], bare.pixel, bare.left, bare.top)
    for path in scene.paths:
        _paint_path(canvas, path)
    paint_balls(canvas, scene.positions, scene.present, float(scene.marks.ball_radius), scene.turns)

    first, other = _caption_sizes(width_px)
    row = table_height + 0.3 * first
    for k, line in enumerate(scene.caption):
        capital = first if k == 0 else other
        colour = colours.TEXT if k == 0 else colours.TEXT_FAINT
        write(image, line, round(0.022 * width_px), round(row), capital, colour)
        row += LEADING * capital
    return np.clip(np.rint(image), 0, 255).astype(np.uint8)
