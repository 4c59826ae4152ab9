"""Requests to join a class, and how many joined lately."""

from django.db import models

from moderator.core.feature import Held
from moderator.core.models import NAME_LETTERS, Classroom, Group


class JoinRequest(models.Model):
    """Somebody who may join once the instructor has approved."""

    held = Held("a request to join", "name at is_approved")

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="requests")
    name = models.CharField(max_length=NAME_LETTERS)
    group = models.ForeignKey(Group, null=True, on_delete=models.SET_NULL, related_name="+")
    key = models.CharField(max_length=64)  # of the browser's form
    at = models.DateTimeField()
    is_approved = models.BooleanField(null=True)

    class Meta:
        ordering = ["classroom", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["classroom", "key"], name="join_request_key_unique"),
        ]


class RecentJoins(models.Model):
    """When people joined a class from one address in the last seconds; deleted after a minute."""

    classroom = models.ForeignKey(
        "play.Classroom", on_delete=models.CASCADE, related_name="recent_joins"
    )
    address = models.CharField(max_length=64)  # a hash: it reveals no address
    times = models.JSONField(default=list)  # in milliseconds since 1970, UTC
    last = models.DateTimeField()

    class Meta:
        verbose_name_plural = "recent joins"
        constraints = [
            models.UniqueConstraint(fields=["classroom", "address"], name="recent_joins_unique"),
        ]
