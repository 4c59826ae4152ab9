"""The app's configuration."""

import sys
from importlib import import_module
from pathlib import Path

from django.apps import AppConfig
from django.core import checks
from django.db.backends.signals import connection_created

from moderator.core import feature
from moderator.core.databases import refuse_beside_earlier, refuse_newer, unencrypted
from moderator.core.databases.sqlite.base import DatabaseWrapper
from moderator.features import FEATURES

DATABASE_MAKERS = {"up", "migrate", "restore", "makemigrations", "test"}


class PlayConfig(AppConfig):
    """Classes, games and logs."""

    name = "moderator"
    label = "play"
    verbose_name = "Classes and games"

    def ready(self) -> None:
        """Register the features. Whoever opens the database, a command or a server, checks it
        first."""
        import_module("moderator.core.codes")  # the converter of codes in addresses
        modules = (f"moderator.features.{name}.feature" for name in FEATURES)
        feature.FEATURES[:] = [import_module(one).FEATURE for one in modules]
        if Path(sys.argv[0]).name == "manage.py":
            DatabaseWrapper.makes_files = DATABASE_MAKERS.issuperset(sys.argv[1:2])
        connection_created.connect(refuse_newer)
        connection_created.connect(refuse_beside_earlier)
        checks.register(unencrypted)
