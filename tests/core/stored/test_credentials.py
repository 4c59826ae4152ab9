"""Codes, tokens and PINs."""

import pytest
from django.conf import settings
from django.test import override_settings

from moderator.core import credentials, queries
from moderator.core.errors import InvalidInput
from moderator.core.models import Classroom, Group
from moderator.features.classes.write import (
    classroom_create,
    group_link_withdraw,
    group_rename,
    groups_create,
)


def test_codes_are_easy_to_read(classroom: Classroom, groups: list[Group]) -> None:
    codes = [classroom.code, *(group.code for group in groups)]
    assert len(set(codes)) == 3
    for code in codes:
        assert len(code) == 7
        assert not set(code) & set("0O1IL")
        assert set(code) <= set(credentials.ALPHABET)


def test_a_code_is_never_given_twice(
    classroom: Classroom, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = iter(classroom.code + group.code + "ZZZZZZZ")
    monkeypatch.setattr("moderator.core.credentials.secrets.choice", lambda _: next(letters))
    assert credentials.code_new() == "ZZZZZZZ"


def test_codes_as_people_type_them(classroom: Classroom, group: Group) -> None:
    typed = f" {group.code[:3].lower()}-{group.code[3:]} "
    assert queries.group_by_code(typed) == group
    assert queries.group_by_code(classroom.code) is None
    assert queries.group_by_code("") is None
    assert queries.group_by_code("\0") is None


def test_the_console_opens_for_its_link(groups: list[Group]) -> None:
    for group in groups:
        token = credentials.console_token(group)
        assert token.startswith(f"{group.code}-")
        assert len(token) == 8 + 22  # 128 bits
        assert credentials.console_group(token) == group


def test_and_for_nothing_else(groups: list[Group]) -> None:
    one, other = (credentials.console_token(group) for group in groups)
    for token in (
        "",
        groups[0].code,
        f"{groups[0].code}-",
        groups[0].code + other[7:],
        one[:-1],
        one + "A",
        one.swapcase(),
        "\0" * 29,
        "ä" * 29,
        groups[0].code + "\ud800",
    ):
        assert credentials.console_group(token) is None


def test_a_pin_opens_its_group(classroom: Classroom, groups: list[Group]) -> None:
    pins = [credentials.console_pin(group) for group in groups]
    assert len(set(pins)) == 2
    for group, pin in zip(groups, pins, strict=True):
        assert len(pin) == 8
        assert set(pin) <= set(credentials.ALPHABET)
        assert credentials.group_by_pin(classroom, f" {pin[:4].lower()} {pin[4:]}") == group
        assert credentials.group_by_pin(classroom, pin[:7]) is None
    assert credentials.group_by_pin(classroom, "") is None
    assert credentials.group_by_pin(classroom, "ä") is None
    other = classroom_create(classroom.instructor, "Other")
    assert credentials.group_by_pin(other, pins[0]) is None


def test_withdrawing_closes_link_and_pin(classroom: Classroom, group: Group) -> None:
    token, pin = credentials.console_token(group), credentials.console_pin(group)
    group_link_withdraw(group)
    assert credentials.console_group(token) is None
    assert credentials.group_by_pin(classroom, pin) is None
    assert credentials.console_group(credentials.console_token(group)) == group


def test_they_hang_on_the_secret_key(group: Group) -> None:
    token, pin = credentials.console_token(group), credentials.console_pin(group)
    assert token[8:] not in pin
    earlier = settings.SECRET_KEY
    with override_settings(SECRET_KEY="another one"):
        assert credentials.console_token(group) != token
        assert credentials.console_pin(group) != pin
        assert credentials.console_group(token) is None
        assert credentials.group_by_pin(group.classroom, pin) is None
        with override_settings(SECRET_KEY_FALLBACKS=["a third", earlier]):
            assert credentials.console_token(group) != token
            assert credentials.console_group(token) == group
            assert credentials.group_by_pin(group.classroom, pin) == group


def test_keys_are_fresh() -> None:
    made = {credentials.new() for _ in range(100)}
    assert len(made) == 100
    assert all(credentials.is_key(key) for key in made)


@pytest.mark.slow
def test_classes_and_groups_are_checked(classroom: Classroom, groups: list[Group]) -> None:
    with pytest.raises(InvalidInput, match="time zone"):
        classroom_create(classroom.instructor, "X", "Mars/Olympus")
    with pytest.raises(InvalidInput, match="80 letters"):
        classroom_create(classroom.instructor, "x" * 81)
    for count in (0, -1, 59):
        with pytest.raises(InvalidInput, match="at most 60"):
            groups_create(classroom, count)
    more = groups_create(classroom, 58)
    assert (more[0].number, more[-1].name) == (3, "Group 60")
    assert group_rename(groups[0], " Kanesh ").name == "Kanesh"
    with pytest.raises(InvalidInput):
        group_rename(groups[0], "\n")
