"""Names of public classes are unique within a feature, and in each of the other packages."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from moderator.rules.registry import GAMES
from tests.support.names import classes

FOLDERS = {id.replace("-", "_") for id in GAMES}
# Django looks for these names.
DJANGOS = {"Command", "DatabaseWrapper"}


def room_of(path: Path) -> tuple[str, ...]:
    """The package of a subject: moderator/features/messages, moderator/rules/war, or core."""
    is_room = "features" in path.parts or not FOLDERS.isdisjoint(path.parts)
    return path.parts[: 3 if is_room else 2]


@pytest.mark.slow
def test_no_two_classes_of_a_package_share_a_name() -> None:
    assert len(classes()) > 200
    shared: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for name, paths in classes().items():
        for path in paths:
            shared[name, room_of(path)].append(str(path))
    twice = {key: paths for key, paths in shared.items() if len(paths) > 1}
    assert {key: paths for key, paths in twice.items() if key[0] not in DJANGOS} == {}
