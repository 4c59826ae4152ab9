"""What recording from paper adds to what all features share."""

from django.urls import path

from moderator.core.feature import Feature, Typed
from moderator.core.models import TEXT_LETTERS
from moderator.features.from_paper.models import LateEntry
from moderator.features.from_paper.pages import catch_up, late_notes

FEATURE = Feature(
    urls=(path("g/<code:code>/catch-up/", catch_up, name="catch-up"),),
    late_notes=late_notes,
    typed=(Typed(LateEntry, "reason", TEXT_LETTERS, by="by"),),
)
