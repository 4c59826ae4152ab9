"""Refusals on the console: beside the field, in a sentence, keeping everything typed."""

import json
import unicodedata
from typing import Literal

import pytest
from django.test import Client

from moderator.core.people import instructor_person
from moderator.features.classes.write import group_link_withdraw
from moderator.features.new_game.write import game_create
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, chart_of, scenario
from tests.support.web.world import moderate


def answer_of(page: object) -> str:
    return read(page).id("answer").text


def kept(page: object) -> dict[str, str]:
    """The command line's text in a response."""
    return values(read(page).id("say"))


def form_of(page: Element, form: str) -> Element:
    (found,) = [f for f in page.all("form") if values(f).get("form") == form]
    return found


def test_a_refused_command_keeps_what_was_typed(table: Table) -> None:
    answer = table.say("xen 99")
    assert answer.status_code == 422
    page = read(answer)
    line = page.id("command")
    assert line.attributes["value"] == "xen 99"
    assert line.attributes["aria-invalid"] == "true"
    assert "Ariel has 10 RFs in hand" in page.describes(line)
    assert not table.entries
    assert kept(answer)["key"]


def test_a_command_that_is_far_too_long_is_cut_before_it_is_read(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is the square of the number of combining marks."""
    lengths, normalize = [0], unicodedata.normalize

    def measured(form: Literal["NFKD"], text: str) -> str:
        lengths.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", measured)
    assert table.say("e" + "\u0323\u0301" * 1_000).status_code == 422
    assert 1 < max(lengths) <= 1_000


@pytest.mark.parametrize("typed", ["", "  ", "gibberish", "a beau", "<b>x</b>", "x" * 500, "xen ٥"])
def test_what_is_not_understood_is_answered_and_kept(table: Table, typed: str) -> None:
    answer = table.say(typed)
    assert answer.status_code == 422
    assert answer_of(answer)
    assert not table.entries
    assert read(answer).id("command").attributes["value"] == typed


def test_a_refused_form_keeps_its_number_and_choice(table: Table) -> None:
    form = form_of(table.console(), "deploy-ariel")
    (yurt,) = [la.one("input") for la in form.all("label") if la.text == "Yurt"]
    fields = values(form) | {"choice": yurt.attributes["value"], "rfs": "11"}
    answer = table.send(fields)
    assert answer.status_code == 422
    page = read(answer)
    form = form_of(page, "deploy-ariel")
    number = form.one("input", name="rfs")
    assert number.attributes["value"] == "11"
    assert number.attributes["aria-invalid"] == "true"
    assert "Ariel has 10 RFs in hand" in page.describes(number)
    assert "autofocus" in number.attributes
    assert values(form)["choice"] == fields["choice"]
    assert "autofocus" not in page.id("command").attributes


@pytest.mark.parametrize(
    ("form", "fields", "sentence"),
    [
        ("deploy-ariel", {"rfs": "5"}, "Choose one of these first."),
        ("deploy-ariel", {"rfs": "", "choice": "?"}, "Type a whole number from 1 to 10."),
        ("deploy-ariel", {"rfs": "2.5", "choice": "?"}, "Type a whole number from 1 to 10."),
        ("deploy-ariel", {"rfs": "-1", "choice": "?"}, "Type a whole number from 1 to 10."),
        ("deploy-ariel", {"rfs": "5", "choice": "[1"}, "Type a whole number"),
        ("extend", {"turns": "1"}, "Type a whole number from 2 to 60."),
    ],
)
def test_a_form_filled_in_badly_says_what_would_be_right(
    table: Table, form: str, fields: dict[str, str], sentence: str
) -> None:
    fields = dict(fields)
    if fields.get("choice") == "?":
        fields["choice"] = json.dumps({"player": "ariel", "region": "yurt"})
    answer = table.send(table.forms()[form], **fields)
    assert answer.status_code == 422
    page = read(answer)
    assert sentence in form_of(page, form).text
    assert page.id("answer").text == "Not recorded: something is missing in the form below."
    assert not table.entries


def test_a_move_that_is_closed_is_refused_where_it_stood(table: Table) -> None:
    fields = table.forms()["deploy-ariel"] | {"type": "end-turn", "form": "end-turn-ariel"}
    answer = table.send(fields, choice=json.dumps({"player": "ariel"}))
    assert answer.status_code == 422
    assert "First place the 10 RFs" in answer.content.decode()


def test_an_old_form_records_nothing_and_keeps_what_was_typed(table: Table) -> None:
    mine = table.forms()["say"] | {"text": "yurt 5"}
    other = moderate(table.group, "Max")
    theirs = Table(table.classroom, table.group, table.game, other)
    theirs.record("xen 5")
    answer = table.send(mine)
    assert answer.status_code == 409
    assert len(table.entries) == 1
    page = read(answer)
    assert page.id("command").attributes["value"] == "yurt 5"
    assert chart_of(page) == table.chart
    assert "somebody else has just recorded" in page.id("answer").text
    again = table.send(kept(answer))
    assert again.status_code == 303
    assert [e.person.name for e in table.entries] == ["Max", "Mo"]


def test_an_old_choice_is_kept_too(table: Table) -> None:
    mine = table.forms()["deploy-ariel"] | {"rfs": "3"}
    mine["choice"] = json.dumps({"player": "ariel", "region": "zen"})
    Table(table.classroom, table.group, table.game, moderate(table.group, "Max")).record("xen 5")
    answer = table.send(mine)
    assert answer.status_code == 409
    fields = values(form_of(read(answer), "deploy-ariel"))
    assert (fields["rfs"], fields["choice"], fields["after"]) == ("3", mine["choice"], "1")


def test_a_form_of_the_game_before_is_old(table: Table) -> None:
    mine = table.forms()["say"] | {"text": "xen 5"}
    by = instructor_person(table.classroom)
    game_create(table.group, "age-of-iron", scenario("example-of-play"), {}, by)
    assert table.send(mine).status_code == 409
    assert not table.entries


@pytest.mark.parametrize("after", ["", "x", "-1", "9" * 30, "٣"])
def test_a_number_that_is_none_is_old(table: Table, after: str) -> None:
    assert table.send(table.forms()["say"], text="xen 5", after=after).status_code == 409
    assert not table.entries


@pytest.mark.parametrize("key", ["", "no key!", "k" * 200])
def test_a_form_without_its_key_records_nothing(table: Table, key: str) -> None:
    assert table.send(table.forms()["say"], text="xen 5", key=key).status_code == 422
    assert not table.entries


def test_posts_from_elsewhere_are_refused(table: Table) -> None:
    stranger = Client(enforce_csrf_checks=True)
    stranger.cookies = table.laptop.cookies
    fields = table.forms()["say"] | {"text": "xen 5"}
    fields.pop("csrfmiddlewaretoken")
    assert stranger.post(table.url("move"), fields).status_code == 403
    assert not table.entries


def test_without_access_the_typed_text_is_kept(table: Table) -> None:
    fields = table.forms()["say"] | {"text": "xen 5 <b>"}
    group_link_withdraw(table.group)
    answer = table.send(fields)
    assert answer.status_code == 404
    assert read(answer).id("typed").text == "xen 5 <b>"
    assert not table.entries


def test_a_stranger_learns_nothing_by_a_guessed_code(table: Table) -> None:
    there, nowhere = table.url("move"), "/g/ZZZZZZZ/move/"
    pages = {
        url: Client().post(url, {"text": "xen 5", "game": "1", "after": "0", "key": "k"})
        for url in (there, nowhere)
    }
    assert {page.status_code for page in pages.values()} == {404}
    bodies = {page.content.replace(url.encode(), b"") for url, page in pages.items()}
    assert len(bodies) == 1
