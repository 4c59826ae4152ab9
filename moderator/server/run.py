"""The parts of `up`: preparing alone, several processes, compaction, addresses, the welcome."""

from __future__ import annotations

import errno
import ipaddress
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, close_old_connections, connection, connections

from moderator.core import credentials, queries, site_time
from moderator.core.databases import compaction, fetched
from moderator.core.events import addresses_shorten, events_write
from moderator.core.models import Group
from moderator.features.accounts.write import sign_in_link_create
from moderator.features.bots.playing import start_if_wanted
from moderator.features.classes import demo
from moderator.features.classes.write import classrooms_purge
from moderator.features.practice.write import practice_purge
from moderator.server.signing import Signer

# Only one `up` at a time prepares the data; after that, several can serve it.

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_KEY = 0x6D6F6465  # any number that nothing else uses for locks in the database


@contextmanager
def exclusively(var: Path) -> Iterator[None]:
    """Wait until no other `up` prepares the same folder, or on PostgreSQL the same database.

    Both locks are released when the process ends, however it ends.
    """
    var.mkdir(parents=True, exist_ok=True)
    with (var / "up.lock").open("a") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        with _lock_database():
            yield


@contextmanager
def _lock_database() -> Iterator[None]:
    if connection.vendor != "postgresql":  # its file is in the folder
        yield
        return
    fetched("SELECT pg_advisory_lock(%s)", _KEY)
    try:
        yield
    finally:
        fetched("SELECT pg_advisory_unlock(%s)", _KEY)


# Runs several processes that serve on one listening socket.
#
# Each is started afresh: a fork would share what must not be shared. Its standard input is a pipe
# that the first process holds open and never writes to: when that process ends, however it ends,
# the system closes the pipe, and the worker notices.

CAN = os.name == "posix"  # elsewhere sockets can't be inherited like this
POLL_S = 0.1
RESTART_S = 1.0  # between two restarts, in case workers end at once
LIMIT_S = 4.0  # how long workers may take to end before they are killed


def serve(
    command: Sequence[str], env: Mapping[str, str], listening: socket.socket, count: int
) -> None:
    """Run so many workers until SIGTERM or Ctrl-C; then stop them all.

    Args:
        command: starts a worker; the listening socket's number is appended.
    """
    # A list: a handler that set an event could wait for ever for the lock of the wait that it
    # interrupts.
    ends: list[int] = []
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda number, _: ends.append(number))
    inherited = listening.fileno()

    def start() -> subprocess.Popen[bytes]:
        line = [*command, str(inherited)]
        return subprocess.Popen(line, env=env, stdin=subprocess.PIPE, pass_fds=[inherited])

    workers = [start() for _ in range(count)]
    while not _ends_within(POLL_S, ends):
        for number, worker in enumerate(workers):
            if worker.poll() is not None:
                print(
                    f"A process of the site has ended (code {worker.returncode}) and is being "
                    "restarted.",
                    file=sys.stderr,
                    flush=True,
                )
                worker.communicate()  # closes its pipe
                if not _ends_within(RESTART_S, ends):
                    workers[number] = start()
    for worker in workers:
        worker.terminate()
    until = time.monotonic() + LIMIT_S
    for worker in workers:
        try:
            worker.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            worker.kill()


def _ends_within(wait_s: float, ends: Sequence[int]) -> bool:
    """Wait until a signal has come, or for that time; whether one has come."""
    until = time.monotonic() + wait_s
    while not ends and time.monotonic() < until:
        threading.Event().wait(min(wait_s, POLL_S))
    return bool(ends)


# In the background: deletes classes on their day, compacts the database's files some time after
# something was deleted, signs where logs end, writes the file of security events, and sees to it
# that a process moves bots.

logger = logging.getLogger(__name__)

FIRST_PAUSE_S = 2.0
# After errors the pause is doubled each time, up to the second number.
PAUSES_S = {
    "compactor": (60.0, 3600.0),
    "signer": (5.0, 60.0),
    "events": (5.0, 3600.0),
    "bots": (10.0, 60.0),
}


def start() -> Signer:
    """Do each in a thread of its own, for as long as the process runs; returns who signs."""
    _note_time()
    signer = Signer()
    works = (("compactor", compact), ("signer", signer.sign), ("events", events), ("bots", bots))
    for name, work in works:
        args = (work, *PAUSES_S[name])
        threading.Thread(target=_run, args=args, name=name, daemon=True).start()
    return signer


def _run(work: Callable[[], bool], usual_s: float, longest_s: float) -> None:
    pause_s = FIRST_PAUSE_S
    while True:
        time.sleep(pause_s)
        close_old_connections()
        pause_s = usual_s if work() else min(pause_s * 2, longest_s)


def _note_time() -> None:
    with suppress(DatabaseError):  # away for a moment: as before
        site_time.note()
    connections.close_all()


def compact() -> bool:
    """Delete and erase classes and practice games whose time has come, shorten old addresses,
    and compact the files if that is due; each also where another one fails. Returns whether none
    did."""
    _note_time()
    tried = [
        _is_done(classrooms_purge, "Classes whose time has come can't be erased"),
        _is_done(practice_purge, "Old practice games can't be deleted"),
        _is_done(addresses_shorten, "Old network addresses can't be shortened"),
        _is_done(compaction.compact, "The database's files keep deleted data"),
    ]
    return all(tried)


def events() -> bool:
    """Write the file of security events; whether it could be written."""
    write = partial(events_write, settings.VAR_DIR)
    return _is_done(write, "The file of security events can't be written")


def bots() -> bool:
    """Start the process that moves bots, where there are any; also after it was killed."""
    return _is_done(start_if_wanted, "Bots can't be moved")


def _is_done(work: Callable[[], object], failed: str) -> bool:
    """Do the work; if it fails, log that, as the site goes on without it."""
    try:
        work()
    except Exception as error:  # databases raise many kinds
        logger.warning("%s: %s", failed, error)
        return False
    finally:
        connections.close_all()
    return True


# The listening socket, and the addresses of this machine.

# Reserved for documentation. Connecting a datagram socket sends nothing; it only makes the system
# choose the address that it would send from.
_FAR_AWAY = ("192.0.2.1", 9)


class CannotListen(Exception):
    """The site can't listen on the address; the message says why."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; connections wait in its backlog until they are served.

    Raises:
        CannotListen: unknown host, port in use, or not permitted.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise CannotListen(f"There is no address {host} on this machine: {error}") from error
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise CannotListen(_sentence(host, port, error)) from error
    return listening


def _sentence(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} of {host} is in use already, perhaps by this site. "
            f"Use another port: python3 manage.py up --port {port + 1 if port < 65535 else 8000}"
        )
    if error.errno == errno.EACCES:
        return f"You have no permission for port {port}. Use one from 1024 on, with --port."
    return f"The site can't listen on port {port} of {host}: {error.strerror}."


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach that host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_everywhere(host: str) -> bool:
    """Whether the host means all addresses of this machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return host == ""


def phone_address() -> str | None:
    """The address at which phones in the same network reach this machine, if there is one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR_AWAY)
            found: str = probe.getsockname()[0]
        except OSError:  # no route: an isolated network, or none
            found = "0.0.0.0"  # noqa: S104 - compared, not listened on
    if not is_loopback(found) and not is_everywhere(found):
        return found
    return next(iter(_own_addresses()), None)


def names_everywhere() -> list[str]:
    """All names and addresses that a request may use when the site listens everywhere."""
    name = socket.gethostname().lower()
    found = [phone_address(), *_own_addresses(), name, f"{name.partition('.')[0]}.local"]
    return list(dict.fromkeys(each for each in found if each))


def in_url(host: str) -> str:
    """The host as it is written in a URL: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def _own_addresses() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    addresses = dict.fromkeys(str(each[4][0]) for each in found)
    return [address for address in addresses if not is_loopback(address)]


# The addresses that `up` prints.


class AddressLine(NamedTuple):
    """An address: what it is for, its path, and a note."""

    name: str
    path: str
    note: str = ""


JOIN = "Students join"


def welcome(with_demo: bool, is_quiet: bool = False) -> list[AddressLine]:
    """The addresses to print, the last one to JOIN; none where that `is_quiet`: a link would only
    be an event that nobody can explain. Creates the demo class on a new site if it is wanted."""
    shown = demo.demo_ensure() if with_demo else None
    if is_quiet:
        return []
    if shown is None:
        first = User.objects.order_by("pk").first() or User.objects.create_user("instructor")
        return [_sign_in(first), AddressLine(JOIN, "/")]
    return [
        _sign_in(shown.instructor),
        AddressLine("Classroom", f"/classes/{shown.classroom.pk}/", "after signing in"),
        *(line for group in shown.groups for line in _group(group)),
        AddressLine(JOIN, f"/join/{shown.classroom.code}/"),
    ]


def _sign_in(instructor: User) -> AddressLine:
    """The sign-in page, or a one-time link as long as the instructor has no password."""
    name = f"Sign in as {instructor.username}"
    if instructor.has_usable_password():
        return AddressLine(name, "/sign-in/")
    link = sign_in_link_create(instructor)
    return AddressLine(name, f"/sign-in/{link}/", "works once, for a day")


def _group(group: Group) -> list[AddressLine]:
    token, pin = credentials.console_token(group), credentials.console_pin(group)
    found = [
        AddressLine(f"{group.name}: console", f"/m/{token}/", f"or PIN {pin}"),
        AddressLine(f"{group.name}: chart", f"/c/{group.code}/"),
    ]
    game = queries.game_now(group)
    if game is not None and game.debrief_releases.filter(withdrawn_at=None).exists():
        found.append(AddressLine(f"{group.name}: debrief", f"/c/{group.code}/debrief/"))
    return found
