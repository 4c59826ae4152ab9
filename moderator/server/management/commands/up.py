"""`manage.py up`: everything that has to be done, and then the site."""

import contextlib
import io
import os
import socket
import sys
import threading
from argparse import SUPPRESS, ArgumentParser
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connections

from moderator import metrics
from moderator.play import scenarios
from moderator.play.scenarios import ScenarioBroken
from moderator.server.run import network, workers
from moderator.server.run.single_instance import alone
from moderator.server.run.welcome import Welcome, welcome

# Streams end at once; this is for whoever is in the middle of an answer.
GRACE_S = 2
# Whoever still waits for the database then was told nothing: what is not committed is not stored.
LAST_S = GRACE_S + 1


class CannotStart(Exception):
    """Something outside is missing; the message is a sentence."""


class Command(BaseCommand):
    """Makes or updates the data, prints the addresses, and serves."""

    help = "Sets everything up and serves the site. What is there already stays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host",
            default="127.0.0.1",
            help="address to listen on; 0.0.0.0 lets phones in the same network in (%(default)s)",
        )
        parser.add_argument("--port", type=_port, default=8000, help="(%(default)s)")
        parser.add_argument(
            "--no-demo", action="store_true", help="make no demo classroom in a new site"
        )
        parser.add_argument(
            "--processes",
            type=_count,
            default=1,
            help="processes that serve, for more than one core (%(default)s)",
        )
        parser.add_argument(
            "--quiet",
            action="store_true",
            help="print no links, for they open doors: where a log keeps what is printed",
        )
        # One of several: serves on the listening socket that it was started with.
        parser.add_argument("--worker", type=int, help=SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        host: str = options["host"]
        try:
            if options["worker"] is not None:
                _work(options["worker"], host)
                return
            if options["processes"] > 1 and not workers.CAN:
                raise CannotStart("Here the site runs in one process: leave --processes out.")
            with network.listen(host, options["port"]) as listening:
                found = _ready(with_demo=not options["no_demo"])
                _let_in(host)
                if not options["quiet"]:
                    self._print(found, host, _port_of(listening))
                connections.close_all()
                if options["processes"] > 1:
                    _serve_together(listening, host, options["processes"])
                else:
                    _serve(listening)
        except (network.CannotListen, CannotStart, ScenarioBroken) as error:
            self.stderr.write(str(error))
            sys.exit(1)
        except KeyboardInterrupt:
            pass  # The usual end.

    def _print(self, found: Welcome, host: str, port: int) -> None:
        here = "127.0.0.1" if network.is_everywhere(host) else host
        self.stdout.write(f"\nThe site is open: {_url(here, port)}/\n")
        width = max(len(line.name) for line in found.lines)
        for line in found.lines:
            note = f"  ({line.note})" if line.note else ""
            self.stdout.write(f"  {line.name:<{width}}  {_url(here, port)}{line.path}{note}")
        if network.is_everywhere(host):
            self._print_phones(found.door, port)
        elif network.is_loopback(host):
            self.stdout.write(
                "\nPhones don't reach this address. To let those in your network in: --host 0.0.0.0"
            )
        self.stdout.write("\nCtrl-C ends it. Everything is kept, and `up` goes on with it.\n")
        self.stdout.flush()

    def _print_phones(self, door: str, port: int) -> None:
        address = network.phone_address()
        if address is None:
            self.stdout.write(
                "\nThis machine is in no network just now, so no phone can reach it. Join one, "
                "and start again."
            )
            return
        settings.PUBLIC_URL = settings.PUBLIC_URL or _url(address, port)
        url = settings.PUBLIC_URL + door
        self.stdout.write(f"\nPhones in the same network: {url}")
        picture = io.StringIO()
        segno.make(url).terminal(out=picture, compact=True)
        with contextlib.suppress(UnicodeEncodeError):  # The terminal lacks the blocks.
            self.stdout.write(picture.getvalue())


def _ready(with_demo: bool) -> Welcome:
    """Everything that has to be done, while no other `up` does the same."""
    try:
        with alone(settings.VAR_DIR):
            _prepare()
            return welcome(with_demo)
    except DatabaseError as error:
        raise CannotStart(
            f"The database can't be used: {error}. See that {settings.VAR_DIR} can be written, "
            "or that DATABASE_URL is right."
        ) from error


def _prepare() -> None:
    call_command("migrate", interactive=False, verbosity=0)
    call_command("clearsessions")
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
    except OSError as error:
        raise CannotStart(f"{settings.STATIC_ROOT} can't be written: {error}") from error
    scenarios.shipped()  # A broken one shows now, not in the middle of a class.


def _let_in(host: str) -> None:
    """Adds the names under which others reach us. Django refuses requests for any other."""
    names = network.names_everywhere() if network.is_everywhere(host) else [host]
    for name in map(network.in_url, names):
        if name not in settings.ALLOWED_HOSTS:
            settings.ALLOWED_HOSTS.append(name)


def _serve(listening: socket.socket) -> None:
    # Only now: the site reads what has been collected when it is imported.
    from moderator.play.databases.sqlite.base import DatabaseWrapper
    from moderator.server import asgi
    from moderator.server.http.server import Server, config_for

    DatabaseWrapper.makes_files = False

    config = config_for(
        asgi.application,
        # Whom else we believe who asks, and whether it was by HTTPS.
        proxy_headers=bool(settings.TRUSTED_PROXIES),
        forwarded_allow_ips=settings.TRUSTED_PROXIES,
        # Without this, an open stream would keep the process for ever.
        timeout_graceful_shutdown=GRACE_S,
    )
    Server(config, asgi.hub, at_end=_end_for_sure).run(sockets=[listening])


def _serve_together(listening: socket.socket, host: str, count: int) -> None:
    manage = settings.BASE_DIR / "manage.py"
    command = [sys.executable, str(manage), "up", "--host", host, "--worker"]
    env = {**os.environ, "PUBLIC_URL": settings.PUBLIC_URL}
    if settings.METRICS_TOKEN:
        env |= metrics.shared(settings.VAR_DIR / "figures")
    workers.serve(command, env, listening, count)


def _work(number: int, host: str) -> None:
    workers.end_with_parent(LAST_S + 1)
    _let_in(host)
    with socket.socket(fileno=number) as listening:
        _serve(listening)


def _end_for_sure() -> None:
    """Python waits for its threads, and one may wait for a locked database for long."""
    end = threading.Timer(LAST_S, os._exit, [0])
    end.daemon = True
    end.start()


def _url(host: str, port: int) -> str:
    return f"http://{network.in_url(host)}:{port}"


def _port_of(listening: socket.socket) -> int:
    port: int = listening.getsockname()[1]
    return port


def _count(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 64:
        raise ValueError(text)
    return number


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise ValueError(text)
    return number
