"""Codecs: how an agent's action becomes a stroke, a call, a place or a choice."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from poolenv.candidates import N_CANDIDATES, N_WITH_REACTIONS
from poolenv.compact import COMPACT_NAMES, N_COMPACT
from poolenv.compact_calls import COMPACT_CALLS_NAMES
from poolenv.envs.kernels import CANDIDATES, COMPACT, COMPACT_ABSOLUTE, COMPACT_CALLS
from poolenv.kernel import kernel
from poolenv.play import PLACE_ALONE, WHOLE_VISIT

Mask = NDArray[np.bool_]
Numbers = NDArray[np.float32]
Choices = NDArray[np.int64]

_NO_NUMBERS: Numbers = np.zeros((0, N_COMPACT), dtype=np.float32)
_NO_CHOICES: Choices = np.zeros(0, dtype=np.int64)


class Codec(Protocol):
    """What the tables ask of a codec."""

    number: int  # what kernels call it
    n: int  # numbers of an action, or of actions to choose from
    has_masks: bool  # actions are enumerated, with a mask of the legal ones
    visit: int  # phases after which a step ends with pace "visit"

    def space(self) -> spaces.Space[Any]:
        """The action space of one table."""

    def check(self, actions: Any, active: Mask) -> tuple[Numbers, Choices]:
        """Actions of all tables as the kernel reads them: numbers, choices; one of them is empty.

        Raises:
            ValueError: naming the table, the entry, what was got and what was expected.
        """


def as_array(actions: Any, shape: tuple[int, ...], dtype: type) -> NDArray[Any]:
    """Actions as an array of this shape, C-contiguous.

    Raises:
        ValueError: if the shape differs or they are no numbers.
    """
    try:
        array = np.ascontiguousarray(actions, dtype=dtype).reshape(np.shape(actions))
    except (TypeError, ValueError) as error:
        raise ValueError(f"actions: expected numbers of shape {shape}, got {actions!r}") from error
    if array.shape != shape:
        raise ValueError(f"actions: expected shape {shape}, got {array.shape}")
    return array


@kernel
def first_unfit(numbers: Numbers, active: Mask) -> int:
    """The first number of an active table that is not within [-1, 1], NaN included; -1 if none is.

    Args:
        numbers: (N, n) actions.
        active: (N,) tables that are played.

    Returns:
        Its index among all N n numbers.
    """
    n = numbers.shape[1]
    for i in range(numbers.shape[0]):
        for k in range(n):
            if active[i] and not abs(numbers[i, k]) <= 1.0:
                return i * n + k
    return -1


class CompactCodec:
    """Ten numbers in [-1, 1] per table; see ``poolenv/compact.py``.

    Reactions are options like any other: the number of the option chooses among them.
    """

    number = COMPACT
    names: tuple[str, ...] = COMPACT_NAMES[:N_COMPACT]
    has_masks = False
    visit = WHOLE_VISIT

    def __init__(self, reactions: bool = False) -> None:
        self.n = len(self.names)

    def space(self) -> spaces.Box:
        """The action space of one table."""
        return spaces.Box(-1.0, 1.0, (self.n,), np.float32)

    def check(self, actions: Any, active: Mask) -> tuple[Numbers, Choices]:
        """Actions of all tables as the kernel reads them.

        Raises:
            ValueError: for another shape, or an active table's number that is not within [-1, 1].
        """
        numbers = as_array(actions, (len(active), self.n), np.float32)
        bad = first_unfit(numbers, active)
        if bad >= 0:
            i, k = divmod(bad, self.n)
            raise ValueError(
                f"action of table {i}: number {k} ({self.names[k]}) is {numbers[i, k]}, "
                "expected a number within [-1, 1]"
            )
        return numbers, _NO_CHOICES


class AbsoluteCodec(CompactCodec):
    """The compact codec with the direction on the table in place of an offset from the pot."""

    number = COMPACT_ABSOLUTE


class CallsCodec(CompactCodec):
    """Twelve numbers: the call apart from the aim; see ``poolenv/compact_calls.py``."""

    number = COMPACT_CALLS
    names = COMPACT_CALLS_NAMES


class CandidatesCodec:
    """One index per table, with a mask; placing is a step of its own.

    See ``poolenv/candidates/layout.py``.
    """

    number = CANDIDATES
    has_masks = True
    visit = PLACE_ALONE

    def __init__(self, reactions: bool = False) -> None:
        self.n = N_WITH_REACTIONS if reactions else N_CANDIDATES

    def space(self) -> spaces.Discrete:
        """The action space of one table."""
        return spaces.Discrete(self.n)

    def check(self, actions: Any, active: Mask) -> tuple[Numbers, Choices]:
        """Actions of all tables as the kernel reads them.

        Raises:
            ValueError: for another shape, or an active table's index that does not exist.
        """
        if np.asarray(actions).dtype.kind not in "iu":
            raise ValueError(f"actions: expected whole numbers, got {actions!r}")
        indices = as_array(actions, (len(active),), np.int64)
        bad = np.flatnonzero(((indices < 0) | (indices >= self.n)) & active)
        if len(bad):
            raise ValueError(
                f"action of table {bad[0]}: {indices[bad[0]]}, expected a whole number from 0 to "
                f"{self.n - 1}"
            )
        return _NO_NUMBERS, indices


_CODECS: dict[str, type[CompactCodec] | type[CandidatesCodec]] = {
    "compact": CompactCodec,
    "candidates": CandidatesCodec,
    "compact_absolute": AbsoluteCodec,
    "compact_calls": CallsCodec,
}
CODEC_NAMES = tuple(_CODECS)


def codec_of(name: str, reactions: bool = False) -> Codec:
    """The codec of that name, for tables where reactions can be asked for or not."""
    return _CODECS[name](reactions)
