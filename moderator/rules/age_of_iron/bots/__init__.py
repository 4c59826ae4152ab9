"""Programs that play Age of Iron."""

VERSION = 1
"""Raised when a bot decides otherwise than before: results are kept with it."""
