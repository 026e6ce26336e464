"""Ids of the environments and the game each of them plays; a new game is one line."""

from __future__ import annotations

from typing import Any

GAMES: dict[str, str] = {
    "poolenv/NineBall-v0": "nine_ball",
    "poolenv/EightBall-v0": "eight_ball",
    "poolenv/TenBall-v0": "ten_ball",
    "poolenv/StraightPool-v0": "straight_pool",
    "poolenv/RunOut-v0": "run_out",
}

#: What Gymnasium wants to know of the environments.
METADATA: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 2}
