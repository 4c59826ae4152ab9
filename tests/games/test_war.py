"""War! on the console: hands are covered, and played from what was uncovered."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from moderator.core.people import instructor_person
from moderator.rules.war.state import CARDS
from tests.support.play.tables import go_on
from tests.support.web.boards import Board, seat_down
from tests.support.web.reading import Element, read, values


def with_cards() -> tuple[Board, str]:
    """A game in which the active player has cards to play, and that player."""
    board = seat_down("war")
    by = instructor_person(board.classroom)
    state = board.state
    while state.step != CARDS or not state.hands[state.active]:
        state = go_on(board.game, by, backwards=True).fold.timeline.state
    return board, state.players[state.active]


def cards_of(page: Element) -> list[str]:
    """All cards of a hand that can be pressed or chosen from a list."""
    fields = [*page.all("input"), *page.all("option"), *page.all("button")]
    choices = [one.attributes.get("value", "") for one in fields]
    picks = [one.attributes.get("data-pick", "") for one in page.all("button")]
    return [one for one in (*choices, *picks) if '"card"' in one or one.startswith("card:")]


def test_a_hand_is_on_the_console_only_when_it_was_asked_for(db: None) -> None:
    board, player = with_cards()
    state = board.state
    (symbol, value), *_ = state.hands[state.active]
    console = board.page("console")
    assert cards_of(console) == []
    assert cards_of(board.play(player)) != []
    peek = console.id(f"peek-{player}").attributes["href"]
    assert peek == reverse("console-hand", args=[board.group.code, player])
    heard = board.laptop.get(board.url("hear"), {"text": "combat "}).content.decode()
    assert "data-completions" not in heard
    for other in (*board.phones.values(), Client()):
        assert other.get(peek).status_code == 404
    for query in ("", "?part"):
        page = read(board.laptop.get(peek + query))
        assert f"card:{symbol} {value}" in cards_of(page)
    form = page.one("form", aria_labelledby=f"title-combat-card-{player}")
    choice = next(one for one in cards_of(form) if f'"{symbol}", {value}' in one)
    posted = {**values(form), "choice": choice}
    assert board.laptop.post(form.attributes["action"], posted).status_code == 303
    assert board.entries[-1].move["card"] == [symbol, value]
    assert cards_of(board.page("console")) == []


def test_names_of_continents_and_the_last_move_are_shown(db: None) -> None:
    board, _ = with_cards()
    page = board.page("chart")
    names = {one.text for one in page.one("svg", class_="war-lands").all("text")}
    assert len(names) >= 2
    tiles = [page.id(f"tile-{tile}").text for tile in board.state.scenario.tiles]
    assert all(any(name in text for text in tiles) for name in names)
    assert "draws" in page.one("p", class_="latest").text
