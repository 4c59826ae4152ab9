"""Moves that were played on paper and are recorded later, from a text with a line for each.

Start with `catch_up` in `pages.py`; `reading.py` says what the lines mean.
"""
