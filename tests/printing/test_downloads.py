"""Every game's sheets by their URLs, and the links to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.urls import reverse

from moderator.core.links import SheetLink, links_to
from moderator.core.models import Game
from moderator.core.people import instructor_person
from moderator.features.classes.write import paper_change
from moderator.features.moves.write import move_play
from moderator.features.new_game.write import game_create
from moderator.rules.registry import GAMES
from tests.everywhere.test_secrets import pdf_text
from tests.support.addresses import url
from tests.support.amount import IS_LONG, amount
from tests.support.play import tables
from tests.support.play.play import deploy, record, record_older
from tests.support.sheets.reading import reader
from tests.support.sheets.structure import departures
from tests.support.web.reading import read
from tests.support.web.world import World, start

SHEETS = {
    "age-of-iron": [
        "Game Chart",
        "Score sheet",
        "Score sheet, moderator only",
        "Role sheet",
        "Table tents",
        "Moderator’s instructions",
        "Chronology",
        "Blank chart",
        "Order slips",
        "Diplomatic records",
        "Continue on paper",
        "Continue on paper, moderator only",
        "Debrief",
        "Student’s page",
        "Log",
    ],
    "age-of-war": [
        "Board",
        "Score sheet",
        "Blank score",
        "Moderator’s instructions",
        "Log",
    ],
    "war": ["Board", "Score sheet", "Moderator’s instructions", "Log"],
    "valley-of-war": ["Referee’s sheet", "Score sheet", "Moderator’s instructions", "Log"],
}


def begun(world: World, id: str) -> Game:
    """A game of these rules in the group, with a move or two."""
    by = instructor_person(world.classroom)
    if id == "age-of-iron":
        record(world.game, {"type": "deploy", "player": "egypt", "region": "egypt", "rfs": 1}, by)
        return world.game
    if id == "valley-of-war":
        game = game_create(world.group, id, "standard", {}, by)
        wire = {"type": "throw", "red": {"knocked_out": 1}, "blue": {"knocked_out": 0}}
        move_play(game, wire, 0, "k" * 22, by, "moderator")
        return game
    game = (tables.age_of_war if id == "age-of-war" else tables.war)(world.group, by)
    for _ in range(9):
        tables.go_on(game, by)
    return game


def on_both(link: SheetLink) -> tuple[str, str]:
    """Its address, and the one that asks for the other paper."""
    return link.address, f"{link.address}{'&' if '?' in link.address else '?'}paper=letter"


@pytest.mark.slow
@pytest.mark.parametrize(("id", "labels"), SHEETS.items())
def test_what_is_listed_is_there(world: World, id: str, labels: Sequence[str]) -> None:
    game = begun(world, id)
    links = links_to(game)
    assert [link.label for link in links] == labels
    laptop = world.browsers["moderator"]
    said, names = {}, list[str]()
    for place, link in enumerate(links):
        for address in on_both(link)[: amount(1 + (place == 0), 2)]:
            answer = laptop.get(address)
            assert answer.status_code == 200
            assert answer.headers["Content-Type"] == "application/pdf"
            # In a usual run, tests/sheets/test_structure.py does so with each sheet of Age of Iron.
            if IS_LONG or id != "age-of-iron":
                assert departures(answer.content) == []
            names.append(_file_name(answer))
            said[link.label] = pdf_text(answer.content)
            assert GAMES[id].copyright.split(".")[0] in said[link.label].replace("\n", " ")
    briefings = laptop.get(url("briefings-pdf", code=world.group.code))
    assert briefings.status_code == (200 if "Role sheet" in labels else 404)
    listed = {one for one, page in said.items() if "How it went" in page or "throws\nNo." in page}
    lists = {"Score sheet, moderator only"} & set(labels)
    assert listed == (lists or ({"Score sheet"} if id == "valley-of-war" else set()))
    # Every file has a name of its own.
    assert len({*names}) == len(names)
    start_of_name = f"hist-210-group-1-game-{game.number}-"
    assert all(name.startswith(start_of_name) for name in names)
    if id == "age-of-iron":
        names.append(_file_name(laptop.get(links[0].address, {"move": "1"})))
        sheets = ("game-chart-a4", "game-chart-letter", "game-chart-move-1-a4")
        sheets += ("role-sheet-moderator-only-a4", "score-sheet-and-moves-moderator-only-a4")
        assert {f"{start_of_name}{one}.pdf" for one in sheets} <= {*names}


@pytest.mark.parametrize("id", SHEETS)
def test_a_page_lists_them_all_on_the_class_s_paper(world: World, id: str) -> None:
    game = begun(world, id)
    paper_change(world.classroom, "letter")
    addresses = [link.address for link in links_to(game)]
    page = reverse("sheets", args=[world.group.code])
    assert sorted(_pdfs(world, _links(world, "moderator", page))) == sorted(addresses)
    laptop = world.browsers["moderator"]
    for asked, size in (({}, "letter"), ({"paper": "a4"}, "a4"), ({"paper": "letter"}, "letter")):
        answer = laptop.get(addresses[0], asked)
        assert answer.headers["Content-Disposition"].endswith(f'{size}.pdf"')
    leads = [
        (reverse("console", args=[world.group.code]), "moderator"),
        (reverse("group", args=[world.classroom.pk, world.group.number]), "instructor"),
    ]
    for path, role in leads:
        links = _links(world, role, path)
        assert page in links
        if role == "moderator":
            assert {*_pdfs(world, links)} < {*addresses}


def test_the_list_of_an_earlier_game_leads_to_its_own_sheets(world: World) -> None:
    number = world.game.number
    begun(world, "war")
    page = f"{reverse('sheets', args=[world.group.code])}?game={number}"
    links = _pdfs(world, _links(world, "moderator", page))
    assert all(f"game={number}" in one for one in links)
    briefings = next(one for one in links if "briefings.pdf" in one)
    assert world.browsers["moderator"].get(briefings).status_code == 200


def _file_name(answer: Any) -> str:
    header: str = answer.headers["Content-Disposition"]
    return header.partition("filename=")[2].strip('"')


def _links(world: World, role: str, path: str) -> list[str]:
    page = read(world.browsers[role].get(path))
    return [link.attributes.get("href", "") for link in page.all("a")]


def _pdfs(world: World, links: Sequence[str]) -> list[str]:
    return [one for one in links if ".pdf" in one and world.group.code in one]


def test_secrets_are_on_no_sheet_but_the_moderators_own(world: World) -> None:
    """Orders before the reveal, and objectives before the end."""
    by = instructor_person(world.classroom)
    game = start(world.group, {"deployment": "simultaneous"})
    laptop, address = world.browsers["moderator"], url("score-pdf", code=world.group.code)
    record_older(game, [deploy("egypt", "syria", 5)], by)
    answer = laptop.get(address, {"moves": "1"})
    page = pdf_text(answer.content)
    assert "As it stood when Game-turn 1 began" in page
    assert page.count("objectives secret") == 4
    for secret in ("How it went", "No Presence of", "places 5", "Moderator only"):
        assert secret not in page
    assert "moderator-only" not in answer.headers["Content-Disposition"]
    answer = laptop.get(address, {"moves": "1", "moderator": "1"})
    page = pdf_text(answer.content)
    for secret in ("How it went", "No Presence of", "Moderator only"):
        assert secret in page
    assert "moderator-only" in answer.headers["Content-Disposition"]


def test_moves_are_listed_by_game_turn_with_what_was_taken_back(world: World) -> None:
    by = instructor_person(world.classroom)
    game = start(world.group, {"deployment": "simultaneous"})
    written = [("egypt", "syria", 11), ("babylon", "elam", 11), ("assyria", "assyria", 11)]
    record_older(game, [*(deploy(*one) for one in written), deploy("hatti", "syria", 10)], by)
    attack = {"player": "egypt", "defender": "hatti", "region": "syria", "rfs": 2}
    moves = [
        {"type": "attack", **attack},
        {"type": "undo"},
        {"type": "attack", **attack, "rfs": 3},
        *({"type": "end-turn", "player": p} for p in ("egypt", "babylon", "assyria", "hatti")),
        deploy("egypt", "nubia", 1),
    ]
    for move in moves[:-1]:
        record(game, move, by)
    record_older(game, moves[-1:], by)
    address = url("score-pdf", code=world.group.code)
    laptop = world.browsers["moderator"]
    page = pdf_text(laptop.get(address, {"moves": "1"}).content).partition("How it went")[2]
    lines = page.splitlines()
    assert lines[1] == "Game-turn 1"
    assert lines[2].startswith("1–4 ")
    assert "E 1 Egypt places 11 in Syria" in page
    assert "5–6 1 move was taken back" in lines
    assert any(line.startswith("E 7 Egypt attacks Hatti") for line in lines)
    assert "ends its turn" not in page
    assert "The numbers that are left out are ends of turns." in page.replace("\n", " ")
    assert "Nubia" not in page
    page = pdf_text(laptop.get(address, {"moves": "1", "moderator": "1"}).content)
    assert "12 Orders, not yet revealed" in page.splitlines()
    assert "Nubia" in page.partition("How it went")[2]


def test_an_earlier_moment_shows_nothing_that_is_secret_now(world: World) -> None:
    """An undone reveal is at the end of the log, but not on a sheet."""
    by = instructor_person(world.classroom)
    game = start(world.group, {"deployment": "simultaneous"})
    written = [("egypt", "syria", 11), ("babylon", "elam", 11), ("assyria", "assyria", 11)]
    record_older(game, [*(deploy(*one) for one in written), deploy("hatti", "hatti", 10)], by)
    laptop, address = world.browsers["moderator"], url("chart-pdf", code=world.group.code)
    sheets = {n: laptop.get(address, {"move": n}).content for n in (2, 4)}
    assert ["as it stood when" in pdf_text(one) for one in sheets.values()] == [True, False]
    for number, sheet in sheets.items():
        assert f"after entry {number} of its log" in reader(sheet).metadata.subject
    assert laptop.get(address, {"move": 5}).status_code == 404
    record(game, {"type": "undo"}, by)
    sheet = laptop.get(address, {"move": 4}).content
    assert "as it stood when" in pdf_text(sheet)
    assert "after entry 0 of its log" in reader(sheet).metadata.subject


def test_who_plays_is_on_every_sheet_unless_the_class_leaves_names_out(world: World) -> None:
    laptop, instructor = world.browsers["moderator"], world.browsers["instructor"]
    seated = world.game.seats.get(player="egypt").persons.first()
    assert seated is not None

    def pages() -> dict[str, str]:
        names = ("chart-pdf", "score-pdf", "briefings-pdf")
        found = {name: laptop.get(url(name, code=world.group.code)).content for name in names}
        return {name: pdf_text(content) for name, content in found.items()}

    for page in pages().values():
        assert seated.name in page
        assert "Moderator: Mo" in page
    assert world.group.code_shown in pages()["briefings-pdf"]
    change = reverse("class-change", args=[world.classroom.pk])
    box = read(instructor.get(change)).one("input", name="are_names_printed")
    assert "checked" in box.attributes
    kept = {"name": world.classroom.name, "time_zone": world.classroom.time_zone}
    assert instructor.post(change, kept).status_code == 303
    for page in pages().values():
        assert seated.name not in page
        assert "Moderator: Mo" not in page


def test_an_earlier_game_keeps_its_own_sheets(world: World) -> None:
    """Age of Iron's briefings are available by game number when the group plays something else."""
    begun(world, "war")
    laptop, address = world.browsers["moderator"], url("briefings-pdf", code=world.group.code)
    assert laptop.get(address).status_code == 404
    assert laptop.get(address, {"game": world.game.number}).status_code == 200
    assert laptop.get(address.replace("briefings", "nothing")).status_code == 404
