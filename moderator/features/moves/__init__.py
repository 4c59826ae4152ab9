"""Making moves: the moderator's console and the student's page, with forms and typed commands.

Start with `console.py` and `student.py` (the pages), `record.py` (what both do with a posted move)
and `write.py` (which adds it to the log).
"""
