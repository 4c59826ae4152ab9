"""What processes say to each other where the database can't say it for them."""

from django.db import models


class News(models.Model):
    """One thing said, on SQLite alone; the newest few are kept. PostgreSQL has NOTIFY."""

    text = models.CharField(max_length=200)

    class Meta:
        verbose_name_plural = "news"

    def __str__(self) -> str:
        return f"news {self.pk}"
