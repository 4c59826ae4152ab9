"""Every sheet and pack of a class of 200 students in 40 groups, on both sizes of paper.

The games were really played, with random legal moves: different scenarios and options, at the
start, in the middle, with orders that are not revealed, stopped, over; four are side games. Every
sheet of every game is examined as marks, which takes a tenth of the time of reading a PDF. PDFs are
made and read back of packs of what players may get.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from moderator.core import credentials
from moderator.core.look import Look
from moderator.core.models import Classroom, Game
from moderator.core.people import instructor_person
from moderator.features.classes.write import names_printed_change
from moderator.features.printing.class_sheets import CLASS_SHEETS
from moderator.features.printing.game_sheets import PrintedGame, ShownState
from moderator.features.tournaments.write import rounds_make
from moderator.rules.registry import GAMES
from moderator.rules.seating import PUBLIC
from moderator.sheets.drawing import Paper
from moderator.sheets.games import sheets_of
from tests.support.play import contests
from tests.support.rules.cases import CASES
from tests.support.sheets.class_of_200 import (
    MODERATOR,
    STAGES,
    STUDENT,
    PlayedGame,
    played_class,
    write_slips,
)
from tests.support.sheets.printed import (
    Printed,
    all_parts,
    class_parts,
    leaks_in,
    letters,
    own_secrets_missing,
    pages_of_part,
    pdf_pages,
    secrets_of,
    text_of,
    wrong_rows,
)
from tests.support.sheets.reading import faults_of
from tests.support.web.packs import SITE, made
from tests.support.web.visits import undone

pytestmark = [pytest.mark.django_db, pytest.mark.long]

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
    "chronology": 1,
    "briefings": 1,
    "instructions": 1,
    "student": 2,
    "debrief": 5,
    "continue-on-paper": 8,
}
"""Of each part. A list of moves is as long as it has to be."""


Class = tuple[Classroom, list[PlayedGame]]


@pytest.fixture(scope="module")
def played_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[Class]:
    """The class with its games, and a tournament, for all tests of this file."""
    with django_db_blocker.unblock(), undone():
        classroom, games = played_class(SEED)
        tournament = contests.make(classroom)
        rounds_make(tournament, 0)
        contests.tell(tournament, "red")
        yield classroom, games


@pytest.fixture
def whole_class(played_once: Class) -> Class:
    """The same read again; what a test changes in the database is taken back after it."""
    classroom, games = played_once
    fresh = Game.objects.select_related("group__classroom").in_bulk()
    now = [PlayedGame(fresh[one.game.pk], one.stage) for one in games]
    return Classroom.objects.get(pk=classroom.pk), now


def test_every_sheet_is_whole_and_keeps_secrets(whole_class: Class) -> None:
    """A4 for half of the games in each stage, Letter for the others."""
    _classroom, games = whole_class
    wrong: list[str] = []
    seen = Counter[tuple[str, str]]()
    for played in games:
        turn = seen[played.game.rules, played.stage]
        seen[played.game.rules, played.stage] += 1
        printed = list(all_parts([played], PAPERS[turn % 2]))
        secrets = secrets_before_the_end(played)
        for one in printed:
            wrong += wrong_in(one, secrets)
        parts = Counter(one.kind.id for one in printed)
        seats = played.game.seats.count()
        for kind in sheets_of(played.game.rules):
            assert parts[kind] == (seats if kind in SPLIT else 1), kind
    assert min(seen["age-of-iron", stage] for stage in STAGES) >= 2
    assert {game for game, _stage in seen} == GAMES.keys()
    assert not wrong, "\n".join(wrong)


def secrets_before_the_end(played: PlayedGame) -> dict[str, set[str]]:
    return secrets_of(played) if is_age_of_iron(played) and played.stage != "over" else {}


def wrong_in(printed: Printed, secrets: dict[str, set[str]]) -> Iterator[str]:
    """Everything that is wrong with a part of a sheet."""
    game, kind = printed.played.game, printed.kind.id
    yield from (f"{printed}: {one}" for one in faults_of(printed.pages, printed.part.size))
    yield from leaks_in(printed, secrets)
    yield from own_secrets_missing(printed, secrets)
    yield from wrong_rows(printed)
    if (credentials.console_pin(game.group) in printed.text) != (kind == "instructions"):
        yield f"{printed}: the PIN"
    if letters(game.group.name) not in printed.text:
        yield f"{printed}: without its group"
    if len(printed.pages) > MOST_PAGES.get(kind, 1000):
        yield f"{printed}: {len(printed.pages)} pages"


@pytest.mark.parametrize("paper", PAPERS)
def test_sheets_of_the_whole_class_are_whole_and_keep_secrets(
    whole_class: Class, paper: Paper
) -> None:
    classroom, games = whole_class
    kept = [credentials.console_pin(played.game.group) for played in games]
    for played in games:
        kept += set[str]().union(*secrets_before_the_end(played).values())
    texts = {}
    for kind in CLASS_SHEETS:
        parts = class_parts(classroom, kind, paper)
        assert parts or kind == "debrief-answers", kind  # nothing has been asked
        pages = [page for part in parts for page in pages_of_part(part)]
        for part in parts:
            assert faults_of(pages_of_part(part), part.size) == [], kind
        texts[kind] = text_of(pages)
        assert [one for one in kept if one in texts[kind]] == [], kind
    for played in games:
        name = letters(played.game.group.name)
        assert name in texts["results"] or played.stage != "over"  # the others may have no result
        assert name in texts["attendance"]
        student = f"{STUDENT}{played.game.group.number}-4"
        assert student in texts["attendance"]
        assert student in texts["join-cards"]
    assert letters("Club evening") in texts["tournaments"]


def test_sheets_name_nobody_if_the_class_leaves_names_out(whole_class: Class) -> None:
    classroom, games = whole_class
    some = [*games[:: len(STAGES) + 4], *(one for one in games if not is_age_of_iron(one))]
    named = {one.kind.id for one in all_parts(some, "a4") if STUDENT in one.text}
    assert named >= {"chart", "score", "tents", "student"}
    names_printed_change(classroom, False)
    for one in some:
        one.game.group.refresh_from_db()
    found = [str(one) for one in all_parts(some, "a4") if has_name(one.text)]
    assert found == []


def has_name(text: str) -> bool:
    return STUDENT in text or MODERATOR in text


def test_orders_that_are_not_revealed_and_cards_in_hands_change_no_sheet(
    whole_class: Class,
) -> None:
    """With other secret orders, slips, hands and decks, the players' sheets have the same marks."""
    _classroom, games = whole_class
    chance = random.Random(SEED)
    twins = {case.rules.id: case.twin for case in CASES if case.twin}
    changed, other = Counter[str](), []
    for played in games:
        twin = twins.get(played.game.rules)
        if twin is None or played.stage in ("stopped", "over", "at the start"):
            continue
        printer = PrintedGame(SITE, played.game)
        by = instructor_person(played.game.group.classroom)
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
        shown = ShownState(Look(printer.game, printer.fold), kind)
        now = shown.snapshot if state is None else replace(shown.snapshot, state=state)
        parts = kind.parts(now, replace(printer.stamp(shown.number, "en"), console=printer.console))
        marks = [page.marks for part in parts for page in part.pages]
        if "console" not in shown.needs:  # the moderator's, with commands to type now
            yield f"{printer.game.group.name}, {kind.id}", marks


def test_a_pack_for_players_has_every_group_s_sheets_and_no_secret(
    whole_class: Class, tmp_path: Path
) -> None:
    classroom, games = whole_class
    kinds = ("chart", "score", "tents", "blank-chart", "diplomatic-records")
    pack = made(classroom, *kinds, paper="letter", order="seat")
    assert pack.pdf is not None, pack.problem
    pages = pdf_pages(bytes(pack.pdf), tmp_path)
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
