"""Practice: a student plays alone against bots, at home or first of all a guided game.

A practice game is no `Game`: it has no group, no log and no feed. Start with `write.py`; how bots
play with one person is in `moderator/rules/practice.py`.
"""
