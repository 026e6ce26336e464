"""Balls: a lit sphere with stripe, number discs and digits, seen from above."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import CUE, EIGHT
from poolenv.render import colours
from poolenv.render.glyphs import Strokes, ball_number
from poolenv.render.shapes import Canvas, Reals, smooth

_SAMPLES = 3  # per pixel and axis, inside a ball
LAMP = np.array([-0.46, 0.56, 1.0]) / math.sqrt(0.46**2 + 0.56**2 + 1.0)
STRIPE = 0.60  # half width of the stripe [ball radii]
DISC = 0.54  # radius of the number disc [ball radii]
DOT = 0.17  # radius of a dot of the cue ball [ball radii]
_DIGITS_FROM = 3.6  # ball radius from which digits can be read [px]
_DISC_FROM = 5.8  # ball radius from which a white disc leaves enough of the colour [px]
_SMOOTH_FROM = 9.0  # ball radius below which digits sit on the grid of pixels [px]
_LIGHT_COLOUR = 360  # red + green + blue from which a ball without disc takes dark digits
EYE = 3.0  # height of the eye above the cloth, for balls in the air [m]

#: Three dots show upright, 54.7 degrees off the vertical; the other three are opposite.
DOTS = np.array(
    [
        [math.sqrt(2 / 3) * math.cos(a), math.sqrt(2 / 3) * math.sin(a), math.sqrt(1 / 3)]
        for a in (math.radians(d) for d in (100.0, 220.0, 340.0))
    ]
)


def _nearest(strokes: Strokes, u: Reals, v: Reals) -> Reals:
    """Distance of each point to the nearest stroke, shape of `u` (one axis)."""
    a = np.concatenate([part[:-1] for part in strokes])
    b = np.concatenate([part[1:] for part in strokes])
    along = b - a
    square = np.maximum((along**2).sum(axis=1), 1e-12)
    du, dv = u[:, None] - a[:, 0], v[:, None] - a[:, 1]
    s = np.clip((du * along[:, 0] + dv * along[:, 1]) / square, 0.0, 1.0)
    away = (du - s * along[:, 0]) ** 2 + (dv - s * along[:, 1]) ** 2
    distance: Reals = np.sqrt(away.min(axis=1))
    return distance


def _ink(
    number: int, u: Reals, v: Reals, radius_px: float, snap: tuple[float, float]
) -> NDArray[np.bool_]:
    """Which points of the number disc are inked; `u`, `v` in ball radii from its middle."""
    if radius_px < _SMOOTH_FROM:
        strokes = ball_number(number, True)
        return _nearest(strokes, u * radius_px - snap[0], v * radius_px - snap[1]) < 0.5
    height = 0.56 if number < 10 else 0.47
    return _nearest(ball_number(number, False), u / height, v / height) < 0.088


def _skin(number: int, body: Reals, radius_px: float, snap: tuple[float, float]) -> Reals:
    """Colour of the ball's surface at unit vectors in its own frame, shape (n, 3)."""
    x, y, z = body
    skin = np.empty((x.size, 3))
    skin[:] = colours.BALL_COLOURS[number]
    if number == CUE:
        for dot in DOTS:
            skin[1.0 - np.abs(dot @ body) < 0.5 * DOT * DOT] = colours.DOT
        return skin
    if number > EIGHT:
        skin[np.abs(y) > STRIPE] = colours.IVORY
    if radius_px < _DIGITS_FROM:
        return skin
    disc = max(DISC, 3.4 / radius_px)
    on_disc = np.flatnonzero(x * x + y * y < disc * disc)
    ink = colours.INK
    if radius_px >= _DISC_FROM:
        skin[on_disc] = colours.IVORY
    elif sum(colours.BALL_COLOURS[number]) < _LIGHT_COLOUR:
        ink = colours.IVORY
    side = np.sign(z[on_disc])  # the second disc is opposite, its number read from that side
    inked = _ink(number, side * x[on_disc], y[on_disc], radius_px, snap)
    skin[on_disc[inked]] = ink
    return skin


def _paint_ball(
    canvas: Canvas, number: int, centre: Reals, radius: float, dark: float, turn: Reals | None
) -> None:
    """One ball; `dark` is its brightness, below 1 inside a pocket."""
    reach = radius + 1.5 * canvas.pixel
    window = canvas.window(
        centre[0] - reach, centre[1] - reach, centre[0] + reach, centre[1] + reach
    )
    height, width = window.image.shape[:2]
    if height == 0 or width == 0:
        return
    fine = canvas.pixel / _SAMPLES
    u = (window.left - centre[0] + (np.arange(width * _SAMPLES) + 0.5) * fine) / radius
    v = (window.top - centre[1] - (np.arange(height * _SAMPLES) + 0.5) * fine) / radius
    x, y = (a.ravel() for a in np.meshgrid(u, v))
    square = x * x + y * y
    limb = np.sqrt(np.maximum(square, 1.0))  # points outside take the colour of the limb
    normal = np.stack([x / limb, y / limb, np.sqrt(np.maximum(1.0 - square, 0.0))])

    radius_px = radius / canvas.pixel
    snap = (0.0, 0.0)
    body = normal
    if turn is None:
        column = (centre[0] - window.left) / canvas.pixel
        row = (window.top - centre[1]) / canvas.pixel
        snap = (math.floor(column) + 0.5 - column, row - math.floor(row) - 0.5)
    else:
        body = turn.T @ normal
    facing = np.clip(LAMP @ normal, 0.0, 1.0)
    light = (0.50 + 0.58 * facing) * (0.74 + 0.26 * normal[2])
    skin = _skin(number, body, radius_px, snap) * light[:, None]
    gloss = 0.20 * smooth(0.72, 1.0, facing) + 0.72 * smooth(0.962, 0.992, facing)
    skin += gloss[:, None] * (255.0 - skin)
    samples = (dark * skin).reshape(height, _SAMPLES, width, _SAMPLES, 3)
    px, py = window.grid()
    window.paint(
        window.cover(np.hypot(px - centre[0], py - centre[1]) - radius), samples.mean(axis=(1, 3))
    )


def _paint_shadow(canvas: Canvas, centre: Reals, radius: float, height: float) -> None:
    """Soft shadow on the cloth, further away and fainter for a ball in the air."""
    lift = 1.0 + height / radius
    cx, cy = centre[0] + 0.26 * radius * lift, centre[1] - 0.32 * radius * lift
    reach = 1.5 * radius
    window = canvas.window(cx - reach, cy - reach, cx + reach, cy + reach)
    x, y = window.grid()
    away = np.hypot(x - cx, y - cy) / radius
    window.shade(1.0 - 0.58 / (1.0 + 0.35 * (lift - 1.0)) * smooth(1.42, 0.50, away))


def paint_balls(
    canvas: Canvas,
    positions: Reals,
    present: NDArray[np.bool_],
    ball_radius: float,
    turns: Reals | None,
) -> None:
    """Paint the balls that are present, shadows first, the highest ball last.

    Args:
        canvas: the picture, painted in place.
        positions: centres, shape (16, 3) [m].
        present: shape (16,).
        ball_radius: [m].
        turns: rotation of each ball, shape (16, 3, 3), or None: numbers face the viewer.
    """
    balls = sorted(np.flatnonzero(present).tolist(), key=lambda b: (float(positions[b, 2]), b))
    for b in balls:
        height = float(positions[b, 2]) - ball_radius
        if height >= -0.5 * ball_radius:
            _paint_shadow(canvas, positions[b], ball_radius, max(height, 0.0))
    for b in balls:
        height = float(positions[b, 2]) - ball_radius
        radius = ball_radius * EYE / (EYE - min(max(height, -0.3), 1.0))
        dark = min(max(1.0 + 0.3 * height / ball_radius, 0.2), 1.0)
        _paint_ball(canvas, b, positions[b], radius, dark, None if turns is None else turns[b])
