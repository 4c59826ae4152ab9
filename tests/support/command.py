"""The arguments that `manage.py test` passes to pytest: which tests, in how many processes."""

from __future__ import annotations

import os
import sys

import pytest

QUICK = "not (slow or browser or started)"
"""What `--quick` runs, by the markers in pyproject.toml; conftest.py puts two of them on tests."""

CORES = os.cpu_count() or 1
PARALLEL = ["-n", str(CORES + 1)]
"""One process more than there are cores, since browsers and servers are often waited for; spread.py
says which test runs where."""
PARALLEL_QUICK = ["-n", str(CORES)]
# Starting another process isn't worth it, or the caller says how many there are.
ONE_PROCESS = ("-n", "--numprocesses", "-k", "-p", "--pdb", "--version", "--help", "-h")


def run(given: list[str]) -> int:
    """Runs pytest, and returns its exit code: 0 if tests ran and all of them passed."""
    # Otherwise each process that the tests start would compile the whole site again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    os.environ.pop("TEST_RUN_DIR", None)  # If a test has started this, it is a separate run.
    return int(pytest.main(arguments(given)))


def arguments(given: list[str]) -> list[str]:
    """Returns the arguments for pytest: all tests, or a folder of them, run in parallel."""
    args = [part for arg in given for part in (["-m", QUICK] if arg == "--quick" else [arg])]
    parallel = PARALLEL_QUICK if "--quick" in given else PARALLEL
    return args if any(map(_is_for_one, given)) else [*parallel, *args]


def _is_for_one(arg: str) -> bool:
    """Whether it names a test file, a test in one, or what only one process can do."""
    is_file = not arg.startswith("-") and arg.partition("::")[0].endswith(".py")
    return is_file or arg.startswith(ONE_PROCESS)
