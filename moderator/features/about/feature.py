"""What the page about the site adds to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.about.pages import about, check, security_txt

FEATURE = Feature(
    urls=(
        path("about/", about, name="about"),
        path(".well-known/security.txt", security_txt, name="security-txt"),
        path("check/", check, name="check"),
    ),
)
