"""One-time links that sign an instructor in."""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from moderator.play.models import SignInLink

LINK_HOURS = 24


@transaction.atomic
def sign_in_link_create(user: User) -> str:
    """A token that signs the user in once, within a day. It is stored as its hash alone."""
    now = timezone.now()
    SignInLink.objects.filter(expires__lte=now).delete()
    token = secrets.token_urlsafe(24)
    SignInLink.objects.create(
        user=user, token_hash=_hash(token), expires=now + timedelta(hours=LINK_HOURS)
    )
    return token


@transaction.atomic
def sign_in_link_use(token: str) -> User | None:
    """The user whom the token signs in; None if it is wrong, too old, or was used."""
    link = (
        SignInLink.objects.select_for_update()
        .filter(token_hash=_hash(token), expires__gt=timezone.now(), user__is_active=True)
        .first()
    )
    if link is None:
        return None
    link.delete()
    return link.user


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
