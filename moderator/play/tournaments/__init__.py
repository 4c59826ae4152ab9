"""Tournaments: pairings, results and standings."""
