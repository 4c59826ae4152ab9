"""What caches keep of a request."""

from __future__ import annotations

import gc
from types import FunctionType, ModuleType

import pytest
from django.http import HttpRequest
from django.urls import reverse

from moderator.core import credentials
from moderator.core.cache import LruCache, forget_all
from moderator.core.models import Game
from moderator.core.people import instructor_person
from moderator.features.slips.write import SlipChange, slip_write
from tests.support.web.secret_offers import offer
from tests.support.web.tables import seat_down
from tests.support.web.world import join, signed_in


def held(value: object) -> set[str]:
    """The kinds of games and requests that this value keeps in memory."""
    found, seen, left = set(), set(), [value]
    while left:
        one = left.pop()
        if id(one) in seen or isinstance(one, type | ModuleType):
            continue
        seen.add(id(one))
        if isinstance(one, Game | HttpRequest):
            found.add(type(one).__name__)
        is_function = isinstance(one, FunctionType)
        left += one.__closure__ or () if is_function else gc.get_referents(one)
    return found


@pytest.mark.django_db(transaction=True)
def test_no_game_and_no_request_is_kept() -> None:
    """A game has its scenario: kept with each change, it takes ten times what is counted for it."""
    forget_all()
    options = {"deployment": "simultaneous", "diplomatic_records": True}
    table = seat_down("1800-bc", options)
    eve = join(table.group, "Eve", table.game, "egypt")
    offer(table.game, 0)
    order = {"type": "deploy", "player": "egypt", "region": "nubia", "rfs": 1}
    change = SlipChange("egypt", 0, [order], is_sealed=False)
    slip_write(
        table.game, change, credentials.new(), instructor_person(table.classroom), "instructor"
    )
    for browser in (eve, table.laptop, signed_in(table.classroom.instructor)):
        for page in ("chart", "console", "play"):
            browser.get(table.url(page))
        browser.get(reverse("classroom", args=[table.classroom.pk]))
    kept = [
        (key.key, value)
        for cache in LruCache.all
        for half in (cache._new, cache._old)
        for key, (value, _bytes) in half.items()
    ]
    assert {"slips", "offers", "book"} <= {key[0] for key, _ in kept if isinstance(key, tuple)}
    assert {repr(key)[:99]: found for key, value in kept if (found := held((key, value)))} == {}
