"""A game's sheets: those of its own folder, or a plain board; no folder uses another's."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from moderator.rules.registry import GAMES
from moderator.sheets import games
from moderator.sheets.drawing import Paper
from moderator.sheets.games import sheets_of
from moderator.sheets.layout.table import MoveStep
from moderator.sheets.snapshot import GameSnapshot, Stamp
from tests.support.sheets.cases import STAMP, mid_game, on_both_papers
from tests.support.sheets.printing import chart_sheet, sheet_pdf, view_pdf
from tests.support.sheets.reading import faults, page_texts, text
from tests.support.sheets.toy import LONG, Toy, toy

HERE = Path(games.__file__).parent
FOLDERS = {id.replace("-", "_"): id for id in GAMES}
TOYS = [Toy(), Toy(players=6, name=LONG), Toy(has_ended=True)]


def log_sheet(now: GameSnapshot, stamp: Stamp, *rest: Any) -> bytes:
    return sheet_pdf(sheets_of(now.game.id)["log"], now, stamp, *rest)


@on_both_papers
@pytest.mark.parametrize("game", TOYS, ids=["two", "six", "over"])
def test_a_game_without_a_folder_has_a_plain_board_and_a_log(game: Toy, paper: Paper) -> None:
    now = toy(game)
    lines = [MoveStep(n, f"Ann counts to {n}") for n in range(1, 300)]
    assert faults(lambda: chart_sheet(now, STAMP, paper)) == []
    assert faults(lambda: log_sheet(now, STAMP, paper, lines)) == []


@pytest.mark.slow
def test_the_plain_board_says_what_everybody_may_know() -> None:
    now = toy(Toy())
    page = text(chart_sheet(now, STAMP)).splitlines()
    for line in ("Counting", "Bob is ahead", "A Ann", "B Bob"):
        assert line in page
    both = " ".join([*page, text(log_sheet(now, STAMP))])
    assert "ace of spades" in str(now.game.summary(now.state))
    assert "spades" not in both


@pytest.mark.slow
def test_many_moves_go_on_from_page_to_page_in_their_order() -> None:
    lines = [
        MoveStep(n, f"move number {n} of the game, and so on {'word ' * (n % 9)}")
        for n in range(400)
    ]
    pages = page_texts(log_sheet(toy(Toy()), STAMP, "a4", lines))
    assert len(pages) > 2
    assert "Log, continued" in pages[1]
    numbers = [int(w) for p in pages for w, of in _pairs(p) if of == "of"]
    assert numbers == list(range(400))


def _pairs(page: str) -> zip[tuple[str, str]]:
    words = page.split()
    after = [i + 1 for i, word in enumerate(words) if word == "number"]
    return zip((words[i] for i in after), (words[i + 1] for i in after), strict=True)


def names(id: str) -> dict[str, str]:
    return {kind.id: str(kind.name) for kind in sheets_of(id).values()}


def test_what_the_sheets_are_called() -> None:
    assert names("counting") == {"chart": "Board", "log": "Log"}
    found = {"chart": "Game Chart", "score": "Score sheet", "briefings": "Role sheet"}
    found["tents"] = "Table tents"
    assert found.items() <= names("age-of-iron").items()


@pytest.mark.parametrize("id", ["drawing", "stamp", "nothing", "__init__"])
def test_a_game_named_like_a_module_has_a_plain_board_all_the_same(id: str) -> None:
    assert names(id)["chart"] == "Board"


@pytest.mark.slow
def test_moves_are_listed_on_any_score_sheet_that_gets_them() -> None:
    score = sheets_of("age-of-iron")["score"]
    page = text(view_pdf(score, mid_game(), STAMP, "a4", [MoveStep(7, "Egypt builds with 7 RFs")]))
    assert "How it went" in page
    assert "7 Egypt builds with 7 RFs" in page


@pytest.mark.parametrize("path", sorted(HERE.rglob("*.py")), ids=lambda p: str(p.relative_to(HERE)))
def test_shared_sheets_name_no_game_and_a_games_own_only_that_one(path: Path) -> None:
    own = path.relative_to(HERE).parts[0] if path.parent != HERE else None
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    parts = {part for name in known if name for part in name.split(".")}
    assert parts & FOLDERS.keys() <= {own}
