"""What clocks, starts and announcements add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.clock import all_groups, pages
from moderator.features.clock.announcement_pages import announcements
from moderator.features.clock.announcements import announcements_recorded
from moderator.features.clock.pages import class_clock, group_clock, pause

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/start/", pages.games_start, name="games-start"),
        path("classes/<int:pk>/all/", all_groups.class_all, name="class-all"),
        path("classes/<int:pk>/announcements/", announcements, name="announcements"),
        path("classes/<int:pk>/clock/", class_clock, name="class-clock"),
        path("g/<code:code>/start/", pages.game_start, name="start"),
        path("g/<code:code>/pause/", pause, name="pause"),
        path("g/<code:code>/stop/", pages.stop, name="stop"),
        path("g/<code:code>/continue/", pages.go_on, name="continue"),
        path("g/<code:code>/clock/", group_clock, name="group-clock"),
    ),
    recorded=announcements_recorded,
)
