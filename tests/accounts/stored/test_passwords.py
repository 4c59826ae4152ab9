"""Passwords after NIST SP 800-63B-4."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from moderator.features.accounts.write import normalised

LEAST_LETTERS = 15
USER = User(username="pat.robin")


@pytest.mark.parametrize(
    "password",
    [
        "seven hills of Rome",
        "a" + " lower case alone",
        "çà et là, naïf été",
        "密码是秘密而且很长的一句话啊啊",
        "🏺 🗡 🛡 ⚱ 🏛 🐎 🌾 🍇",
        "x7#kQ" * 3,
        "the quick brown fox jumps over the lazy dog " * 10,
        "pat.robin plays the lyre",
    ],
)
def test_long_ones_of_any_characters_will_do(password: str) -> None:
    assert len(password) >= LEAST_LETTERS
    validate_password(password, USER)


@pytest.mark.parametrize(
    "password",
    [
        "too short",
        "Tr0ub4dor&3 xy",  # with any characters
        "aaaaaaaaaaaaaaaaaaaa",
        "ababababababababab",
        "1234567890123456",
        "0987654321098765",
        "abcdefghijklmnopq",
        "qwertyuiopasdfgh",
        "passwordpassword",
        "Monkey-Monkey-Monkey",
        "moderator moderator",
        "PatRobin pat.robin",
        "password-for-moderator",
        "age of iron 2026",
    ],
)
def test_what_is_guessed_first_is_refused(password: str) -> None:
    is_short = len(password) < LEAST_LETTERS
    with pytest.raises(ValidationError) as refused:
        validate_password(password, USER)
    codes = {error.code for error in refused.value.error_list}
    assert codes == {"password_too_short" if is_short else "password_too_easy"}


def test_accents_are_hashed_in_one_form() -> None:
    composed = "na\u00efve Nacht"
    decomposed = "nai\u0308ve Nacht"
    assert normalised(composed) == normalised(decomposed) == composed
    assert normalised("ﬁne ﬁlm") == "ﬁne ﬁlm"  # otherwise as typed
