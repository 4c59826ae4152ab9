"""Sessions: how long an instructor stays signed in, and the store in the database."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends import db
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.models import Session
from django.core import signing
from django.db import connection, models, transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import site_time

# How long an instructor stays signed in; the reasons are in docs/decisions/0007.

LONGEST_S = 14 * 24 * 60 * 60
IDLE_S = 12 * 60 * 60
_NOTED_EACH_S = 60 * 60  # so that viewing pages rarely writes

BEGAN = "signed-in"  # session keys, in seconds since 1970; older sessions lack both
SEEN = "seen"
LASTS = "lasts"  # for how many seconds, if it isn't the longest time
BROWSER = "browser"  # in plain words, at the sign-in
ADDRESS = "address"  # shortened


def is_over(session: Mapping[str, Any]) -> bool:
    """Whether the sign-in is too old, or the session has been idle for too long."""
    return left_s(session) < 0


def left_s(session: Mapping[str, Any]) -> float:
    """The seconds until the sign-in is over, by the clock; negative afterwards, infinite without a
    sign-in."""
    if SESSION_KEY not in session:
        return math.inf
    now_s = timezone.now().timestamp()
    lasts_s = session.get(LASTS, LONGEST_S)
    ends = session.get(BEGAN, now_s) + lasts_s, session.get(SEEN, now_s) + IDLE_S
    if session.get(SEEN, now_s) > now_s + IDLE_S:  # by a clock that was wrong then
        return -1
    return float(min(ends) - now_s)


def age_s(session: Mapping[str, Any]) -> float:
    """The seconds since the sign-in; infinite without one, or if the clock was ahead then."""
    age = timezone.now().timestamp() - session.get(BEGAN, 0)
    return age if age >= 0 else math.inf


def begin(session: MutableMapping[str, Any], lasts_s: int = LONGEST_S) -> None:
    """Start the session's age at sign-in."""
    session[BEGAN] = session[SEEN] = int(timezone.now().timestamp())
    session[LASTS] = lasts_s


def note(session: MutableMapping[str, Any]) -> None:
    """Note activity in the session, at most once an hour."""
    now_s = int(timezone.now().timestamp())
    if now_s - session.get(SEEN, now_s) > _NOTED_EACH_S:
        session[SEEN] = now_s


def rekey() -> None:
    """Sign the sessions of earlier secret keys with the present one."""
    store = SessionStore()
    read = partial(signing.loads, salt=store.key_salt, serializer=store.serializer)
    users = {str(user.pk): user for user in User.objects.all()}
    for key, stored in Session.objects.values_list("pk", "session_data").iterator():
        with suppress(signing.BadSignature):
            read(stored, fallback_keys=[])
            continue
        with suppress(signing.BadSignature):
            held = read(stored)
            user = users.get(held.get(SESSION_KEY, ""))
            if user and held.get(HASH_SESSION_KEY) in user.get_session_auth_fallback_hash():
                held[HASH_SESSION_KEY] = user.get_session_auth_hash()
            fresh = store.encode(held)
            Session.objects.filter(pk=key, session_data=stored).update(session_data=fresh)


def sessions_over(keys: Collection[str]) -> set[str]:
    """Those of these sessions that have expired or been deleted, as by signing out."""
    there = Session.objects.filter(expire_date__gt=site_time.bounds()[0], pk__in=keys)
    return {*keys} - {*there.values_list("pk", flat=True)}


class AccountSession(models.Model):
    """A session in which somebody is signed in to an account."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sessions"
    )


def account_lock(pk: int | str) -> None:
    """Let none of the account's sessions get another key, or end, until the transaction's end."""
    User.objects.select_for_update(no_key=True).filter(pk=pk).first()


# Django's sessions in the database, read with SQL: a fifth of the time, in every request. Requests
# of one browser come at the same time: each stores what it has changed, and nothing else.


class SessionStore(db.SessionStore):
    expires: datetime | None = None
    """When it expires; None if there is none, or it has not been loaded."""
    stored = ""
    """What it held when it was read or stored last."""
    _session: dict[str, Any]  # Django's property

    def get_expiry_date(self, **given: Any) -> datetime:
        """Never too early: nobody loses a seat because the clock is set right during the class."""
        given.setdefault("modification", site_time.bounds()[1])
        return super().get_expiry_date(**given)

    def load(self) -> dict[str, Any]:
        """What it holds; nothing if there is no such session, or no longer."""
        query = """SELECT session_data, expire_date FROM django_session
            WHERE session_key = %s AND expire_date > %s"""
        now = connection.ops.adapt_datetimefield_value(site_time.bounds()[0])
        with connection.cursor() as cursor:
            cursor.execute(query, [self.session_key, now])
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return {}
        self.expires = row[1] if row[1].tzinfo else row[1].replace(tzinfo=UTC)  # SQLite has none
        self.stored = row[0]
        return self.decode(row[0])

    @classmethod
    def clear_expired(cls) -> None:
        """Delete those that have expired, as `clearsessions` does."""
        Session.objects.filter(expire_date__lt=site_time.passed()).delete()

    def cycle_key(self) -> None:
        """Give it another key; it stays the same session of its account.

        Raises:
            SessionInterrupted: it is over, as by signing out everywhere in this moment.
        """
        with transaction.atomic():
            if account := self.get(SESSION_KEY):
                account_lock(account)
            if (key := self.session_key) is None:
                self.create()
                return
            if not self._lock():
                raise SessionInterrupted("The session is over.")
            new: str = self._get_new_session_key()  # type: ignore[attr-defined]
            self._session_key = new
            Session.objects.filter(pk=key).update(session_key=new)
            AccountSession.objects.filter(session_id=key).update(session_id=new)
        self.modified = True

    def save(self, must_create: bool = False) -> None:
        with transaction.atomic():
            if self.session_key and not must_create:
                self._lock()
            super().save(must_create)
            if SESSION_KEY in self._session:
                AccountSession.objects.get_or_create(
                    session_id=self.session_key, defaults={"account_id": self._session[SESSION_KEY]}
                )
        self.stored = self.encode(self._session)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """A transaction in which nobody else changes the session. It is read again, and stored
        unless there is an exception.

        Raises:
            SessionInterrupted: it is over.
        """
        with transaction.atomic():
            if not self._lock():
                raise SessionInterrupted("The session is over.")
            began = self.stored
            try:
                yield
                self.save()
            except BaseException:
                self.stored, self._session_cache = began, self.decode(began)
                raise
            finally:
                self.modified = False

    def _lock(self) -> bool:
        """Lock it and take over what others have stored meanwhile; whether there is one."""
        mine = self._session  # read first, so that `stored` is what it began with
        row = Session.objects.select_for_update().filter(session_key=self.session_key).first()
        if row is None:
            return False
        if row.session_data != self.stored:
            before, now = self.decode(self.stored) if self.stored else {}, row.get_decoded()
            for key in before.keys() | mine.keys():
                if key not in mine:
                    now.pop(key, None)
                elif mine[key] != before.get(key):
                    now[key] = mine[key]
            self._session_cache, self.stored = now, row.session_data
        return True


# The browser, in plain words.

_BROWSERS = {
    "Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "Chrome": "Chrome",
    "CriOS": "Chrome", "Safari": "Safari",
}  # fmt: skip
_SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "CrOS": "ChromeOS",
    "Windows": "Windows", "Macintosh": "Mac", "Linux": "Linux",
}  # fmt: skip


def browser_named(agent: str) -> str:
    """What a browser says it is, in plain words; the first that fits, as they also name others.

    >>> browser_named("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")
    'Firefox on Linux'
    >>> browser_named("curl/8")
    'Unknown browser'
    """
    browser = next((name for word, name in _BROWSERS.items() if word in agent), "")
    system = next((name for word, name in _SYSTEMS.items() if word in agent), "")
    if not browser:
        return gettext("Unknown browser")
    if not system:
        return browser
    return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
