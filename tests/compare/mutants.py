"""Changes one small thing of the code at a time, and runs the tests that come to that place.

    python tests/compare/mutants.py 100 1

A change that no test notices LIVES: a test is missing, or the code could be simpler.

All changes are compiled into their modules, each behind a switch, and all tests are collected once.
The quick tests of each file run in a fork, and note by which switches they come. Then, in a fork
for each change, its switch is on, and the tests that come by it run, the quickest first, and the
others of their files, until one fails. For those that live, the slow tests do the same.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
import random
import resource
import shutil
import signal
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from itertools import groupby
from pathlib import Path
from time import process_time
from types import CodeType
from typing import IO, NamedTuple, NoReturn

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("moderator/rules", "moderator/core", "moderator/features")
COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
# Other processes have no switches.
TESTS = ["-m", "not (long or browser or started)", "--ignore=tests/architecture"]
AT_ONCE = 2
# Of the processor, for one change and one test. A test that waits has ten times as long.
LIMIT_S, TEST_LIMIT_S = 200, 60
LIMIT_BYTES = 4 << 30
NONE = -1  # the number of no change


def other(node: ast.AST) -> ast.expr | None:
    """What stands there instead, if this can be changed."""
    match node:
        case ast.Compare(left, [op, *ops], rest) if type(op) in COMPARE:
            return ast.Compare(left, [COMPARE[type(op)](), *ops], rest)
        case ast.BoolOp(op, values):
            return ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right):
            return ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), right)
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(test, orelse, body)
        case ast.Constant(bool() as value):
            return ast.Constant(not value)
        case ast.Constant(int() as value):
            return ast.Constant(value + 1)
    return None


def inside(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions in it but for those in patterns, where no switch can be."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.expr):
            yield inner
        if not isinstance(inner, ast.pattern):
            yield from inside(inner)


def places(tree: ast.Module) -> list[ast.expr]:
    """What can be changed inside functions."""
    functions = (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef))
    found = {node: None for one in functions for step in one.body for node in inside(step)}
    return [node for node in found if other(node)]


class Switches(ast.NodeTransformer):
    """Puts what could stand there instead beside each of these expressions."""

    def __init__(self, numbers: dict[ast.AST, int]) -> None:
        self.numbers = numbers

    def visit(self, node: ast.AST) -> ast.AST:
        new = other(node) if node in self.numbers else None
        old = self.generic_visit(node)
        if new is None:
            return old
        asked = ast.parse(f"is_on({self.numbers[node]})", mode="eval").body
        both = ast.IfExp(asked, new, old)  # type: ignore[arg-type]
        return ast.fix_missing_locations(ast.copy_location(both, node))


class Ran(NamedTuple):
    """A test that has run: its place in the list of all, and by which switches it came."""

    test: int
    seconds: float
    failed: bool
    reached: list[int]


class Runs:
    """A plugin of pytest that runs the tests in forks."""

    def __init__(self, changes: list[str]) -> None:
        self.changes = changes
        self.on = NONE
        self.reached: set[int] = set()
        self.failed = False

    def is_on(self, number: int) -> bool:
        self.reached.add(number)
        return number == self.on

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        make_database(session.config)
        living = dict.fromkeys(range(len(self.changes)), 0)
        for is_slow in (False, True):
            found = self.found(is_slow)
            jobs = [(number, self.tests_of(number, found)) for number in living]
            for number, tests, ran, status in self.forks(jobs):
                if status or (ran and ran[-1].failed):
                    del living[number]
                    last = self.items[tests[len(ran) - (not status)]].nodeid
                    end = f" ends with {signal.Signals(status).name}" if status else ""
                    say(f"{last}{end}: {self.changes[number]}")
                else:
                    living[number] += len(ran)
        for number, count in living.items():
            say(f"LIVES after {count} tests: {self.changes[number]}")
        return True

    def found(self, is_slow: bool) -> dict[int, Ran]:
        """What the quick or slow tests do without a change."""
        tests = [
            test
            for test, item in enumerate(self.items)
            if (item.get_closest_marker("slow") is not None) == is_slow
        ]
        files = [list(some) for _, some in groupby(tests, lambda test: self.items[test].path)]
        found: dict[int, Ran] = {}
        for _, of_file, ran, _ in self.forks([(NONE, some) for some in files]):
            found |= {one.test: one for one in ran}
            for test in of_file:
                if test not in found or found[test].failed:
                    say(f"Left out, as it fails without a change: {self.items[test].nodeid}")
        say(f"{len(found)} tests take {sum(one.seconds for one in found.values()):.0f} s")
        return found

    def tests_of(self, number: int, found: dict[int, Ran]) -> list[int]:
        """Of the files that come by its switch: first the tests that do so, and quick ones."""
        files = {self.items[one.test].path for one in found.values() if number in one.reached}
        tests = [
            (number not in one.reached, one.seconds, one.test)
            for one in found.values()
            if self.items[one.test].path in files and not one.failed
        ]
        return [test for *_, test in sorted(tests)]

    def forks(
        self, jobs: list[tuple[int, list[int]]]
    ) -> Iterator[tuple[int, list[int], list[Ran], int]]:
        """Runs tests with a change or none: which, what ran, and the signal that ended it, or 0."""
        waiting, running = jobs[::-1], {}
        while waiting or running:
            if waiting and len(running) < AT_ONCE:
                job = waiting.pop()
                running[os.fork() or self.run(*job)] = job
                continue
            pid, status = os.wait()
            lines = (folder_of(pid) / "ran").read_text().splitlines()
            shutil.rmtree(folder_of(pid))
            yield *running.pop(pid), [Ran(*json.loads(line)) for line in lines], status

    def run(self, change: int, tests: list[int]) -> NoReturn:
        """In the fork: stops at the first failure that a change makes, or when its time is over."""
        try:
            out = use_copies()
            self.on = change
            following = [*(self.items[test] for test in tests[1:]), None]
            for test, after in zip(tests, following, strict=False):
                began = process_time()
                self.failed = False
                self.reached.clear()
                signal.setitimer(signal.ITIMER_PROF, TEST_LIMIT_S)
                signal.alarm(10 * TEST_LIMIT_S)
                item = self.items[test]
                item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
                ran = Ran(test, process_time() - began, self.failed, sorted(self.reached))
                print(json.dumps(ran), file=out, flush=True)
                if change != NONE and (self.failed or process_time() > LIMIT_S):
                    break
            os._exit(0)
        finally:
            os._exit(1)


def say(text: str) -> None:
    print(text, flush=True)


def folder_of(pid: int) -> Path:
    """The data of a fork."""
    return Path(os.environ["TEST_RUN_DIR"], f"fork{pid}")


def make_database(config: pytest.Config) -> None:
    """Once for all: each fork has a copy."""
    from django.db import connection
    from django.test import utils
    from pytest_django.plugin import blocking_manager_key

    with config.stash[blocking_manager_key].unblock():
        utils.setup_databases(verbosity=0, interactive=False)
        connection.close()
    utils.setup_databases = lambda *_, **__: []  # type: ignore[assignment]


def use_copies() -> IO[str]:
    """Gives this fork a folder and a database of its own; returns where it writes what ran."""
    from django.conf import settings
    from django.db import connection

    folder = folder_of(os.getpid())
    folder.mkdir()
    database = connection.settings_dict
    database["NAME"] = shutil.copy(database["NAME"], folder)
    settings.VAR_DIR = folder
    resource.setrlimit(resource.RLIMIT_DATA, (LIMIT_BYTES, LIMIT_BYTES))
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    return (folder / "ran").open("w")


def switched(count: int, seed: int) -> list[str]:
    """Lets modules be loaded with switches for some changes of the code: which."""
    files = [file for part in PARTS for file in (ROOT / part).rglob("*.py")]
    trees = {
        file: ast.parse(file.read_bytes())
        for file in sorted(files)
        if "migrations" not in file.parts
    }
    found = [(file, place) for file, tree in trees.items() for place in places(tree)]
    chosen = random.Random(seed).sample(found, count)
    texts = [
        f"{file.relative_to(ROOT)}:{place.lineno}: {ast.unparse(place)} -> {ast.unparse(new)}"
        for file, place in chosen
        if (new := other(place))
    ]
    numbers = {place: number for number, (_, place) in enumerate(chosen)}
    codes: dict[str, CodeType] = {
        str(file): compile(Switches(numbers).visit(trees[file]), file, "exec", dont_inherit=True)
        for file in {file for file, _ in chosen}
    }
    usual = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        return codes.get(self.path) or usual(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    return texts


if __name__ == "__main__":
    runs = Runs(switched(*map(int, sys.argv[1:])))
    builtins.is_on = runs.is_on  # type: ignore[attr-defined]
    sys.exit(pytest.main(["-q", "-s", "-p", "no:cacheprovider", *TESTS], plugins=[runs]))
