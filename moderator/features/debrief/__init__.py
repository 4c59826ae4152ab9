"""The debrief: a finished game as a film, with what was said, questions and comments.

`releases/` decides what everybody may read of what was written, `questions/` has the questions.
Start with `debrief` in `pages.py`; `replay.py` is the film without words.
"""
