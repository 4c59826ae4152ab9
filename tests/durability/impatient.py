"""The site's settings, but nobody waits long for a locked database."""

from moderator.settings import *  # noqa: F403
from moderator.settings import DATABASES

if "timeout" in DATABASES["default"]["OPTIONS"]:
    DATABASES["default"]["OPTIONS"]["timeout"] = 2
