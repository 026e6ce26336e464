"""Notation: a position, a call, a stroke, a log, a ruling and a whole match as text and back.

Reading order: codecs.py (a number as a word), forms.py (a sheet as a line), entries.py (the lines
of a match), heading.py (what it was played under), match.py (the file), board.py (playing a match
again), seen.py and scribe.py (writing one down). The format on one page: docs/notation.md.
"""

from poolenv.notation.board import Board, replay
from poolenv.notation.heading import Heading
from poolenv.notation.match import Match, NotationError, read_match, write_match
from poolenv.notation.scribe import Scribe

__all__ = [
    "Board",
    "Heading",
    "Match",
    "NotationError",
    "Scribe",
    "read_match",
    "replay",
    "write_match",
]
