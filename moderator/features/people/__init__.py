"""The people of a class: joining, seats, moderators, names; removing and forgetting them.

Students join with `join` in `join.py`, which also has the instructor’s pages of it, and take a seat
in `seats.py`; `joining.py` decides who may, and how many from one address.
`roster.py` has lists of names; `dividing_pages.py` divides the class into groups.
"""
