"""Valley of War: the picture, and the referee's page without JavaScript."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from moderator.core import queries
from moderator.core.people import instructor_person
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.moves.write import move_play
from moderator.features.new_game.write import game_create
from tests.rules.valley_of_war.table import Json, move
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table
from tests.support.web.world import moderate

pytestmark = pytest.mark.slow

NO_NEWS = "ko0 ko0"
TO_THIRD = ("ko2 ko2", "occ1 occ1", "occ2 occ2", "occ3,eyes1 occ3,eyes1")
CSS = Path(settings.BASE_DIR) / "static/games/valley_of_war.css"


@pytest.fixture
def valley(db: None) -> Table:
    """Red and Blue before their first throw, and a referee."""
    pat = User.objects.create_user("pat")
    classroom = classroom_create(pat, "Edo club")
    (group,) = groups_create(classroom, 1)
    by = instructor_person(classroom)
    game = game_create(group, "valley-of-war", "standard", {}, by)
    return Table(classroom, group, game, moderate(group, "Mo"))


def play(table: Table, *moves: str | Json) -> None:
    by = instructor_person(table.classroom)
    for one in moves:
        after, _ = queries.head(table.game)
        wire = move(one) if isinstance(one, str) else one
        move_play(table.game, wire, after, f"k{after}", by, "moderator")


def chart(table: Table) -> Element:
    return read(Client().get(table.url("chart")))


def called(page: Element) -> list[str]:
    """The banner, and below it what both achieved."""
    lines = [line.text for shown in page.all("ul", class_="called") for line in shown.all("li")]
    return [*lines, page.one("p", class_="happened").text]


def throw_form(page: Element) -> Element:
    return page.one("form", class_="throw")


def halves(page: Element) -> tuple[list[str], list[str]]:
    """The possible presses for Red and for Blue, as they are sent."""
    form = throw_form(page)
    red = [e.attributes["value"] for e in form.all("input", name="red")]
    blue = [e.attributes["value"] for e in form.all("button", name="blue")]
    return red, blue


def press(table: Table, red: str | None, blue: str, page: Element | None = None) -> Any:
    """Red's outcome and Blue's, as a browser without JavaScript sends them."""
    fields = values(throw_form(page or table.console())) | {"blue": blue}
    return table.laptop.post(table.url("move"), fields | ({"red": red} if red else {}))


def test_everybody_sees_what_lies_where(valley: Table) -> None:
    play(valley, "ko1 ko0", "ko2 ko0", "occ1 ko1")
    page = chart(valley)
    red, blue = page.all("section", class_="emperor")
    assert red.one("p", class_="throws").text == "throws a Samurai at Blue’s Territory"
    assert blue.one("p", class_="throws").text == "throws a Ninja at Red’s Empire Dice"
    assert [e.text for e in red.all("span", class_="now-in")] == ["II"]
    assert [e.text for e in blue.all("span", class_="now-in")] == ["I"]
    assert red.one("span", class_="vh").text == "War Phase II"
    score = page.one("div", class_="valley-score")
    rows = {row.one("th").text: [td.text for td in row.all("td")] for row in score.all("tr")[1:]}
    assert rows["Empire Dice knocked out of 2"] == ["2", "1"]
    assert rows["Samurai Occupying"] == ["1", "0"]
    assert rows["Samurai outside"] == ["9", "10"]
    fresh = [row.one("th").text for row in score.all("tr")[1:] if row.all("td", class_="fresh")]
    assert fresh == ["Empire Dice knocked out of 2", "Samurai Occupying", "Samurai in the Valley"]
    board = page.one("svg", class_="valley-board")
    assert len(board.all("use", href="#valley-ninja")) == 30
    assert len(board.all("g", class_="samurai")) == 20
    assert len(board.all("g", class_="empire")) == 4
    assert "Throw 4" in page.one("div", class_="now").text


def test_picking_out_and_falling_back_are_called_out(valley: Table) -> None:
    play(valley, *[NO_NEWS] * 15)
    nothing = "Throw 15: Red achieves nothing new; Blue achieves nothing new"
    assert called(chart(valley)) == ["All Ninjas are picked out now", nothing]
    play(valley, *TO_THIRD)
    assert called(chart(valley)) == [
        "Red goes on to War Phase III",
        "Blue goes on to War Phase III",
        "Throw 19: Red Occupies with 3 Samurai and takes an Eye; "
        "Blue Occupies with 3 Samurai and takes an Eye",
    ]
    play(valley, "occ0,eyes1 occ2,eyes1")
    assert called(chart(valley)) == [
        "Red falls back to War Phase II",
        "Throw 20: Red loses 3 Samurai (none left); Blue loses 1 Samurai (2 left)",
    ]
    play(valley, {"type": "undo"})
    assert called(chart(valley)) == ["Throw 20 was undone"]


def test_a_new_start_says_why_and_markup_stays_text(valley: Table) -> None:
    play(valley, "ko1 ko1", {"type": "restart", "reason": "<b>Blue</b> leaned over."})
    page = chart(valley)
    assert called(page) == [
        "The Emperors start again: <b>Blue</b> leaned over.",
        "Both throw at the same time.",
    ]
    assert "Throw 1 started again once" in page.one("div", class_="now").text
    play(valley, NO_NEWS)
    assert "1×: <b>Blue</b> leaned over." in chart(valley).text


@pytest.mark.parametrize(
    ("last", "sentence"),
    [
        ("occ3,eyes2 occ3,eyes1", "Red Emperor wins"),
        ("occ3,eyes2 occ3,eyes2", "A loss-draw: half a loss for each"),
    ],
)
def test_the_end(valley: Table, last: str, sentence: str) -> None:
    play(valley, *TO_THIRD, last)
    assert sentence in chart(valley).one("div", class_="now").text
    page = valley.console()
    assert not page.all("form", class_="throw")
    assert not page.all("button", id="haji")
    assert page.id("undo").tag == "button"


def test_only_the_referee_has_anything_to_press(valley: Table) -> None:
    for query in ("", "?wall"):
        page = read(Client().get(valley.url("chart") + query))
        assert not page.one("main").all("form")
        assert not page.one("main").all("button")


def test_looking_back_calls_out_what_was_called_out_then(valley: Table) -> None:
    play(valley, "ko2 ko0", "occ1 ko0")
    page = read(Client().get(valley.url("chart-replay") + "?move=1"))
    assert called(page)[0] == "Red goes on to War Phase II"
    assert not page.all("form", class_="throw")


def test_a_throw_is_recorded_in_two_presses(valley: Table) -> None:
    for text in ("ko2 ko1", "occ1 ko2", "occ2 occ0", "occ3,eyes1 occ1", "occ0,eyes1 occ2"):
        wire = move(text)
        page = valley.console()
        red, blue = halves(page)
        for name, offered in (("red", red), ("blue", blue)):
            assert wire[name] in [json.loads(one) for one in offered]
            assert len(offered) == len(set(offered))
        answer = press(valley, json.dumps(wire["red"]), json.dumps(wire["blue"]), page)
        assert answer.status_code == 303
        assert valley.entries[-1].move == wire
    assert called(chart(valley))[0] == "Red falls back to War Phase II"


@pytest.mark.parametrize("red", [None, "", "2", "{}", "[1]", '{"occupying": 1}', "{"])
def test_what_is_no_outcome_changes_nothing(valley: Table, red: str | None) -> None:
    answer = press(valley, red, '{"knocked_out":1}')
    assert answer.status_code == 422
    page = read(answer)
    assert "Press what Red achieved" in page.id("error-throw").text
    assert not valley.entries


def test_what_cannot_be_changes_nothing(valley: Table) -> None:
    answer = press(valley, '{"knocked_out":3}', '{"knocked_out":1}')
    assert answer.status_code == 422
    assert "must be from 0 to 2 after this throw, not 3" in read(answer).id("answer").text
    assert not valley.entries


def test_a_page_from_before_is_stale(valley: Table) -> None:
    page = valley.console()
    play(valley, "ko1 ko1")
    answer = press(valley, '{"knocked_out":1}', '{"knocked_out":0}', page)
    assert answer.status_code == 409
    again = read(answer)
    assert "somebody else has just recorded" in again.id("answer").text
    assert values(throw_form(again))["red"] == '{"knocked_out":1}'  # as the page says
    assert "red" not in values(throw_form(valley.console()))
    assert len(valley.entries) == 1


def test_what_is_rare_stands_apart(valley: Table) -> None:
    assert not throw_form(valley.console()).all("details")
    play(valley, *TO_THIRD)
    rare = throw_form(valley.console()).all("details", class_="rare")
    assert len(rare) == 2
    shown = [label.one("b").text for label in rare[0].all("label")]
    assert "3 lost, 1 Eye up" in shown
    assert "nothing new" not in shown


def test_starting_again_takes_a_reason(valley: Table) -> None:
    play(valley, "ko1 ko1")
    ready, own = valley.console().one("details", class_="anew").all("form")
    reasons = [button.attributes["value"] for button in ready.all("button", name="reason")]
    assert "Red was over the edge of the Valley." in reasons
    blank = valley.laptop.post(valley.url("move"), values(own) | {"reason": "  "})
    assert blank.status_code == 422
    answer = valley.laptop.post(valley.url("move"), values(ready) | {"reason": reasons[0]})
    assert answer.status_code == 303
    assert valley.entries[-1].move == {"type": "restart", "reason": reasons[0]}


def test_what_can_be_typed_is_said_and_understood(valley: Table) -> None:
    console = valley.console()
    said = [kbd.text for kbd in console.all("dl", class_="commands")[0].all("kbd")]
    assert said[0] == "r 1 b 0"
    valley.record(
        said[0], "r 2 b 0", said[1].replace("2", "1").replace("b 1", "b 0"), "undo", "redo"
    )
    valley.record("restart a sleeve over the edge")
    assert [entry.move["type"] for entry in valley.entries] == [
        *("throw", "throw", "throw", "undo", "redo", "restart"),
    ]


def _luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(2 * one for one in digits)
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_red_and_blue_keep_contrast_in_every_dress() -> None:
    """In the order of the style sheets: light, dark, and both with more contrast."""
    app = (Path(settings.BASE_DIR) / "static/app.css").read_text()
    sheets = re.findall(r"--sheet: (#\w+)", app)
    found = re.findall(r"--s2: (#\w+); --s5: (#\w+)", CSS.read_text())
    assert len(sheets) == len(found) == 4
    for sheet, (red, blue), least in zip(sheets, found, (4.5, 4.5, 7, 7), strict=True):
        assert _contrast(red, sheet) >= least
        assert _contrast(blue, sheet) >= least
