"""Dividing the people of a class into groups.

`draw.py` is pure: people are numbers, and chance is the caller's. `write.py` starts the groups.
"""
