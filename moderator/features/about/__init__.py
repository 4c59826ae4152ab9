"""Pages about the site itself: the credits, and the check of a device's connection.

Both are in `feature.py`.
"""
