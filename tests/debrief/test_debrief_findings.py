"""What is concluded at the debrief: what had been told, trust, and derived questions."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string

from moderator.core.look import Look
from moderator.core.models import Game, Group
from moderator.features.debrief.lanes import Findings, findings_of
from moderator.features.debrief.questions import derived_questions
from moderator.rules.deals import MESSAGE
from moderator.rules.seating import PUBLIC
from tests.support.web import debrief
from tests.support.web.reading import Element, read
from tests.support.web.tables import seat_down

pytestmark = pytest.mark.slow


@pytest.fixture
def group(db: None) -> Group:
    return seat_down().group


@pytest.fixture
def game(group: Group) -> Game:
    return debrief.ended_game(group)


def found(game: Game) -> Findings:
    fold, what = debrief.readable(game)
    return findings_of(Look(game, fold, PUBLIC), what)


def shown(findings: Findings) -> Element:
    context = {"findings": findings}
    return read(HttpResponse(render_to_string("debrief/debrief_findings.html", context)))


def said_before(findings: Findings) -> dict[int, list[tuple[str, int, str]]]:
    """Contacts and promises."""
    return {
        point.number: [
            (line.said.kind, line.number, line.promise)
            for line in point.lines
            if line.said.kind != MESSAGE
        ]
        for point in findings.told
    }


def test_what_had_been_told_before_the_turning_points(game: Game) -> None:
    debrief.write(game)
    debrief.release(game)
    findings = found(game)
    assert said_before(findings) == {
        19: [],
        35: [
            ("contact", 34, ""),
            ("promise", 29, "offered"),
            ("promise", 26, "broken-by-it"),
        ],
        40: [
            ("contact", 34, ""),
            ("promise", 29, "offered"),
            ("promise", 26, "partly"),
        ],
        83: [],
        86: [],
    }
    text = " ".join(shown(findings).text.split())
    assert "Egypt attacks Hatti in Syria with 5" in text
    assert "Broken (entry 35)" in text
    assert text.count("Nothing was said between them before.") == 3


def test_only_what_has_been_released(game: Game) -> None:
    debrief.write(game)
    debrief.release(game, "egypt", "babylon")  # who said nothing to each other
    findings = found(game)
    assert {line for lines in said_before(findings).values() for line in lines} == set()
    assert findings.trust
    assert findings.trust.made == 0
    text = shown(findings).text
    assert text.count("Nothing that has been released was said between them before.") == 5
    assert "Only promises that have been released are counted." in text
    assert "No accepted promise has been released." in text
    debrief.release(game, "egypt", "hatti")
    assert [len(lines) for lines in said_before(found(game)).values()] == [0, 3, 3, 0, 0]


def test_trust(game: Game) -> None:
    debrief.write(game)
    debrief.release(game)
    trust = found(game).trust
    assert trust
    counts = {
        seat.id: (one.made, one.kept, one.broken, one.not_done, one.broken_by)
        for seat, one in zip(trust.seats, trust.by_maker, strict=True)
    }
    assert counts == {
        "egypt": (1, 0, 1, 0, (35,)),
        "babylon": (1, 0, 0, 1, ()),
        "assyria": (0, 0, 0, 0, ()),
        "hatti": (1, 1, 0, 0, ()),
    }
    egypt, hatti = trust.cells[0][3], trust.cells[3][0]
    assert (egypt.kept, egypt.decided, hatti.kept, hatti.decided) == (0, 1, 1, 1)
    page = shown(found(game)).text
    assert "1 of 1" in page
    assert "0/1" in page


def test_nothing_shows_whether_something_was_written(game: Game) -> None:
    before, asked = found(game), derived_questions(game)
    debrief.write(game)
    assert vars(found(game)) == vars(before)
    assert shown(found(game)).text == shown(before).text
    assert derived_questions(game) == asked
    debrief.release(game)
    assert found(game) != before


def test_questions_are_about_released_promises_only(game: Game) -> None:
    debrief.write(game)
    before = derived_questions(game)
    debrief.release(game, "babylon", "assyria")
    (trade,) = set(derived_questions(game)) - set(before)
    assert "that was not done: Game-turn 3 ended with move 41." in trade.text
    debrief.release(game)
    first, second = derived_questions(game)[:2]
    assert first.text == (
        "Egypt promised Hatti not to attack it in Syria until the end of Game-turn 3, and attacked "
        "in Game-turn 3 (move 35), although Hatti kept its side. What had changed?"
    )
    assert first.moves == (26, 35)
    assert second == trade


def test_a_game_without_anything_to_write(group: Group) -> None:
    findings = found(group.games.get())
    assert (findings.told, findings.trust, findings.path_template) == ((), None, "")
    assert not shown(findings).all("section")
