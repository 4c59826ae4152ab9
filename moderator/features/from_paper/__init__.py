"""Moves that were played on paper and are recorded later, from a text with a line for each."""
