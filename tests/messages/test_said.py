"""The sheets of what was said: who may print what of it, in the list and in packs."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse
from pypdf import PdfReader
from pypdf.generic import Destination

from moderator.core.models import Game
from moderator.core.people import instructor_person, person_join
from moderator.core.written import Diplomacy
from moderator.features.clock.write import game_stop
from moderator.features.deals.records import contact_note, promise_answer, promise_make
from moderator.features.debrief.models import DebriefRelease
from moderator.features.debrief.releases import debrief_release, debrief_withdraw
from moderator.features.messages.write import message_send
from moderator.features.people.write import seat_take
from moderator.features.printing.models import Pack
from tests.everywhere.test_secrets import pdf_text
from tests.support.play.agreed import People
from tests.support.web.packs import ask, made
from tests.support.web.reading import read
from tests.support.web.world import World, start

OPTIONS = {"deployment": "sequential", "communication": "written", "diplomatic_records": True}
NO_ATTACK = {"kind": "no-attack", "target": "babylon", "region": "syria", "until": 1}
SHEETS = ("messages", "records-by-country", "records-by-pair", "promises", "debrief")
TO_BABYLON, TO_HATTI = "zqtobabylon", "zqtohatti"
NOTE, OTHER_NOTE = "zqnoteofegypt", "zqnoteofhatti"
EVERYTHING = {TO_BABYLON, TO_HATTI, NOTE, OTHER_NOTE}


@pytest.fixture
def game(world: World) -> Game:
    return start(world.group, OPTIONS)


@pytest.fixture
def people(game: Game) -> People:
    found = {}
    for seat in game.seats.all():
        found[seat.player] = person_join(game.group.classroom, f"Student {seat.player}")
        seat_take(found[seat.player], seat, shared=True)
    return found


def write(game: Game, people: People) -> None:
    game.refresh_from_db()
    egypt, babylon = people["egypt"], people["babylon"]
    message_send(game, "egypt", ["babylon"], TO_BABYLON, "m1", egypt, "student")
    message_send(game, "assyria", ["hatti"], TO_HATTI, "m2", people["assyria"], "student")
    contact_note(game, ["babylon"], NOTE, "c1", egypt, "student")
    contact_note(game, ["assyria"], OTHER_NOTE, "c2", people["hatti"], "student")
    promise_make(game, "babylon", NO_ATTACK, None, "p1", egypt)
    promise_answer(game, game.promises.get().number, "accepted", "a1", babylon)


def stop(world: World, game: Game) -> None:
    game.refresh_from_db()
    game_stop(game, instructor_person(world.classroom), "instructor")


def printed(world: World, sheet: str, query: str = "") -> HttpResponse:
    address = reverse("sheet-pdf", args=[world.group.code, sheet])
    answer: HttpResponse = world.browsers["moderator"].get(f"{address}?{query}")
    return answer


def texts(world: World, query: str = "") -> dict[str, set[str]]:
    """Which of the words are on each sheet."""
    found = {}
    for sheet in SHEETS:
        answer = printed(world, sheet, query)
        assert answer.status_code == 200
        is_marked = "moderator-only" in answer.headers["Content-Disposition"]
        text = " ".join(pdf_text(answer.content).split())
        assert is_marked == ("Moderator only" in text) == ("moderator" in query)
        found[sheet] = {word for word in EVERYTHING if word in text}
        found[sheet] |= {"promise"} if "Egypt won’t attack Babylon in Syria" in text else set()
    return found


def labels(world: World) -> str:
    return read(world.browsers["moderator"].get(reverse("sheets", args=[world.group.code]))).text


def outline(pack: Pack) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for one in PdfReader(io.BytesIO(bytes(pack.pdf or b""))).outline:
        if isinstance(one, Destination):
            found.append((str(one.title), []))
        else:
            found[-1][1].extend(str(below.title) for below in one if isinstance(below, Destination))
    return found


NOTHING: dict[str, set[str]] = {sheet: set() for sheet in SHEETS}
MESSAGES, RECORDS = {TO_BABYLON, TO_HATTI}, {NOTE, OTHER_NOTE, "promise"}
ALL = {
    "messages": MESSAGES,
    "records-by-country": RECORDS,
    "records-by-pair": RECORDS,
    "promises": {"promise"},
    "debrief": MESSAGES | RECORDS,
}


def test_only_what_is_released_is_on_sheets_that_are_not_for_the_moderator(
    world: World, game: Game, people: People
) -> None:
    write(game, people)
    assert texts(world) == NOTHING
    assert texts(world, "moderator=1") == ALL
    assert "Debrief, moderator only" in labels(world)
    stop(world, game)
    assert texts(world) == NOTHING
    debrief_release(game, ["egypt", "babylon"])
    between = {NOTE, "promise"}
    assert texts(world) == {
        "messages": {TO_BABYLON},
        "records-by-country": between,
        "records-by-pair": between,
        "promises": {"promise"},
        "debrief": between | {TO_BABYLON},
    }
    debrief_release(game)
    assert texts(world) == ALL
    head = " ".join(pdf_text(printed(world, "messages").content).split())
    assert head.startswith("1800 B.C.")
    assert "Stopped before the end of Game-turn 1" in head
    assert "moderator-only" not in printed(world, "messages", "moderator=1")["Content-Disposition"]
    assert "Debrief, moderator only" not in labels(world)


def test_where_nobody_reads_along_sheets_don_t_show_whether_anything_was_written(
    world: World, game: Game, people: People
) -> None:
    Diplomacy.objects.create(game=game, readers="nobody")
    queries = ("", "moderator=1", "paper=letter")
    kinds, choices = (*SHEETS, "score"), ({}, {"has_secrets": True})

    def everything() -> list[Any]:
        sheets = [printed(world, sheet, query) for sheet in SHEETS for query in queries]
        packs = [ask(world.classroom, *kinds, **choice).key for choice in choices]
        return [
            *((one.content, one["Content-Disposition"]) for one in sheets),
            packs,
            labels(world),
        ]

    before = everything()
    write(game, people)
    assert everything() == before
    stop(world, game)
    debrief_release(Game.objects.get(pk=game.pk))
    assert texts(world) == ALL


def test_messages_that_others_never_read_are_on_no_sheet(
    world: World, game: Game, people: People
) -> None:
    Diplomacy.objects.create(game=game, afterwards="nobody")
    write(game, people)
    stop(world, game)
    assert printed(world, "messages", "moderator=1").status_code == 404
    assert "Messages are on no sheet: by the game’s settings" in labels(world)
    assert NOTE not in pdf_text(printed(world, "records-by-country").content)
    assert NOTE in pdf_text(printed(world, "records-by-country", "moderator=1").content)


def test_games_without_messages_and_records_have_no_such_sheets(world: World) -> None:
    for sheet in SHEETS[:-1]:
        assert printed(world, sheet).status_code == 404


def test_what_was_said_is_listed_and_packed_in_the_debrief_alone(
    world: World, game: Game, people: People
) -> None:
    write(game, people)
    stop(world, game)
    page = read(world.browsers["instructor"].get(reverse("class-print", args=[world.classroom.pk])))
    for text in (labels(world), page.text):
        assert "Debrief" in text
        for name in ("Records by", "Promises with verdicts", "Messages, mod"):
            assert name not in text
    game.refresh_from_db()
    debrief_release(game, ["egypt", "babylon"])
    released = made(world.classroom, *SHEETS)
    assert [below for _group, below in outline(released)] == [["Debrief"]] * 2
    assert TO_BABYLON in pdf_text(bytes(released.pdf or b""))
    assert ask(world.classroom, *SHEETS).pk == released.pk
    debrief_withdraw(game, DebriefRelease.objects.values_list("pk", flat=True))
    withdrawn = made(world.classroom, *SHEETS)
    assert TO_BABYLON not in pdf_text(bytes(withdrawn.pdf or b""))
    secret = made(world.classroom, *SHEETS, has_secrets=True)
    assert TO_BABYLON in pdf_text(bytes(secret.pdf or b""))
    assert secret.choice["is_secret"]
