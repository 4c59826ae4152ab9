"""Courses of platforms."""

from django.db import models

from moderator.core.models import Classroom

ID_LETTERS = 255


class Course(models.Model):
    """A course whose launches lead to a class. `services`: the addresses that the platform's last
    launch by an instructor named, `names` and `grades`, as LTI writes them."""

    classroom = models.OneToOneField(Classroom, on_delete=models.CASCADE, related_name="course")
    issuer = models.CharField(max_length=ID_LETTERS)
    client = models.CharField(max_length=ID_LETTERS)
    deployment = models.CharField(max_length=ID_LETTERS)
    context = models.CharField(max_length=ID_LETTERS)
    title = models.CharField(max_length=ID_LETTERS)
    services = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["issuer", "client", "deployment", "context"], name="course_unique"
            ),
        ]

    @property
    def platform(self) -> str:
        """Its name, as people know it: the host."""
        return self.issuer.removeprefix("https://").removeprefix("http://").rstrip("/")
