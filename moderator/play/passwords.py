"""Passwords after NIST SP 800-63B-4: long, anything typed, not easy to guess, no other rule."""

from __future__ import annotations

import re
import unicodedata

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

_LEAST_OWN = 6
_OURS = ("moderator", "ageofiron", "ageofwar", "valleyofwar", "instructor", "password")
_ROWS = (
    "abcdefghijklmnopqrstuvwxyz" * 3,
    "1234567890" * 8,
    "qwertyuiopasdfghjklzxcvbnm" * 3,
    "qwertzuiopasdfghjklyxcvbnm" * 3,
)


def normalised(password: str) -> str:
    """The password as it is hashed: whichever way a keyboard composes its accents.

    >>> normalised("cafe" + chr(0x301)) == "caf" + chr(0xE9)
    True
    """
    return unicodedata.normalize("NFC", password)


class NotEasyToGuess:
    """Refuses common passwords, also repeated; rows of keys; and what is around the account."""

    def __init__(self) -> None:
        self._common = CommonPasswordValidator()

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """`ValidationError` for one that a guesser would try early."""
        plain = _plain(password)
        once = _once(plain)
        around = [*_OURS, _plain(user.get_username()) if user else ""]
        is_weak = (
            any(once in row or once in row[::-1] for row in _ROWS)
            or len(set(plain)) < 5
            or len(_without(plain, around)) < _LEAST_OWN
            or once in self._common.passwords
        )
        if is_weak:
            raise ValidationError(
                gettext("This password is one of the first that somebody would try."),
                code="password_too_easy",
            )

    def get_help_text(self) -> str:
        """What to avoid."""
        return gettext(
            "Four or five words that have nothing to do with each other are easy to keep and hard "
            "to guess."
        )


def _plain(text: str) -> str:
    return re.sub(r"[\s\-_.@]", "", text.casefold())


def _once(text: str) -> str:
    """The part that a text repeats; the text itself if it repeats nothing."""
    return text[: (text + text).find(text, 1)] if text else text


def _without(text: str, words: list[str]) -> str:
    for word in words:
        if len(word) >= 3:
            text = text.replace(word, "")
    return text
