"""What the instructor releases for the debrief: whose messages and records everybody may read.

`read.py` decides what everybody may read.
"""
