"""The debrief: a film with what the instructor has released, for everybody with the code."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from moderator.core import frames
from moderator.core.class_page import page_frame
from moderator.core.look import look_at
from moderator.core.people import instructor_person
from moderator.core.written import Diplomacy
from moderator.features.clock.write import game_continue, game_stop
from moderator.features.deals.records import (
    contact_note,
    contact_strike,
    promise_answer,
    promise_make,
)
from moderator.features.debrief import feature as debrief_pages
from moderator.features.debrief.models import DebriefRelease
from moderator.features.debrief.releases import debrief_release, debrief_withdraw
from moderator.features.messages.write import message_send
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.support.play.agreed import People, seated
from tests.support.web.reading import Element, read
from tests.support.web.tables import Table, seat_down

OPTIONS = {"deployment": "sequential", "communication": "written", "diplomatic_records": True}
PROMISE = {"kind": "no-placement", "region": "nubia", "until": 1}
NOT_YET = (
    "Your instructor hasn’t released anything yet. This page shows it as soon as it is released."
)
# Egypt first offers Babylon peace; after its placement it warns Hatti; then it breaks its promise.
SAID = (
    (0, "egypt", ["babylon"], "Peace?"),
    (1, "egypt", ["hatti", "assyria"], "Beware."),
    (1, "hatti", ["egypt"], "Of what?"),
)
LINES = ("syria 5", "egypt 3", "nubia 5")


@pytest.fixture
def table(db: None) -> Table:
    return seat_down("1800-bc", OPTIONS)


@pytest.fixture
def people(table: Table) -> People:
    return seated(table.game)


def play(table: Table, people: People, *, is_said: bool = True) -> None:
    """Three moves of Egypt's, with what is said between them; then the game is stopped."""
    game, by = table.game, people["egypt"]
    for done in range(len(LINES) + 1):
        for number, (after, sender, to, text) in enumerate(SAID if is_said else ()):
            if after == done:
                key = f"key-{number}"
                message_send(game, sender, to, text, key, people[sender], "student")
        if done == 1 and is_said:
            contact_note(game, ["babylon"], "At the door.", "c", by, "student")
            contact_note(game, ["hatti"], "A mistake.", "d", by, "student")
            struck = game.contacts.get(text="A mistake.")
            contact_strike(game, struck.number, by, "student")
            promise_make(game, "hatti", PROMISE, None, "p", by)
            made = game.promises.get()
            promise_answer(game, made.number, "accepted", "q", people["hatti"])
        if done < len(LINES):
            table.record(LINES[done])
    game_stop(game, instructor_person(table.classroom), "instructor")
    game.refresh_from_db()


def get(table: Table, query: str = "") -> Any:
    return Client().get(f"{table.url('debrief')}{query}")


def without_version(answer: Any) -> str:
    return re.sub(r'data-version="\d+"', "", answer.content.decode())


def live(table: Table) -> str:
    """What the page's feed sends."""
    frame = page_frame(table.group.pk, "public:debrief:1")
    assert frame is not None
    return frame.html


def page(table: Table, query: str = "") -> Element:
    answer = get(table, query)
    assert answer.status_code == 200
    return read(answer)


def texts(page: Element, part: str) -> list[str]:
    return [one.text for one in page.id(part).all("p", class_="written")]


def marks(page: Element) -> list[tuple[str, str]]:
    """Each mark's text for those who can't see it, and the move it leads to."""
    found = []
    for link in page.id("timeline").all("a"):
        classes = link.attributes.get("class", "").split()
        if {"said-mark", "verdict-mark"} & set(classes):
            move = link.attributes["href"].partition("&move=")[2]
            found.append((link.one("title").text, move))
    return found


def test_what_was_said_stands_at_the_move_after_which_it_was(table: Table, people: People) -> None:
    play(table, people)
    debrief_release(table.game)
    end = page(table)
    assert marks(end) == [
        ("Egypt to Babylon: Peace?", "0"),
        (
            "Egypt to Assyria, Hatti: Beware. Hatti to Egypt: Of what? "
            "Egypt notes, with Babylon: At the door. Egypt notes, with Hatti: A mistake.",
            "1",
        ),
        ("Egypt placed RFs in Nubia in Game-turn 1.", "3"),
        ("Egypt will place nothing in Nubia until the end of Game-turn 1.", "1"),
    ]
    assert texts(page(table, "?move=0"), "words") == ["Peace?"]
    first = page(table, "?move=1")
    assert texts(first, "words") == ["Beware.", "Of what?", "At the door.", "A mistake."]
    assert first.id("words").one("s").text == "A mistake."
    assert texts(first, "talks") == ["Peace?", *texts(first, "words")]
    assert texts(page(table, "?move=2"), "words") == []
    assert "Nothing was said" in page(table, "?move=2").id("words").text
    broken = page(table, "?move=3").id("words")
    assert "Egypt Broken" in broken.text
    assert "Egypt will place nothing in Nubia until the end of Game-turn 1." in broken.text


def test_an_exchange_is_marked_where_one_side_was_broken(table: Table, people: People) -> None:
    other = {"kind": "no-placement", "region": "syria", "until": 1}
    promise_make(table.game, "hatti", PROMISE, other, "p", people["egypt"])
    promise_answer(table.game, 1, "accepted", "q", people["hatti"])
    for line in ("nubia 13", "babylon 12", "assyria 11", "hatti 9"):
        table.record(line, "end")
    game_stop(table.game, instructor_person(table.classroom), "instructor")
    debrief_release(table.game)
    assert ("Egypt placed RFs in Nubia in Game-turn 1.", "1") in marks(page(table))


def test_the_words_of_a_country_or_of_a_pair(table: Table, people: People) -> None:
    play(table, people)
    debrief_release(table.game)
    one = page(table, "?move=1&who=hatti")
    assert texts(one, "talks") == ["Beware.", "Of what?", "A mistake."]
    link = one.id("with-egypt").attributes["href"]
    assert link.endswith("who=hatti,egypt&move=1")
    pair = page(table, "?move=3&who=babylon,egypt")
    assert texts(pair, "talks") == ["Peace?", "At the door."]
    assert all("who=egypt%2Cbabylon" in a.attributes["href"] for a in pair.id("timeline").all("a"))
    assert "None of that has been released." in page(table, "?who=babylon,hatti").text
    for wrong in ("rome", "egypt,babylon,hatti", "egypt,rome"):
        assert get(table, f"?who={wrong}").status_code == 404


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("", "At the start"),
        ("?who=hatti", "After entry 1"),
        ("?who=hatti&wall", "After entry 1"),
        ("?who=babylon,hatti", "At the start"),  # nothing was said
        ("?who=hatti&move=3", "After entry 3"),
    ],
)
def test_it_opens_where_something_was_said_first(
    table: Table, people: People, query: str, place: str
) -> None:
    play(table, people)
    assert page(table).id("place").text == "At the start"
    debrief_release(table.game)
    assert page(table, query).id("place").text == place


def test_of_many_lines_the_newest_are_listed_and_a_link_leads_to_older_ones(
    table: Table, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(debrief_pages, "LINES_MOST", 3)
    play(table, people)
    debrief_release(table.game)
    talks = page(table, "?move=3").id("talks")
    assert len(talks.all("li")) == 3
    link = next(a for a in talks.all("a") if a.text == "3 older lines")
    assert link.attributes["href"].endswith("&move=1")
    assert talks.one("h2").text.endswith("6")
    assert texts(page(table, "?move=1"), "words")[0] == "Beware."


def test_only_what_is_released_is_there_and_only_now(table: Table, people: People) -> None:
    play(table, people)
    before, sent = get(table), live(table)
    assert NOT_YET in read(before).text
    debrief_release(table.game, ["egypt", "babylon"])
    shown = get(table)
    assert live(table) != sent
    assert texts(read(shown), "talks") == ["Peace?"]
    assert texts(page(table, "?move=1"), "talks") == ["Peace?", "At the door."]
    assert "Of what?" not in shown.content.decode()
    debrief_withdraw(table.game, [DebriefRelease.objects.get().pk])
    assert live(table) == sent
    assert without_version(get(table)) == without_version(before)


def test_a_page_from_before_there_were_channels_stays_right(table: Table, people: People) -> None:
    """It asks with an ETag that no answer has any more, and gets the page."""
    play(table, people)
    for name, part in (("debrief", "words"), ("history", "history")):
        answer = Client().get(table.url(name), headers={"if-none-match": '"an-old-one"'})
        assert answer.status_code == 200
        assert read(answer).id(part).text


@pytest.mark.parametrize("is_said", [True, False])
def test_while_the_game_goes_on_nothing_tells_whether_there_is_something(
    table: Table, people: People, is_said: bool
) -> None:
    play(table, people, is_said=is_said)
    debrief_release(table.game)
    if not is_said:
        assert "Your instructor has released everything: nothing was written." in page(table).text
    by = instructor_person(table.classroom)
    game_continue(table.game, by, "instructor")
    assert page(table).id("summary").text == NOT_YET
    assert marks(page(table)) == []


def test_what_others_never_read(table: Table, people: People) -> None:
    Diplomacy.objects.create(game=table.game, afterwards=Diplomacy.Afterwards.NOBODY)
    play(table, people)
    assert "others never read what is written" in page(table).id("summary").text


@pytest.mark.slow
def test_games_without_messages_are_a_film_and_other_games_have_none(db: None) -> None:
    plain = seat_down("example-of-play")
    plain.record("xen 5", "yurt 5")
    shown = page(plain, "?move=1")
    assert "Ariel places 5 in Xenophobia" in shown.id("said").text
    assert shown.id("summary").text == ""
    assert not shown.id("timeline").all("svg", class_="lanes")


def test_a_wall_has_no_links_to_other_pages(table: Table, people: People) -> None:
    play(table, people)
    debrief_release(table.game)
    wall = page(table, "?wall&move=1")
    here = table.url("debrief")
    links = [a.attributes["href"] for a in wall.all("a") if "href" in a.attributes]
    assert links
    assert all(link.startswith((here, "#")) for link in links)
    # The film goes from event to event: of three moves the second one is left out.
    assert wall.id("event-on").attributes["href"].endswith("&wall=1&move=3")


def seen(table: Table, viewer: Viewer) -> HttpResponse:
    """A frame, as if it were a page."""
    table.game.refresh_from_db()
    html = frames.frame_of(table.group, look_at(table.game), viewer).html
    return HttpResponse(html)


def test_frames_say_how_much_has_been_released(table: Table, people: People) -> None:
    viewers = (PUBLIC, MODERATOR, Viewer(seat="hatti"))
    play(table, people)
    before = [seen(table, viewer).content for viewer in viewers]
    assert not any(b'id="released"' in one for one in before)
    debrief_release(table.game, ["egypt", "babylon"])
    for viewer in viewers:
        part = read(seen(table, viewer)).id("released")
        assert "Your instructor has released 1 message and 1 contact." in part.text
        assert part.id("to-debrief").attributes["href"] == f"{table.url('debrief')}?game=1"
        assert ("Peace?" in part.text) is (viewer.seat is not None)
    debrief_release(table.game)
    part = read(seen(table, Viewer(seat="hatti"))).id("released")
    assert "3 messages, 2 contacts and 1 promise" in part.text
    assert "Peace?" not in part.text  # too much for a phone's first page
    releases = [one.pk for one in DebriefRelease.objects.all()]
    debrief_withdraw(table.game, releases)
    assert [seen(table, viewer).content for viewer in viewers] == before


def test_other_pages_link_to_it_once_the_game_has_ended(table: Table, people: People) -> None:
    address = table.url("debrief")
    pages = ("chart", "chart-replay", "history")
    urls = [table.url(name) for name in pages]
    assert not any(address in Client().get(url).content.decode() for url in urls)
    play(table, people, is_said=False)
    assert all(address in Client().get(url).content.decode() for url in urls)
