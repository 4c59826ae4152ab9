"""What players are shown of a game's points and secret goals, where that was changed."""

from django.db import models
from django.utils import timezone

from moderator.core.feature import Held
from moderator.core.models import Game, Person


class SecrecyChange(models.Model):
    """A change of `Game.points` or `Game.has_open_goals` after the game was made, or if it isn't
    None of `Game.is_concluded`."""

    held = Held("who changed what a game shows", "game by at")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="secrecy_changes")
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    old_points = models.CharField(max_length=4)
    points = models.CharField(max_length=4)
    old_has_open_goals = models.BooleanField()
    has_open_goals = models.BooleanField()
    is_concluded = models.BooleanField(null=True)

    class Meta:
        ordering = ["game", "pk"]
