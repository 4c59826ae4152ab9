"""A class's tournaments of games for two: players, rounds, pairings, results, standings.

Start with `read.py` (a tournament's present state) and `tournament` in `pages.py`.
"""
