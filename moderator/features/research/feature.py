"""What the research export adds to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.research.export import research, research_zip

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/research/", research, name="research"),
        path("classes/<int:pk>/research.zip", research_zip, name="research-zip"),
    ),
)
