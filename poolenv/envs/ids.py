"""Ids of the environments and the game each of them plays; a new game is one line."""

from __future__ import annotations

GAMES: dict[str, str] = {
    "poolenv/NineBall-v0": "nine_ball",
    "poolenv/RunOut-v0": "run_out",
}
