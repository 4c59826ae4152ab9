"""An instructor's classes: making, changing and deleting them and their groups, with notes.

Start with `pages.py` (a class) and `groups.py` (its groups); `write.py` changes them, and
`after_term.py` copies them and replaces names. `demo.py` makes the demo class.
"""
