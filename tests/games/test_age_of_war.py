"""The board of Age of War: what is shown in each state, and for whom it is lit."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from moderator.core.people import instructor_person
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.moves.write import move_play
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
from moderator.rules.log import Timeline
from tests.rules.age_of_war.table import dice, move, play, take, wires
from tests.rules.age_of_war.table import table as seats
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table
from tests.support.web.world import join, moderate

pytestmark = pytest.mark.slow

OPENING = seats()
ROLLED = play(OPENING, "roll kim 3221aca")
CSS = Path(settings.BASE_DIR) / "static/games/age_of_war.css"


def sit(timeline: Timeline, acting: str = "seats", dice: str = "table") -> Table:
    """A group with a game in that state."""
    pat = User.objects.create_user("pat")
    classroom = classroom_create(pat, "HIST 210")
    (group,) = groups_create(classroom, 1)
    by = instructor_person(classroom)
    options = {"players": list(timeline.state.players)}
    running = GameSettings(acting=acting, dice=dice)
    game = game_create(group, "age-of-war", "standard", options, by, running)
    for after, wire in enumerate(wires(timeline)):
        move_play(game, wire, after, f"k{after}", by, "moderator")
    return Table(classroom, group, game, moderate(group, "Mo"))


def chart(table: Table) -> Element:
    """The public chart."""
    return read(Client().get(table.url("chart")))


def own(table: Table, player: str) -> Element:
    """A student's page."""
    phone = join(table.classroom, player.capitalize(), table.game, player)
    return read(phone.get(table.url("play")))


def card(page: Element, castle: str) -> Element:
    return page.one("article", id=f"castle-{castle}")


def lines(page: Element, castle: str) -> list[tuple[str, str]]:
    """Each line's number, and whether it is lit, filled or neither."""
    found = card(page, castle).all("li", class_="aow-line")
    kinds = [set(one.attributes["class"].split()) & {"lit", "filled"} for one in found]
    return [
        (one.attributes["data-line"], "".join(kind)) for one, kind in zip(found, kinds, strict=True)
    ]


def presses(page: Element) -> list[dict[str, Any]]:
    """The moves of all buttons on the board."""
    found = page.all("button", form="press", name="move")
    return [json.loads(one.attributes["value"]) for one in found]


def test_the_start(db: None) -> None:
    table = sit(OPENING, dice="server")
    page = chart(table)
    assert page.one("div", class_="now").text == "K Kim rolls 7 dice"
    assert len(page.all("article", class_="aow-card")) == 14
    assert len(page.all("li", class_="blank")) == 7
    assert presses(page) == []
    assert card(page, "odani").one("p", class_="whole").text == "whole castle 34 %"
    assert "chance 99 %" in card(page, "azuchi").one("li", data_line="1").text
    assert presses(own(table, "kim")) == [{"type": "roll", "player": "kim"}]
    assert presses(own(table, "ed")) == []
    assert presses(table.console()) == [{"type": "roll", "player": "kim"}]


def test_what_the_roll_can_fill_is_lit_and_pressed_by_whoever_is_in_turn(db: None) -> None:
    table = sit(ROLLED)
    watched, other, mine, console = pages = (
        chart(table),
        own(table, "ed"),
        own(table, "kim"),
        table.console(),
    )
    for page in pages:
        assert lines(page, "azuchi") == [("1", "lit"), ("2", ""), ("3", "lit")]
        faces = [die.attributes["data-face"] for die in page.all("li", class_="die")]
        assert faces == dice("3221aca")
        assert len(page.all("ol", class_="tumbling")) == 1
    assert presses(watched) == presses(other) == []
    pressed = presses(mine)
    assert pressed == presses(console)
    assert move("lose kim") in pressed
    assert move("fill kim azuchi 3 32") in pressed
    assert move("fill kim azuchi 3 221") in pressed  # other dice


def test_seats_press_nothing_where_the_moderator_records(db: None) -> None:
    table = sit(ROLLED, acting="moderator")
    assert presses(own(table, "kim")) == []
    assert move("lose kim") in presses(table.console())


def test_the_castle_of_this_turn(db: None) -> None:
    filled = play(ROLLED, "fill kim azuchi 3 32", "roll kim ccaa1", "lose kim", "roll kim ccaa")
    page = chart(sit(filled))
    target = card(page, "azuchi")
    assert "target" in target.attributes["class"]
    assert lines(page, "azuchi") == [("1", "lit"), ("2", "lit"), ("3", "filled")]
    assert "filled with infantry-3 infantry-2" in target.text
    assert "out" in card(page, "gifu").attributes["class"]
    assert lines(page, "gifu") == [("1", ""), ("2", ""), ("3", "")]
    assert len(page.all("li", class_="placed")) == 2
    assert len(page.all("li", class_="lost")) == 1
    pinned = page.one("div", class_="aow-pinned")
    kinds = [one.attributes["class"].split()[1:] for one in pinned.all("li", class_="aow-line")]
    assert kinds == [["lit"], ["lit"], ["filled"]]


def test_a_castle_before_an_opponent_shows_its_special_line(db: None) -> None:
    table = sit(play(take(OPENING, "kim", "gifu"), "roll ed aacc331"))
    page = chart(table)
    gifu = card(page, "gifu")
    assert gifu.attributes["data-holder"] == "kim"
    assert "seat-1" in gifu.attributes["class"]
    assert "special line: daimyo" in gifu.text
    assert lines(page, "gifu") == [("0", ""), ("1", ""), ("2", "lit"), ("3", "lit")]
    assert [line for line, _ in lines(page, "azuchi")] == ["1", "2", "3"]
    steals = gifu.all("li", class_="steals")
    assert len(steals) == 2
    assert all("to take the castle from Kim" in line.text for line in steals)
    assert not card(page, "azuchi").all("li", class_="steals")
    happened = "Just now: Kim fills the line cavalry of Gifu with c and conquers the castle"
    assert page.one("p", class_="latest").text == happened
    assert page.one("b", data_points="kim").text == "1 point"


def test_a_conquered_clan_lies_face_down(db: None) -> None:
    table = sit(take(OPENING, "kim", "kumamoto"))
    page = chart(table)
    pile = page.one("div", class_="aow-pile")
    assert pile.attributes["data-holder"] == "kim"
    assert "fresh" in pile.attributes["class"]
    assert pile.text == "face down, conquered by K Kim 3 Kumamoto"
    assert len(page.all("article", class_="aow-card")) == 13
    assert page.one("b", data_points="kim").text == "3 points"


@pytest.mark.parametrize(
    ("name", "text"),
    [("final-scoring", "wins"), ("shared-victory", "share the victory")],
)
def test_the_end(db: None, name: str, text: str) -> None:
    path = Path(settings.BASE_DIR) / f"tests/played/age_of_war/{name}.json"
    data = json.loads(path.read_text())
    timeline = seats(*data["options"]["players"])
    for wire in data["moves"]:
        timeline = timeline.play(wire)
    table = sit(timeline)
    for page in (chart(table), table.console()):
        assert text in page.one("div", class_="now").text
        assert presses(page) == []
        assert page.all("li", class_="lit") == []
        assert page.one("div", class_="now").text.startswith("The game is over")


def test_the_help_can_be_switched_off(db: None) -> None:
    table = sit(ROLLED)
    assert chart(table).all("span", class_="chance")
    table.game.has_help = False
    table.game.save()
    page = chart(table)
    assert page.all("span", class_="chance") == page.all("p", class_="whole") == []
    assert lines(page, "azuchi")[0] == ("1", "lit")


def test_dice_that_fell_on_the_table_are_typed_without_a_script(db: None) -> None:
    table = sit(OPENING, acting="moderator")
    page = table.console()
    assert presses(page) == []
    form = page.one("form", class_="aow-typed")
    assert len(form.all("select", name="dice")) == 7
    fields = {k: v for k, v in values(form).items() if k != "dice"}
    short = table.laptop.post(table.url("move"), {**fields, "dice": dice("123")})
    assert short.status_code == 422
    refused = read(short)
    form = refused.one("form", class_="aow-typed")
    chosen = [o.attributes["value"] for o in form.all("option") if "selected" in o.attributes]
    assert chosen == dice("123")
    assert "7 dice" in form.one("p", class_="error").text
    whole = table.laptop.post(table.url("move"), {**fields, "dice": dice("1123acd")})
    assert whole.status_code == 303
    assert table.entries[-1].move == move("roll kim 1123acd")


def test_a_decided_turn_is_played_to_its_end_with_one_press(db: None) -> None:
    """With two dice no castle can be taken: they are lost one by one, with a roll between."""
    table = sit(OPENING, dice="server")
    phone = join(table.classroom, "Kim", table.game, "kim")
    by = instructor_person(table.classroom)
    for number in range(10):
        page = read(phone.get(table.url("play")))
        if number < 9:  # then it depends on the last roll of three dice
            assert not page.all("button", id="aow-end")
        wire = {"type": "lose" if number % 2 else "roll", "player": "kim"}
        move_play(table.game, wire, number, f"m{number}", by, "moderator")
    page = read(phone.get(table.url("play")))
    button = page.id("aow-end")
    after = page.one("input", form="press", name="after").attributes["value"]
    posted = {**values(page.id("press")), "after": after}
    for _ in range(2):  # sent twice, it works once
        assert phone.post(button.attributes["formaction"], posted).status_code == 303
    moves = [entry.move["type"] for entry in table.entries[10:]]
    assert moves == ["roll", "lose", "roll", "lose"]
    console = table.console()
    assert "Kim loses the last 2 dice" in console.one("p", class_="latest").text
    assert "Kim loses the last 2 dice" in console.id("undo").text
    again = phone.post(button.attributes["formaction"], {**posted, "key": "k" * 22, "after": 14})
    assert again.status_code == 422


def test_a_board_works_without_a_script(db: None) -> None:
    table = sit(ROLLED, acting="moderator")
    page = table.console()
    form = page.id("press")
    button = page.id("fill-azuchi-3")
    after = next(e.attributes["value"] for e in page.all("input", name="after", form="press"))
    posted = {**values(form), "after": after, "move": button.attributes["value"]}
    assert table.laptop.post(table.url("move"), posted).status_code == 303
    assert table.entries[-1].move == move("fill kim azuchi 3 32")


def test_every_class_of_the_style_sheet_that_is_the_games_own_is_drawn() -> None:
    folder = Path(settings.BASE_DIR) / "templates/games/age_of_war"
    drawn = "".join(path.read_text() for path in folder.rglob("*.html"))
    names = set(re.findall(r"\.(aow-[a-z]+)", CSS.read_text()))
    assert len(names) > 5
    for name in names:
        assert name in drawn, name
