"""Private notes on participation."""

from django.db import models

from moderator.core.feature import Held, Typed
from moderator.core.models import TEXT_LETTERS, Group, Person


class Note(models.Model):
    """A moderator's private note on somebody's participation, for the instructor."""

    held = Held("a note on participation", "person by text at")
    typed = (Typed("text", "person__classroom"),)

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="notes")
    group = models.ForeignKey(Group, null=True, on_delete=models.SET_NULL, related_name="notes")
    by = models.ForeignKey(
        Person, null=True, on_delete=models.SET_NULL, related_name="notes_written"
    )
    text = models.CharField(max_length=TEXT_LETTERS)
    at = models.DateTimeField()

    class Meta:
        ordering = ["person", "pk"]
