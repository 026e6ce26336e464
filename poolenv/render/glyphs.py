"""Letters and digits as strokes, so that pictures need no font file.

A glyph is a list of strokes in units of a twelfth of the height of a capital: ``x,y x,y ...`` is a
polyline, a leading ``~`` makes it the quadratic spline with these control points, ``o`` closes it.
Ball digits for small pictures are a second set on a grid of whole pixels.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Strokes: TypeAlias = tuple[NDArray[np.float64], ...]

CAPITAL = 12.0
#: Lowest point of a descender, in the same units.
DESCENT = -4.0
_GAP = 3.0  # between two glyphs
_SPACE = 4.5
_SPLINE_STEPS = 6

_GLYPHS = {
    "A": "0,0 4.2,12 8.4,0|1.5,4 6.9,4",
    "B": "3.6,12 0,12 0,0 4,0|0,6.4 4,6.4|~3.6,12 7.2,12 7.2,6.4 3.6,6.4|~4,6.4 7.9,6.4 7.9,0 4,0",
    "C": "~7.9,9.2 6.9,12 0,12 0,0 6.9,0 7.9,2.8",
    "D": "3.4,12 0,12 0,0 3.4,0|~3.4,12 8.3,12 8.3,0 3.4,0",
    "E": "7,12 0,12 0,0 7,0|0,6.3 6,6.3",
    "F": "7,12 0,12 0,0|0,6.2 6,6.2",
    "G": "~7.9,9.4 6.9,12 0,12 0,0 6.5,0 8.2,1.8|8.2,1.8 8.2,5.8 4.9,5.8",
    "H": "0,0 0,12|8,0 8,12|0,6.3 8,6.3",
    "I": "0,0 0,12",
    "J": "5.2,12 5.2,3.6|~5.2,3.6 5.2,0 0,0 0,3",
    "K": "0,0 0,12|7.2,12 0,4.9|2.5,7.4 7.6,0",
    "L": "0,12 0,0 6.5,0",
    "M": "0,0 0,12 4.7,4 9.4,12 9.4,0",
    "N": "0,0 0,12 8,0 8,12",
    "O": "o0,0 8.8,0 8.8,12 0,12",
    "P": "0,0 0,12 3.8,12|0,5.6 3.8,5.6|~3.8,12 7.5,12 7.5,5.6 3.8,5.6",
    "Q": "o0,0 8.8,0 8.8,12 0,12|5.4,3 8.8,-0.8",
    "R": "0,0 0,12 3.8,12|0,5.8 3.8,5.8|~3.8,12 7.4,12 7.4,5.8 3.8,5.8|4.2,5.8 7.8,0",
    "S": "~7.1,9.6 6.5,12 0.3,12 0.3,6.8 7.6,5.8 7.6,0 0.6,0 0,2.5",
    "T": "0,12 8,12|4,12 4,0",
    "U": "0,12 0,4.4|~0,4.4 0,0 8,0 8,4.4|8,4.4 8,12",
    "V": "0,12 4.2,0 8.4,12",
    "W": "0,12 2.9,0 5.8,12 8.7,0 11.6,12",
    "X": "0,0 7.6,12|0,12 7.6,0",
    "Y": "0,12 4,5.6 8,12|4,5.6 4,0",
    "Z": "0,12 7.4,12 0,0 7.6,0",
    "a": "6.4,8.4 6.4,0|o0,0 6.4,0 6.4,8.4 0,8.4",
    "b": "0,12.6 0,0|o0,0 6.4,0 6.4,8.4 0,8.4",
    "c": "~5.9,6.4 5.3,8.4 0,8.4 0,0 5.3,0 5.9,2",
    "d": "6.4,12.6 6.4,0|o0,0 6.4,0 6.4,8.4 0,8.4",
    "e": "0.1,4.3 6.3,4.3|~6.3,4.3 6.3,8.4 0,8.4 0,0 5.4,0 6.1,1.9",
    "f": "~4.6,12.3 1.8,13 1.8,9.4|1.8,9.4 1.8,0|0,8.3 4.3,8.3",
    "g": "6.4,8.4 6.4,-0.6|~6.4,-0.6 6.4,-4 0.9,-4 0.4,-2.4|o0,0 6.4,0 6.4,8.4 0,8.4",
    "h": "0,12.6 0,0|~0,4.6 0,8.4 6,8.4 6,4.6|6,4.6 6,0",
    "i": "0,8.3 0,0|0,11.4 0,11.5",
    "j": "1.8,8.3 1.8,-1.2|~1.8,-1.2 1.8,-3.9 -0.4,-3.8|1.8,11.4 1.8,11.5",
    "k": "0,12.6 0,0|5.5,8.3 0,3.1|2.1,5.1 5.9,0",
    "l": "0,12.6 0,0",
    "m": "0,8.3 0,0|~0,4.8 0,8.4 4.7,8.4 4.7,4.8 4.7,0|~4.7,4.8 4.7,8.4 9.4,8.4 9.4,4.8 9.4,0",
    "n": "0,8.3 0,0|~0,4.6 0,8.4 6,8.4 6,4.6|6,4.6 6,0",
    "o": "o0,0 6.8,0 6.8,8.4 0,8.4",
    "p": "0,8.3 0,-4|o0,0 6.4,0 6.4,8.4 0,8.4",
    "q": "6.4,8.3 6.4,-4|o0,0 6.4,0 6.4,8.4 0,8.4",
    "r": "0,8.3 0,0|~0,4.6 0,8.8 3.9,8.2",
    "s": "~5.3,6.6 4.9,8.4 0.2,8.4 0.2,4.9 5.7,4 5.7,0 0.4,0 0,1.8",
    "t": "1.8,11.4 1.8,2.4|~1.8,2.4 1.8,-0.2 4.5,0.2|0,8.3 4.3,8.3",
    "u": "0,8.3 0,3.8|~0,3.8 0,0 6,0 6,3.8|6,8.3 6,0",
    "v": "0,8.3 3.2,0 6.4,8.3",
    "w": "0,8.3 2.4,0 4.8,8.3 7.2,0 9.6,8.3",
    "x": "0,0 6,8.3|0,8.3 6,0",
    "y": "0,8.3 3.2,0.2|6.4,8.3 2.8,-1.6|~2.8,-1.6 1.9,-4 -0.2,-3.7",
    "z": "0,8.3 5.8,8.3 0,0 6,0",
    "0": "o0,0 7.4,0 7.4,12 0,12",
    "1": "0.6,9.4 3.6,12 3.6,0",
    "2": "~0.2,8.9 0.4,12 7.2,12 7.2,7.2 0,0|0,0 7.4,0",
    "3": "~0.3,9.6 1,12 7,12 7,6.5 3,6.5|~3,6.5 7.6,6.5 7.6,0 0.6,0 0,2.6",
    "4": "5.5,0 5.5,12 0,3.4 7.7,3.4",
    "5": "6.6,12 1,12 0.6,6.4|~0.6,6.4 2,7.9 7.4,8.3 7.4,0 0.6,0 0,2.4",
    "6": "~6,12 0,8.6 0,3.7|o0,0 7.4,0 7.4,7.4 0,7.4",
    "7": "0,12 7.4,12 2.6,0",
    "8": "o0.4,6.4 7,6.4 7,12 0.4,12|o0,0 7.4,0 7.4,6.4 0,6.4",
    "9": "o0,4.6 7.4,4.6 7.4,12 0,12|~7.4,8.3 7.4,3.4 1.4,0",
    ".": "0,0 0,0.2",
    ",": "0.5,0.2 0,-2",
    ":": "0,0.4 0,0.5|0,7.2 0,7.3",
    ";": "0.5,0.2 0,-2|0.5,7.2 0.5,7.3",
    "!": "0,12 0,4|0,0 0,0.2",
    "?": "~0,9.4 0.4,12 6.4,12 6.4,7.6 3,7 3,3.8|3,0 3,0.2",
    "'": "0,12 0,9.2",
    '"': "0,12 0,9.2|2.6,12 2.6,9.2",
    "-": "0,4.6 4,4.6",
    "_": "0,-1.5 7,-1.5",
    "+": "0,5 7,5|3.5,1.5 3.5,8.5",
    "=": "0,3.4 7,3.4|0,6.8 7,6.8",
    "/": "0,-1.2 5,13",
    "(": "~2.8,13.6 0,10 0,2 2.8,-1.8",
    ")": "~0,13.6 2.8,10 2.8,2 0,-1.8",
    "[": "2.4,13.2 0,13.2 0,-1.6 2.4,-1.6",
    "]": "0,13.2 2.4,13.2 2.4,-1.6 0,-1.6",
    "<": "6,9 0,5 6,1",
    ">": "0,9 6,5 0,1",
    "*": "2.6,12 2.6,6.6|0.2,10.8 5,7.8|0.2,7.8 5,10.8",
    "#": "1.4,0.6 3,11.4|5,0.6 6.6,11.4|0,3.8 7.4,3.8|0.6,8.2 8,8.2",
    "%": "o0,7.6 3.8,7.6 3.8,12 0,12|o5.6,0 9.4,0 9.4,4.4 5.6,4.4|7.8,12 1.6,0",
    "&": "~8.4,0 1.2,8.4 1.2,12 5.8,12 5.8,8 0,6 0,0 6.2,0 7.8,5.6",
    "°": "o0,8.4 3.6,8.4 3.6,12 0,12",
    "·": "0,5 0,5.2",
}
#: Drawn for a character that has no strokes.
_UNKNOWN = "0,0 6,0 6,12 0,12 0,0"

_BALL_DIGITS = {
    "0": "0,0 2,0 2,4 0,4 0,0",
    "1": "0,0 0,4",
    "2": "0,4 2,4 2,2 0,2 0,0 2,0",
    "3": "0,4 2,4 2,0 0,0|0,2 2,2",
    "4": "0,4 0,2 2,2|2,4 2,0",
    "5": "2,4 0,4 0,2 2,2 2,0 0,0",
    "6": "2,4 0,4 0,0 2,0 2,2 0,2",
    "7": "0,4 2,4 2,0",
    "8": "0,0 2,0 2,4 0,4 0,0|0,2 2,2",
    "9": "0,0 2,0 2,4 0,4 0,2 2,2",
}


def _spline(points: NDArray[np.float64], closed: bool) -> NDArray[np.float64]:
    """Points on the quadratic B-spline with these control points, ends reached."""
    if closed:
        controls = points
        starts = 0.5 * (np.roll(points, 1, axis=0) + points)
        ends = 0.5 * (points + np.roll(points, -1, axis=0))
    else:
        controls = points[1:-1]
        middles = 0.5 * (points[1:-2] + points[2:-1])
        starts = np.concatenate([points[:1], middles])
        ends = np.concatenate([middles, points[-1:]])
    s = (np.arange(_SPLINE_STEPS) / _SPLINE_STEPS)[None, :, None]
    a, b, c = starts[:, None], controls[:, None], ends[:, None]
    curve = ((1 - s) ** 2 * a + 2 * s * (1 - s) * b + s**2 * c).reshape(-1, 2)
    return np.concatenate([curve, ends[-1:]])


def _parse(text: str) -> Strokes:
    strokes = []
    for part in text.split("|"):
        kind, numbers = (part[0], part[1:]) if part[0] in "~o" else ("", part)
        points = np.array([[float(v) for v in pair.split(",")] for pair in numbers.split()])
        strokes.append(_spline(points, kind == "o") if kind else points)
    return tuple(strokes)


@lru_cache(maxsize=256)
def glyph(character: str) -> Strokes:
    """Strokes of one character; accents are dropped, an unknown character is an empty frame."""
    if character not in _GLYPHS:
        plain = unicodedata.normalize("NFKD", character)[0]
        return _parse(_GLYPHS.get(plain, _UNKNOWN))
    return _parse(_GLYPHS[character])


def line_of(text: str) -> tuple[Strokes, float]:
    """Strokes of a line of text from x = 0 on the baseline, and its width, in glyph units."""
    strokes: list[NDArray[np.float64]] = []
    pen = 0.0
    for character in text:
        if character.isspace():
            pen += _SPACE
            continue
        parts = glyph(character)
        right = max(float(part[:, 0].max()) for part in parts)
        strokes += [part + np.array([pen, 0.0]) for part in parts]
        pen += right + _GAP
    return tuple(strokes), max(pen - _GAP, 0.0)


@lru_cache(maxsize=64)
def ball_number(number: int, coarse: bool) -> Strokes:
    """Strokes of a ball's number about the origin.

    Args:
        number: of the ball, 1 to 15.
        coarse: on a grid of whole pixels, a digit being 3 wide and 5 high; else smooth, in units of
            the height of the digits.
    """
    if coarse:
        pen, strokes = 0.0, []
        for digit in str(number):
            parts = _parse(_BALL_DIGITS[digit])
            strokes += [part + np.array([pen, 0.0]) for part in parts]
            pen += max(float(part[:, 0].max()) for part in parts) + 2.0
        middle = np.array([0.5 * (pen - 2.0), 2.0])
        return tuple(part - middle for part in strokes)
    line, width = line_of(str(number))
    left = min(float(part[:, 0].min()) for part in line)
    middle = np.array([0.5 * (left + width), 0.5 * CAPITAL])
    return tuple((part - middle) / CAPITAL for part in line)
