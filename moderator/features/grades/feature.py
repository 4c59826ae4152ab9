"""What grades add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.grades.pages import grades

FEATURE = Feature(urls=(path("classes/<int:pk>/grades/", grades, name="grades"),))
