"""Stored logs: entries and hashes, folds, history and verification."""
