"""Which entries of a log were recorded later, from paper."""

from django.db import models

from moderator.core.feature import Held, Typed
from moderator.core.models import TEXT_LETTERS, Game, Person


class LateEntry(models.Model):
    """Entries `first` to `last` of a log were played on paper and recorded later."""

    held = Held("why moves were typed later", "game first last by is_instructor played reason at")
    typed = (Typed("reason", by="by"),)

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="late_entries")
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    is_instructor = models.BooleanField(default=False)
    played = models.DateTimeField(null=True)  # when it was played, if known
    reason = models.CharField(max_length=TEXT_LETTERS, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "first"]
