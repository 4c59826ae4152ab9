"""What recording from paper adds to what all features share."""

from django.urls import path

from moderator.core.erasing import ErasedName
from moderator.core.feature import Feature
from moderator.core.models import TEXT_LETTERS, Classroom
from moderator.features.from_paper.models import LateEntry
from moderator.features.from_paper.pages import catch_up
from moderator.features.from_paper.write import late_notes


def _forget_name(classroom: Classroom, erased: ErasedName) -> None:
    late = LateEntry.objects.filter(game__group__classroom=classroom)
    list(erased.erase_in(late, "reason", TEXT_LETTERS))


FEATURE = Feature(
    urls=(path("g/<code:code>/catch-up/", catch_up, name="catch-up"),),
    late_notes=late_notes,
    forget_name=_forget_name,
)
