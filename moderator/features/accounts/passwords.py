"""Passwords according to NIST SP 800-63B-4: long, not easy to guess, no other rules."""

from __future__ import annotations

import re

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from moderator.core.text import composed

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
