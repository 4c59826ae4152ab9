"""Stored logs: their entries and hashes, their folds and history, and whether they are intact."""
