"""All database models of the site: Django looks for them here."""

from importlib import import_module
from importlib.util import find_spec

import moderator.core.class_models
import moderator.core.events
import moderator.core.sessions
import moderator.core.written  # noqa: F401 (has models)
from moderator.core.models import Classroom, Entry, Game, Group
from moderator.features import FEATURES

for _name in (f"moderator.features.{feature}.models" for feature in FEATURES):
    if find_spec(_name):
        import_module(_name)

__all__ = ["Classroom", "Entry", "Game", "Group"]
