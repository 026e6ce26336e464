"""Records: one class per record, from which the numpy dtype is derived.

A field is declared once. Type checkers and readers see attributes, numba sees a record, plain
Python sees an ``np.record``. Field names never equal a name of an ndarray attribute (``size``,
``max``, ``shape`` ...): with the JIT off the wrong thing would be read.
"""

from __future__ import annotations

import functools
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

#: Nested fields: one integer or one number per player.
Ints2 = Annotated[NDArray[np.int64], np.int64, 2]
Reals2 = Annotated[NDArray[np.float64], np.float64, 2]

_SCALARS: dict[Any, Any] = {int: np.int64, float: np.float64}


@functools.cache
def dtype_of(record: type) -> np.dtype[Any]:
    """The numpy dtype of a record class: ``int`` is int64, ``float`` is float64.

    Args:
        record: a class whose annotations are ``int``, ``float`` or ``Annotated[..., dtype, n]``.

    Raises:
        TypeError: if a field has another type or the name of an array attribute.
    """
    fields: list[Any] = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if hasattr(np.recarray, name):
            raise TypeError(f"{record.__name__}.{name}: the name is taken by numpy arrays")
        if hint in _SCALARS:
            fields.append((name, _SCALARS[hint]))
        elif get_origin(hint) is Annotated:
            _, scalar, length = get_args(hint)
            fields.append((name, scalar, (length,)))
        else:
            raise TypeError(
                f"{record.__name__}.{name}: int, float or an annotated array, not {hint}"
            )
    return np.dtype(fields)


def rows(record: type, *shape: int) -> Any:
    """Zeroed rows of a record, an ``np.recarray`` of the given shape."""
    return np.zeros(shape, dtype_of(record)).view(np.recarray)


class Event:
    """One entry of the referee log: what a rule may read of a shot (shapes: scalars)."""

    t: float  # time since the stroke [s]
    t_end: float  # end of a contact that lasts (tip contact), else t [s]
    kind: int  # one of the kinds in events.py
    ball: int  # the ball it happens to, NO_BALL if none
    other: int  # ball, rail, pocket, line or cue part, by kind; -1 if none
    x: float  # centre of `ball` at the event [m]
    y: float  # [m]
    value: float  # by kind: elevation [rad], height [m], rest [s]
    flag: int  # bits, by kind


class Action:
    """Everything a player may have to say at one visit; each phase reads its own section."""

    option: int  # CHOOSE: index of the option taken
    place_x: float  # PLACE: cue ball [m]
    place_y: float
    ball: int  # CALL: called ball, NO_BALL if none
    pocket: int  # CALL: called pocket, -1 if none
    intent: int  # CALL: shot, safety or push out
    aim: float  # STRIKE: direction, counter-clockwise from +x [rad]
    speed: float  # cue speed at impact [m/s]
    side: float  # tip offset to the right [ball radii]
    follow: float  # tip offset upwards [ball radii]
    elevation: float  # butt lifted [rad]
    follow_through: float  # way of the tip after the impact [m]
