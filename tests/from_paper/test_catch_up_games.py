"""Catching up in the other games; slips on the table, and a console that was lost meanwhile."""

from __future__ import annotations

import pytest
from django.test import Client

from moderator.core.log import entries_of
from moderator.core.people import instructor_person
from moderator.features.slips.write import SlipChange, slip_write
from tests.from_paper.test_catch_up import check, record
from tests.support.web.boards import Board, seat_down
from tests.support.web.reading import read, values
from tests.support.web.tables import Table

EGYPT = [{"type": "build", "player": "egypt", "rfs": 11}]


def catch_up(board: Board, text: str) -> None:
    """Checks the lines and records them."""
    url = board.url("catch-up")
    fields = values(board.page("catch-up").id("paper")) | {"text": text, "do": "check"}
    fields = values(read(board.laptop.post(url, fields)).id("paper"))
    answer = board.laptop.post(url, fields | {"text": text, "do": "record"})
    assert answer.status_code == 303


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "players", "text", "moves"),
    [
        ("age-of-war", ("ann", "bob"), "roll a 1 d c 2 a d\nlose\nroll a 1 d c 2 a", 3),
        ("valley-of-war", ("red", "blue"), "r 1 b 0\n\nr 2 b 1", 2),
        ("war", ("ann", "bob"), "b1", 1),
    ],
)
def test_other_games(db: None, rules: str, players: tuple[str, ...], text: str, moves: int) -> None:
    board = seat_down(rules, players, acting="moderator", dice="table")
    catch_up(board, text)
    assert entries_of(board.game).count() == moves


def test_where_the_server_rolls_it_is_not_offered(db: None) -> None:
    board = seat_down("age-of-war", dice="server")
    assert board.laptop.get(board.url("catch-up")).status_code == 404


def test_sealed_slips_are_mentioned_and_stay_secret(orders: Table) -> None:
    by = instructor_person(orders.classroom)
    change = SlipChange("egypt", 0, EGYPT, is_sealed=True)
    slip_write(orders.game, change, "own", by, "instructor")
    answer, _ = check(orders, "b bab5 sum3 civ3")
    page = read(answer)
    assert "One order slip of this turn is sealed." in page.text
    assert "Orders are missing: Egypt has 11 to place" in page.text
    assert "11 of civilization" not in page.text


def test_a_lost_console_gives_the_text_back(table: Table) -> None:
    _, fields = check(table, "xen 5\nyurt 5")
    answer = Client().post(table.url("catch-up"), fields | {"do": "record"})
    assert answer.status_code == 404
    assert read(answer).id("typed").text == "xen 5 yurt 5"


def test_before_the_start_nothing_is_recorded(table: Table) -> None:
    _, fields = check(table, "xen 5")
    type(table.game).objects.filter(pk=table.game.pk).update(is_waiting=True)
    answer = record(table, fields)
    assert answer.status_code == 422
    assert "has not started yet" in read(answer).text
    assert not table.entries
