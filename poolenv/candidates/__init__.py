"""Candidates: a Discrete space of enumerated strokes, options and spots, with a mask."""
