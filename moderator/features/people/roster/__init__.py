"""A class's roster: the list of its students, from a text, a CSV or an XLSX file.

Start with `read_roster` in `reading.py`; `write.py` stores the names.
"""
