"""Security events: who signed in, got access, took data out or deleted it; never a name or a code.

Rows only grow. Network addresses lie beside them and are shortened after a while. An office gets
them as a file, too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import IO, Any

from django.db import connection, models, transaction
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from moderator.core import site_time
from moderator.core.databases import fetched
from moderator.core.feature import Held
from moderator.core.models import LogIsAppendOnly

try:
    import fcntl
except ImportError:  # Windows, where there is one process
    fcntl = None  # type: ignore[assignment]

ADDRESS_KEPT = timedelta(days=30)
TRIES_MOST = 500  # in an hour, at an account or a class, or at neither
LOCK = 0x6576656E  # any number that nothing else uses for locks in the database


class Kind(models.TextChoices):
    """What happened; docs/security.md says of what `about` is the number."""

    LOGIN = "account.login", _("Signed in")
    LOGIN_FAILED = "account.failed_login", _("Wrong password")
    LOGOUT = "account.logout", _("Signed out")
    LOGOUT_EVERYWHERE = "account.logout_everywhere", _("Signed out everywhere")
    SESSION_ENDED = "account.session_ended", _("Ended a session")
    PASSWORD_CHANGED = "account.password_changed", _("Password changed")
    ACCOUNT_CREATED = "account.created", _("Account created")
    ACCOUNT_CLOSED = "account.closed", _("Account closed")
    ACCOUNT_EXPORTED = "account.exported", _("The account’s data downloaded")
    FACTOR_PASSED = "second_factor.passed", _("Second step of signing in passed")
    FACTOR_FAILED = "second_factor.failed", _("Second step of signing in failed")
    FACTOR_ON = "second_factor.enabled", _("Two-step sign-in turned on")
    FACTOR_OFF = "second_factor.disabled", _("Two-step sign-in turned off")
    SCHOOL_CONNECTED = "account.school_connected", _("School sign-in connected")
    SCHOOL_PARTED = "account.school_parted", _("School sign-in disconnected")
    PASSKEY_ADDED = "passkey.added", _("Passkey added")
    PASSKEY_USED = "passkey.used", _("Signed in with a passkey")
    PASSKEY_REMOVED = "passkey.removed", _("Passkey removed")
    LOGIN_LINK_MADE = "login_link.made", _("One-time link made")
    LOGIN_LINK_USED = "login_link.used", _("One-time link used")
    RETURN_LINK_MADE = "return_link.made", _("Return link made")
    RETURN_LINK_USED = "return_link.used", _("Came back by a link")
    CARDS_MADE = "join_cards.made", _("Join cards with links made")
    CONSOLE_LINK_USED = "console_link.used", _("Console opened by its link")
    CONSOLE_LINK_WITHDRAWN = "console_link.withdrawn", _("Console’s link and PIN replaced")
    PIN_USED = "console_pin.used", _("Console opened by its PIN")
    PIN_FAILED = "console_pin.failed", _("Wrong PIN")
    ACCESS_REFUSED = "access.refused", _("Access refused")
    CODE_REPLACED = "class.code_replaced", _("Class code replaced")
    JOINING_OPENED = "class.joining_opened", _("Joining opened")
    JOINING_CLOSED = "class.joining_closed", _("Joining closed")
    CLASS_CREATED = "class.created", _("Class created")
    CLASS_CHANGED = "class.settings_changed", _("Settings of the class changed")
    CLASS_DELETED = "class.deleted", _("Class deleted")
    CLASS_RESTORED = "class.restored", _("Class brought back")
    CLASS_HANDED_ON = "class.handed_on", _("Class handed on")
    CLASS_ERASED = "class.erased", _("Class deleted for good")
    NAMES_REPLACED = "class.names_replaced", _("All names replaced")
    COURSE_LINKED = "course.linked", _("Course linked")
    COURSE_UNLINKED = "course.unlinked", _("Course unlinked")
    GROUP_DELETED = "group.deleted", _("Group deleted")
    GAME_DELETED = "game.deleted", _("Game deleted")
    TOURNAMENT_DELETED = "tournament.deleted", _("Tournament deleted")
    PERSON_APPROVED = "person.approved", _("Let in")
    PERSON_REFUSED = "person.refused", _("Not let in")
    PERSON_REMOVED = "person.removed", _("Removed from the class")
    PERSON_ERASED = "person.erased", _("Name erased")
    PERSON_EXPORTED = "person.exported", _("A person’s data downloaded")
    RECORD_EXPORTED = "record.exported", _("Record downloaded")
    PACK_EXPORTED = "pack.exported", _("Pack of sheets downloaded")
    TABLE_EXPORTED = "table.exported", _("Table of grades or texts downloaded")
    RESEARCH_EXPORTED = "research.exported", _("Research export downloaded")
    ARCHIVE_MADE = "archive.made", _("Archive of the class downloaded")
    ARCHIVE_READ = "archive.read", _("Class made from an archive")
    KEY_ROTATED = "key.rotated", _("New secret key")
    KEY_FINISHED = "key.finished", _("Earlier secret keys ended")
    NOT_RECORDED = "events.not_recorded", _("More tries than are recorded")


ENTERED = (Kind.CONSOLE_LINK_USED, Kind.PIN_USED)
TRIES = (Kind.LOGIN_FAILED, Kind.FACTOR_FAILED, Kind.PIN_FAILED, Kind.ACCESS_REFUSED, *ENTERED)
HANDED_OUT = (*(kind for kind in Kind if kind.endswith(".exported")), Kind.ARCHIVE_MADE)


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

    held = Held("a security event: numbers, no names", "at kind")

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

    Failures are bounded by rate limits, and these and opened consoles by TRIES_MOST, after which an
    event says that there were more. A file that is asked about (HEAD) isn't handed out; what
    somebody without an account is handed out, or opens, is recorded once in an hour.

    Args:
        account: by default the one that is signed in where the request comes from.
    """
    request, now = _request.get(), timezone.now()
    if account is None and request is not None:
        account = request.user.pk
    columns = {"account": account, "person": person, "classroom": classroom, "about": about}
    address = request.META.get("REMOTE_ADDR", "")[:64] if request is not None else ""
    is_head = request is not None and request.method == "HEAD"
    if kind in (*HANDED_OUT, *ENTERED) and (is_head or _is_again(kind, columns, address)):
        return
    if kind in TRIES:
        # The same query for an account that there isn't: nobody learns that from the time it takes.
        others = SecurityEvent.objects.alias(
            who=Coalesce("account", 0), place=Coalesce("classroom", 0)
        ).filter(who=account or 0, place=classroom or 0, kind__in=[*TRIES, Kind.NOT_RECORDED])
        count = others.filter(at__gt=now - timedelta(hours=1)).count()
        if count >= TRIES_MOST:
            return
        kind = Kind.NOT_RECORDED if count == TRIES_MOST - 1 else kind
    if connection.vendor == "postgresql":
        # So that the file is written while no event is on its way: see `is_complete`.
        fetched("SELECT pg_advisory_xact_lock_shared(%s)", LOCK)
    event = SecurityEvent.objects.create(at=now, kind=kind, **columns)
    if address:
        EventAddress.objects.create(event=event, address=address, full_until=now + ADDRESS_KEPT)


def _is_again(kind: Kind, columns: Mapping[str, int | None], address: str) -> bool:
    """Whether somebody without an account got the same within an hour; if nobody known, there."""
    if columns["account"] is not None:
        return False
    hour = timezone.now() - timedelta(hours=1)
    same = SecurityEvent.objects.filter(kind=kind, at__gt=hour, **columns)
    if columns["person"] is None:
        same = same.filter(origin__address=address)
    return same.exists()


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
    due = EventAddress.objects.filter(full_until__lte=site_time.passed())
    for one in due[:1000]:
        one.address, one.full_until = shortened(one.address), None
        one.save(update_fields=["address", "full_until"])


# The file of security events, for an office: a JSON object on each line, written from the rows.
#
# So nothing is lost if it can't be written for a while: it goes on after its last whole line.

FILE = "security-events.jsonl"
MOST_BYTES = 5 * 2**20
MOST_FILES = 10  # with the one that is being written
AT_ONCE = 1000
TAIL_BYTES = 16 * 1024


def events_write(folder: Path) -> None:
    """Add the events that were recorded since the last line; another process may be doing it.

    Raises:
        OSError: it can't be written.
    """
    with locked(folder / f"{FILE}.lock") as is_alone:
        while is_alone and _add(folder / FILE):
            pass


@contextmanager
def locked(lock: Path, *, is_shared: bool = False) -> Iterator[bool]:
    """Whether the file is locked meanwhile; not if another process has locked it, unless both
    share it."""
    with lock.open("a") as file:
        try:
            if fcntl is not None:
                kind = fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX
                fcntl.flock(file, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _add(path: Path) -> bool:
    """Add some events, and begin a new file if this one has become long; whether there were any."""
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
        if fcntl is not None:
            os.fchmod(file.fileno(), 0o600)  # somebody may have copied it back
        last = _last_of(file)
        file.truncate()
        if last is None and _numbered(path, 1).exists():
            with _numbered(path, 1).open("rb") as before:
                last = _last_of(before)
        lines = [line_of(row) + "\n" for row in _rows_after(last)]
        file.write("".join(lines).encode())
        is_full = file.tell() > MOST_BYTES
    if is_full:
        for number in range(MOST_FILES - 1, 0, -1):
            if _numbered(path, number - 1).exists():
                _numbered(path, number - 1).replace(_numbered(path, number))
    return bool(lines)


def _numbered(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.{number}") if number else path


def _last_of(file: IO[bytes]) -> dict[str, Any] | None:
    """The last event, None if there is none; the file is then read up to its end.

    What stands behind it is none: half a line, or what a power cut has left. That is little, so the
    whole file is read only if there is no event among its last bytes.
    """
    size = file.seek(0, os.SEEK_END)
    for start in (max(size - TAIL_BYTES, 0), 0):
        file.seek(start)
        lines = file.read().splitlines(keepends=True)
        while lines and (found := _event_of(lines[-1])) is None:
            lines.pop()
        if lines:
            file.seek(start + sum(map(len, lines)))
            return found
    file.seek(0)
    return None


def _event_of(line: bytes) -> dict[str, Any] | None:
    """The columns by which an event is known again; None if the line isn't a whole one."""
    with suppress(ValueError, TypeError, KeyError):
        read = json.loads(line) if line.endswith(b"\n") else {}
        at = datetime.fromisoformat(read["at"])
        return {"pk": int(read["id"]), "at": at} if timezone.is_aware(at) else None
    return None


def _rows_after(last: dict[str, Any] | None) -> list[SecurityEvent]:
    """The next events, with their addresses; none while one is on its way, which would be missed:
    PostgreSQL gives numbers before it commits."""
    rows = SecurityEvent.objects.select_related("origin").order_by("pk")
    with transaction.atomic():
        if connection.vendor == "postgresql":
            ((is_alone,),) = fetched("SELECT pg_try_advisory_xact_lock(%s)", LOCK)
            if not is_alone:
                return []
        if last is not None:
            if rows.filter(**last).exists():
                rows = rows.filter(pk__gt=last["pk"])
            else:  # the database was restored from a backup
                rows = rows.filter(at__gt=last["at"])
        return list(rows[:AT_ONCE])


def line_of(row: SecurityEvent, *, is_full: bool = False, **names: str | None) -> str:
    """An event as a line, without what there is none of; its address shortened or as it is. The
    file gets no names."""
    origin = getattr(row, "origin", None)
    address = origin.address if origin else ""
    fields = {
        "id": row.pk,
        "at": row.at.isoformat(),
        "kind": row.kind,
        "account": row.account,
        "person": row.person,
        "class": row.classroom,
        "about": row.about,
        "address": (address if is_full else shortened(address)) or None,
        **names,
    }
    return json.dumps({name: value for name, value in fields.items() if value is not None})
