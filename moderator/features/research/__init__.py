"""Research export: the ended games of classes as tables, with a data dictionary, in a ZIP.

Start with `research_files` in `export.py`.
"""
