"""The site's caches, emptied as if its process were new."""

from __future__ import annotations

import gc

from moderator.core.cache import LruCache


def forget_all() -> None:
    """Clears the caches, like a new process."""
    gc.unfreeze()  # what was there when the tests began
    for thing in gc.get_objects():
        if type(thing) is LruCache:  # isinstance() would evaluate lazy objects
            thing._new, thing._old, thing._used = {}, {}, 0
