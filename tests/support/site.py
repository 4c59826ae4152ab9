"""The real site, started as its users start it."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

from tests.support import runner
from tests.support.paths import ROOT

START_LIMIT_S = 180  # also on a busy machine
_COMMAND = """
import runpy, sys
sys.argv = {argv!r}
runpy.run_path("manage.py", run_name="__main__")
"""
_FORKED = f"""
from moderator.server.http import Server
from moderator.server.management.commands.up import Command
{_COMMAND}"""


def free_port() -> int:
    """A loopback port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def manage(
    var: Path, *args: str, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs a command of manage.py that ends by itself, with its data in `var`: in a fork of a
    process that has imported everything."""
    argv = ["manage.py", *args]
    ended = runner.ended(_COMMAND.format(argv=argv), Site(var, env=env).env)
    return subprocess.CompletedProcess(argv, *ended)


class Site:
    """`manage.py up` on a free loopback port, with its data in `var`.

    `url` has no slash at its end; `printed` is all its output so far. Its pages show QR codes as
    if phones reached that address.

    Args:
        is_forked: from a process that has imported everything. How it has ended isn't known then.
    """

    def __init__(
        self,
        var: Path,
        *args: str,
        env: dict[str, str] | None = None,
        root: Path = ROOT,
        is_forked: bool = False,
    ) -> None:
        self.var = var
        self.root = root  # the checkout
        self.program = ["manage.py"]
        self.is_forked = is_forked
        self.args = args
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.env = {
            name: value
            for name, value in os.environ.items()
            if name not in {"DJANGO_SETTINGS_MODULE", "SECRET_KEY", "DATABASE_URL"}
        } | {"VAR_DIR": str(var), "PYTHONUNBUFFERED": "1", "PUBLIC_URL": self.url, **(env or {})}
        self._lines: list[str] = []
        self._process: subprocess.Popen[str] | runner.Program | None = None

    @property
    def printed(self) -> str:
        return "".join(self._lines)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Returns when the site answers.

        Raises:
            RuntimeError: it ended or didn't answer; the message contains its output.
        """
        self.end()  # a previous process
        argv = [*self.program, "up", "--port", str(self.port), *self.args]
        if self.is_forked:
            self._process = runner.Program(_FORKED.format(argv=argv), self.env)
        else:
            self._process = subprocess.Popen(
                [sys.executable, *argv],
                cwd=self.root,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        until = time.monotonic() + START_LIMIT_S
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                self.end()
                raise RuntimeError(f"The site did not start:\n{self.printed}")
            time.sleep(0.05)

    def interrupt(
        self, limit_s: float = 10, by: signal.Signals = signal.SIGINT
    ) -> tuple[int, float]:
        """Sends Ctrl-C or another signal; returns the exit code and the seconds until it ended."""
        assert self._process is not None
        began = time.monotonic()
        self._process.send_signal(by)
        code = self._process.wait(limit_s)
        took_s = time.monotonic() - began
        self._reader.join(5)
        return code, took_s

    def kill(self) -> None:
        """Simulates a crash: kills the process at once. `start` starts it again."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self.end()

    def end(self) -> None:
        """Stops the processes, whatever they are doing."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._reader.join(5)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def run(self, code: str) -> str:
        """Runs Python with the site's data, and returns what it prints.

        `site.run("from moderator.core import people; ...; print(classroom.code)")`
        """
        return runner.run(code, self.env, self.root)

    def _answers(self) -> bool:
        # It accepts connections before it serves them, so only a response counts.
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=START_LIMIT_S) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.append(line)
