"""What is still to be done after a deletion for good."""

from django.db import models


class Compaction(models.Model):
    """Something was deleted for good: its bytes may be in the database's files until they are
    compacted (`moderator/play/services/compaction.py`), which deletes this row."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"compaction {self.pk}"
