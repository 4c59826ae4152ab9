"""Instructors' sign-in: one-time links, and codes from an authenticator app."""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from itertools import chain, count

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, User
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from pyotp import TOTP
from pyotp.exceptions import OTPVerificationError

from moderator.core import credentials
from moderator.core.access import end_sessions
from moderator.core.events import Kind, record
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


@transaction.atomic
def account_new(name: str) -> User:
    """A new account, without a password.

    Raises:
        ValidationError: there is one with this name, or it can't be a name.
    """
    user = User(username=name)
    user.set_unusable_password()
    user.full_clean()
    user.save()
    record(Kind.ACCOUNT_CREATED, account=user.pk)
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
    """The seed of a new random secret of 160 bits."""
    return _seed_of(secrets.token_bytes(SECRET_BYTES))


def app_secret(seed: str) -> str:
    """The app's secret in base32, from the seed and the secret key that the seed names."""
    return b32encode(_secret(seed)).decode("ascii")


def second_factors_rekey() -> None:
    """Store the apps' secrets of earlier keys by the present one."""
    for factor in SecondFactor.objects.exclude(seed__startswith=_name(settings.SECRET_KEY)):
        if _key_of(factor.seed):
            fresh = _seed_of(_secret(factor.seed))
            SecondFactor.objects.filter(pk=factor.pk, seed=factor.seed).update(seed=fresh)


def _seed_of(secret: bytes) -> str:
    """The present key's name and something random, and the secret, veiled by both."""
    nonce = _name(settings.SECRET_KEY) + secrets.token_urlsafe(SECRET_BYTES)
    veiled = urlsafe_b64encode(_veil(settings.SECRET_KEY, nonce, secret))
    return f"{nonce}.{veiled.decode('ascii')}"


def _secret(seed: str) -> bytes:
    nonce, _, veiled = seed.partition(".")
    key = _key_of(seed) or settings.SECRET_KEY  # then nobody's app has it
    return _veil(key, nonce, urlsafe_b64decode(veiled) or bytes(SECRET_BYTES))


def _key_of(seed: str) -> str:
    """The secret key of the seed; empty if it isn't accepted any more."""
    if "." not in seed:  # of an earlier release, which knew one key
        return credentials.accepted_keys()[-1]
    return next((key for key in credentials.accepted_keys() if seed.startswith(_name(key))), "")


def _veil(key: str, nonce: str, secret: bytes) -> bytes:
    """The secret, combined with an HMAC of the nonce; the same again unveils it."""
    mac = hmac.digest(key.encode(), f"moderator second factor\0{nonce}".encode(), "sha256")
    return bytes(one ^ other for one, other in zip(mac, secret, strict=False))


def _name(key: str) -> str:
    """What tells keys apart and reveals nothing of them."""
    return salted_hmac("moderator name of a key", "", key, algorithm="sha256").hexdigest()[:6]


def app_url(user: User, seed: str) -> str:
    """The URL for the QR code that the app scans."""
    return TOTP(app_secret(seed)).provisioning_uri(name=user.get_username(), issuer_name=ISSUER)


def has_second_factor(user: User) -> bool:
    """Whether codes of an app are asked for."""
    return SecondFactor.objects.filter(user=user).exists()


def asks_for_more(user: User) -> bool:
    """Whether a password or a link isn't enough to sign in.

    Passkeys are another way to sign in; a second step only where the site requires one.
    """
    is_required = settings.SECOND_FACTOR_REQUIRED
    return has_second_factor(user) or (is_required and user.passkeys.exists())


def lacks_factor(user: User) -> bool:
    """Whether the account has to set up a second factor before anything else."""
    return settings.SECOND_FACTOR_REQUIRED and not asks_for_more(user)


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
        RecoveryCode(factor=factor, code_hash=_hash(factor, code)) for code in codes
    )
    record(Kind.FACTOR_ON, account=user.pk)
    return codes


@transaction.atomic
def second_factor_turn_off(user: User) -> bool:
    """Turn the code of an app off; whether it was on."""
    was_on = SecondFactor.objects.filter(user=user).delete()[0] > 0
    if was_on:
        record(Kind.FACTOR_OFF, account=user.pk)
    return was_on


@transaction.atomic
def factors_remove(user: User) -> bool:
    """Turn the code off and remove the passkeys; whether there was anything."""
    was_on = second_factor_turn_off(user)
    removed = [passkey_remove(user, pk) for pk in user.passkeys.values_list("pk", flat=True)]
    return was_on or any(removed)


@transaction.atomic
def passkey_remove(user: User, pk: int, here: str | None = None) -> bool:
    """Remove a passkey of the account, and end all its sessions but the one `here`; whether it had
    that one."""
    was_there = user.passkeys.filter(pk=pk).delete()[0] > 0
    if was_there:
        record(Kind.PASSKEY_REMOVED, account=user.pk)
        end_sessions(user, here=here)
    return was_there


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
    code = credentials.code_read(typed)
    hashes = [_hash(factor, code), *credentials.macs(_RECOVERY, code)]
    return factor.recovery_codes.filter(code_hash__in=hashes).delete()[0] == 1


def _step_of(seed: str, typed: str) -> int | None:
    """The time step whose code was typed; None if it belongs to no present one."""
    now_s = int(timezone.now().timestamp())
    try:
        return TOTP(app_secret(seed)).verify_and_get_timecode(
            "".join(typed.split()), for_time=now_s, valid_window=_WINDOW
        )
    except OTPVerificationError:
        return None


_RECOVERY = "moderator recovery code"
"""Earlier releases hashed recovery codes with the secret key itself."""


def _hash(factor: SecondFactor, code: str) -> str:
    """By the app's secret, which outlasts the secret key."""
    digest = hmac.digest(_secret(factor.seed), f"{_RECOVERY}\0{code}".encode(), "sha256")
    return urlsafe_b64encode(digest).decode("ascii")


def recovery_codes_end() -> None:
    """Delete those that were hashed with the secret key."""
    RecoveryCode.objects.annotate(letters=Length("code_hash")).filter(letters=64).delete()


@transaction.atomic
def password_set(user: User, password: str, here: str | None) -> None:
    """Set the password, even to the same one, and end the account's sessions but the one `here`."""
    user.set_password(password)
    user.save(update_fields=["password"])
    end_sessions(user, here=here)


@transaction.atomic
def sign_in_link_create(user: User) -> str:
    """A token that signs the user in once, within a day. Only its hash is stored."""
    now = timezone.now()
    SignInLink.objects.filter(expires__lte=now).delete()
    token = secrets.token_urlsafe(24)
    SignInLink.objects.create(
        user=user, token_hash=_token_hash(token), expires=now + timedelta(hours=LINK_HOURS)
    )
    record(Kind.LOGIN_LINK_MADE, account=user.pk)
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
    record(Kind.LOGIN_LINK_USED, account=link.user_id)
    return link.user


def _token_hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
