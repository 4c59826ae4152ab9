"""The site's settings, with a short wait for a locked database."""

from moderator.settings import *  # noqa: F403
from moderator.settings import DATABASES

_ours = DATABASES["default"]
if "timeout" in _ours["OPTIONS"]:
    # A new dictionary: the doctest collector imports this besides the site's settings.
    DATABASES = {"default": _ours | {"OPTIONS": _ours["OPTIONS"] | {"timeout": 2}}}
