from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest

from poolenv.render import encode_png, write_png


def decode(data):
    """Picture of a PNG of the kind that `encode_png` writes, checksums verified."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        (check,) = struct.unpack_from(">I", data, at + 8 + size)
        assert check == zlib.crc32(name + body)
        chunks[name] = body
        at += 12 + size
    width, height, depth, colour, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (depth, colour, rest) == (8, 2, [0, 0, 0])
    stride = 3 * width
    raw = zlib.decompress(chunks[b"IDAT"])
    image = np.zeros((height + 1, stride + 3), int)  # a row and a pixel of zeros before the first
    used = set()
    for row in range(height):
        kind = raw[row * (stride + 1)]
        line = raw[row * (stride + 1) + 1 : (row + 1) * (stride + 1)]
        used.add(kind)
        for k in range(stride):
            left, up, corner = image[row + 1, k], image[row, k + 3], image[row, k]
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda v: abs(guess - v))
            base = (0, left, up, (left + up) // 2, nearest)[kind]
            image[row + 1, k + 3] = (line[k] + base) % 256
    return image[1:, 3:].reshape(height, width, 3).astype(np.uint8), used


def test_a_picture_comes_back(tmp_path):
    rng = np.random.default_rng(5)
    ramp = np.add.outer(np.arange(24), np.arange(17))[..., None] * np.array([1, 5, 9]) % 256
    image = ramp.astype(np.uint8)
    image[8:14] = rng.integers(0, 256, (6, 17, 3))
    image[14:20] = image[13]
    path = tmp_path / "picture.png"
    write_png(image, path)
    back, used = decode(path.read_bytes())
    assert np.array_equal(back, image)
    assert len(used) > 1
    assert [p.name for p in tmp_path.iterdir()] == ["picture.png"]


def test_same_picture_same_bytes():
    image = np.arange(5 * 4 * 3, dtype=np.uint8).reshape(5, 4, 3)
    assert encode_png(image) == encode_png(image.copy())


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((4, 4, 3)),
        np.zeros((4, 4), np.uint8),
        np.zeros((4, 4, 4), np.uint8),
        np.zeros((0, 4, 3), np.uint8),
    ],
)
def test_what_is_no_picture_is_refused(image):
    with pytest.raises(ValueError, match="a picture is uint8"):
        encode_png(image)
