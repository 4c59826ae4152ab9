"""The app's configuration."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Classes, games and logs."""

    name = "moderator.play"
    label = "play"
    verbose_name = "Classes and games"
