"""Counting wrong tries."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from moderator.core import throttling
from moderator.core.class_models import WrongTries
from moderator.core.throttling import RateLimit, RateLimitKey, try_begin, try_was_right
from tests.support.clock import Clock


@pytest.mark.django_db
def test_a_pause_names_nobody_in_the_database() -> None:
    try_begin(
        [
            RateLimitKey(throttling.SIGN_IN_AT_ACCOUNT, "pat"),
            RateLimitKey(throttling.PIN_BY_ADDRESS, "1.2.3.4"),
        ]
    )
    stored = repr(list(WrongTries.objects.values()))
    assert "pat" not in stored
    assert "1.2.3.4" not in stored


@pytest.mark.slow
@pytest.mark.django_db
def test_the_table_stays_small(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling, "MOST_ROWS", 10)
    short, long = (
        RateLimit("short", free=1, longest_s=60),
        RateLimit("long", free=1, longest_s=24 * 3600, forgotten_s=30 * 24 * 3600),
    )
    for _ in range(8):
        try_begin([RateLimitKey(long, "account")])
        clock.wait(24 * 3600)
    for number in range(30):
        try_begin([RateLimitKey(short, str(number))])
    assert WrongTries.objects.count() == 10
    assert WrongTries.objects.filter(key=RateLimitKey(long, "account").key).exists()
    clock.wait(60 * 24 * 3600)
    try_begin([RateLimitKey(short, "the last")])
    assert WrongTries.objects.count() == 1


@pytest.mark.slow
def test_of_tries_at_once_none_slips_through(transactional_db: None) -> None:
    door, count = RateLimit("race", free=5, longest_s=60), 16
    gate = threading.Barrier(count)

    def knock(number: int) -> int:
        gate.wait()
        try:
            # In any order, since views may name them differently.
            tallies = [RateLimitKey(door, "class"), RateLimitKey(door, f"person {number % 2}")]
            return try_begin(tallies if number % 3 else tallies[::-1])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        waits = list(pool.map(knock, range(count)))
    assert waits.count(0) == door.free
    assert max(waits) == 60
    assert WrongTries.objects.get(key=RateLimitKey(door, "class").key).tries == door.free


def test_a_right_try_takes_back_its_own_count_alone(db: None) -> None:
    door = RateLimit("x", free=3, longest_s=60)
    one, other = RateLimitKey(door, "one"), RateLimitKey(door, "other")
    for _ in range(2):
        assert try_begin([one, other]) == 0
    try_was_right([one, other], reset=[one])
    found = dict(WrongTries.objects.values_list("key", "tries"))
    assert found == {one.key: 0, other.key: 1}


@pytest.mark.django_db
def test_a_clock_that_is_put_back_keeps_nobody_out(clock: Clock) -> None:
    tally = RateLimitKey(RateLimit("clock", free=1, longest_s=60), "somebody")
    try_begin([tally])
    assert 0 < try_begin([tally]) <= 60
    clock.wait(-3 * 3600)
    assert try_begin([tally]) == 0  # and counted: the next pause starts now
    assert try_begin([tally]) == 60
