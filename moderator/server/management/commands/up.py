"""`manage.py up`: prepares everything and serves the site."""

import contextlib
import io
import os
import socket
import sys
import threading
from argparse import SUPPRESS, ArgumentParser
from contextlib import ExitStack
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connections

from moderator import metrics
from moderator.core import games
from moderator.core.child import end_with_parent
from moderator.core.events import locked
from moderator.core.games import ScenarioBroken
from moderator.server import run
from moderator.server.management.commands.rotate_key import RUNNING, rekey
from moderator.server.run import AddressLine, exclusively, welcome

# For responses that are being sent; streams end at once.
GRACE_S = 2
# Requests that still wait for the database then get no answer, and nothing of them is committed.
LAST_S = GRACE_S + 1


class CannotStart(Exception):
    """The site can't start; the message says why."""


class Command(BaseCommand):
    """Migrates the database, prints the addresses, and serves the site."""

    help = "Sets everything up and serves the site. Existing data is kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host",
            default="127.0.0.1",
            help="address to listen on; 0.0.0.0 admits phones in the same network (%(default)s)",
        )
        parser.add_argument("--port", type=_port, default=8000, help="(%(default)s)")
        parser.add_argument(
            "--no-demo", action="store_true", help="create no demo class on a new site"
        )
        parser.add_argument(
            "--processes",
            type=_count,
            default=1,
            help="number of serving processes, for several cores (%(default)s)",
        )
        parser.add_argument(
            "--quiet",
            action="store_true",
            help="print no sign-in links and PINs, for example if the output is logged",
        )
        parser.add_argument(
            "--extra",
            action="append",
            metavar="NAME",
            help="install an optional part of the site, such as fonts, and keep it",
        )
        # For one of several processes: the inherited listening socket.
        parser.add_argument("--worker", type=int, help=SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        host: str = options["host"]
        try:
            if options["worker"] is not None:
                _work(options["worker"], host)
                return
            if options["processes"] > 1 and not run.CAN:
                raise CannotStart("This system allows only one process: leave out --processes.")
            with run.listen(host, options["port"]) as listening, ExitStack() as running:
                found = _ready(running, not options["no_demo"], options["quiet"])
                _allow_hosts(host)
                port: int = listening.getsockname()[1]
                _set_public_url(host, port)
                if not options["quiet"]:
                    self._print(found, host, port)
                connections.close_all()
                if options["processes"] > 1:
                    _serve_together(listening, host, options["processes"])
                else:
                    _serve(listening)
        except (run.CannotListen, CannotStart, ScenarioBroken) as error:
            self.stderr.write(str(error))
            sys.exit(1)
        except KeyboardInterrupt:
            pass  # the usual way to stop it

    def _print(self, lines: list[AddressLine], host: str, port: int) -> None:
        here = "127.0.0.1" if run.is_everywhere(host) else host
        self.stdout.write(f"\nThe site is open: {_url(here, port)}/\n")
        width = max(len(name) for name, _path, _note in lines)
        for name, path, note in lines:
            told = f"  ({note})" if note else ""
            self.stdout.write(f"  {name:<{width}}  {_url(here, port)}{path}{told}")
        if run.is_everywhere(host):
            self._print_phones(lines[-1].path)
        elif run.is_loopback(host):
            self.stdout.write(
                "\nPhones can't reach this address. To admit those in your network: --host 0.0.0.0"
            )
        self.stdout.write("\nCtrl-C stops the site. All data is kept for the next `up`.\n")
        self.stdout.flush()

    def _print_phones(self, join_path: str) -> None:
        if not settings.PUBLIC_URL:
            self.stdout.write(
                "\nThis machine is not in a network, so phones can't reach it. Connect it to one, "
                "and start again."
            )
            return
        url = settings.PUBLIC_URL + join_path
        self.stdout.write(f"\nPhones in the same network: {url}")
        picture = io.StringIO()
        segno.make(url).terminal(out=picture, compact=True)
        with contextlib.suppress(UnicodeEncodeError):  # the terminal can't show the QR code
            self.stdout.write(picture.getvalue())


def _ready(running: ExitStack, with_demo: bool, is_quiet: bool) -> list[AddressLine]:
    """Prepare everything, while no other `up` does the same; the key stays as it is from now on."""
    try:
        with exclusively(settings.VAR_DIR):
            if not running.enter_context(locked(settings.VAR_DIR / RUNNING, is_shared=True)):
                raise CannotStart("The secret key is being changed. Start the site afterwards.")
            _prepare()
            return welcome(with_demo, is_quiet)
    except OSError as error:
        raise CannotStart(
            f"The site's files can't be written: {error}. Make {settings.VAR_DIR} writable, or "
            "set VAR_DIR to a folder that is."
        ) from error


def _prepare() -> None:
    call_command("migrate", interactive=False, verbosity=0)
    call_command("clearsessions")
    if settings.SECRET_KEY_FALLBACKS:
        rekey()
    call_command("purge_classes", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    games.shipped()  # a broken file must show now, not in the middle of a class
    games.guided()


def _set_public_url(host: str, port: int) -> None:
    """Without a PUBLIC_URL, phones are shown the address that this machine has in its network."""
    if settings.PUBLIC_URL or not run.is_everywhere(host):
        return
    address = run.phone_address()
    if address is not None:
        settings.PUBLIC_URL = _url(address, port)


def _allow_hosts(host: str) -> None:
    """Add the names of this machine to ALLOWED_HOSTS: Django refuses requests for others."""
    names = run.names_everywhere() if run.is_everywhere(host) else [host]
    for name in map(run.in_url, names):
        if name not in settings.ALLOWED_HOSTS:
            settings.ALLOWED_HOSTS.append(name)


def _serve(listening: socket.socket) -> None:
    # Imported here because importing the site reads the collected static files.
    from moderator.core.databases.sqlite.base import DatabaseWrapper
    from moderator.server import asgi
    from moderator.server.http import Server, config_for

    DatabaseWrapper.makes_files = False
    signer = run.start()

    config = config_for(
        asgi.application,
        # The proxies whose word we take for the client's address and for HTTPS.
        proxy_headers=bool(settings.TRUSTED_PROXIES),
        forwarded_allow_ips=settings.TRUSTED_PROXIES,
        # Without this, an open stream would keep the process running for ever.
        timeout_graceful_shutdown=GRACE_S,
    )
    server = Server(config, asgi.hub, at_end=_exit_later, afterwards=signer.sign)
    server.run(sockets=[listening])


def _serve_together(listening: socket.socket, host: str, count: int) -> None:
    manage = settings.BASE_DIR / "manage.py"
    command = [sys.executable, str(manage), "up", "--host", host, "--worker"]
    env = {**os.environ, "PUBLIC_URL": settings.PUBLIC_URL}
    if settings.METRICS_TOKEN:
        env |= metrics.shared(settings.VAR_DIR / "figures")
    run.serve(command, env, listening, count)


def _work(number: int, host: str) -> None:
    end_with_parent(LAST_S + 1)
    _allow_hosts(host)
    with socket.socket(fileno=number) as listening:
        _serve(listening)


def _exit_later() -> None:
    """Exit after LAST_S: Python waits for its threads, and one may wait long for the database."""
    end = threading.Timer(LAST_S, os._exit, [0])
    end.daemon = True
    end.start()


def _url(host: str, port: int) -> str:
    return f"http://{run.in_url(host)}:{port}"


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
