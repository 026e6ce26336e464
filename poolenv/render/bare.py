"""The bare table, painted once per table and size: rails, sights, cloth, pockets and cushions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from poolenv.render import colours
from poolenv.render.outline import (
    CUSHION_DEPTH,
    RAIL_WIDTH,
    Jaws,
    Opening,
    Outline,
    outline_of,
)
from poolenv.render.shapes import Canvas, box, circle, noise, polygon, segment, smooth

#: Free page around the rails [m].
MARGIN = 0.05
#: Radius of the outer corners of the rails [m].
OUTER_CORNER = 0.085
#: Where the light comes from, in the plane of the picture.
LIGHT = (-0.6, 0.8)

LINER = 0.013  # width of the pocket liner [m]
SIGHT_LONG = 0.0125  # half diagonals of a sight [m]
SIGHT_SHORT = 0.0075
SPOT_RADIUS = 0.0075  # of the foot spot [m]


def extent_of(length: float, width: float) -> tuple[float, float]:
    """Half width and half height of the picture on the table's plane [m]."""
    around = RAIL_WIDTH + MARGIN
    return 0.5 * length + around, 0.5 * width + around


def _rails(canvas: Canvas, outline: Outline) -> None:
    """Wooden rails with a bevelled edge and a shadow on the floor."""
    x, y = canvas.grid()
    half_x, half_y = 0.5 * outline.length, 0.5 * outline.width
    shadow = box(x - 0.008, y + 0.014, half_x + RAIL_WIDTH, half_y + RAIL_WIDTH, OUTER_CORNER)
    canvas.shade(1.0 - 0.75 * smooth(0.03, -0.03, shadow))

    beyond_x, beyond_y = np.abs(x) - half_x, np.abs(y) - half_y
    is_long = beyond_y > beyond_x  # the long rails' grain runs along x, mitred at the corners
    along = np.where(is_long, x, y + 7.0)
    across = np.where(is_long, y, x + 3.0)
    ring = across * 26.0 + 2.2 * noise(along * 1.1, across * 7.0, 1)
    figure = 0.5 + 0.5 * np.sin(2 * np.pi * ring)
    fibre = noise(along * 11.0, across * 420.0, 2)
    tone = np.clip(0.26 + 0.34 * figure + 0.4 * (fibre - 0.4), 0.0, 1.0)[..., None]
    wood = np.array(colours.WOOD_DARK) * (1 - tone) + np.array(colours.WOOD_LIGHT) * tone
    mitre = np.abs(beyond_x - beyond_y) / np.sqrt(2.0)
    at_joint = (beyond_x > 0) & (beyond_y > 0)
    wood = wood * np.where(at_joint, 0.7 + 0.3 * smooth(0.0, 0.0035, mitre), 1.0)[..., None]

    outer = box(x, y, half_x + RAIL_WIDTH, half_y + RAIL_WIDTH, OUTER_CORNER)
    inner = box(x, y, half_x + CUSHION_DEPTH, half_y + CUSHION_DEPTH)
    slope_y, slope_x = np.gradient(outer, -canvas.pixel, canvas.pixel)
    lit = slope_x * LIGHT[0] + slope_y * LIGHT[1]
    bevel = smooth(-0.026, 0.0, outer)
    crest = np.exp(-(((outer + 0.022) / 0.008) ** 2))
    light = 1.0 + bevel * (0.55 * lit - 0.25) + 0.22 * crest - 0.35 * smooth(0.012, 0.0, inner)
    canvas.paint(canvas.cover(outer), wood * light[..., None])


def _sights(canvas: Canvas, outline: Outline) -> None:
    """Inlaid diamonds, their long diagonal across the rail."""
    for sx, sy in outline.sights:
        on_long_rail = abs(sy) > 0.5 * outline.width
        half_x, half_y = (SIGHT_SHORT, SIGHT_LONG) if on_long_rail else (SIGHT_LONG, SIGHT_SHORT)
        window = canvas.window(sx - 0.03, sy - 0.03, sx + 0.03, sy + 0.03)
        x, y = window.grid()
        slant = np.hypot(1 / half_x, 1 / half_y)
        distance = (np.abs(x - sx) / half_x + np.abs(y - sy) / half_y - 1.0) / slant
        window.paint(0.55 * smooth(0.004, 0.0, distance), (20, 10, 6))
        sheen = 0.92 + 0.08 * np.clip((LIGHT[0] * (x - sx) + LIGHT[1] * (y - sy)) / 0.008, -1, 1)
        window.paint(window.cover(distance), sheen[..., None] * np.array(colours.PEARL))


def _cloth(canvas: Canvas, outline: Outline, marks: Any) -> None:
    """Cloth on bed and shelves, a little brighter under the lamp, with its lines and spots."""
    half_x, half_y = 0.5 * outline.length, 0.5 * outline.width
    reach_x, reach_y = half_x + CUSHION_DEPTH, half_y + CUSHION_DEPTH
    window = canvas.window(-reach_x - 0.02, -reach_y - 0.02, reach_x + 0.02, reach_y + 0.02)
    x, y = window.grid()
    lamp = 1.09 - 0.17 * (x / half_x) ** 2 - 0.13 * (y / half_y) ** 2
    nap = 0.016 * (noise(x * 55.0, y * 55.0, 3) - 0.5) + 0.02 * (noise(x * 9.0, y * 9.0, 4) - 0.5)
    inside = box(x, y, reach_x, reach_y)
    window.paint(window.cover(inside), (lamp + nap)[..., None] * np.array(colours.CLOTH))

    thin = max(0.0016, 0.55 * window.pixel)  # half the width of a drawn line
    head = float(marks.head_string)
    line = segment(x, y, (head, -half_y), (head, half_y)) - thin
    window.paint(0.34 * window.cover(line), colours.CHALK)
    spot = circle(x, y, (float(marks.foot_spot), 0.0), max(SPOT_RADIUS, 1.2 * window.pixel))
    window.paint(0.75 * window.cover(spot), colours.CHALK)
    centre = circle(x, y, (float(marks.foot_spot), 0.0), 0.45 * SPOT_RADIUS)
    window.paint(0.6 * window.cover(centre), colours.INK)


def _pocket(canvas: Canvas, outline: Outline, opening: Opening) -> None:
    """One opening: liner in the rail, shelf of cloth, hole with its inner wall."""
    half_x, half_y = 0.5 * outline.length, 0.5 * outline.width
    reach = max(opening.cut, opening.radius) + 0.08
    cx, cy = opening.centre
    window = canvas.window(cx - reach, cy - reach, cx + reach, cy + reach)
    x, y = window.grid()
    throat = polygon(x, y, opening.throat)
    round_cut = circle(x, y, opening.centre, opening.cut)
    liner = np.where(throat > 0.0, round_cut - LINER, 1.0)
    away = np.hypot(x - cx, y - cy) + 1e-12
    facing_light = ((x - cx) * LIGHT[0] + (y - cy) * LIGHT[1]) / away
    ridge = np.exp(-(((round_cut - 0.5 * LINER) / (0.22 * LINER)) ** 2))
    leather = np.array(colours.LINER) * (1.0 + ridge * (1.1 + 0.9 * facing_light))[..., None]
    window.shade(1.0 - 0.45 * smooth(LINER + 0.014, LINER, round_cut) * (throat > 0.0))
    window.paint(window.cover(liner), leather)

    drop = circle(x, y, opening.centre, opening.radius)
    on_cloth = box(x, y, half_x + CUSHION_DEPTH, half_y + CUSHION_DEPTH) < 0.0
    window.shade(1.0 - 0.62 * smooth(0.03, 0.0, drop) * on_cloth)
    hole = np.maximum(drop, np.minimum(throat, round_cut))
    wall = (1.0 - smooth(0.0, -0.036, drop)) * np.clip(0.35 - 0.65 * facing_light, 0.06, 1.0)
    window.paint(window.cover(hole), np.array(colours.HOLE) + 52.0 * wall[..., None])


def _cushions(canvas: Canvas, outline: Outline) -> None:
    """Cushions with a lit nose, and the shade they throw on the cloth."""
    for points, slope in zip(outline.cushions, outline.slopes, strict=True):
        around = 0.06
        low, high = points.min(axis=0) - around, points.max(axis=0) + around
        window = canvas.window(low[0], low[1], high[0], high[1])
        x, y = window.grid()
        distance = polygon(x, y, points)
        bed = box(x, y, 0.5 * outline.length, 0.5 * outline.width)
        on_cloth = smooth(CUSHION_DEPTH, CUSHION_DEPTH - 0.002, bed)
        shade = 0.42 * np.exp(-np.maximum(distance, 0.0) / 0.011) * (distance > -window.pixel)
        window.shade(1.0 - shade * on_cloth)
        up = (bed / CUSHION_DEPTH).clip(0.0, 1.0)  # 0 at the nose, 1 at the rail
        lit = float(slope[0] * LIGHT[0] + slope[1] * LIGHT[1])
        nose = np.exp(-(((up - 0.10) / 0.09) ** 2))
        facing = smooth(-0.012, 0.0, distance) * (up > 0.16) * (up < 0.93)
        light = 0.86 - 0.11 * lit + 0.26 * nose - 0.26 * smooth(0.55, 1.0, up) - 0.16 * facing
        window.paint(window.cover(distance), light[..., None] * np.array(colours.CLOTH))


@lru_cache(maxsize=16)
def _paint(
    marks_bytes: bytes, marks_type: np.dtype[Any], jaws: Jaws | None, width_px: int
) -> Canvas:
    marks = np.frombuffer(marks_bytes, marks_type).view(np.recarray)[0]
    outline = outline_of(marks, jaws)
    half_x, half_y = extent_of(outline.length, outline.width)
    pixel = 2.0 * half_x / width_px
    height_px = 2 * round(half_y / pixel)
    image = np.empty((height_px, width_px, 3), np.float32)
    canvas = Canvas(image, pixel, -half_x, 0.5 * height_px * pixel)
    x, y = canvas.grid()
    glow = 1.0 + 0.35 * (1.0 - (x / half_x) ** 2) * (1.0 - (y / half_y) ** 2).clip(0.0)
    image[:] = (glow[..., None] * np.array(colours.PAGE)).astype(np.float32)
    _rails(canvas, outline)
    _sights(canvas, outline)
    _cloth(canvas, outline, marks)
    for opening in outline.openings:
        _pocket(canvas, outline, opening)
    _cushions(canvas, outline)
    image.flags.writeable = False
    return canvas


def bare_table(marks: Any, jaws: Jaws | None, width_px: int) -> Canvas:
    """The table without balls; cached per table and size, its image read-only.

    Args:
        marks: one row of `Marks`.
        jaws: how the cushions end; from the marks if not given.
        width_px: width of the picture; the height follows and is even.

    Raises:
        ValueError: if the marks describe no table.
    """
    return _paint(marks.tobytes(), marks.dtype, jaws, width_px)
