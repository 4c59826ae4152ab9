"""LTI 1.3: classes in the courses of Canvas, Moodle and other platforms; an extra, and off unless
the site's operator has registered a platform.

`feature.py` has all addresses. Only `tool.py` imports the library, when one is asked for: for
launches, and for what a class gets from its course and sends to it, names and grades.
"""
