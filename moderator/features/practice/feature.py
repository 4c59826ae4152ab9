"""What practice adds to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.practice import pages, start

FEATURE = Feature(
    urls=(
        path("practice/", start.practice, name="practice"),
        path("practice/<slug:token>/", pages.game, name="practice-game"),
        path("practice/<slug:token>/offer/", pages.offer, name="practice-offer"),
        path("practice/<slug:token>/preview/", pages.preview, name="practice-preview"),
        path("practice/<slug:token>/move/", pages.move, name="practice-move"),
        path("join/<str:code>/practice/", start.class_practice, name="class-practice"),
        path("classes/<int:pk>/practice/", start.class_settings, name="class-practice-settings"),
    ),
    forget_person=lambda person: person.practised.clear(),
)
