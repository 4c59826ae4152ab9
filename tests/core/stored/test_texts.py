"""Texts that people type, whatever they are for."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

import pytest

from moderator.core.errors import InvalidInput
from moderator.core.text import name_key, name_read, text_read
from moderator.core.written import MESSAGE_LETTERS
from moderator.features.accounts.write import normalised
from moderator.features.people.roster_reading import without_odd
from moderator.rules.errors import Refused

MARKS = "e" + "\u0323\u0301" * 5_000


@pytest.mark.parametrize(
    "read",
    [
        name_read,
        name_key,
        without_odd,
        normalised,
        lambda text: text_read(text, MESSAGE_LETTERS),
        lambda text: text_read(text, MESSAGE_LETTERS, code="bad-message"),
    ],
)
def test_what_is_far_too_long_is_never_composed(
    read: Callable[[str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is the square of the number of marks: a whole form of them would take hours."""
    lengths, normalize = [0], unicodedata.normalize

    def measured(form: Literal["NFC", "NFKC"], text: str) -> str:
        lengths.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", measured)
    with suppress(InvalidInput, Refused):
        read(MARKS)
    assert max(lengths) <= 4_000


def test_lines_around_a_text_do_not_count() -> None:
    text = "\r\n" * 5_000 + "cafe\u0301\r\n  au lait"
    assert text_read(text, MESSAGE_LETTERS) == "caf\u00e9 au lait"
    assert text_read(text, MESSAGE_LETTERS, code="bad-message") == "caf\u00e9\n  au lait"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" \u2800 ", "Write."),  # invisible
        ("x" * 21, "That is too long: 20 letters at most."),
        ("a\u202eb", "The text has characters that can’t be shown."),
    ],
)
def test_what_is_refused_is_said_by_its_page_or_as_a_refusal(text: str, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        text_read(text, 20, "Write.")
    with pytest.raises(Refused, match=sentence) as refused:
        text_read(text, 20, "Write.", "bad-note")
    assert refused.value.code == "bad-note"
