"""poolenv: pool (pocket billiards) for reinforcement-learning research."""
