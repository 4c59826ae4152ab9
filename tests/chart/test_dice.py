"""The page of the dice: the commitment from the start, the seed and every roll at the end."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from moderator.core import queries
from moderator.core.log import entries_of
from moderator.core.models import Game, Group, Person
from moderator.core.people import instructor_person
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.new_game.settings import GameSettings
from tests.debrief.test_sealed import forget_all
from tests.support.play import tables
from tests.support.play.play import record, sql, start, unguarded
from tests.support.web.reading import Element, read
from tests.support.web.world import moderate

pytestmark = pytest.mark.slow


@pytest.fixture
def group(db: None) -> Group:
    classroom = classroom_create(User.objects.create_user("pat"), "HIST 210")
    return groups_create(classroom, 1)[0]


@pytest.fixture
def by(group: Group) -> Person:
    return instructor_person(group.classroom)


@pytest.fixture
def game(group: Group, by: Person) -> Game:
    return tables.age_of_war(group, by)


def page_of(game: Game, query: str = "") -> Element:
    answer = Client().get(reverse("dice", args=[game.group.code]) + query)
    assert answer.status_code == 200
    return read(answer)


def test_the_promise_stands_there_from_the_start_on_and_stays(game: Game, by: Person) -> None:
    promised = sha256(bytes.fromhex(game.seed)).hexdigest()
    for _ in range(3):
        page = page_of(game)
        assert page.id("commitment").text == promised
        assert "When the game is over" in page.text
        assert not page.all("code", id="seed")
        tables.go_on(game, by)
    tables.play_to_end(game, by)
    assert page_of(game).id("commitment").text == promised
    start(game.group, by)
    assert page_of(game, "?game=1").id("commitment").text == promised


def test_at_the_end_every_roll_is_made_once_more(game: Game, by: Person) -> None:
    tables.play_to_end(game, by)
    page = page_of(game)
    assert page.id("seed").text == game.seed
    rolls = {e.number: e.move["dice"] for e in entries_of(game) if e.move["type"] == "roll"}
    rows = {int(row.attributes["data-roll"]): row for row in page.all("tr") if row.all("td")}
    assert list(rows) == list(rolls)
    for number, row in rows.items():
        dice = " ".join(rolls[number])
        assert [cell.text for cell in row.all("td")][1:] == [dice, "✓ the same"]
    assert "Every roll matches the seed." in page.text


def test_the_five_lines_on_the_page_print_what_they_say(game: Game, by: Person) -> None:
    tables.play_to_end(game, by)
    page = page_of(game)
    first = entries_of(game)[0]
    snippet = next(
        child
        for code in page.id("snippet").all("code")
        for child in code.children
        if isinstance(child, str)
    )
    assert len(snippet.splitlines()) == 5
    done = subprocess.run(
        [sys.executable, "-I", "-c", snippet], capture_output=True, text=True, check=True
    )
    promised = page.id("commitment").text
    assert done.stdout.splitlines() == [promised, str(first.move["dice"])]
    assert str(first.move["dice"]) in page.text


def test_dice_typed_after_the_end_are_distinguished(game: Game, by: Person) -> None:
    tables.play_to_end(game, by)
    while True:
        step = record(game, {"type": "undo"}, by).entry.step
        if not step.before.roll:
            break
    state = queries.timeline(game).state
    dice = ["daimyo"] * state.dice_left
    wire = {"type": "roll", "player": state.players[state.active], "dice": dice}
    typed = record(game, wire, by).entry
    row = page_of(game).one("tr", data_roll=str(typed.number))
    assert [cell.text for cell in row.all("td")][1:] == [" ".join(dice), "typed"]


def test_rolls_made_again_after_an_undo_are_marked(game: Game, by: Person) -> None:
    assert page_of(game).id("repeated").text == "No roll has been made again after an undo."
    tables.go_on(game, by)
    record(game, {"type": "undo"}, by)
    tables.go_on(game, by)
    said = "One roll was made again after an undo: no. 3 in place of no. 1."
    assert page_of(game).id("repeated").text == said
    tables.play_to_end(game, by)
    page = page_of(game)
    assert page.id("repeated").text == said
    assert page.one("tr", data_roll="1").one("s")
    assert page.one("tr", data_roll="1").all("td")[0].text.endswith("undone")
    assert page.one("tr", data_roll="3").all("td")[0].text.endswith("again, after no. 1")
    assert "Every roll matches the seed." in page.text


def test_dice_rolled_at_a_table_are_promised_nothing(group: Group, by: Person) -> None:
    for running in (GameSettings(),):
        for game in (tables.age_of_war(group, by, running), tables.war(group, by, running)):
            page = page_of(game)
            assert "rolled at the table" in page.text
            assert not page.all("code")


def test_the_record_holds_the_promise_and_at_the_end_the_seed(game: Game, by: Person) -> None:
    laptop = moderate(game.group, "Mo")
    address = reverse("record", args=[game.group.code])
    tables.go_on(game, by)
    written = json.loads(laptop.get(address).content)
    promised = sha256(bytes.fromhex(game.seed)).hexdigest()
    assert written["dice_commitment"] == promised
    assert "dice_seed" not in written
    tables.play_to_end(game, by)
    written = json.loads(laptop.get(address).content)
    assert (written["dice_commitment"], written["dice_seed"]) == (promised, game.seed)
    assert written["id"] == game.uid


def test_a_roll_that_was_chosen_is_shown(game: Game, by: Person) -> None:
    """Changes it as somebody with a database tool could."""
    tables.play_to_end(game, by)
    first = entries_of(game)[0]
    with unguarded():
        move = json.dumps({**first.move, "dice": ["daimyo"] * 6 + ["cavalry"]})
        sql("UPDATE play_entry SET move = %s WHERE id = %s", move, first.pk)
    forget_all()
    page = page_of(game)
    row = page.one("tr", data_roll="1")
    due = " ".join(first.move["dice"])
    assert row.all("td")[-1].text == f"{due} ✗ different"
    assert "One roll doesn’t match the seed." in page.text


def test_the_chart_leads_there(game: Game, by: Person) -> None:
    chart = read(Client().get(reverse("chart", args=[game.group.code])))
    address = f"{reverse('dice', args=[game.group.code])}?game={game.number}"
    assert chart.id("live").all("a", href=address)
    old = tables.age_of_war(game.group, by, GameSettings())
    chart = read(Client().get(reverse("chart", args=[old.group.code])))
    assert not [a for a in chart.id("live").all("a") if "dice" in a.attributes.get("href", "")]


def test_no_address_of_another_shape(game: Game) -> None:
    address = reverse("dice", args=[game.group.code])
    for query in ("?game=2", "?game=x", "?game=1x"):
        answer = Client().get(address + query)
        assert answer.status_code == 404
