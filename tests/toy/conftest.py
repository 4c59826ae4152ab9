"""The toy game in the tests' own process."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moderator import sheets
from moderator.core import games
from moderator.rules.registry import GAMES
from moderator.sheets.games import sheets_of
from tests.toy.nim import NIM, Nim

# It adds the game to the registry permanently, and collecting doctests would import it.
collect_ignore = ["settings.py"]
FOLDER = Path(__file__).resolve().parent


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Nim]:
    """The game in the registry, and its templates and sheets in the search paths."""
    monkeypatch.setitem(GAMES, NIM.id, NIM)
    (engine,) = settings.TEMPLATES
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], FOLDER / "templates"]}]
    monkeypatch.setattr(sheets, "__path__", [*sheets.__path__, str(FOLDER / "sheets")])
    for kept in (games._is_template, games.shipped, sheets_of):
        kept.cache_clear()
    yield NIM
    for kept in (games._is_template, games.shipped, sheets_of):
        kept.cache_clear()
