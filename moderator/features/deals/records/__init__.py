"""Diplomatic records: what players note of their contacts, and promise each other.

Everything is sealed until the end of the game. Start with `read.py`; `part.py` has the verdicts.
"""
