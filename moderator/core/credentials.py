"""Codes, PINs, links and keys: how they are made and compared."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence

from django.conf import settings
from django.utils.crypto import salted_hmac

from moderator.core.class_models import OldCode
from moderator.core.models import CODE_LETTERS, KEY_LETTERS, Classroom, Group

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without 0 O 1 I L
PIN_LETTERS = 8
MAC_BYTES = 16

_NO_GROUP = Group(pk=0)  # compared if there is no group, so that the time reveals nothing
_KEY = re.compile(r"[A-Za-z0-9_-]+\Z")


def accepted_keys() -> list[str]:
    """The site's secret key, then earlier ones that are still accepted."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def macs(salt: str, text: str) -> list[str]:
    """HMACs of the text by the `accepted_keys`; nobody without one finds the text by trying."""
    return [salted_hmac(salt, text, key, algorithm="sha256").hexdigest() for key in accepted_keys()]


def new() -> str:
    """A new idempotency key for a form."""
    return secrets.token_urlsafe(16)


def is_key(text: str) -> bool:
    """Whether the text is well-formed as an idempotency key."""
    return len(text) <= KEY_LETTERS and _KEY.match(text) is not None


def letters(count: int) -> str:
    """So many random letters, 4.95 bits each."""
    return "".join(secrets.choice(ALPHABET) for _ in range(count))


def is_code_free(code: str) -> bool:
    """Whether no classroom and no group has the code, because /join/ accepts both, nor has had."""
    return not (
        Classroom.every.filter(code=code).exists()
        or Group.objects.filter(code=code).exists()
        or OldCode.objects.filter(code=code).exists()
    )


def code_new() -> str:
    """A code that is free. Call it inside the transaction that stores it."""
    while True:
        code = letters(CODE_LETTERS)
        if is_code_free(code):
            return code


def code_read(text: str) -> str:
    """A typed code or PIN in capitals, without spaces and dashes.

    Empty if it contains a letter that no code has.

    >>> code_read(" ab-cd 23 ")
    'ABCD23'
    """
    code = re.sub(r"[\s\-]", "", text).upper()
    return code if set(code) <= set(ALPHABET) else ""


def console_token(group: Group, key: str = "") -> str:
    """The end of a console's link: the group's code, and a MAC of 128 bits."""
    mac = urlsafe_b64encode(_derive("console link", group, key)[:MAC_BYTES]).rstrip(b"=")
    return f"{group.code}-{mac.decode('ascii')}"


def console_pin(group: Group, key: str = "") -> str:
    """The PIN that, with the class's code, opens the group's console."""
    number = int.from_bytes(_derive("console PIN", group, key), "big")
    pin = ""
    for _ in range(PIN_LETTERS):
        number, letter = divmod(number, len(ALPHABET))
        pin += ALPHABET[letter]
    return pin


def console_group(token: str) -> Group | None:
    """The group whose console the link opens; None for a wrong or withdrawn one.

    Cost: the same whether there is such a group or not.
    """
    group = Group.objects.in_use().filter(code=code_read(token.partition("-")[0])).first()
    ours = [console_token(group or _NO_GROUP, key) for key in accepted_keys()]
    return group if _is_among(ours, token) else None


def group_by_pin(classroom: Classroom, pin: str) -> Group | None:
    """The class's group with that PIN; None if no group has it."""
    typed = code_read(pin)
    found = None
    for group in classroom.groups.all():  # all of them, so that the time reveals nothing
        if _is_among([console_pin(group, key) for key in accepted_keys()], typed):
            found = group
    return found


def _derive(purpose: str, group: Group, key: str) -> bytes:
    message = f"moderator {purpose}\0{group.pk}\0{group.link_generation}"
    key = key or settings.SECRET_KEY
    return hmac.new(key.encode(), message.encode(), hashlib.sha256).digest()


def _is_among(ours: Sequence[str], given: str) -> bool:
    """Compares with each, so that the time reveals nothing."""
    typed = given.encode("utf-8", "surrogatepass")
    return sum(hmac.compare_digest(one.encode(), typed) for one in ours) > 0
