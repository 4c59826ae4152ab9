"""The console of every game: at the start, in the middle, refused, at the end; and its buttons."""

from __future__ import annotations

import json
from itertools import pairwise, takewhile

import pytest
from django.http import HttpResponse, QueryDict
from django.template.loader import render_to_string

from moderator.core import queries
from moderator.core.people import instructor_person
from moderator.features.moves.console import page_of
from moderator.features.moves.forms import MoveForm, amounts_of
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create, game_from_record, record_read
from moderator.rules.offer import Amount, Amounts
from moderator.rules.registry import GAMES
from tests.support.paths import PLAYED
from tests.support.web import tables, world
from tests.support.web.boards import Board, seat_down
from tests.support.web.reading import read

SIDE_GAMES = ("age-of-war", "war", "valley-of-war")
PLAYERS = {"valley-of-war": ("red", "blue")}


def board_of(rules: str, dice: str = "table") -> Board:
    is_on_seats = GAMES[rules].is_played_on_seats
    acting = "seats" if is_on_seats else "moderator"
    return seat_down(rules, PLAYERS.get(rules, ("ann", "bob")), acting, dice)


@pytest.mark.slow
@pytest.mark.parametrize("rules", SIDE_GAMES)
def test_a_game_that_begins_has_its_board_first_then_the_command_line(db: None, rules: str) -> None:
    board = board_of(rules)
    page = board.page("console")
    ids = [e.attributes.get("id", "") for e in page.walk()]
    order = [ids.index(id) for id in ("live", "press", "command", "acts")]
    assert all(one < other for one, other in pairwise(order))
    assert "On paper" not in page.id("acts").text  # that is at the foot
    assert "On paper" in page.text.partition(page.id("acts").text)[2]
    assert "autofocus" not in page.id("command").attributes
    assert "Correct…" not in page.text
    assert board.laptop.get(board.url("correct")).status_code == 404
    assert board.laptop.post(board.url("correct"), {}).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("rules", SIDE_GAMES)
def test_what_is_refused_is_said_on_the_same_page(db: None, rules: str) -> None:
    board = board_of(rules)
    page = board.page("console")
    for fields in (
        board.press(page, {"type": "dance"}),
        board.press(page, {}),
        {**board.press(page, {}), "text": "gibberish"},
    ):
        answer = board.laptop.post(board.url("move"), fields)
        assert answer.status_code == 422
        assert read(answer).id("answer").text
    assert not board.entries


@pytest.mark.slow
@pytest.mark.parametrize("rules", SIDE_GAMES)
@pytest.mark.parametrize("name", ["chart", "replay", "chart-replay"])
def test_who_only_looks_has_no_buttons(db: None, rules: str, name: str) -> None:
    page = board_of(rules).page(name)
    assert page.id("past" if "replay" in name else "live").text
    for tag in ("button", "input"):
        assert not page.all(tag, form="press")


@pytest.mark.slow
@pytest.mark.parametrize("rules", SIDE_GAMES)
def test_a_game_that_is_over_can_only_be_taken_back(db: None, rules: str) -> None:
    board = board_of(rules)
    over = next(one for one in sorted((PLAYED / rules.replace("-", "_")).glob("*.json")))
    record = record_read(over.read_bytes())
    by = instructor_person(board.classroom)
    board.game = game_from_record(board.group, record, by)
    timeline = queries.timeline(board.game)
    assert timeline.rules.is_over(timeline.state)
    page = board.page("console")
    assert not page.all("button", form="press")
    verbs = {f.attributes["value"] for f in page.all("input", name="type")}
    assert verbs == {"undo"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dice", "text", "kind", "sentence"),
    [
        ("server", "roll", "understood", "Ann rolls"),
        ("server", "roll aaaaaaa", "refused", "leave them out"),
        ("table", "roll", "refused", "Type what the dice show"),
        ("table", "roll aaaaaaa", "understood", "Ann rolls 7 dice"),
    ],
)
def test_a_command_has_dice_where_they_are_rolled_at_the_table(
    db: None, dice: str, text: str, kind: str, sentence: str
) -> None:
    board = board_of("age-of-war", dice)
    answer = read(board.laptop.get(board.url("hear"), {"text": text}))
    assert sentence in answer.one("p", class_=kind).text
    fields = {**board.press(board.page("console"), {}), "text": text}
    del fields["move"]
    sent = board.laptop.post(board.url("move"), fields)
    assert sent.status_code == (303 if kind == "understood" else 422)
    assert len(board.entries) == (kind == "understood")


def test_dice_that_fell_on_the_table_are_typed_into_the_form(db: None) -> None:
    board = board_of("age-of-war")
    page = board.page("console")
    assert len(page.all("select", name="dice")) == 7
    fields = {**board.press(page, {}), "type": "roll", "form": "roll-ann", "lists": "dice"}
    del fields["move"]
    fields["choice"] = '{"player": "ann"}'
    lacking = board.laptop.post(board.url("move"), fields | {"dice": ["daimyo"] * 6 + [""]})
    assert lacking.status_code == 422
    sent = board.laptop.post(board.url("move"), fields | {"dice": ["daimyo"] * 7})
    assert sent.status_code == 303
    assert board.entries[0].move["dice"] == ["daimyo"] * 7


def test_where_the_server_rolls_no_dice_are_typed(db: None) -> None:
    page = board_of("age-of-war", "server").page("console")
    assert not page.all("select", name="dice")
    assert "Roll 7 dice" in page.id("live").text


def test_age_of_iron_asks_for_no_die_where_the_server_rolls(db: None) -> None:
    record = json.loads((PLAYED / "age_of_iron" / "odds-table.json").read_bytes())
    table = tables.seat_down()
    by = instructor_person(table.classroom)
    wire, options = record["scenario"], record["options"]
    server = GameSettings(dice="server")
    table.game = game_create(table.group, "age-of-iron", wire, options, by, server)
    for move in takewhile(lambda move: move["type"] != "attack", record["moves"]):
        world.record(table.game, move)
    attack = next(move for move in record["moves"] if move["type"] == "attack")
    fields = table.forms()[f"attack-{attack['player']}"]
    assert "die" not in fields
    assert "Odds table" in table.console().id("acts").text
    chosen = {name: attack[name] for name in ("player", "defender", "region")}
    assert table.send(fields, choice=json.dumps(chosen)).status_code == 303
    assert table.entries[-1].move["die"] in range(1, 7)


def test_a_move_without_amounts_has_none(db: None) -> None:
    # "dice" is also what the roll's own limits are called.
    page = page_of(seat_down("age-of-war", ("dice", "bob"), dice="table").group)
    (roll,) = (act for group in page.groups for act in group.open if act.verb == "roll")
    assert (roll.player, roll.amounts, roll.counts) == ("dice", (), "")


def test_the_form_of_any_game_asks_for_amounts() -> None:
    coins = Amounts("pay", "Pays", (Amount("c", "coins", 3), Amount("n", "nuts", 0)))
    amounts = amounts_of((coins,), QueryDict("pay.c=2"))
    act = MoveForm("buy-ann", "buy", "Ann buys", "ann", (), None, amounts, "")
    form = read(HttpResponse(render_to_string("moves/form.html", {"act": act})))
    assert form.one("input", name="counts").attributes["value"] == "pay"
    (field,) = form.all("input", type="number")
    assert [field.attributes[name] for name in ("name", "max", "value")] == ["pay.c", "3", "2"]
    assert "Pays" in [legend.text for legend in form.all("legend")]
