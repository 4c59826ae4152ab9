"""Runs pieces of Python with a site's data, each in a fork of one process with Django set up.

    python -m tests.support.runner

For each line on standard input, with code as JSON, it prints a line: the exit code, the output and
the errors. Starting Python for each would spend most of the time on imports.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from threading import Timer
from typing import IO

from tests.support.paths import ROOT

LIMIT_S = 180  # also on a busy machine


class Runner:
    """The client of that process. `env` says which data it uses."""

    def __init__(self, env: dict[str, str], root: Path = ROOT) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.runner"],
            cwd=root,
            env={**env, "DJANGO_SETTINGS_MODULE": "moderator.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, code: str) -> str:
        """Returns what the code printed.

        Raises:
            RuntimeError: it failed, or took too long.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        # With its copies, which hold the pipe open.
        limit = Timer(LIMIT_S, os.killpg, (self._process.pid, signal.SIGKILL))
        limit.start()
        try:
            self._process.stdin.write(json.dumps(code) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        finally:
            limit.cancel()
        if not answer:
            raise RuntimeError(f"{code}\nfailed, or took longer than {LIMIT_S} s")
        status, out, errors = json.loads(answer)
        if status:
            raise RuntimeError(f"{code}\nfailed:\n{errors}")
        return str(out).strip()

    def close(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()
        self._process.wait(10)


def serve() -> None:
    import django

    django.setup()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
            pid = os.fork()
            if pid == 0:
                _copy(json.loads(line), out, errors)
            _, status = os.waitpid(pid, 0)
            result = [os.waitstatus_to_exitcode(status), _read(out), _read(errors)]
        answers.write(json.dumps(result) + "\n")
        answers.flush()


def _copy(code: str, out: IO[str], errors: IO[str]) -> None:
    """Never returns."""
    status = 1
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out.fileno(), 1)
    os.dup2(errors.fileno(), 2)
    try:
        exec(compile(code, "<code>", "exec"), {"__name__": "__main__"})
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _read(file: IO[str]) -> str:
    file.seek(0)
    return file.read()


if __name__ == "__main__":
    serve()
