"""Runs physics cases from a file: reads them, measures with the engine, compares."""
