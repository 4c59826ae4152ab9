"""Instructors' sign-in: one-time links, and codes from an authenticator app."""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import b32encode
from datetime import timedelta
from hashlib import sha256
from itertools import chain, count

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, User
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from pyotp import TOTP
from pyotp.exceptions import OTPVerificationError

from moderator.core import credentials
from moderator.core.access import end_sessions
from moderator.core.text import composed
from moderator.features.accounts.models import RecoveryCode, SecondFactor, SignInLink

# Passwords according to NIST SP 800-63B-4: long, not easy to guess, no other rules.

_COMPOSED_LETTERS = 1000  # nobody types more
_LEAST_OWN = 6
_OURS = ("moderator", "ageofiron", "ageofwar", "valleyofwar", "instructor", "password")
_ROWS = (
    "abcdefghijklmnopqrstuvwxyz" * 3,
    "1234567890" * 8,
    "qwertyuiopasdfghjklzxcvbnm" * 3,
    "qwertzuiopasdfghjklyxcvbnm" * 3,
)


def normalised(password: str) -> str:
    """The password as it is hashed, however a keyboard composes accents.

    >>> normalised("cafe" + chr(0x301)) == "caf" + chr(0xE9)
    True
    """
    return composed(password, _COMPOSED_LETTERS)


class NotEasyToGuess:
    """Refuses common or repeated passwords, keyboard rows, and names of the account or site."""

    def __init__(self) -> None:
        self._common = CommonPasswordValidator()

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raise `ValidationError` for a password that is easy to guess."""
        plain = _plain(password)
        once = _once(plain)
        names = [*_OURS, _plain(user.get_username()) if user else ""]
        is_weak = (
            any(once in row or once in row[::-1] for row in _ROWS)
            or len(set(plain)) < 5
            or len(_without(plain, names)) < _LEAST_OWN
            or once in self._common.passwords
        )
        if is_weak:
            raise ValidationError(
                gettext("This password is too easy to guess."),
                code="password_too_easy",
            )

    def get_help_text(self) -> str:
        return gettext("Four or five unrelated words are easy to remember and hard to guess.")


def _plain(text: str) -> str:
    return re.sub(r"[\s\-_.@]", "", text.casefold())


def _once(text: str) -> str:
    """The part that a text repeats, or the whole text."""
    return text[: (text + text).find(text, 1)] if text else text


def _without(text: str, words: list[str]) -> str:
    for word in words:
        if len(word) >= 3:
            text = text.replace(word, "")
    return text


# Accounts.

NAME_LETTERS = 100  # leaves room for a number


def account_new(name: str) -> User:
    """A new account, without a password.

    Raises:
        ValidationError: there is one with this name, or it can't be a name.
    """
    user = User(username=name)
    user.set_unusable_password()
    user.full_clean()
    user.save()
    return user


def name_free(wanted: str) -> str:
    """A name for a new account like the wanted one, which nobody has, whatever its capitals."""
    name = (
        re.sub(r"[^\w.@+-]+", "-", composed(wanted[:NAME_LETTERS], NAME_LETTERS)).strip("-")
        or "instructor"
    )
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(one for one in names if not User.objects.filter(username__iexact=one).exists())


LINK_HOURS = 24

RECOVERY_CODES = 8
RECOVERY_LETTERS = 16  # 79 bits
SECRET_BYTES = 20
ISSUER = "Moderator"
_WINDOW = 1  # steps that a phone's clock may be fast or slow


def seed_new() -> str:
    """A new random seed of 160 bits, from which the app's secret is derived."""
    return secrets.token_hex(SECRET_BYTES)


def app_secret(seed: str) -> str:
    """The app's secret in base32, derived from the seed and the site's secret key."""
    message = f"moderator second factor\0{seed}".encode()
    digest = hmac.digest(settings.SECRET_KEY.encode(), message, "sha256")
    return b32encode(digest[:SECRET_BYTES]).decode("ascii")


def app_url(user: User, seed: str) -> str:
    """The URL for the QR code that the app scans."""
    return TOTP(app_secret(seed)).provisioning_uri(name=user.get_username(), issuer_name=ISSUER)


def has_second_factor(user: User) -> bool:
    return SecondFactor.objects.filter(user=user).exists()


@transaction.atomic
def second_factor_turn_on(user: User, seed: str, typed: str) -> list[str] | None:
    """The recovery codes, to be shown once; None if the app's code is wrong."""
    step = _step_of(seed, typed)
    if step is None:
        return None
    SecondFactor.objects.filter(user=user).delete()
    factor = SecondFactor.objects.create(user=user, seed=seed, last_step=step)
    codes = [credentials.letters(RECOVERY_LETTERS) for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(factor=factor, code_hash=_hash(code)) for code in codes
    )
    return codes


def second_factor_turn_off(user: User) -> bool:
    """Turn the second factor off; whether it was on."""
    return SecondFactor.objects.filter(user=user).delete()[0] > 0


def second_code_use(user: User, typed: str) -> bool:
    """Whether the code is right, the app's or a recovery code. A right code is used up."""
    factor = SecondFactor.objects.filter(user=user).first()
    if factor is None:
        return False
    step = _step_of(factor.seed, typed)
    if step is not None:
        # One statement: if the same code is sent twice at once, only one succeeds.
        fresh = SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step)
        return fresh.update(last_step=step) == 1
    code = _hash(credentials.code_read(typed))
    return factor.recovery_codes.filter(code_hash=code).delete()[0] == 1


def _step_of(seed: str, typed: str) -> int | None:
    """The time step whose code was typed; None if it belongs to no present one."""
    now_s = int(timezone.now().timestamp())
    try:
        return TOTP(app_secret(seed)).verify_and_get_timecode(
            "".join(typed.split()), for_time=now_s, valid_window=_WINDOW
        )
    except OTPVerificationError:
        return None


def _hash(code: str) -> str:
    return salted_hmac("moderator recovery code", code, algorithm="sha256").hexdigest()


@transaction.atomic
def password_set(user: User, password: str) -> None:
    """Set the password, even to the same one: a new hash ends the account's other sessions."""
    user.set_password(password)
    user.save(update_fields=["password"])
    end_sessions(user)


@transaction.atomic
def sign_in_link_create(user: User) -> str:
    """A token that signs the user in once, within a day. Only its hash is stored."""
    now = timezone.now()
    SignInLink.objects.filter(expires__lte=now).delete()
    token = secrets.token_urlsafe(24)
    SignInLink.objects.create(
        user=user, token_hash=_token_hash(token), expires=now + timedelta(hours=LINK_HOURS)
    )
    return token


@transaction.atomic
def sign_in_link_use(token: str) -> User | None:
    """The user whom the token signs in; None if it is wrong, expired or used."""
    link = (
        SignInLink.objects.select_for_update()
        .filter(token_hash=_token_hash(token), expires__gt=timezone.now(), user__is_active=True)
        .first()
    )
    if link is None:
        return None
    link.delete()
    return link.user


def _token_hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
