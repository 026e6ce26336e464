"""Colours of table and balls, as (red, green, blue) from 0 to 255."""

from __future__ import annotations

from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]

PAGE: Colour = (24, 26, 30)
CLOTH: Colour = (38, 128, 150)
WOOD_DARK: Colour = (58, 30, 18)
WOOD_LIGHT: Colour = (124, 70, 40)
LINER: Colour = (26, 24, 24)
HOLE: Colour = (6, 6, 8)
PEARL: Colour = (238, 230, 208)
CHALK: Colour = (232, 240, 240)
TEXT: Colour = (236, 238, 240)
TEXT_FAINT: Colour = (168, 174, 182)
IVORY: Colour = (250, 246, 232)
INK: Colour = (20, 18, 18)
DOT: Colour = (200, 30, 36)

_YELLOW: Colour = (250, 196, 20)
_BLUE: Colour = (22, 58, 158)
_RED: Colour = (214, 32, 30)
_PURPLE: Colour = (92, 38, 134)
_ORANGE: Colour = (246, 116, 18)
_GREEN: Colour = (10, 108, 56)
_MAROON: Colour = (124, 22, 34)
_BLACK: Colour = (22, 22, 26)

_SEVEN: tuple[Colour, ...] = (_YELLOW, _BLUE, _RED, _PURPLE, _ORANGE, _GREEN, _MAROON)

#: By ball number; 9 to 15 wear the colours of 1 to 7 as a stripe.
BALL_COLOURS: tuple[Colour, ...] = (IVORY, *_SEVEN, _BLACK, *_SEVEN)
