"""A wall at the debrief shows one thing at a time: cards, from one to the next and back."""

from __future__ import annotations

import pytest
from django.test import Client

from moderator.core.people import instructor_person
from moderator.features.clock.write import game_stop
from moderator.features.deals.records import contact_note, promise_answer, promise_make
from moderator.features.debrief.feature import CARD_LETTERS, pages_of
from moderator.features.debrief.releases import debrief_release
from tests.support.play.agreed import seated
from tests.support.web.reading import read
from tests.support.web.tables import seat_down

WORDS = "word " * 100
PROMISE = {"kind": "no-placement", "region": "nubia", "until": 1}


@pytest.mark.parametrize(
    ("text", "first", "rest"),
    [
        ("All at once.", "All at once.", ""),
        ("x" * CARD_LETTERS, "x" * CARD_LETTERS, ""),
        ("x" * 400, "x" * 320, "x" * 80),
        ("語" * 200, "語" * 160, "語" * 40),  # wide ones need as much room as two
        (WORDS, ("word " * 64).strip(), ("word " * 36).strip()),
        # At the end of a sentence, unless that would leave more than two thirds of the wall empty.
        (f"{'x' * 105}. {WORDS}", f"{'x' * 105}.", WORDS.strip()),
        (f"{'x' * 104}. {WORDS}", f"{'x' * 104}. {'word ' * 42}".strip(), ("word " * 58).strip()),
        (f"{'x' * 150}!\n{WORDS}", f"{'x' * 150}!", WORDS.strip()),
    ],
    ids=["short", "full", "letters", "wide", "words", "an early end", "an end", "a line"],
)
def test_a_long_text_is_cut_where_one_pauses(text: str, first: str, rest: str) -> None:
    pages = pages_of(text)
    assert pages[0] == first
    assert pages[1:] == ([] if not rest else pages_of(rest))


@pytest.mark.slow
def test_the_cards_lead_from_one_to_the_next_and_back(db: None) -> None:
    table = seat_down("1800-bc", {"deployment": "sequential", "diplomatic_records": True})
    game, people = table.game, seated(table.game)
    table.record("syria 5")
    contact_note(game, ["babylon"], f"{'x' * 318}. End.", "c", people["egypt"], "student")
    promise_make(game, "hatti", PROMISE, None, "p", people["egypt"])
    promise_answer(game, 1, "accepted", "q", people["hatti"])
    table.record("egypt 3", "nubia 5")
    game_stop(game, instructor_person(table.classroom), "instructor")
    before = read(Client().get(f"{table.url('debrief')}?wall")).id("words").text
    assert "Before the first move" in before, "where nothing has been released"
    debrief_release(game)

    def walk(address: str, way: str) -> dict[str, str]:
        """What each card shows, by its address, from this one on."""
        shown: dict[str, str] = {}
        while address:
            page = read(Client().get(address))
            shown[address] = page.id("words").one("div", class_="card-text").text
            address = page.id(way).attributes.get("href", "")
        return shown

    on = walk(f"{table.url('debrief')}?game=1&wall=&move=0", "on")
    begins = ("Before the first move", "x" * 318 + ".", "End.", "Egypt will", "Egypt will")
    assert [text[: len(begin)] for text, begin in zip(on.values(), begins, strict=True)] == [
        *begins
    ]
    # Back to the first thing that was said.
    assert list(walk(list(on)[-1], "back").items()) == list(on.items())[:0:-1]
