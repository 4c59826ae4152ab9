"""Names of public classes are unique in the product."""

from __future__ import annotations

from pathlib import Path

from moderator.rules.registry import GAMES
from tests.support.names import classes

FOLDERS = {id.replace("-", "_") for id in GAMES}
# Django looks for these names.
DJANGOS = {"Command", "DatabaseWrapper"}


def is_of_a_game(path: Path) -> bool:
    """Games may share words of their rule books: Attack, Card, Roll."""
    return not FOLDERS.isdisjoint(path.parts)


def test_no_two_classes_share_a_name() -> None:
    assert len(classes()) > 200
    shared = {
        name: [str(path) for path in paths]
        for name, paths in classes().items()
        if len(paths) > 1 and name not in DJANGOS and not all(map(is_of_a_game, paths))
    }
    assert shared == {}


def test_no_class_of_one_game_shares_a_name_within_it() -> None:
    for name, paths in classes().items():
        own = [path.parts[:3] for path in paths if is_of_a_game(path)]
        assert len(own) == len(set(own)), name
