"""Ways in that have to be remembered."""

from django.conf import settings
from django.db import models


class SignInLink(models.Model):
    """A one-time link that signs an instructor in; only the hash of its token is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    expires = models.DateTimeField()

    def __str__(self) -> str:
        return f"sign-in link {self.pk}"
