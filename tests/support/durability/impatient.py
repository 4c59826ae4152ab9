"""The site's settings, but nobody waits long for a locked database."""

from moderator.settings import *  # noqa: F403
from moderator.settings import DATABASES

_ours = DATABASES["default"]
if "timeout" in _ours["OPTIONS"]:
    # A new one: whoever looks for examples in docstrings imports this beside the site's settings.
    DATABASES = {"default": _ours | {"OPTIONS": _ours["OPTIONS"] | {"timeout": 2}}}
