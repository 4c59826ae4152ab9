"""Sessions: requests of one browser at the same time each store what they have changed."""

import pytest
from django.contrib.sessions.exceptions import SessionInterrupted

from moderator.core.sessions import SessionStore
from tests.support.play.at_once import at_once


def session(**held: object) -> str:
    """The key of a new session."""
    made = SessionStore()
    made.update(held)
    made.save()
    return str(made.session_key)


def test_what_others_have_stored_meanwhile_is_kept(db: None) -> None:
    key = session(a=1, b=[1], c=1)
    one, other = SessionStore(key), SessionStore(key)
    assert other["a"] == one["a"] == 1
    one["a"] = 2
    one["new"] = 2
    del one["c"]
    one.save()
    other["b"].append(3)
    other.save()
    one["d"] = 4
    one.save()
    assert dict(SessionStore(key).items()) == {"a": 2, "b": [1, 3], "d": 4, "new": 2}


def test_what_is_refused_changes_nothing(db: None) -> None:
    key = session(a=1)
    one = SessionStore(key)

    def change() -> None:
        with one.locked():
            with one.locked():
                one["a"] = 2
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        change()
    assert (one["a"], one.modified) == (1, False)
    one.save()
    assert SessionStore(key)["a"] == 1


def test_a_session_that_is_over_is_not_locked(db: None) -> None:
    one = SessionStore(session(a=1))
    assert one["a"] == 1
    SessionStore(one.session_key).flush()
    with pytest.raises(SessionInterrupted), one.locked():
        pass


@pytest.mark.slow
def test_changes_at_once_follow_each_other(transactional_db: None) -> None:
    key = session(all=[])
    stores = [SessionStore(key) for _ in range(8)]
    assert not any(store["all"] for store in stores)  # all have read it

    def add(number: int) -> None:
        with stores[number].locked():
            stores[number]["all"] = [*stores[number]["all"], number]

    assert at_once(add, 8) == [None] * 8
    assert sorted(SessionStore(key)["all"]) == list(range(8))
