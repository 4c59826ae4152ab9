"""Security events: who signed in, got access, took data out or deleted it; never a name or a code.

Rows only grow. Network addresses lie beside them and are shortened after a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from enum import StrEnum
from ipaddress import IPv6Address, ip_address, ip_network

from django.db import connection, models, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from moderator.core.models import LogIsAppendOnly

ADDRESS_KEPT = timedelta(days=30)
FAILURES_MOST = 500  # in an hour, at an account or a class, or at neither
LOCK = 0x6576656E  # any number that nothing else uses for locks in the database


class Kind(StrEnum):
    """What happened; docs/security.md says what each means, and of what `about` is the number."""

    LOGIN = "account.login"
    LOGIN_FAILED = "account.failed_login"
    LOGOUT = "account.logout"
    LOGOUT_EVERYWHERE = "account.logout_everywhere"
    SESSION_ENDED = "account.session_ended"
    PASSWORD_CHANGED = "account.password_changed"  # noqa: S105
    ACCOUNT_CREATED = "account.created"
    ACCOUNT_CLOSED = "account.closed"
    FACTOR_PASSED = "second_factor.passed"
    FACTOR_FAILED = "second_factor.failed"
    FACTOR_ON = "second_factor.enabled"
    FACTOR_OFF = "second_factor.disabled"
    LOGIN_LINK_MADE = "login_link.made"
    LOGIN_LINK_USED = "login_link.used"
    RETURN_LINK_MADE = "return_link.made"
    RETURN_LINK_USED = "return_link.used"
    CARDS_MADE = "join_cards.made"
    CONSOLE_LINK_USED = "console_link.used"
    CONSOLE_LINK_WITHDRAWN = "console_link.withdrawn"
    PIN_USED = "console_pin.used"
    PIN_FAILED = "console_pin.failed"
    ACCESS_REFUSED = "access.refused"
    CODE_REPLACED = "class.code_replaced"
    JOINING_OPENED = "class.joining_opened"
    JOINING_CLOSED = "class.joining_closed"
    CLASS_CREATED = "class.created"
    CLASS_CHANGED = "class.settings_changed"
    CLASS_DELETED = "class.deleted"
    CLASS_RESTORED = "class.restored"
    CLASS_ERASED = "class.erased"
    NAMES_REPLACED = "class.names_replaced"
    COURSE_LINKED = "course.linked"
    COURSE_UNLINKED = "course.unlinked"
    GROUP_DELETED = "group.deleted"
    GAME_DELETED = "game.deleted"
    TOURNAMENT_DELETED = "tournament.deleted"
    PERSON_APPROVED = "person.approved"
    PERSON_REFUSED = "person.refused"
    PERSON_REMOVED = "person.removed"
    PERSON_ERASED = "person.erased"
    RECORD_EXPORTED = "record.exported"
    PACK_EXPORTED = "pack.exported"
    TABLE_EXPORTED = "table.exported"
    RESEARCH_EXPORTED = "research.exported"
    ARCHIVE_MADE = "archive.made"
    ARCHIVE_READ = "archive.read"
    NOT_RECORDED = "events.not_recorded"


FAILURES = (Kind.LOGIN_FAILED, Kind.FACTOR_FAILED, Kind.PIN_FAILED, Kind.ACCESS_REFUSED)


class SecurityEvent(models.Model):
    """Something that an office may want to know later. All numbers stay when what they are of is
    deleted, and mean nothing then.

    Triggers guard the table (migration 0043), as those of logs do.

    Attributes:
        account: who did it, or at which account it was tried.
        person: who did it without an account: the number in the class.
        classroom: where.
        about: the number of what it was done to, where that is neither of these.
    """

    at = models.DateTimeField(db_index=True)
    kind = models.CharField(max_length=40)
    account = models.BigIntegerField(null=True, db_index=True)
    person = models.BigIntegerField(null=True)
    classroom = models.BigIntegerField(null=True, db_index=True)
    about = models.BigIntegerField(null=True)

    def save(self, *args: object, **kwargs: object) -> None:
        """Add the event; one that is stored already is refused."""
        if not self._state.adding:
            raise LogIsAppendOnly
        super().save(force_insert=True)


class EventAddress(models.Model):
    """The network address from which an event came; shortened once `full_until` is over."""

    event = models.OneToOneField(
        SecurityEvent, on_delete=models.PROTECT, primary_key=True, related_name="origin"
    )
    address = models.CharField(max_length=64)
    full_until = models.DateTimeField(null=True, db_index=True)


_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


def noticed(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: events of a request have its account and its address."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = _request.set(request)
        try:
            return get_response(request)
        finally:
            _request.reset(token)

    return middleware


@contextmanager
def by_itself() -> Iterator[None]:
    """What is recorded inside, nobody has done: it follows from the time."""
    token = _request.set(None)
    try:
        yield
    finally:
        _request.reset(token)


@transaction.atomic
def record(
    kind: Kind,
    *,
    account: int | None = None,
    person: int | None = None,
    classroom: int | None = None,
    about: int | None = None,
) -> None:
    """Record an event, in the transaction that does it; a failure outside of any, so that it stays.

    Failures are bounded twice: nothing is tried while a rate limit pauses somebody, and after
    FAILURES_MOST an event says that there were more.

    Args:
        account: by default the one that is signed in where the request comes from.
    """
    request, now = _request.get(), timezone.now()
    if account is None and request is not None:
        account = request.user.pk
    if kind in FAILURES:
        others = SecurityEvent.objects.filter(account=account, classroom=classroom)
        others = others.filter(kind__in=[*FAILURES, Kind.NOT_RECORDED])
        count = others.filter(at__gt=now - timedelta(hours=1)).count()
        if count >= FAILURES_MOST:
            return
        kind = Kind.NOT_RECORDED if count == FAILURES_MOST - 1 else kind
    if connection.vendor == "postgresql":
        # So that the file is written while no event is on its way: see `is_complete`.
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock_shared(%s)", [LOCK])
    event = SecurityEvent.objects.create(
        at=now, kind=kind, account=account, person=person, classroom=classroom, about=about
    )
    address = request.META.get("REMOTE_ADDR", "") if request is not None else ""
    if address:
        EventAddress.objects.create(
            event=event, address=address[:64], full_until=now + ADDRESS_KEPT
        )


def shortened(address: str) -> str:
    """The network of an address: of 256 addresses, or for IPv6 a /48.

    >>> shortened("192.0.2.77"), shortened("2001:db8:1:2::3"), shortened("::ffff:192.0.2.77")
    ('192.0.2.0/24', '2001:db8:1::/48', '192.0.2.0/24')
    >>> shortened(shortened("192.0.2.77")), shortened("unknown")
    ('192.0.2.0/24', '')
    """
    try:
        found = ip_address(address.partition("/")[0])
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(ip_network((int(found), 48), strict=False))
        found = found.ipv4_mapped
    return str(ip_network((int(found), 24), strict=False))


def addresses_shorten() -> None:
    """Shorten the addresses whose time is over."""
    due = EventAddress.objects.filter(full_until__lte=timezone.now())
    for one in due[:1000]:
        one.address, one.full_until = shortened(one.address), None
        one.save(update_fields=["address", "full_until"])
