"""Reports on how fair a scenario is, with what has been played for them."""

from django.conf import settings
from django.db import models

from moderator.core.models import TEXT_LETTERS

TITLE_LETTERS = 200
HASH_LETTERS = 64


class BalanceReport(models.Model):
    """What games among bots tell an instructor of a scenario; a process of its own plays them.

    `played`: for each part of the rules' balance how many games it has, and their sum. `key`: a
    hash of scenario, options, seed and version, from which the result follows. `suggestions` are
    the best scenarios that a search has found, the best last.
    """

    class State(models.TextChoices):
        """How far it is."""

        NONE = ""
        WAITING = "waiting"
        WORKING = "working"
        DONE = "done"
        STOPPED = "stopped"
        FAILED = "failed"

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="balance_reports"
    )
    key = models.CharField(max_length=HASH_LETTERS)
    rules = models.CharField(max_length=40)
    title = models.CharField(max_length=TITLE_LETTERS)
    scenario = models.JSONField()
    options = models.JSONField()
    seed = models.BigIntegerField()
    version = models.PositiveIntegerField()  # of the bots
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    played = models.JSONField(default=dict)
    search = models.CharField(max_length=10, choices=State.choices, default=State.NONE, blank=True)
    suggestions = models.JSONField(default=list)
    problem = models.CharField(max_length=TEXT_LETTERS, blank=True)
    at = models.DateTimeField()
    changed = models.DateTimeField()  # the process that plays was alive then

    class Meta:
        ordering = ["owner", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "key"], name="balance_report_unique"),
        ]

    @property
    def is_pending(self) -> bool:
        """Whether games are still to be played for it."""
        return self.state in (self.State.WAITING, self.State.WORKING)

    @property
    def is_searching(self) -> bool:
        """Whether better scenarios are searched for."""
        return self.search in (self.State.WAITING, self.State.WORKING)
