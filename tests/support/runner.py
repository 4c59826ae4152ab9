"""Runs Python with the data of sites, each time in a fork of one process with Django set up.

Starting Python for each would spend most of the time on imports. On standard input, a socket, it
gets a connection for each fork, with a line of JSON: the variables of a site, and the code. It
answers with a line: the exit code, the output and the errors; or, of a program, for which it also
gets the file for its output, its process id.
"""

from __future__ import annotations

import ast
import atexit
import ctypes
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import traceback
from contextlib import suppress
from functools import cache
from importlib import import_module, reload
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from tests.support.paths import ROOT

LIMIT_S = 180  # also on a busy machine
# What differs between sites, and each fork reads again; with other variables it's another process.
OF_SITE = ("VAR_DIR", "DATABASE_URL", "PUBLIC_URL", "SECRET_KEY")
OF_TEST = "PYTEST_CURRENT_TEST"
PR_SET_PDEATHSIG = 1  # of prctl(2)
SETTINGS = "moderator.settings"
# Of this checkout, also with the code of another one.
_SERVE = f"import runpy; runpy.run_path({__file__!r}, run_name='__main__')"


def run(code: str, env: dict[str, str], root: Path = ROOT) -> str:
    """Returns what the code printed. `env` says which data it uses, `root` is the checkout.

    Raises:
        RuntimeError: it failed, or took too long.
    """
    status, out, errors = ended(code, env, root)
    if status:
        raise RuntimeError(f"{code}\nfailed:\n{errors}")
    return out.strip()


def ended(code: str, env: dict[str, str], root: Path = ROOT) -> tuple[int, str, str]:
    """The exit code, the output and the errors.

    Raises:
        RuntimeError: it took too long, or was killed.
    """
    answer = _ask(code, env, root)
    if not answer:
        raise RuntimeError(f"{code}\nwas killed, or took longer than {LIMIT_S} s")
    status, out, errors = json.loads(answer)
    return int(status), str(out), str(errors)


class Program:
    """A fork that goes on by itself, to be used as a `Popen` is; how it has ended isn't known.

    `stdout` is all its output.
    """

    def __init__(self, code: str, env: dict[str, str]) -> None:
        out, into = os.pipe()
        self.stdout = os.fdopen(out)
        self.pid = int(_ask(code, env, ROOT, into))
        os.close(into)
        self._end = os.pidfd_open(self.pid)

    def poll(self) -> int | None:
        return 0 if self._has_ended(0) else None

    def wait(self, limit_s: float | None = None) -> int:
        if not self._has_ended(limit_s):
            raise subprocess.TimeoutExpired("a fork", limit_s or 0)
        return 0

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._end, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _has_ended(self, limit_s: float | None) -> bool:
        return bool(select.select([self._end], [], [], limit_s)[0])


def _ask(code: str, env: dict[str, str], root: Path, *out: int) -> str:
    site = {name: env[name] for name in OF_SITE if name in env}
    others = frozenset(item for item in env.items() if item[0] not in (*OF_SITE, OF_TEST))
    ours, theirs = socket.socketpair()
    with ours, ours.makefile("rw") as line:
        with theirs:
            socket.send_fds(_started(others, root), [b"."], [theirs.fileno(), *out])
        line.write(json.dumps([site, code]) + "\n")
        line.flush()
        return line.readline()


@cache
def _started(env: frozenset[tuple[str, str]], root: Path) -> socket.socket:
    """The line to a process, which ends with ours."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-c", _SERVE],
            cwd=root,
            # It reads no data itself.
            env={"DJANGO_SETTINGS_MODULE": SETTINGS, **dict(env), "SECRET_KEY": "-" * 50},
            stdin=theirs.fileno(),
            start_new_session=True,
        )
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def serve() -> None:
    import django

    django.setup()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a fork
    line = socket.socket(fileno=0)
    while found := socket.recv_fds(line, 1, 2)[1]:
        with socket.socket(fileno=found[0]) as asking, asking.makefile("rw") as said:
            site, code = json.loads(said.readline())
            _import(code)
            if os.fork() == 0:
                _begin(site)
                if found[1:]:
                    _become(code, found[1], said)
                    return
                _answer(code, said)
        for out in found[1:]:
            os.close(out)


def _import(code: str) -> None:
    """What it imports, so that it does so once; if that fails, the fork says it."""
    with suppress(Exception):
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ImportFrom) and node.module:
                import_module(node.module)


def _begin(site: dict[str, str]) -> None:
    """Reads the settings for its data."""
    from django.conf import Settings, settings
    from django.db import connections

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    del os.environ["SECRET_KEY"]
    os.environ.update(site)
    own = os.environ["DJANGO_SETTINGS_MODULE"]
    for name in dict.fromkeys((SETTINGS, own)):
        reload(sys.modules[name])
    settings._wrapped = Settings(own)
    vars(connections).clear()
    connections.__init__()  # type: ignore[misc]


def _become(code: str, out: int, said: IO[str]) -> None:
    os.setsid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)  # it ends with tests that are killed
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.close(out)
    said.write(f"{os.getpid()}\n")
    said.close()
    exec(compile(code, "<code>", "exec"), {"__name__": "__main__"})


def _answer(code: str, said: IO[str]) -> None:
    """Never returns."""
    status = 1
    signal.alarm(LIMIT_S)
    with TemporaryFile("w+") as out, TemporaryFile("w+") as errors:
        os.dup2(out.fileno(), 1)
        os.dup2(errors.fileno(), 2)
        try:
            exec(compile(code, "<code>", "exec"), {"__name__": "__main__"})
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            out.seek(0)
            errors.seek(0)
            said.write(json.dumps([status, out.read(), errors.read()]) + "\n")
            said.flush()
            os._exit(status)


if __name__ == "__main__":
    serve()
