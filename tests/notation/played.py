"""Matches that were played, for the tests of the notation."""

from __future__ import annotations

from typing import Any

import numpy as np

from poolenv.envs import PoolEnv, RecordMatch, register_opponent


def _careless(settings: Any) -> Any:
    """An opponent who plays anywhere."""

    def play(query: Any) -> np.ndarray:
        wishes = [np.random.default_rng(int(word)).uniform(-1, 1, 10) for word in query.words]
        return np.array(wishes, np.float32)

    return play


register_opponent("careless", _careless)

#: Every game, codec, pace and edition at least once.
WAYS: dict[str, tuple[str, dict[str, Any]]] = {
    "nine_ball": ("nine_ball", {}),
    "a_race": (
        "nine_ball",
        {"match": 2, "edition": "wsr", "codec": "candidates", "max_visits": 80},
    ),
    "by_decision": ("nine_ball", {"pace": "decision", "max_visits": 30}),
    "eight_ball": ("eight_ball", {"max_visits": 40}),
    "ten_ball": ("ten_ball", {"edition": "wsr", "codec": "candidates", "max_visits": 60}),
    "straight_pool": ("straight_pool", {"match": 20, "codec": "candidates", "max_visits": 60}),
    "no_referee": ("eight_ball", {"edition": "wsr", "referee": False, "max_visits": 30}),
    "ghost": ("run_out", {"task": "ghost"}),
    "clear_3": ("run_out", {"task": "clear"}),
    "clear": ("run_out", {"task": "clear", "n": 15, "shots": 10}),
    "reactions": (
        "ten_ball",
        {"referee": False, "codec": "candidates", "pace": "decision", "max_visits": 40},
    ),
    "conduct": ("nine_ball", {"conduct": "clumsy", "match": 3, "max_visits": 80}),
    "played_lag": ("nine_ball", {"lag_mode": "simulate", "max_visits": 20}),
    "opponent": ("nine_ball", {"opponent": "careless", "max_visits": 40}),
    "seven_foot": ("nine_ball", {"table": "seven_foot", "noise": "none", "max_visits": 20}),
}


def play(way: str, seed: int, folder: Any = None, **more: Any) -> RecordMatch:
    """An episode of random play, written down."""
    game, keywords = WAYS[way]
    env = RecordMatch(PoolEnv(game, **{**keywords, **more}), folder)
    env.reset(seed=seed)
    env.action_space.seed(seed)
    rng = np.random.default_rng(seed)
    over = False
    while not over:
        if keywords.get("codec") == "candidates":
            action: Any = rng.choice(np.flatnonzero(env.unwrapped.action_masks()))
        else:
            action = env.action_space.sample()
        _, _, terminated, truncated, _ = env.step(action)
        over = terminated or truncated
    return env
