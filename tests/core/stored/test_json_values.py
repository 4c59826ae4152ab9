"""JSON values as every database stores them."""

from __future__ import annotations

from moderator.core.text import json_values


def test_numbers_are_as_postgresql_gives_them_back() -> None:
    assert str(json_values([31.2, 31.0, -0.0, -7], "bad-scenario")) == "[31.2, 31.0, 0.0, -7]"
