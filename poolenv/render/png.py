"""A small PNG writer (RFC 2083): 8-bit RGB, every row filtered, one compressed block."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _filtered(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Rows with their filter byte, the filter chosen by least sum of absolute differences."""
    height, width, _ = image.shape
    raw = image.reshape(height, width * 3).astype(np.int16)
    left = np.zeros_like(raw)
    left[:, 3:] = raw[:, :-3]
    up = np.zeros_like(raw)
    up[1:] = raw[:-1]
    corner = np.zeros_like(raw)
    corner[1:, 3:] = raw[:-1, :-3]
    estimate = left + up - corner
    to_left, to_up, to_corner = (np.abs(estimate - other) for other in (left, up, corner))
    paeth = np.where(
        (to_left <= to_up) & (to_left <= to_corner), left, np.where(to_up <= to_corner, up, corner)
    )
    guesses = (np.zeros_like(raw), left, up, (left + up) // 2, paeth)
    rows = np.stack([(raw - guess) & 0xFF for guess in guesses]).astype(np.uint8)
    cost = np.abs(rows.view(np.int8).astype(np.int32)).sum(axis=2)
    best = cost.argmin(axis=0)
    chosen = rows[best, np.arange(height)]
    return np.concatenate([best[:, None].astype(np.uint8), chosen], axis=1)


def encode_png(image: NDArray[Any]) -> bytes:
    """The picture as the bytes of a PNG file.

    Args:
        image: uint8, shape (height, width, 3).

    Raises:
        ValueError: if dtype or shape are others.
    """
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3 or 0 in image.shape:
        raise ValueError(
            f"a picture is uint8 of shape (height, width, 3); got {image.dtype} {image.shape}"
        )
    height, width, _ = image.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(_filtered(image).tobytes(), 9)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", body)
        + _chunk(b"IEND", b"")
    )


def write_png(image: NDArray[Any], path: str | os.PathLike[str]) -> None:
    """Write the picture as a PNG file, to a temporary name first.

    Raises:
        ValueError: if dtype or shape are not those of a picture.
        OSError: if the file cannot be written.
    """
    target = Path(path)
    data = encode_png(image)
    part = target.with_name(target.name + ".part")
    part.write_bytes(data)
    part.replace(target)
