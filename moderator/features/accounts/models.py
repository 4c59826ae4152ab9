"""Sign-in links, second factors, passkeys, and who somebody is at the school."""

from django.conf import settings
from django.db import models

PASSKEY_NAME_LETTERS = 40


class SignInLink(models.Model):
    """A one-time link that signs an instructor in; only the hash of its token is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    expires = models.DateTimeField()


class SecondFactor(models.Model):
    """An account that needs a code from an app besides its password.

    The app's secret is not stored: it is derived from the seed and the site's secret key, so
    that nobody can make codes from a copy of the database.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    seed = models.CharField(max_length=64, editable=False)
    last_step = models.BigIntegerField()  # of 30 s; codes up to this step are used up


class RecoveryCode(models.Model):
    """A code for somebody who has lost the app; it works once, and only its hash is stored."""

    factor = models.ForeignKey(
        SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    code_hash = models.CharField(max_length=64, editable=False)


class Passkey(models.Model):
    """A key on an instructor's phone, computer or security key; only its public half is stored."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys"
    )
    name = models.CharField(max_length=PASSKEY_NAME_LETTERS)
    id_hash = models.CharField(max_length=64, unique=True, editable=False)
    credential = models.BinaryField()  # its id and public key, as the library packs them
    counter = models.BigIntegerField()  # of its signatures; 0 for ever where it doesn't count
    added = models.DateTimeField()
    used = models.DateTimeField(null=True)


ID_LETTERS = 255


class SchoolIdentity(models.Model):
    """Who an account's owner is for the school's provider of sign-ins: its name, and the subject
    there, which stays while names and e-mail addresses change, and is given to nobody else."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="school"
    )
    issuer = models.CharField(max_length=ID_LETTERS)
    subject = models.CharField(max_length=ID_LETTERS)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="school_identity_unique"),
        ]
