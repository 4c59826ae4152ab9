"""Grades from what students did in their games, as tables and in the files of Canvas and Moodle.

Start with `read.py`: what counts, and how much of it each student has reached. `files.py` writes
the tables, and `filled.py` fills in a gradebook that Canvas or Moodle exported.
"""
