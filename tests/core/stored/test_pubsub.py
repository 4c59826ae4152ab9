"""Other processes get each notice once, with the commit, and none without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from time import monotonic

import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError

from moderator.core import publishing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

LIMIT_S = 10
Line = Iterator[Sequence[publishing.Notice] | None]
Elsewhere = Callable[[], AbstractContextManager[None]]


class Undone(Exception):
    """Rolls back a transaction."""


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    monkeypatch.setattr(publishing, "WAIT_S", 0.2)
    with closing(publishing.notices_of_others()) as line:
        assert next(line) is None  # connected
        yield line


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    """A transaction of another process."""

    @contextmanager
    def elsewhere() -> Iterator[None]:
        with monkeypatch.context() as patch, transaction.atomic():
            patch.setattr(publishing, "_process", lambda: "another")
            yield

    return elsewhere


def heard(line: Line, count: int) -> list[publishing.Notice]:
    """Asserts that there are that many notices, and returns the others."""
    found: list[publishing.Notice] = []
    until = monotonic() + LIMIT_S
    while len(found) < count and monotonic() < until:
        found += next(line) or []
    return found + list(next(line) or [])


def test_notices_arrive_with_the_commit(line: Line, elsewhere: Elsewhere) -> None:
    with elsewhere():
        publishing.publish(1)
        publishing.revoke(2)
        publishing.revoke(3, "seat:ariel")
        assert heard(line, 0) == []
    assert heard(line, 3) == [("tell", 1, None), ("drop", 2, None), ("drop", 3, "seat:ariel")]


def test_what_is_taken_back_was_never_said(line: Line, elsewhere: Elsewhere) -> None:
    with suppress(Undone), elsewhere():
        publishing.publish(1)
        raise Undone
    with elsewhere():
        publishing.publish(2)
    assert heard(line, 1) == [("tell", 2, None)]


def test_nobody_hears_himself(line: Line, elsewhere: Elsewhere) -> None:
    with transaction.atomic():
        publishing.publish(1)
    with elsewhere():
        publishing.publish(2)
    assert heard(line, 1) == [("tell", 2, None)]


def test_outside_a_transaction_nothing_is_said() -> None:
    with pytest.raises(TransactionManagementError):
        publishing.publish(1)


@pytest.mark.only_on("sqlite")
def test_the_table_stays_short_and_who_is_behind_knows_it(line: Line, elsewhere: Elsewhere) -> None:
    for _ in range(6):
        with elsewhere():
            for number in range(120):
                publishing.publish(number)
    assert next(line) is None  # some of it is lost
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM play_news")
        (count,) = cursor.fetchone()
    assert publishing.KEPT <= count < publishing.KEPT + 100
    with elsewhere():
        publishing.revoke(7)
    assert heard(line, 1) == [("drop", 7, None)]
