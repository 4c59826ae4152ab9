"""Sessions: requests of one browser at the same time each store what they have changed."""

import time

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.models import Session

from moderator.core.access import end_sessions
from moderator.core.sessions import AccountSession, SessionStore
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


def test_a_session_that_was_ended_gets_no_other_key(db: None) -> None:
    user = User.objects.create_user("pat")
    stolen = SessionStore(session(**{SESSION_KEY: str(user.pk)}))
    assert stolen[SESSION_KEY]  # read before the owner signs out everywhere
    end_sessions(user)
    with pytest.raises(SessionInterrupted):
        stolen.cycle_key()
    assert not Session.objects.exists()


def test_with_another_key_it_is_still_the_one_that_its_account_lists(db: None) -> None:
    user = User.objects.create_user("pat")
    one = SessionStore(key := session(**{SESSION_KEY: str(user.pk)}, seat=1))
    listed = AccountSession.objects.get()
    one.cycle_key()
    one["seat"] = 2
    one.save()
    assert (one.session_key != key, SessionStore(key).get("seat")) == (True, None)
    assert SessionStore(one.session_key)["seat"] == 2
    assert end_sessions(user, listed.pk)
    assert not Session.objects.exists()


@pytest.mark.slow
def test_however_often_its_key_changes_it_ends(transactional_db: None) -> None:
    user = User.objects.create_user("pat")
    keys = [session(**{SESSION_KEY: str(user.pk)}) for _ in range(7)]

    def press(number: int) -> None:
        if number == len(keys):
            time.sleep(0.1)
            end_sessions(user)
            return
        stolen = SessionStore(keys[number])
        for _ in range(200):
            if SESSION_KEY in stolen:
                stolen.cycle_key()
                stolen = SessionStore(stolen.session_key)

    answers = at_once(press, len(keys) + 1)
    assert answers[-1] is None
    assert not any(SESSION_KEY in one.get_decoded() for one in Session.objects.all())


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
