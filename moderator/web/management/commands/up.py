"""`manage.py up`: everything that has to be done, and then the site."""

import contextlib
import io
import os
import socket
import sys
import threading
from argparse import ArgumentParser
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connections

from moderator.play import scenarios
from moderator.play.scenarios import ScenarioBroken
from moderator.web.management import network
from moderator.web.management.alone import NotAlone, alone
from moderator.web.management.welcome import Welcome, welcome

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

    def handle(self, *args: Any, **options: Any) -> None:
        host: str = options["host"]
        try:
            listening = network.listen(host, options["port"])
            with listening, alone(settings.VAR_DIR):
                self._run(listening, host, with_demo=not options["no_demo"])
        except (network.CannotListen, NotAlone, CannotStart, ScenarioBroken) as error:
            self.stderr.write(str(error))
            sys.exit(1)
        except KeyboardInterrupt:
            pass  # The usual end.

    def _run(self, listening: socket.socket, host: str, with_demo: bool) -> None:
        _prepare()
        _let_in(host)
        self._print(welcome(with_demo), host, _port_of(listening))
        connections.close_all()
        _serve(listening)

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


def _prepare() -> None:
    # Names and secret objectives: not for other accounts of this machine.
    os.umask(0o077)
    try:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("clearsessions")
    except DatabaseError as error:
        raise CannotStart(
            f"The database can't be used: {error}. See that {settings.VAR_DIR} can be written, "
            "or that DATABASE_URL is right."
        ) from error
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
    from moderator import asgi
    from moderator.live.server import Server

    config = uvicorn.Config(
        asgi.application,
        # One process: the feed's watchers are told in memory.
        log_config=None,  # Django's logging holds.
        access_log=False,  # It would hold codes and links of consoles.
        server_header=False,
        # Without this, an open stream would keep the process for ever.
        timeout_graceful_shutdown=GRACE_S,
    )
    Server(config, asgi.hub, at_end=_end_for_sure).run(sockets=[listening])


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


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise ValueError(text)
    return number
