"""Students' moves on their own phones: accepted and refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from moderator.core import credentials
from moderator.core.log import rules_of
from moderator.core.models import Game, Person
from moderator.core.people import instructor_person, person_join, person_remove, person_return_link
from moderator.features.moves import write as moves_write
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create, game_delete, game_redraw
from moderator.features.people.write import seat_take
from tests.support.web import tables
from tests.support.web.boards import Board, seat_down
from tests.support.web.reading import Element, read, values
from tests.support.web.world import join

ROLL = {"type": "roll", "player": "ann"}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def board(db: None) -> Board:
    """Age of War; Ann begins, and the server rolls."""
    return seat_down("age-of-war")


def moves(page: Element) -> list[dict[str, Any]]:
    """The possible moves on a page's board."""
    pressed = page.all("button", form="press", name="move")
    return [json.loads(button.attributes["value"]) for button in pressed]


def test_the_player_to_move_sees_it_and_has_the_buttons(board: Board) -> None:
    own, other = board.play("ann"), board.play("bob")
    assert own.one("title").text.startswith("Your turn · Ann")
    assert own.one("h1", class_="own-turn").text == "Your turn"
    assert moves(own) == [ROLL]
    assert other.one("title").text.startswith("Waiting for Ann · Bob")
    assert other.one("h1").text == "Waiting for Ann"
    assert not other.all("h1", class_="own-turn")
    assert other.one("div", class_="now").text.startswith("A Ann rolls")
    assert moves(other) == []
    assert "hidden" in other.id("acts").attributes
    assert not other.id("acts").all("form")


def test_a_press_is_recorded_as_the_students_with_the_servers_dice(board: Board) -> None:
    answer = board.send("ann", board.press(board.play("ann"), ROLL))
    assert answer.status_code == 303
    assert answer.headers["Location"] == board.url("play")
    (entry,) = board.entries
    assert (entry.role, entry.person.name) == ("student", "Ann")
    assert len(entry.move["dice"]) == 7


def test_a_script_is_given_the_board_and_a_new_key(board: Board) -> None:
    fields = board.press(board.play("ann"), ROLL)
    answer = board.send("ann", fields, **HTMX)
    assert answer.status_code == 200
    part = read(answer)
    assert part.id("live").attributes["data-version"] == "1000001"
    assert moves(part)
    assert values(part.id("press"))["key"] != fields["key"]
    assert part.id("answer").text == ""


def test_every_button_of_a_board_is_a_move_that_the_rules_take(board: Board) -> None:
    board.send("ann", board.press(board.play("ann"), ROLL))
    state, rules = board.state, rules_of(board.game)
    pressed = moves(board.play("ann"))
    assert {"type": "lose", "player": "ann"} in pressed
    for wire in pressed:
        rules.check(state, rules.read_move(state, wire))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seat", "wire", "sentence"),
    [
        ("bob", {"type": "roll", "player": "bob"}, "turn"),
        ("bob", ROLL, "your own daimyo only"),
        ("ann", {"type": "undo"}, "Only your group’s moderator"),
        ("ann", {"type": "redo"}, "Only your group’s moderator"),
        ("ann", {**ROLL, "dice": ["daimyo"] * 7}, "The server rolls the dice"),
        ("ann", {"type": "roll"}, "your own daimyo only"),
        ("ann", {"type": "lose", "player": "ann"}, ""),
        ("ann", {"type": "dance", "player": "ann"}, ""),
    ],
)
def test_what_is_not_ones_own_or_not_legal_changes_nothing(
    board: Board, seat: str, wire: dict[str, Any], sentence: str
) -> None:
    fields = board.press(board.play(seat), wire)
    for headers in ({}, HTMX):
        answer = board.send(seat, fields, **headers)
        assert answer.status_code == 422
        said = read(answer).id("answer").text
        assert said
        assert sentence in said
    assert not board.entries


@pytest.mark.slow
def test_a_button_that_holds_no_move_changes_nothing(board: Board) -> None:
    fields = board.press(board.play("ann"), ROLL)
    for move in ("", "x", "[]", "1", '"roll"', "{}", "null", "[" * 5000):
        answer = board.send("ann", fields | {"move": move})
        assert answer.status_code == 422, move
        assert read(answer).id("answer").text
    assert not board.entries


def test_the_moderator_may_take_over_in_the_middle(board: Board) -> None:
    page = board.play("ann")
    Game.objects.update(acting="moderator")
    answer = board.send("ann", board.press(page, ROLL))
    assert answer.status_code == 422
    refused = read(answer)
    assert "the moderator records the moves" in refused.one("main").text
    assert not board.entries
    for after in (refused, board.play("ann")):
        assert moves(after) == []
        assert not [e for e in after.walk() if e.attributes.get("id") == "press"]
    assert ROLL in moves(board.page("console"))


def test_the_moderator_may_press_for_everybody(board: Board) -> None:
    fields = board.press(board.page("console"), ROLL)
    assert board.laptop.post(board.url("move"), fields).status_code == 303
    assert [entry.role for entry in board.entries] == ["moderator"]


def test_two_phones_of_one_seat_record_one_move(board: Board) -> None:
    mate = person_join(board.classroom, "Zed", board.group)
    seat_take(mate, board.game.seats.get(player="ann"), shared=True)
    board.phones["zed"] = Client()
    token = person_return_link(mate)
    back = board.phones["zed"].post(f"/join/back/{token}/")
    assert back.status_code == 303
    forms = [board.press(board.play(phone), ROLL) for phone in ("ann", "zed")]
    first, second = (
        board.send(phone, form) for phone, form in zip(("ann", "zed"), forms, strict=True)
    )
    assert (first.status_code, second.status_code) == (303, 409)
    assert len(board.entries) == 1
    late = read(second)
    assert "somebody else has just recorded" in late.id("answer").text
    assert moves(late) == moves(board.play("ann"))


def test_a_double_press_records_once_whatever_the_server_rolled(board: Board) -> None:
    fields = board.press(board.play("ann"), ROLL)
    assert [board.send("ann", fields).status_code for _ in range(2)] == [303, 303]
    lose = {"move": json.dumps({"type": "lose", "player": "ann"})}
    assert board.send("ann", fields | lose).status_code == 409  # the key was used for another move
    assert len(board.entries) == 1


def test_a_page_that_was_open_since_yesterday_is_given_the_board_of_today(board: Board) -> None:
    fields = board.press(board.play("ann"), ROLL)
    by = instructor_person(board.classroom)
    running = GameSettings(acting="seats", dice="server")
    options = {"players": ["ann", "bob"]}
    game = game_create(board.group, "age-of-war", "standard", options, by, running)
    answer = board.send("ann", fields)
    assert answer.status_code == 409
    assert read(answer).id("live").attributes["data-version"] == "2000000"
    assert not game.entries.exists()
    assert not board.entries


@pytest.mark.slow
@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(("is_redrawn", "status"), [(True, 409), (False, 404)])
def test_a_game_that_is_deleted_during_a_move(
    db: None,
    monkeypatch: pytest.MonkeyPatch,
    headers: dict[str, str],
    is_redrawn: bool,
    status: int,
) -> None:
    """With a new map, the players see the new game; if it was deleted, none."""
    board = seat_down("war")
    page = board.play("ann")
    fields = board.press(page, moves(page)[0])
    move_play = moves_write.move_play

    def late(game: Game, *args: Any) -> Any:
        if is_redrawn:
            game_redraw(game, instructor_person(board.classroom))
        else:
            game_delete(Game.objects.get(pk=game.pk))
        return move_play(game, *args)

    monkeypatch.setattr("moderator.features.moves.record.move_play", late)
    answer = board.send("ann", fields, **headers)
    assert answer.status_code == status
    if is_redrawn:
        assert read(answer).id("live").attributes["data-version"] == "2000000"


def test_strangers_and_who_left_can_do_nothing(board: Board) -> None:
    fields = board.press(board.play("ann"), ROLL)
    unseated = join(board.group, "Una")
    for phone in (Client(), unseated, board.laptop):
        assert phone.post(board.url("play-move"), fields).status_code == 404
        assert phone.post(board.url("play-partner"), fields).status_code == 404
    person_remove(Person.objects.get(name="Ann"))
    assert board.send("ann", fields).status_code == 404
    assert not board.entries


def test_a_form_without_a_key_is_refused(board: Board) -> None:
    fields = board.press(board.play("ann"), ROLL) | {"key": "no key!"}
    assert board.send("ann", fields).status_code == 422
    assert not board.entries


@pytest.mark.slow
@pytest.mark.parametrize("guess", [0, 1])
def test_a_students_correction_is_not_compared_with_the_state(db: None, guess: int) -> None:
    """Else its refusal would tell whether a guess at hidden numbers is right."""
    table = tables.seat_down()
    Game.objects.update(acting=Game.Acting.SEATS)
    ann = join(table.group, "Ann", table.game, "ariel")
    wire = {"type": "correct", "reason": "x", "chart": {"yurt": {"chas": guess}}}
    fields = {"game": "1", "after": "0", "key": credentials.new(), "move": json.dumps(wire)}
    answer = ann.post(table.url("play-move"), fields | {"form": "press"})
    assert answer.status_code == 422
    assert "Only your group’s moderator can record that." in read(answer).text
    assert not table.entries


def test_a_student_has_no_command_line(board: Board) -> None:
    fields = board.press(board.play("ann"), ROLL) | {"text": "roll", "key": credentials.new()}
    del fields["move"]
    assert board.send("ann", fields).status_code == 422
    assert not board.entries
