"""Players that know nothing: uniform over raw strokes, and uniform over the legal candidates."""

from __future__ import annotations

from agents.players import Player
from poolenv.envs.opponents import Opponent, opponent_of
from poolenv.envs.settings import Settings


def _uniform(settings: Settings) -> Opponent:
    """Uniform over whatever the codec offers and the rules allow."""
    return opponent_of("uniform", settings)


#: Any direction, speed and tip offset, any place for a ball in hand.
RANDOM = Player("random", _uniform, {"codec": "compact_absolute"}, any_codec=True)
#: Any shot that a list of shots would offer.
RANDOM_CANDIDATE = Player("random_candidate", _uniform, {"codec": "candidates"})
