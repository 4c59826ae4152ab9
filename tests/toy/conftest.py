"""The toy game in the tests' own process."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moderator.play import scenarios
from moderator.rules.registry import GAMES
from moderator.web.core import game_files
from tests.toy.nim import NIM, Nim

# It adds the game to the registry permanently, and collecting doctests would import it.
collect_ignore = ["settings.py"]
TEMPLATES = Path(__file__).resolve().parent / "templates"


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Nim]:
    """The game in the registry, and its templates in the search path."""
    monkeypatch.setitem(GAMES, NIM.id, NIM)
    (engine,) = settings.TEMPLATES
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], TEMPLATES]}]
    for kept in (game_files._is_template, scenarios.shipped):
        kept.cache_clear()
    yield NIM
    for kept in (game_files._is_template, scenarios.shipped):
        kept.cache_clear()
