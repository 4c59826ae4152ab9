"""Names of players on the pages, sheets and files of games whose players no scenario names."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from moderator.core import queries
from moderator.core.people import instructor_person
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create, scenario_draw
from moderator.features.people.write import person_forget
from moderator.rules.record import read as read_record
from moderator.rules.record import write as write_record
from moderator.rules.seating import player_ids
from tests.support.sheets.reading import text as text_of_pdf
from tests.support.web.boards import Board
from tests.support.web.reading import Element, read, values
from tests.support.web.world import join, moderate

pytestmark = pytest.mark.slow

SHORT, LONG, LONGEST = "Z", "Anna-Maria O’Connor-Ruiz of the 40 lette", "Ærøskøbing " * 7 + "80."
NAMES = (SHORT, LONG, LONGEST, "אבי כהן")
assert list(map(len, NAMES[:3])) == [1, 40, 80]
RULES = pytest.mark.parametrize("rules", ["age-of-war", "war"])


def begun(rules: str, *names: str, dice: str = "table") -> Board:
    """A game of people with these names, each on the own seat."""
    pat = User.objects.create_user("pat")
    classroom = classroom_create(pat, "HIST 210", "Asia/Tokyo")
    (group,) = groups_create(classroom, 1)
    by, ids = instructor_person(classroom), player_ids(len(names))
    options = {"players": [*ids]}
    scenario = scenario_draw(rules, options) if rules == "war" else "standard"
    running, named = GameSettings(acting="seats", dice=dice), dict(zip(ids, names, strict=True))
    game = game_create(group, rules, scenario, options, by, running, names=named)
    phones = {id: join(group, name, game, id) for id, name in named.items()}
    return Board(classroom, group, game, moderate(group, "Mo"), phones)


def line(board: Board, text: str) -> Element:
    """Types a line on the console; returns the console after it."""
    forms = (values(form) for form in board.page("console").all("form"))
    say = next(fields for fields in forms if "text" in fields)
    answer = board.laptop.post(board.url("move"), say | {"text": text})
    assert answer.status_code == 303, read(answer).id("answer").text
    return board.page("console")


def act(board: Board, who: str, rules: str) -> None:
    """The first move, typed for the player whose name begins so."""
    if rules == "age-of-war":
        line(board, f"{who}: roll aaaaaaa")
        return
    tile = next(
        tile
        for tile, symbol in zip(
            board.state.scenario.tiles, board.state.scenario.symbols, strict=True
        )
        if not symbol
    )
    line(board, f"{who}: place {tile}")


@RULES
def test_every_page_has_the_names(db: None, rules: str) -> None:
    board = begun(rules, *NAMES)
    act(board, "z", rules)
    for page in ("chart", "console"):
        text = board.page(page).text
        assert [name for name in NAMES if name not in text] == [], page
    for page in ("log", "replay", "chart-replay"):
        assert "Z " in board.page(page).one("main").text, page
    for id, one in zip(player_ids(4), NAMES, strict=True):
        phone = board.play(id)
        assert [name for name in NAMES if name not in phone.text] == [], id
        assert one in phone.one("title").text
    board.laptop.force_login(board.classroom.instructor)
    overview = reverse("overview", args=[board.classroom.pk])
    shown = read(board.laptop.get(overview, follow=True)).text
    assert f"{board.state.player_name(board.state.active)} ’s turn" in shown


@RULES
def test_sheets_have_the_names(db: None, rules: str) -> None:
    board = begun(rules, "Z", "Jean-Luc", "O’Brien", "Zoë <b>")
    act(board, "z", rules)
    for sheet in ("chart", "score"):
        pdf = board.laptop.get(reverse("sheet-pdf", args=[board.group.code, sheet]))
        assert pdf.status_code == 200
        text = text_of_pdf(b"".join(pdf) if pdf.streaming else pdf.content)
        for name in ("Jean-Luc", "O’Brien", "Zoë <b>"):
            assert name in text, (sheet, name)


@RULES
def test_lines_take_the_beginning_of_a_name(db: None, rules: str) -> None:
    board = begun(rules, "Ann Lee", "O’Brien", "李雷")
    act(board, "ann l", rules)
    assert board.entries[0].move["player"] == "player-1"
    for typed, said in (("o'b", "O’Brien"), ("李", "李雷")):
        heard = board.laptop.get(board.url("hear"), {"text": f"{typed}: roll"}).content.decode()
        assert "No player" not in heard, said
    heard = board.laptop.get(board.url("hear"), {"text": "xyz: roll"}).content.decode()
    assert "type one of Ann Lee, O’Brien, 李雷" in heard


@RULES
def test_the_downloaded_record_has_the_names_until_they_are_erased(db: None, rules: str) -> None:
    board = begun(rules, "Zoë", "Bob")
    board.laptop.force_login(board.classroom.instructor)
    zoe = board.classroom.people.get(name="Zoë")
    for wanted in ("Zoë", f"Somebody (no. {zoe.number})"):
        written = read_record(write_record(queries.record_of(board.game)))
        assert written.more["names"] == {"player-1": wanted, "player-2": "Bob"}
        assert written.options == {"players": ["player-1", "player-2"]}
        assert wanted in board.page("chart").text
        person_forget(zoe)
    assert "Zoë" not in board.page("console").text
    assert "Zoë" not in json.dumps(written.more, ensure_ascii=False)
