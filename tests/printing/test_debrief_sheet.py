"""The debrief on paper says the same as its page, of what everybody may read."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core.look import Look
from moderator.core.models import Game, Group
from moderator.features.debrief.lanes import Findings, findings_of
from moderator.features.printing.game_sheets import said_of
from moderator.rules.deals import Trust
from moderator.rules.seating import Viewer
from tests.everywhere.test_secrets import pdf_text
from tests.support.shared import shared
from tests.support.sheets.reading import page_texts
from tests.support.web import debrief
from tests.support.web.tables import seat_down

pytestmark = pytest.mark.slow

TOLD, PATH = "Who had told whom what before the turning points", "The winner’s path and the others’"
MESSAGE = "Syria is large enough for both of us."
SAID = ["Egypt hinted at war.", *(MESSAGE for _ in shared("write_message"))]


@pytest.fixture
def group(db: None) -> Group:
    return seat_down().group


@pytest.fixture
def game(group: Group) -> Game:
    game = debrief.ended_game(group)
    debrief.write(game)
    return game


def printed(game: Game, sheet: str) -> str:
    browser = Client()
    browser.force_login(game.group.classroom.instructor)
    answer = browser.get(reverse("sheet-pdf", args=[game.group.code, sheet]))
    assert answer.status_code == 200
    return " ".join(pdf_text(answer.content).split())


def findings(game: Game) -> Findings:
    """Those for the game's own group."""
    fold, what = debrief.readable(game)
    return findings_of(Look(game, fold, Viewer(is_released=True)), what)


def rows(trust: Trust) -> Iterator[str]:
    """The table of the page as text."""
    for seat, one in zip(trust.seats, trust.by_maker, strict=True):
        numbers = (one.made, one.kept, one.broken, one.not_done, one.void, one.pending)
        yield " ".join([seat.name, *map(str, numbers)])


def test_page_and_paper_count_the_same_promises(game: Game) -> None:
    debrief.release(game)
    fold, _what = debrief.readable(game)
    trust = said_of(Look(game, fold)).trust
    assert findings(game).trust == trust
    for sheet in ("debrief", "promises"):
        text = printed(game, sheet)
        assert "Egypt 1 0 1 0 0 0" in list(rows(trust))
        for row in rows(trust):
            assert row in text
        assert "0/1 35" in text


def test_what_had_been_told_before_the_turning_points_is_on_paper(game: Game) -> None:
    debrief.release(game)
    text = printed(game, "debrief")
    told = text[text.index(TOLD) : text.index("What else was said ")]
    heads = [int(number) for number in re.findall(r"(\d+) · Game-turn \d", told)]
    assert heads == [point.number for point in findings(game).told]
    assert "26 Promise, broken by this: Egypt won’t attack Hatti in Syria" in told
    assert "29 Promise: Hatti will attack Assyria in Mitanni in Game-turn 3. (declined)" in told
    assert told.count("Nothing was said between them before.") == 3


def test_what_was_said_is_printed_once_and_questions_come_last(game: Game) -> None:
    debrief.release(game)
    text = printed(game, "debrief")
    assert [text.count(one) for one in SAID] == [1] * len(SAID)
    assert "Questions" in text.split("Promises kept and broken")[-1]
    browser = Client()
    browser.force_login(game.group.classroom.instructor)
    pages = page_texts(browser.get(reverse("sheet-pdf", args=[game.group.code, "debrief"])).content)
    assert "look the moves up before you answer" in pages[-1]
    assert "Promises kept" not in pages[-1]


def test_nothing_that_is_not_released_is_on_paper(game: Game) -> None:
    assert TOLD not in printed(game, "debrief")
    debrief.release(game, "babylon", "assyria")
    text = printed(game, "debrief")
    told = text[text.index(TOLD) : text.index("What else was said ")]
    assert not any(one in told for one in SAID)
    assert told.count("Nothing that has been released was said between them before.") == 5


def test_the_path_is_on_paper_as_on_the_page(game: Game) -> None:
    path = findings(game).history.path
    text = printed(game, "debrief")
    shown = text[text.index(PATH) :]
    for sentence in path.sentences:
        assert sentence in shown
    assert "Victory Points 58 49 46 40" in shown
