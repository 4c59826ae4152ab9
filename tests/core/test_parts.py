"""Parts of charts depend on the attributes that `only` takes, and templates read no others."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client

from moderator.core import queries
from moderator.core.cache import MB, LruCache
from moderator.templatetags import parts
from tests.support.web import tables
from tests.support.web.tables import Table

SHOWN = "{% load parts %}{% for one in items|only:'real imag' %}{{ one.real }}{% endfor %}"


def test_an_attribute_that_is_not_taken_cannot_be_read() -> None:
    assert Template(SHOWN).render(Context({"items": (3, 4)})) == "34"
    with pytest.raises(LookupError, match="denominator"):
        Template(SHOWN.replace("one.real", "one.denominator")).render(Context({"items": (3,)}))


SLIPS = ("e pal3 civ2 nub6", "b bab 11", "a ass 11", "h hat 10", "reveal")


@pytest.mark.django_db
@pytest.mark.parametrize("deployment", ["sequential", "simultaneous"])
@pytest.mark.slow
def test_pages_read_only_what_is_taken(deployment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Conditions with “and” and “or” hide an error, so it is noted here."""
    missed: list[str] = []

    def miss(item: Any, name: str) -> Any:
        missed.append(name)
        raise LookupError

    monkeypatch.setattr(parts._Taken, "__getattr__", miss)
    monkeypatch.setattr(parts, "_parts", LruCache(MB))
    table = tables.seat_down("1800-bc", {"deployment": deployment, "turns": 1})
    for line in SLIPS if deployment == "simultaneous" else ():
        look(table)
        table.record(line)
    while (state := queries.timeline(table.game).state).active is not None:
        look(table)
        hand = state.hand[state.active]
        table.record(f"syria {hand}" if hand else "end")
    look(table)
    assert state.is_over
    assert missed == []


def look(table: Table) -> None:
    table.console()
    for more in ("", "?wall"):
        assert Client().get(table.url("chart") + more).status_code == 200
