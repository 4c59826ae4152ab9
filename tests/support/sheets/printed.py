"""Sheets of really played games as marks, their texts, and the secrets that may be in them."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from moderator.core import log
from moderator.core.models import Classroom
from moderator.features.printing.class_sheets import CLASS_SHEETS
from moderator.features.printing.game_sheets import PrintedGame, SheetRequest, move_lines
from moderator.rules.seating import PUBLIC, Viewer
from moderator.sheets.drawing import Paper
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.drawing.marks import Mark, Open, Text
from moderator.sheets.games import sheets_of
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.table import MoveGroup, MoveStep
from tests.support.programs import is_missing
from tests.support.sheets.class_of_200 import PlayedGame
from tests.support.sheets.reading import flat
from tests.support.web.packs import SITE


@dataclass(frozen=True)
class Printed:
    """One part of a sheet of a game."""

    played: PlayedGame
    kind: SheetKind
    part: SheetPart
    is_secret: bool

    def __str__(self) -> str:
        played = self.played
        return f"{played.game.group.name}, {played.stage}, {self.kind.id} {self.part.seat}"

    @cached_property
    def pages(self) -> list[list[Mark]]:
        return pages_of_part(self.part)

    @cached_property
    def text(self) -> str:
        return text_of(self.pages)

    @property
    def tags(self) -> Counter[str]:
        return Counter(
            mark.tag
            for page in self.pages
            for mark in page
            if isinstance(mark, Open) and not mark.continues
        )


def pages_of_part(part: SheetPart) -> list[list[Mark]]:
    return [list(flat(page.marks)) for page in part.pages]


def text_of(pages: list[list[Mark]]) -> str:
    """All letters, without the spaces between them, which lines have lost."""
    texts = (mark.text for page in pages for mark in page if isinstance(mark, Text))
    return letters(" ".join(texts))


def letters(text: str) -> str:
    return re.sub(r"\s", "", text)


def class_parts(classroom: Classroom, kind: str, paper: Paper) -> list[SheetPart]:
    """A sheet of the whole class."""
    return CLASS_SHEETS[kind].parts(classroom, SITE, SheetRequest(paper, "en"))


def all_parts(games: list[PlayedGame], paper: Paper) -> Iterator[Printed]:
    """Every sheet of every game, as everybody may have it, with the moves."""
    asked = SheetRequest(paper, "en", has_moves=True)
    for played in games:
        printer = PrintedGame(SITE, played.game)
        for kind in sheets_of(played.game.rules).values():
            sheet = printer.sheet(kind, asked)
            for part in sheet.parts:
                yield Printed(played, kind, part, sheet.is_secret)


def secrets_of(played: PlayedGame) -> dict[str, set[str]]:
    """What only each player may read, without spaces: the briefing, and what is to be prevented."""
    printer = PrintedGame(SITE, played.game)
    rules, state = printer.fold.timeline.rules, printer.fold.timeline.state
    found = {}
    for number, player in enumerate(state.scenario.players):
        own = rules.view(state, Viewer(player.id)).countries[number].objectives
        aims = {one.sentence for one in own if one.sentence.startswith("No ")}
        found[player.id] = {letters(text) for text in (*player.briefing.split("\n\n"), *aims)}
    return found


def leaks_in(printed: Printed, secrets: dict[str, set[str]]) -> Iterator[str]:
    """What a player may not read before the end of the game."""
    seat = printed.part.seat
    own = secrets.get(seat, set()) if printed.is_secret else set()
    for other, texts in secrets.items():
        for text in texts - own:
            if text in printed.text:
                yield f"{printed}: a secret of {other}: {text}"


def wrong_rows(printed: Printed) -> Iterator[str]:
    """Tables without a row for each region and country, lists without a line for each move."""
    fold = log.fold_of(printed.played.game)
    state, kind = fold.timeline.state, printed.kind.id
    if printed.played.game.rules == "age-of-iron":
        regions, players = len(state.scenario.regions), len(state.scenario.players)
        rows = {
            "blank-chart": 1 + regions,
            "continue-on-paper": 1 + regions + 1 + players,
            "score": 1 + players,
            "briefings": players,  # in 1800 B.C. and 900 B.C. incomes don't change
        }
        is_long = kind == "briefings" and len(printed.pages) > 1
        if kind in rows and not is_long and printed.tags["TR"] != rows[kind]:
            yield f"{printed}: {printed.tags['TR']} rows"
        regions_shown = sum(letters(one.name) in printed.text for one in state.scenario.regions)
        if kind in ("chart", "order-slips", "briefings") and regions_shown < regions:
            yield f"{printed}: {regions_shown} regions"
    if kind == "score" and printed.played.stage != "stopped":
        lines = move_lines(fold, fold.number, PUBLIC)
        of = [len(one.moves) if isinstance(one, MoveGroup) else 0 for one in lines]
        moves = sum(of) + sum(isinstance(one, MoveStep | MoveGroup) for one in lines)
        is_table = printed.played.game.rules == "valley-of-war"  # with other rows, too
        listed = min(printed.tags["TR"], moves) if is_table else printed.tags["Lbl"]
        if listed != moves:
            yield f"{printed}: {listed} moves instead of {moves}"


def own_secrets_missing(printed: Printed, secrets: dict[str, set[str]]) -> Iterator[str]:
    """Proves that the search for secrets finds them."""
    if printed.kind.id == "briefings" and secrets:
        for text in secrets[printed.part.seat]:
            if text not in printed.text:
                yield f"{printed}: without {text}"


def pdf_pages(pdf: bytes, folder: Path) -> list[str]:
    """The letters of each page, read by Poppler: pypdf takes ten times as long."""
    if shutil.which("pdftotext") is None:
        is_missing("pdftotext is not installed (poppler-utils)")
    file = folder / "pack.pdf"
    file.write_bytes(pdf)
    command = ["pdftotext", "-raw", str(file), "-"]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [letters(page) for page in found.split("\f")[:-1]]
