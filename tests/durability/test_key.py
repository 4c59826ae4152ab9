"""A form's key: the same form again is the same move, and another form is a new one."""

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from moderator.core.people import instructor_person
from moderator.features.moves import record
from moderator.features.moves import write as moves_write
from moderator.features.new_game.write import game_create
from tests.support.web.reading import read, values
from tests.support.web.tables import Table, scenario, seat_down

pytestmark = pytest.mark.slow


@pytest.fixture
def table(db: None) -> Table:
    return seat_down()


@pytest.mark.parametrize("header", [{}, {"HTTP_HX_REQUEST": "true"}])
def test_a_second_try_gets_the_first_answer(table: Table, header: dict[str, str]) -> None:
    form = table.forms()["say"] | {"text": "xen 3"}
    first = table.laptop.post(table.url("move"), form, **header)
    table.record("xen 1")  # somebody else records
    again = table.laptop.post(table.url("move"), form, **header)
    assert first.status_code == again.status_code == (200 if header else 303)
    assert [entry.move["rfs"] for entry in table.entries] == [3, 1]


def test_what_was_typed_after_a_lost_answer_is_not_taken_for_recorded(table: Table) -> None:
    form = table.forms()["say"] | {"text": "xen 3"}
    table.send(form)  # recorded, but the laptop got no response
    for text in ("undo", "no command", "", "xen 4"):
        answer = table.send(form, text=text)
        assert answer.status_code == 409
    line = values(read(answer).id("say"))
    assert line["text"] == "xen 4"
    assert line["key"] != form["key"]
    assert len(table.entries) == 1
    assert table.send(line).status_code == 303
    assert [entry.move["rfs"] for entry in table.entries] == [3, 4]


def test_a_second_try_is_known_however_far_the_chart_has_gone_on(table: Table) -> None:
    form = table.forms()["say"] | {"text": "xen 3"}
    table.send(form)
    table.record("xen 7", "undo", "undo")
    for after in (form["after"], "1", "4", "9", ""):
        assert table.send(form, after=after).status_code == 303
    assert len(table.entries) == 4


@pytest.mark.parametrize(("text", "status"), [("xen 3", 303), ("xen 4", 409)])
def test_a_second_try_during_the_first(
    table: Table, monkeypatch: pytest.MonkeyPatch, text: str, status: int
) -> None:
    """The first is recorded after the second has been read."""
    form = table.forms()["say"] | {"text": "xen 3"}
    record_before_lock(table, monkeypatch, form)
    assert table.send(form, text=text).status_code == status
    assert [entry.move["rfs"] for entry in table.entries] == [3]


def test_a_command_is_stale_if_another_is_recorded_after_it_was_read(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = table.forms()["say"] | {"text": "xen 3"}
    record_before_lock(table, monkeypatch, table.forms()["say"] | {"text": "xen 1"})
    answer = table.send(form)
    assert answer.status_code == 409
    assert values(read(answer).id("say"))["text"] == "xen 3"
    assert [entry.move["rfs"] for entry in table.entries] == [1]


def record_before_lock(table: Table, monkeypatch: pytest.MonkeyPatch, form: dict[str, str]) -> None:
    """Sends this form when the next one has been read, before the game is locked for it."""
    move_play = moves_write.move_play

    def late(*args: Any) -> Any:
        monkeypatch.setattr(record, "move_play", move_play)
        assert table.send(form).status_code == 303
        return move_play(*args)

    monkeypatch.setattr(record, "move_play", late)


def test_a_button_s_key_records_no_other_move(table: Table) -> None:
    table.record("xen 3")
    form = table.forms()["undo"]
    assert table.send(form).status_code == 303
    assert table.send(form).status_code == 303
    assert table.send(form, type="redo").status_code == 409
    assert [entry.move["type"] for entry in table.entries] == ["deploy", "undo"]


def test_a_second_try_is_known_in_the_next_game(table: Table) -> None:
    form = table.forms()["say"] | {"text": "xen 3"}
    table.send(form)
    by = instructor_person(table.classroom)
    following = game_create(table.group, "age-of-iron", scenario("1800-bc"), {}, by)
    assert table.send(form).status_code == 303
    assert table.send(form, text="xen 4").status_code == 409
    assert following.entries.count() == 0
    assert len(table.entries) == 1


def test_a_correction_s_second_try(table: Table) -> None:
    page = read(table.laptop.get(table.url("correct")))
    form = page.form(reason="Misheard.", **{"chart.yurt.ariel": "2"})
    for reason, status in (("Misheard.", 303), ("Misheard.", 303), ("Misread.", 409)):
        answer = table.laptop.post(table.url("correct"), form | {"reason": reason})
        assert answer.status_code == status
    assert len(table.entries) == 1


class Gone:
    """A service whose database fails, before or during the commit."""

    def __call__(self, *_: object) -> None:
        raise OperationalError("server closed the connection unexpectedly")


@pytest.mark.parametrize(
    ("lost", "text"),
    [("core.log.fold_of", "xen <3>"), ("features.moves.record.move_play", "xen 3")],
)
def test_without_its_database_the_site_keeps_the_move(
    table: Table, monkeypatch: pytest.MonkeyPatch, lost: str, text: str
) -> None:
    form = table.forms()["say"] | {"text": text, "csrfmiddlewaretoken": "x"}
    table.laptop.raise_request_exception = False
    with monkeypatch.context() as away:
        away.setattr(f"moderator.{lost}", Gone())
        answer = table.send(form)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    page = read(answer)
    assert text in page.text
    assert "Traceback" not in page.text
    assert "OperationalError" not in page.text
    kept = page.form(table.url("move"))
    assert {**kept, "csrfmiddlewaretoken": "x"} == form
    assert kept["csrfmiddlewaretoken"] != "x"
    assert not table.entries


def test_without_its_database_the_site_keeps_no_pin(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moderator.features.people.seats._group_by", Gone())
    door = Client(raise_request_exception=False)
    answer = door.post("/m/", {"code": table.classroom.code, "pin": "SECRET23"})
    assert answer.status_code == 503
    assert "SECRET23" not in answer.content.decode()
    assert "Go back" in read(answer).text
