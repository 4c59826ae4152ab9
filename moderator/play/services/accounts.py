"""How instructors get into their accounts: one-time links, and a code from an app."""

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

from moderator.play import credentials
from moderator.play.models import RecoveryCode, SecondFactor, SignInLink

LINK_HOURS = 24

RECOVERY_CODES = 8
RECOVERY_LETTERS = 16  # 79 bits
SECRET_BYTES = 20
ISSUER = "Moderator"
_WINDOW = 1  # steps that a phone's clock may be off, each way


def seed_new() -> str:
    """What a new secret is derived from: 160 bits."""
    return secrets.token_hex(SECRET_BYTES)


def app_secret(seed: str) -> str:
    """The secret that the app is given, in base32. It hangs on the site's secret key."""
    message = f"moderator second factor\0{seed}".encode()
    digest = hmac.digest(settings.SECRET_KEY.encode(), message, "sha256")
    return b32encode(digest[:SECRET_BYTES]).decode("ascii")


def app_url(user: User, seed: str) -> str:
    """What the app reads from a QR code."""
    return TOTP(app_secret(seed)).provisioning_uri(name=user.get_username(), issuer_name=ISSUER)


def has_second_factor(user: User) -> bool:
    """Whether the account asks for a code."""
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
    """From now on the password is enough. Gives whether a code was asked for before."""
    return SecondFactor.objects.filter(user=user).delete()[0] > 0


def second_code_use(user: User, typed: str) -> bool:
    """Whether the code is right: the app's, or a recovery code. Then it is used up."""
    factor = SecondFactor.objects.filter(user=user).first()
    if factor is None:
        return False
    step = _step_of(factor.seed, typed)
    if step is not None:
        # One statement: of two who send the same code at once, one finds it used.
        fresh = SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step)
        return fresh.update(last_step=step) == 1
    code = _hash(credentials.code_read(typed))
    return factor.recovery_codes.filter(code_hash=code).delete()[0] == 1


def _step_of(seed: str, typed: str) -> int | None:
    """The half minute whose code was typed; None if it is of none near now."""
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
def sign_in_link_create(user: User) -> str:
    """A token that signs the user in once, within a day. It is stored as its hash alone."""
    now = timezone.now()
    SignInLink.objects.filter(expires__lte=now).delete()
    token = secrets.token_urlsafe(24)
    SignInLink.objects.create(
        user=user, token_hash=_token_hash(token), expires=now + timedelta(hours=LINK_HOURS)
    )
    return token


@transaction.atomic
def sign_in_link_use(token: str) -> User | None:
    """The user whom the token signs in; None if it is wrong, too old, or was used."""
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
