"""A game is named only in its own folders and in the registry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from moderator.core.games import folder_of
from moderator.rules.registry import GAMES
from tests.support.paths import ROOT

ROOTS = ("moderator", "templates", "static")
GAMES_FOLDERS = ("moderator/rules", "moderator/sheets", "templates/games", "static/games")
SUFFIXES = {".py", ".html", ".css", ".js", ".svg", ".txt"}
FOLDERS = {folder_of(id) for id in GAMES}
# Words of only one game. "War" alone is too common to search for.
_BEGUN_BY_A_LETTER = (
    *(rf"{re.escape(id)}\b" for id in GAMES if "-" in id),
    *(rf"{folder}\b" for folder in FOLDERS if "_" in folder),
    *(re.escape(game.name) for game in GAMES.values()),
    r"(?:rules[./]|games/)war\b",
    r"(?:daimyos?|castles?|clans?|ninjas?|samurai|emperors?|sleeve)\b",
    r"(?:country|countries|(?-i:RFs?)|objectives?|civilization|game-turns?|goods)\b",
)
WORDS = re.compile(
    rf"\b(?:{'|'.join(_BEGUN_BY_A_LETTER)})"
    r"|[\"'](?:war|deploy|build|attack|trade|split-control|end-turn|extend)[\"']",
    re.IGNORECASE,
)
EXCEPTIONS = {
    "moderator/rules/registry.py": "the one line for each game",
}


def _files() -> Iterator[Path]:
    for root in ROOTS:
        for path in sorted((ROOT / root).rglob("*")):
            if path.suffix in SUFFIXES and "__pycache__" not in path.parts:
                yield path.relative_to(ROOT)


def _is_own(path: Path) -> bool:
    """Whether the file belongs to one of the games."""
    games = {f"{root}/{folder}" for folder in FOLDERS for root in GAMES_FOLDERS}
    return any(str(parent) in games for parent in path.parents) or (
        str(path.parent) == "static/games" and path.stem in FOLDERS
    )


def _named_in(path: Path) -> list[str]:
    text = (ROOT / path).read_text(encoding="utf-8")
    return sorted({found.group().lower() for found in WORDS.finditer(text)})


@pytest.mark.slow
def test_nothing_else_names_a_game() -> None:
    shared = [path for path in _files() if not _is_own(path) and str(path) not in EXCEPTIONS]
    assert len(shared) > 100
    assert {str(path): named for path in shared if (named := _named_in(path))} == {}


@pytest.mark.parametrize("path", EXCEPTIONS)
def test_every_exception_is_one(path: str) -> None:
    assert _named_in(Path(path))


@pytest.mark.slow
def test_no_game_knows_another() -> None:
    met = dict.fromkeys(FOLDERS, 0)
    for path in _files():
        own = next((f for f in FOLDERS if f in path.parts or path.stem == f), None)
        if _is_own(path) and own:
            met[own] += 1
            text = (ROOT / path).read_text(encoding="utf-8")
            others = [
                f for f in FOLDERS - {own} if re.search(rf"(rules|games|sheets)[./]{f}\b", text)
            ]
            assert others == [], path
    assert min(met.values()) > 10, met
