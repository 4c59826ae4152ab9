"""The questions of a debrief: derived from a game or written, asked, answered, printed.

`read.py` says which there are, `write.py` asks and answers them.
"""
