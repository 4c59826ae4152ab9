"""The app's configuration."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from moderator.play.databases.newer import refuse_newer


class PlayConfig(AppConfig):
    """Classes, games and logs."""

    name = "moderator.play"
    label = "play"
    verbose_name = "Classes and games"

    def ready(self) -> None:
        """Whoever opens the database, a command or a server, checks it first."""
        connection_created.connect(refuse_newer)
