"""Every sheet and pack of a class of 200 students in 40 groups, on both sizes of paper.

The games were really played, with random legal moves: different scenarios and options, at the
start, in the middle, with orders that are not revealed, stopped, over; four are side games. Every
sheet of every game is examined as marks, which takes a tenth of the time of reading a PDF. PDFs are
made and read back of packs of what players may get.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from moderator.play import credentials, services
from moderator.play.log import folds
from moderator.play.models import Pack
from moderator.rules.viewer import PUBLIC, Viewer
from moderator.sheets import MoveGroup, MoveStep, Paper, SheetKind, SheetPart, sheets_of
from moderator.sheets.drawing.marks import Mark, Open, Text
from moderator.web.printing.game_sheets import PrintedGame, SheetRequest
from moderator.web.printing.move_lines import move_lines
from moderator.web.printing.shown_state import state_for
from tests.support.programs import is_missing
from tests.support.rules.cases import CASES
from tests.support.sheets.class_of_200 import (
    MODERATOR,
    STAGES,
    STUDENT,
    PlayedGame,
    played_class,
    write_slips,
)
from tests.support.sheets.reading import faults_of, flat
from tests.support.web.packs import SITE, made

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAPERS: tuple[Paper, ...] = ("a4", "letter")
SEED = 1
SPLIT = {"briefings", "tents", "order-slips", "diplomatic-records", "student"}
"""The sheets of which each country has one."""
MOST_PAGES = {
    "chart": 1,
    "tents": 1,
    "order-slips": 1,
    "diplomatic-records": 1,
    "blank-chart": 1,
    "blank-score": 1,
    "chronology": 2,
    "briefings": 2,  # one, folded, if it fits
    "instructions": 3,
    "student": 3,
    "debrief": 6,
    "continue-on-paper": 6,
}
"""Of each part. A list of moves is as long as it has to be."""


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
        return [list(flat(page.marks)) for page in self.part.pages]

    @cached_property
    def text(self) -> str:
        """All letters, without the spaces between them, which lines have lost."""
        return letters(" ".join(one.text for page in self.pages for one in texts_of(page)))

    @property
    def tags(self) -> Counter[str]:
        return Counter(
            mark.tag
            for page in self.pages
            for mark in page
            if isinstance(mark, Open) and not mark.continues
        )


def texts_of(page: list[Mark]) -> Iterator[Text]:
    return (mark for mark in page if isinstance(mark, Text))


def letters(text: str) -> str:
    return re.sub(r"\s", "", text)


def all_parts(games: list[PlayedGame], paper: Paper) -> Iterator[Printed]:
    """Every sheet of every game, as everybody may have it, with the moves."""
    asked = SheetRequest(paper, "en", has_moves=True)
    for played in games:
        printer = PrintedGame.of(SITE, played.game)
        for kind in sheets_of(played.game.rules).values():
            made = printer.sheet(kind, asked)
            for part in made.parts:
                yield Printed(played, kind, part, made.is_secret)


def secrets_of(played: PlayedGame) -> dict[str, set[str]]:
    """What only each player may read, without spaces: the briefing, and what is to be prevented."""
    printer = PrintedGame.of(SITE, played.game)
    rules, state = printer.fold.timeline.game, printer.fold.timeline.state
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


@pytest.mark.parametrize("paper", PAPERS)
def test_every_sheet_is_whole_and_keeps_secrets(paper: Paper) -> None:
    _classroom, games = played_class(SEED)
    assert Counter(played.stage for played in games).keys() == set(STAGES)
    wrong: list[str] = []
    secrets = {
        played.game.pk: secrets_of(played)
        for played in games
        if played.game.rules == "age-of-iron" and played.stage != "over"
    }
    seen = Counter[tuple[int, str]]()
    for printed in all_parts(games, paper):
        game, kind = printed.played.game, printed.kind.id
        seen[game.pk, kind] += 1
        wrong += [f"{printed}: {one}" for one in faults_of(printed.pages, printed.part.size)]
        wrong += leaks_in(printed, secrets.get(game.pk, {}))
        wrong += own_secrets_missing(printed, secrets.get(game.pk, {}))
        if (credentials.console_pin(game.group) in printed.text) != (kind == "instructions"):
            wrong.append(f"{printed}: the PIN")
        if game.group.name.replace(" ", "") not in printed.text:
            wrong.append(f"{printed}: without its group")
        wrong += wrong_rows(printed)
        if len(printed.pages) > MOST_PAGES.get(kind, 1000):
            wrong.append(f"{printed}: {len(printed.pages)} pages")
    for played in games:
        seats = played.game.seats.count()
        for kind in sheets_of(played.game.rules):
            assert seen[played.game.pk, kind] == (seats if kind in SPLIT else 1), kind
    assert not wrong, "\n".join(wrong)


def wrong_rows(printed: Printed) -> Iterator[str]:
    """Tables without a row for each region and country, lists without a line for each move."""
    fold = folds.fold_of(printed.played.game)
    state, kind = fold.timeline.state, printed.kind.id
    if printed.played.game.rules == "age-of-iron":
        regions, players = len(state.scenario.regions), len(state.scenario.players)
        rows = {
            "blank-chart": 1 + regions,
            "continue-on-paper": 1 + regions + 1 + players,
            "score": 1 + players,
            "briefings": 2,  # the Game-turns, and the RFs that the country gets in each
        }
        is_long = kind == "briefings" and len(printed.pages) > 1
        if kind in rows and not is_long and printed.tags["TR"] != rows[kind]:
            yield f"{printed}: {printed.tags['TR']} rows"
        regions_shown = sum(letters(one.name) in printed.text for one in state.scenario.regions)
        if kind in ("chart", "order-slips") and regions_shown < regions:
            yield f"{printed}: {regions_shown} regions"
    if kind == "score" and printed.played.stage != "stopped":
        lines = move_lines(fold, fold.number, PUBLIC)
        moves = sum(isinstance(line, MoveStep | MoveGroup) for line in lines)
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


def test_sheets_name_nobody_if_the_class_leaves_names_out() -> None:
    classroom, games = played_class(SEED)
    some = [*games[:: len(STAGES) + 1], *(one for one in games if one.game.rules != "age-of-iron")]
    named = {one.kind.id for one in all_parts(some, "a4") if STUDENT in one.text}
    assert named >= {"chart", "score", "tents", "student"}
    services.names_printed_change(classroom, False)
    for one in games:
        one.game.group.refresh_from_db()
    found = [str(one) for one in all_parts(some, "a4") if has_name(one.text)]
    assert found == []


def has_name(text: str) -> bool:
    return STUDENT in text or MODERATOR in text


def test_orders_that_are_not_revealed_and_cards_in_hands_change_no_sheet() -> None:
    """With other secret orders, slips, hands and decks, the players' sheets have the same marks."""
    _classroom, games = played_class(SEED)
    chance = random.Random(SEED)
    twins = {case.rules.id: case.twin for case in CASES if case.twin}
    changed, other = Counter[str](), []
    for played in games:
        twin = twins.get(played.game.rules)
        if twin is None or played.stage in ("stopped", "over", "at the start"):
            continue
        printer = PrintedGame.of(SITE, played.game)
        by = services.instructor_person(played.game.group.classroom)
        before = list(public_pages(printer))
        state = printer.fold.timeline.state
        secret = twin(state, PUBLIC, chance)
        changed[played.game.rules] += secret != state
        if played.stage == "with secret orders":
            write_slips(played.game, by, chance)
        after = public_pages(printer, secret)
        other += [a[0] for a, b in zip(before, after, strict=True) if a != b]
    assert min(changed.values()) >= 1
    assert changed["age-of-iron"] >= 5
    assert other == []


def public_pages(printer: PrintedGame, state: Any = None) -> Iterator[tuple[str, list[Any]]]:
    """Every sheet's pages as marks, perhaps of another state."""
    for kind in sheets_of(printer.game.rules).values():
        shown = state_for(printer.game, printer.fold, kind)
        now = shown.snapshot if state is None else replace(shown.snapshot, state=state)
        parts = kind.parts(now, replace(printer.stamp(shown.number, "en"), console=printer.console))
        marks = [page.marks for part in parts for page in part.pages]
        if not kind.needs_console:  # the moderator's, with commands to type now
            yield f"{printer.game.group.name}, {kind.id}", marks


@pytest.mark.parametrize(("paper", "order"), [("a4", "group"), ("letter", "seat")])
def test_a_pack_for_players_has_every_group_s_sheets_and_no_secret(
    paper: Paper, order: str, tmp_path: Path
) -> None:
    classroom, games = played_class(SEED)
    kinds = ("chart", "score", "tents", "blank-chart", "diplomatic-records")
    pack = made(classroom, *kinds, paper=paper, order=order)
    pages = pages_of(pack, tmp_path)
    assert not pack.choice["is_secret"]
    split = sum(
        one.game.seats.count() * len(SPLIT & {*kinds}) for one in games if is_age_of_iron(one)
    )
    whole = sum(len({*kinds} & sheets_of(one.game.rules).keys() - SPLIT) for one in games)
    assert split + whole <= len(pages) <= split + 2 * whole
    for played in games:
        name = letters(played.game.group.name)
        own = [page for page in pages if re.search(name + r"(?!\d)", page)]
        assert len(own) >= len({*kinds} & sheets_of(played.game.rules).keys())
        assert credentials.console_pin(played.game.group) not in "".join(pages)
        if is_age_of_iron(played) and played.stage != "over":
            secrets = set[str]().union(*secrets_of(played).values())
            assert not [one for one in secrets for page in own if one in page]


def is_age_of_iron(played: PlayedGame) -> bool:
    return played.game.rules == "age-of-iron"


def pages_of(pack: Pack, folder: Path) -> list[str]:
    """The text of each page without spaces, read by Poppler: pypdf takes ten times as long."""
    if shutil.which("pdftotext") is None:
        is_missing("pdftotext is not installed (poppler-utils)")
    assert pack.pdf is not None, pack.problem
    assert not pack.problem
    file = folder / "pack.pdf"
    file.write_bytes(pack.pdf)
    command = ["pdftotext", "-raw", str(file), "-"]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [letters(page) for page in found.split("\f")[:-1]]
