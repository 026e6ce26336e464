"""A position: where the balls lie on the bed, as people and files say it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolenv.balls import N_BALLS

#: Digits of the text form: 0.01 mm.
DIGITS = 5


class Position(Mapping[int, tuple[float, float]]):
    """Where balls lie: ball number -> (x, y) of its centre [m], origin at the centre of the bed.

    Balls that are not named are not on the bed. Immutable; equal positions are equal and hash
    alike.

    Args:
        balls: a mapping of ball numbers (0 is the cue ball) to (x, y), or another position.

    Raises:
        ValueError: if a ball does not exist or a coordinate is not a finite number.

    Example:
        >>> position = Position({0: (-0.635, 0.0), 9: (0.635, 0.1)})
        >>> str(position)
        '0:-0.63500,0.00000 9:0.63500,0.10000'
        >>> Position.from_text(str(position)) == position
        True
    """

    __slots__ = ("_balls",)

    def __init__(self, balls: Mapping[int, Any]) -> None:
        checked: dict[int, tuple[float, float]] = {}
        for ball, place in balls.items():
            number = _ball_number(ball)
            checked[number] = _place(number, place)
        self._balls = dict(sorted(checked.items()))

    def __getitem__(self, ball: int) -> tuple[float, float]:
        return self._balls[ball]

    def __iter__(self) -> Iterator[int]:
        return iter(self._balls)

    def __len__(self) -> int:
        return len(self._balls)

    def __hash__(self) -> int:
        return hash(tuple(self._balls.items()))

    def __repr__(self) -> str:
        return f"Position.from_text({str(self)!r})"

    def __str__(self) -> str:
        parts = []
        for ball, (x, y) in self._balls.items():
            # "+ 0.0" turns the rounded -0.0 into 0.0.
            x, y = round(x, DIGITS) + 0.0, round(y, DIGITS) + 0.0
            parts.append(f"{ball}:{x:.{DIGITS}f},{y:.{DIGITS}f}")
        return " ".join(parts)

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Read the text form, ``ball:x,y`` separated by blanks, metres.

        Raises:
            ValueError: naming the part that cannot be read.
        """
        balls: dict[int, tuple[float, float]] = {}
        for index, part in enumerate(text.split()):
            where = f"part {index + 1}, {part!r}"
            try:
                ball_text, place = part.split(":")
                x_text, y_text = place.split(",")
                ball, x, y = int(ball_text), float(x_text), float(y_text)
            except ValueError:
                raise ValueError(f"{where}: expected ball:x,y such as 9:0.63500,0.00000") from None
            if ball in balls:
                raise ValueError(f"{where}: ball {ball} is placed twice")
            balls[ball] = (x, y)
        return cls(balls)

    @classmethod
    def from_array(cls, array: NDArray[np.float64]) -> Position:
        """A position from a (16, 2) array with NaN pairs for absent balls [m].

        Raises:
            ValueError: if the shape is wrong or only one of a pair is NaN.
        """
        table = np.asarray(array, dtype=np.float64)
        if table.shape != (N_BALLS, 2):
            raise ValueError(f"positions: expected shape ({N_BALLS}, 2), got {table.shape}")
        absent = np.isnan(table)
        for ball in range(N_BALLS):
            if absent[ball, 0] != absent[ball, 1]:
                raise ValueError(
                    f"ball {ball}: ({table[ball, 0]}, {table[ball, 1]}) is half a place; "
                    "an absent ball has NaN twice"
                )
        present = (ball for ball in range(N_BALLS) if not absent[ball, 0])
        return cls({ball: (table[ball, 0], table[ball, 1]) for ball in present})

    def to_array(self) -> NDArray[np.float64]:
        """A (16, 2) array with NaN pairs for absent balls [m]."""
        array = np.full((N_BALLS, 2), np.nan)
        for ball, place in self._balls.items():
            array[ball] = place
        return array


def _ball_number(ball: Any) -> int:
    if isinstance(ball, bool) or not isinstance(ball, int | np.integer):
        raise ValueError(f"ball {ball!r}: expected a number from 0 (the cue ball) to 15")
    if not 0 <= ball < N_BALLS:
        raise ValueError(f"ball {ball!r} does not exist; balls are 0 (the cue ball) to 15")
    return int(ball)


def _place(ball: int, place: Any) -> tuple[float, float]:
    try:
        x, y = place
        x, y = float(x), float(y)
    except (TypeError, ValueError):
        raise ValueError(f"ball {ball}: expected (x, y) in metres, got {place!r}") from None
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"ball {ball}: ({x}, {y}) is not finite; leave an absent ball out")
    return x, y
