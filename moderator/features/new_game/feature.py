"""What new games and their settings add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.new_game import pages as new_game_pages
from moderator.features.new_game import run

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/game/", new_game_pages.new, name="game-new"),
        path("g/<code:code>/run/", run.game_settings_page, name="run"),
        path("g/<code:code>/redraw/", run.redraw, name="redraw"),
        path("g/<code:code>/release/", run.release, name="release"),
        path("g/<code:code>/secrecy/", run.secrecy, name="secrecy"),
        path("g/<code:code>/again/", new_game_pages.again, name="again"),
    ),
)
