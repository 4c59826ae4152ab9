"""A button lets a bot move at once, on every page on which moves are made."""

from __future__ import annotations

import pytest

from moderator.core.models import Game
from tests.support.web.boards import Board, seat_down
from tests.support.web.reading import Element, read

ROLL = {"type": "roll", "player": "bob"}


@pytest.fixture
def board(db: None) -> Board:
    """The bot begins; Bob is the only student."""
    return seat_down("age-of-war", partners=("ann",))


def buttons(page: Element) -> list[Element]:
    return page.all("button", id="go-on")


def fields_of(board: Board, page: Element | None = None) -> dict[str, str]:
    """The fields of the button that lets the bot move, on this page or the present one."""
    fields = board.press(page or board.play("bob"), {})
    del fields["move"]
    return fields


def test_the_pages_on_which_moves_are_made_can_let_it_go_on(board: Board) -> None:
    for page, address in ((board.play("bob"), "play-partner"), (board.page("console"), "partner")):
        button = page.id("go-on")
        assert button.attributes["formaction"] == board.url(address)
    for name in ("chart", "replay"):
        assert not buttons(board.page(name))


def test_it_makes_one_move_however_many_ask(board: Board) -> None:
    fields = fields_of(board)
    phone = board.phones["bob"]
    assert phone.post(board.url("play-partner"), fields).status_code == 303
    for name, browser in (("play-partner", phone), ("partner", board.laptop)):
        assert browser.post(board.url(name), fields).status_code == 303
    (entry,) = board.entries
    assert (entry.role, entry.move["type"]) == ("partner", "roll")
    line = board.page("console").one("ol", class_="log").one("li")
    assert line.all("small")[0].text == "the program"  # whoever pressed the button
    assert "the program," in read(board.laptop.get(f"{board.url('replay')}?move=1")).text


def test_a_script_is_given_the_board_after_it(board: Board) -> None:
    answer = board.phones["bob"].post(
        board.url("play-partner"), fields_of(board), headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    assert read(answer).id("live").attributes["data-version"] == "1000001"


@pytest.mark.slow
def test_it_plays_its_turn_out_and_then_waits(board: Board) -> None:
    for _ in range(20):
        page = board.play("bob")
        if page.one("title").text.startswith("Your turn"):
            break
        board.phones["bob"].post(board.url("play-partner"), fields_of(board, page))
    assert not buttons(page)
    before = len(board.entries)
    assert before
    answer = board.phones["bob"].post(board.url("play-partner"), fields_of(board, page))
    assert answer.status_code == 422
    assert "not the program’s turn" in read(answer).id("answer").text
    assert len(board.entries) == before


def test_where_it_plays_nobody_it_says_so(db: None) -> None:
    board = seat_down("age-of-war")
    answer = board.laptop.post(board.url("partner"), fields_of(board))
    assert answer.status_code == 422
    assert not board.entries


def test_where_dice_are_typed_it_is_not_offered(board: Board) -> None:
    fields = fields_of(board)
    Game.objects.update(dice="table")  # as after the end, when the seed is public
    for page in (board.play("bob"), board.page("console")):
        assert not buttons(page)
    answer = board.phones["bob"].post(board.url("play-partner"), fields)
    assert answer.status_code == 422
    assert "only where the server rolls" in read(answer).id("answer").text


def test_it_goes_on_in_a_game_that_the_moderator_runs(board: Board) -> None:
    fields = fields_of(board)
    Game.objects.update(acting="moderator")
    assert buttons(board.page("console"))
    assert board.laptop.post(board.url("partner"), fields).status_code == 303
    assert len(board.entries) == 1
