"""The app's configuration."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from moderator.core.databases import refuse_beside_earlier, refuse_newer


class PlayConfig(AppConfig):
    """Classes, games and logs."""

    name = "moderator"
    label = "play"
    verbose_name = "Classes and games"

    def ready(self) -> None:
        """Whoever opens the database, a command or a server, checks it first."""
        connection_created.connect(refuse_newer)
        connection_created.connect(refuse_beside_earlier)
