"""Instructors' accounts: signing in and out, passwords, sign-in links, the second factor.

Start with `sign_in` in `pages.py`; `write.py` has the links and the codes of an app.
"""
