"""The arguments that `manage.py test` passes to pytest: which tests, in how many processes."""

from __future__ import annotations

import os
import sys

import pytest

QUICK = "not (slow or long or browser or started)"
"""What `--quick` runs, by the markers in pyproject.toml; conftest.py puts most of them on tests."""
USUAL = "not long"
"""What a run without `--long` runs, unless it names a file or chooses by name or marker."""
MORE = {
    QUICK: "Left out are slow tests, which `python3 manage.py test` runs, and long ones.",
    USUAL: "Left out are long tests, which `python3 manage.py test --long` runs.",
}
"""What each of the two leaves out, and how it is run."""

CORES = os.cpu_count() or 1
PARALLEL = ["-n", str(CORES + 1)]
"""One process more than there are cores, since browsers and servers are often waited for; spread.py
says which test runs where."""
PARALLEL_QUICK = ["-n", str(CORES), "--dist", "each", "-o", "console_output_style=classic"]
"""Each process with files of its own (spread.py), so that none reads them all; pytest would count
the percentage of one of them."""
# Starting another process isn't worth it, or the caller says how many there are.
ONE_PROCESS = ("-n", "--numprocesses", "-k", "-p", "--pdb", "--version", "--help", "-h")


def run(given: list[str]) -> int:
    """Runs pytest, and returns its exit code: 0 if tests ran and all of them passed."""
    # Otherwise each process that the tests start would compile the whole site again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    os.environ.pop("TEST_RUN_DIR", None)  # If a test has started this, it is a separate run.
    if "--long" in given:
        os.environ["LONG"] = "1"
    if "--first" in given:
        os.environ["FIRST"] = "1"
    return int(pytest.main(arguments(given)))


def arguments(given: list[str]) -> list[str]:
    """Returns the arguments for pytest: all tests, or a folder of them, run in parallel."""
    args = [arg for arg in given if arg not in ("--quick", "--long", "--first")]
    is_quick = "--quick" in given
    if is_quick:
        args = ["-m", QUICK, *args]
    elif "--long" not in given and not any(map(_is_choice, given)):
        args = ["-m", USUAL, *args]
    parallel = PARALLEL_QUICK if is_quick else PARALLEL
    return args if any(map(_is_for_one, given)) else [*parallel, *args]


def _is_choice(arg: str) -> bool:
    """Whether it says which tests run, also those that are long."""
    return _is_file(arg) or arg.startswith(("-k", "-m"))


def _is_file(arg: str) -> bool:
    return not arg.startswith("-") and arg.partition("::")[0].endswith(".py")


def _is_for_one(arg: str) -> bool:
    """Whether it names a test file, a test in one, or what only one process can do."""
    return _is_file(arg) or arg.startswith(ONE_PROCESS)
