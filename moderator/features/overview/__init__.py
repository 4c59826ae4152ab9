"""A whole class at once: the instructor's overview, its wall, the results of all groups.

Start with `part.py` (the overview's rows), `wall.py` (the wall) and `results.py`.
"""
