"""Caches in memory."""

import gc
import json
import tracemalloc
from datetime import UTC, datetime
from types import FunctionType, ModuleType
from weakref import WeakSet

import pytest
from django.http import HttpRequest
from django.urls import reverse

from moderator.core import credentials
from moderator.core.cache import LruCache, forget_all
from moderator.core.log import Fold, Row
from moderator.core.models import Game
from moderator.core.people import instructor_person
from moderator.features.slips.write import SlipChange, slip_write
from moderator.rules import record
from tests.played.games import HERE, shipped
from tests.support.web.secret_offers import offer
from tests.support.web.tables import seat_down
from tests.support.web.world import join, signed_in


def cache(most: int) -> LruCache[int]:
    """A cache for so many numbers."""
    return LruCache(most, lambda value: 1, entry_bytes=0)


def test_what_is_made_is_made_once() -> None:
    kept: LruCache[str] = LruCache(1000)
    made = [kept.get_or_make("key", lambda n=n: f"made {n}") for n in range(3)]  # type: ignore[misc]
    assert made == ["made 0"] * 3
    assert kept.get("another") is None


def test_what_is_put_later_counts() -> None:
    kept = cache(10)
    for value in range(3):
        kept.put("key", value)
        for other in range(4):
            kept.put((value, other), other)
        assert kept.get("key") == value


def test_no_more_is_kept_than_was_said() -> None:
    """Counted in memory, since reading a value may drop others."""
    kept: LruCache[frozenset[int]] = LruCache(10, lambda value: 1, entry_bytes=0)
    in_memory: WeakSet[frozenset[int]] = WeakSet()
    for number in range(100):
        value = frozenset({number})
        in_memory.add(value)
        kept.put(number, value)
        assert len(in_memory) <= 10
    assert kept.get(99) == {99}


def test_large_values_leave_room_for_fewer() -> None:
    kept: LruCache[str] = LruCache(100, len, entry_bytes=5)
    for number in range(100):
        kept.put(number, "large" * 3)
        assert sum(kept.get(known) is not None for known in range(100)) <= 5


def test_a_very_large_value_that_is_read_often_displaces_no_other() -> None:
    kept: LruCache[str] = LruCache(100, len, entry_bytes=5)
    for small in range(3):
        kept.put(small, "x" * 5)
    kept.put("large", "x" * 60)
    for _ in range(10):
        assert kept.get("large") is not None
        assert all(kept.get(small) is not None for small in range(3))


@pytest.mark.parametrize(("size", "is_kept"), [(24, True), (25, False)])
def test_a_quarter_of_the_cache_is_very_large(size: int, is_kept: bool) -> None:
    kept: LruCache[str] = LruCache(100, len, entry_bytes=0)
    kept.put("read", "x" * size)
    for other in range(10):
        kept.put(other, "x" * 20)
        kept.get("read")
    assert (kept.get("read") is not None) is is_kept


def test_a_value_that_is_replaced_no_longer_counts() -> None:
    kept: LruCache[str] = LruCache(100, len, entry_bytes=5)
    kept.put("other", "x" * 10)
    for _ in range(100):
        kept.put("key", "x" * 20)
    assert kept.get("other") is not None


def test_a_value_larger_than_the_cache_is_dropped_by_the_next() -> None:
    kept: LruCache[str] = LruCache(100, len)
    kept.put("large", "x" * 1000)
    assert kept.get("large") is not None
    kept.put("next", "x" * 100)
    assert kept.get("large") is None


def test_what_is_asked_for_is_not_forgotten() -> None:
    kept = cache(10)
    kept.put("often", 1)
    kept.put("never", 1)
    for number in range(100):
        kept.put(number, number)
        assert kept.get("often") == 1
    assert kept.get("never") is None


def test_what_is_made_may_hold_what_is_made() -> None:
    kept = cache(10)
    assert kept.get_or_make("outer", lambda: 1 + kept.get_or_make("inner", lambda: 1)) == 2


@pytest.mark.parametrize(
    "name", ["age_of_iron/1800-bc", "age_of_iron/written-messages", "war/attacks"]
)
@pytest.mark.slow
def test_a_fold_has_about_as_many_bytes_as_it_says(name: str) -> None:
    played = record.read((HERE / f"{name}.json").read_bytes())
    _, _, timeline = record.start(played, shipped(played.game))
    moves = [json.dumps(move) for move in played.moves]

    def rows() -> list[Row]:
        at = datetime.now(UTC)
        return [
            (n, json.loads(move), f"{n:032}", f"{n:064}", 1, "moderator", at)
            for n, move in enumerate(moves, 1)
        ]

    Fold(timeline).replay(rows())  # what is made once in a process
    gc.collect()
    tracemalloc.start()
    fold = Fold(timeline).replay(rows())
    measured = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert 0.6 < fold.size / measured < 1.7


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


@pytest.mark.slow
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
