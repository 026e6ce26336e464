"""Players that learn nothing, for comparison; importing them registers them as opponents too."""

from agents.baselines.ghost_ball import GHOST_BALL
from agents.baselines.uniform import RANDOM, RANDOM_CANDIDATE
from poolenv.envs.opponents import register_opponent

BASELINES = {player.name: player for player in (RANDOM, RANDOM_CANDIDATE, GHOST_BALL)}

for _player in BASELINES.values():
    register_opponent(_player.name, _player.make)

__all__ = ["BASELINES", "GHOST_BALL", "RANDOM", "RANDOM_CANDIDATE"]
