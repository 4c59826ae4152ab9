"""Research export: the ended games of classes as tables, with a data dictionary, in a ZIP.

Start with `export.py`; `pages.py` has the page where the classes are chosen.
"""
