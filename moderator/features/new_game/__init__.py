"""A new game for one or more groups: its scenario, its options and its players.

Start with `new` in `pages.py`; `write.py` creates, imports, repeats and deletes games.
"""
