"""Watching a game: its chart, log, rules and dice, for everybody with the group's code.

Start with `chart` in `feature.py`; the chart itself is a frame (`moderator/core/frames.py`).
"""
