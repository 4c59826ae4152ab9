"""Instructors' accounts: signing in and out, passwords, sign-in links, the second factor, and the
sign-in of the school.

Start with `sign_in` in `pages.py`; `write.py` has the links and the codes of an app, `school.py`
what the school's sign-in leads to, and `provider.py` alone asks its provider.
"""
