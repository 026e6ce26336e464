"""Agents for poolenv: training, evaluation and baselines. Run from a checkout, never installed."""
