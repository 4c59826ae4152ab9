"""Tournaments: who meets whom, the results, and the standings."""
