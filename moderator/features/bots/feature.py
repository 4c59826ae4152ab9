"""What bots add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature, Part
from moderator.features.bots import pages
from moderator.features.bots.playing import spoken_answers

FEATURE = Feature(
    urls=(
        path("play/<code:code>/partner/", pages.play_bot_move, name="play-partner"),
        path("g/<code:code>/partner/", pages.console_bot_move, name="partner"),
        path("g/<code:code>/bots/", pages.bots, name="bots"),
        path("classes/<int:pk>/bots/", pages.class_bots, name="class-bots"),
    ),
    parts=(Part("bots", pages.shown_bots),),
    spoken=spoken_answers,
    reasons=pages.reasons_of,
)
