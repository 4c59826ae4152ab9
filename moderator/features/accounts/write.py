"""Instructors' sign-in: one-time links, and codes from an authenticator app."""

from __future__ import annotations

import hmac
import secrets
from base64 import b32encode
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from pyotp import TOTP
from pyotp.exceptions import OTPVerificationError

from moderator.core import credentials
from moderator.core.access import end_sessions
from moderator.features.accounts.models import RecoveryCode, SecondFactor, SignInLink

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
