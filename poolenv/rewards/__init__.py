"""Rewards: named terms times configured weights."""

from poolenv.rewards.shaping import N_TERMS, TERM_NAMES, Reward, load_reward, score
from poolenv.rewards.terms import TERMS, Term

__all__ = ["N_TERMS", "TERMS", "TERM_NAMES", "Reward", "Term", "load_reward", "score"]
