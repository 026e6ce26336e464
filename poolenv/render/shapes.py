"""Painting by signed distance: every shape is a distance field, every edge is one pixel soft.

A distance is negative inside a shape. Coordinates are those of the table [m], y upwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Field: TypeAlias = NDArray[np.float32]
Reals: TypeAlias = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Canvas:
    """A picture and where its pixels lie on the table.

    Attributes:
        image: shape (height, width, 3), 0 to 255, painted in place.
        pixel: side of a pixel [m].
        left: x of the left edge [m].
        top: y of the upper edge [m].
    """

    image: Field
    pixel: float
    left: float
    top: float

    def window(self, x0: float, y0: float, x1: float, y1: float) -> Canvas:
        """The part that covers a rectangle of the table, cut to whole pixels; may be empty."""
        height, width = self.image.shape[:2]
        column0, column1 = np.clip(
            [np.floor((x0 - self.left) / self.pixel), np.ceil((x1 - self.left) / self.pixel)],
            0,
            width,
        ).astype(int)
        row0, row1 = np.clip(
            [np.floor((self.top - y1) / self.pixel), np.ceil((self.top - y0) / self.pixel)],
            0,
            height,
        ).astype(int)
        return Canvas(
            self.image[row0:row1, column0:column1],
            self.pixel,
            self.left + column0 * self.pixel,
            self.top - row0 * self.pixel,
        )

    def grid(self) -> tuple[Reals, Reals]:
        """Centres of the pixels: x of shape (1, width), y of shape (height, 1) [m]."""
        height, width = self.image.shape[:2]
        x: Reals = self.left + (np.arange(width) + 0.5) * self.pixel
        y: Reals = self.top - (np.arange(height) + 0.5) * self.pixel
        return x[None, :], y[:, None]

    def paint(self, alpha: ArrayLike, colour: ArrayLike) -> None:
        """Cover by a colour, or by a picture of the same shape, as far as `alpha` says."""
        cover = np.asarray(alpha, np.float32)[..., None]
        image = self.image
        image += cover * (np.asarray(colour, np.float32) - image)

    def shade(self, factor: ArrayLike) -> None:
        """Multiply the brightness."""
        image = self.image
        image *= np.asarray(factor, np.float32)[..., None]

    def cover(self, distance: Reals) -> Reals:
        """How much of each pixel lies inside a shape, 0 to 1."""
        covered: Reals = np.clip(0.5 - distance / self.pixel, 0.0, 1.0)
        return covered


def smooth(edge0: float, edge1: float, value: Reals) -> Reals:
    """0 before the first edge, 1 after the second, a smooth step between."""
    t: Reals = np.clip((value - edge0) / (edge1 - edge0), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def circle(x: Reals, y: Reals, centre: ArrayLike, radius: float) -> Reals:
    """Distance to a disc."""
    cx, cy = np.asarray(centre, float)[:2]
    distance: Reals = np.hypot(x - cx, y - cy) - radius
    return distance


def box(x: Reals, y: Reals, half_x: float, half_y: float, corner: float = 0.0) -> Reals:
    """Distance to a rectangle about the origin, its corners rounded by a radius."""
    dx: Reals = np.abs(x) - (half_x - corner)
    dy: Reals = np.abs(y) - (half_y - corner)
    outside: Reals = np.hypot(np.maximum(dx, 0.0), np.maximum(dy, 0.0))
    return outside + np.minimum(np.maximum(dx, dy), 0.0) - corner


def segment(x: Reals, y: Reals, a: ArrayLike, b: ArrayLike) -> Reals:
    """Distance to a straight line of no width from `a` to `b`."""
    ax, ay = np.asarray(a, float)[:2]
    bx, by = np.asarray(b, float)[:2]
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    s = np.clip(((x - ax) * dx + (y - ay) * dy) / square, 0.0, 1.0) if square > 0.0 else 0.0
    distance: Reals = np.hypot(x - ax - s * dx, y - ay - s * dy)
    return distance


def polygon(x: Reals, y: Reals, points: Reals) -> Reals:
    """Distance to a simple polygon of shape (n, 2), in either sense of rotation."""
    inside = np.zeros(np.broadcast_shapes(x.shape, y.shape), bool)
    distance = np.full(inside.shape, np.inf)
    for a, b in zip(points, np.roll(points, -1, axis=0), strict=True):
        distance = np.minimum(distance, segment(x, y, a, b))
        crosses = (a[1] > y) != (b[1] > y)
        if a[1] != b[1]:
            inside ^= crosses & (x < a[0] + (y - a[1]) * ((b[0] - a[0]) / (b[1] - a[1])))
    return np.where(inside, -distance, distance)


def _lattice(i: Reals, j: Reals, salt: int) -> Reals:
    """A fixed pseudo-random number from 0 to 1 for each point of the integer lattice."""
    mixed = i.astype(np.int64) * 374761393 + j.astype(np.int64) * 668265263 + salt * 974634777
    word = (mixed & 0xFFFFFFFF).astype(np.uint64)
    word = ((word ^ (word >> np.uint64(13))) * np.uint64(1274126177)) & np.uint64(0xFFFFFFFF)
    return ((word ^ (word >> np.uint64(16))) & np.uint64(0xFFFF)).astype(float) / 65535.0


def noise(u: Reals, v: Reals, salt: int = 0) -> Reals:
    """Smooth noise from 0 to 1 with a grain of one unit (value noise on the integer lattice)."""
    u, v = np.broadcast_arrays(u, v)
    i, j = np.floor(u), np.floor(v)
    s, t = smooth(0.0, 1.0, u - i), smooth(0.0, 1.0, v - j)
    lower = _lattice(i, j, salt) * (1 - s) + _lattice(i + 1, j, salt) * s
    upper = _lattice(i, j + 1, salt) * (1 - s) + _lattice(i + 1, j + 1, salt) * s
    return lower * (1 - t) + upper * t
