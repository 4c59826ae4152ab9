"""Notices between processes on SQLite, which has no NOTIFY."""

from django.db import models


class News(models.Model):
    """A notice to the other processes; only the newest few are kept."""

    text = models.CharField(max_length=200)

    class Meta:
        verbose_name_plural = "news"

    def __str__(self) -> str:
        return f"news {self.pk}"
