"""What new games and their settings add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.new_game import pages
from moderator.features.new_game import pages as new_game_pages

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/game/", new_game_pages.new, name="game-new"),
        path("g/<code:code>/run/", pages.game_settings_page, name="run"),
        path("g/<code:code>/redraw/", pages.redraw, name="redraw"),
        path("g/<code:code>/release/", pages.release, name="release"),
        path("g/<code:code>/secrecy/", pages.secrecy, name="secrecy"),
        path("g/<code:code>/again/", new_game_pages.again, name="again"),
    ),
)
