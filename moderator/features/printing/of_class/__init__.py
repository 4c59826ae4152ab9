"""Drawing the results of a class: tables, strips and goals, and parts for its attendance.

Start with `results.py`; `part.py` has the data and the pages.
"""
