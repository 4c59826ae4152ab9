"""The debrief: a finished game as a film, with what was said, questions and comments.

`releases.py` decides what everybody may read of what was written, `questions.py` has the questions.
Start with `debrief` in `pages.py`; `replay.py` is the film without words.
"""
