"""What the page about the site adds to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.about.pages import about, check

FEATURE = Feature(
    urls=(
        path("about/", about, name="about"),
        path("check/", check, name="check"),
    ),
)
