"""Described situations: a case of the casebook becomes records, and a ruling becomes words again.

The format is that of ``tests/cases/README.md``; ``python -m poolenv referee`` and the tests of the
casebook read it through here.
"""

from poolenv.games.casebook.answer import answer
from poolenv.games.casebook.features import FeatureMissing, missing_feature

__all__ = ["FeatureMissing", "answer", "missing_feature"]
