"""Random numbers in kernels: one 64-bit word per row, splitmix64 (Steele, Lea and Flood 2014).

Row i draws the same numbers in a batch of one and in a batch of thousands. The arithmetic is done
in 32-bit halves so that plain Python neither overflows nor warns: both modes agree to the bit.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from poolenv.kernel import kernel

_LOW = np.uint64(0xFFFF_FFFF)
_HALF = np.uint64(32)
_GAMMA = np.uint64(0x9E37_79B9_7F4A_7C15)
_MIX_1 = np.uint64(0xBF58_476D_1CE4_E5B9)
_MIX_2 = np.uint64(0x94D0_49BB_1331_11EB)
_S30 = np.uint64(30)
_S27 = np.uint64(27)
_S31 = np.uint64(31)
_S11 = np.uint64(11)
_TO_UNIT = 1.0 / 9007199254740992.0  # 2**-53


@kernel
def _add(a: np.uint64, b: np.uint64) -> np.uint64:
    """(a + b) modulo 2**64."""
    low = (a & _LOW) + (b & _LOW)
    high = ((a >> _HALF) + (b >> _HALF) + (low >> _HALF)) & _LOW
    return (high << _HALF) | (low & _LOW)


@kernel
def _multiply(a: np.uint64, b: np.uint64) -> np.uint64:
    """(a * b) modulo 2**64."""
    a0 = a & _LOW
    b0 = b & _LOW
    low = a0 * b0
    cross = (((a >> _HALF) * b0) & _LOW) + ((a0 * (b >> _HALF)) & _LOW)
    high = (cross + (low >> _HALF)) & _LOW
    return (high << _HALF) | (low & _LOW)


@kernel
def draw_word(rng: NDArray[np.uint64], i: int) -> np.uint64:
    """The next 64 random bits of row i.

    Args:
        rng: (N,) state words; row i is advanced.
        i: the row.
    """
    word = _add(rng[i], _GAMMA)
    rng[i] = word
    word = _multiply(word ^ (word >> _S30), _MIX_1)
    word = _multiply(word ^ (word >> _S27), _MIX_2)
    return word ^ (word >> _S31)


@kernel
def skip(rng: NDArray[np.uint64], i: int, n: int) -> None:
    """Leave out the next n draws of row i: the state is a counter, so that is one addition.

    Args:
        rng: (N,) state words; row i is advanced.
        i: the row.
        n: how many words; ``uniform`` takes one, ``normals`` two.
    """
    rng[i] = _add(rng[i], _multiply(_GAMMA, np.uint64(n)))


@kernel
def uniform(rng: NDArray[np.uint64], i: int) -> float:
    """The next number of row i, uniform on [0, 1)."""
    return float(draw_word(rng, i) >> _S11) * _TO_UNIT


@kernel
def between(rng: NDArray[np.uint64], i: int, low: float, high: float) -> float:
    """The next number of row i, uniform on [low, high)."""
    return low + (high - low) * uniform(rng, i)


@kernel
def below(rng: NDArray[np.uint64], i: int, n: int) -> int:
    """The next whole number of row i, uniform on 0 to n - 1."""
    return int(uniform(rng, i) * n)


@kernel
def normals(rng: NDArray[np.uint64], i: int) -> tuple[float, float]:
    """The next two standard normal numbers of row i, independent of each other (Box-Muller)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - uniform(rng, i)))
    turn = 2.0 * math.pi * uniform(rng, i)
    return radius * math.cos(turn), radius * math.sin(turn)


def seed_words(seed: int, n: int) -> NDArray[np.uint64]:
    """State words for n rows: row i is seeded as if alone with ``seed + i``.

    Neighbouring seeds are spread by numpy's seed sequence, so their streams are independent.
    """
    words = [np.random.SeedSequence(seed + i).generate_state(1, np.uint64)[0] for i in range(n)]
    return np.array(words, dtype=np.uint64)
