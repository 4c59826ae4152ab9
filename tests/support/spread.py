"""Decides which tests of a parallel run are in which process, and which come first."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling

from tests.support.paths import ROOT

# Session fixtures that take too long to be made in each process.
LONG_TO_MAKE = ("visits",)
# Markers of the slow tests.
LONG = ("long", "slow", "started")


class Spread(LoadScopeScheduling):  # type: ignore[misc]
    """Each process takes the next test, or the next group of tests, in the order of `items`.

    pytest-xdist's own marker for this, `xdist_group`, does nothing under pytest 9.2.
    """

    def __init__(self, config: pytest.Config, log: object) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    @cached_property
    def groups(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(_file().read_text())
        return found

    def _split_scope(self, nodeid: str) -> str:
        return self.groups.get(nodeid, nodeid)


class OwnFiles:
    """With `--dist each`, each process collects files of its own.

    In a quick run collecting takes a third of the time, and many short tests in each of them end
    at about the same time.
    """

    def __init__(self, worker: Mapping[str, Any]) -> None:
        self.number, self.count = number_of(worker), worker["workercount"]

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """True: not here; None: as pytest decides."""
        if collection_path.is_dir():
            return None
        name = str(collection_path.relative_to(ROOT))
        return None if crc32(name.encode()) % self.count == self.number else True


def number_of(worker: Mapping[str, Any]) -> int:
    """Which of the processes it is, from 0."""
    return int(worker["workerid"].removeprefix("gw"))


def _file() -> Path:
    """The file in which the collecting processes write which tests belong together."""
    return Path(os.environ["TEST_RUN_DIR"]) / "groups.json"


def spread(items: list[pytest.Item]) -> None:
    """Writes which tests belong together, and puts the slow ones first.

    Browser tests come last: after the first of them, no test of the same process can
    use Django's database (see the fixture `browser`).
    """
    items.sort(key=lambda item: (_has(item, "browser"), *(not _has(item, mark) for mark in LONG)))
    groups = {item.nodeid: group for item in items if (group := group_of(item))}
    draft = _file().with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(groups))
    draft.replace(_file())


def group_of(item: pytest.Item) -> str | None:
    """Tests of one group share a process, so that their fixtures are made once.

    A group is: tests of one file that share a module fixture, tests with the same parameter of a
    session fixture, and tests with a fixture that takes long to make.
    """
    info = getattr(item, "_fixtureinfo", None)
    fixtures = info.name2fixturedefs if info else {}
    for name in LONG_TO_MAKE:
        if name in fixtures:  # also in a file with a module fixture
            return name
    for name, found in fixtures.items():
        fixture = found[-1]
        if not fixture.baseid.startswith("tests"):
            continue  # from a plugin
        if fixture.scope == "module":
            file = item.nodeid.partition("::")[0]
            return f"{file} in the browser" if _has(item, "browser") else file
        if fixture.scope == "session" and fixture.params:
            return f"{name}-{item.callspec.params[name]}"  # type: ignore[attr-defined]
    return None


def _has(item: pytest.Item, mark: str) -> bool:
    return item.get_closest_marker(mark) is not None
