"""The cost of a recorded move: few queries, and each chart rendered once."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from moderator.core import frames
from moderator.core.cache import MB, LruCache
from moderator.core.log import fold_of
from moderator.core.people import instructor_person, person_rename
from moderator.features.new_game.write import game_create
from moderator.features.people.write import person_forget
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from moderator.templatetags import parts
from tests.support.web.reading import read
from tests.support.web.tables import Table, seat_down

Queries = Callable[[int], Any]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(db: None) -> Table:
    table = seat_down()
    table.record("xen 5")
    return table


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, Viewer]]:
    """Counts how often each state of a game was rendered for each viewer."""
    counted: Counter[tuple[str, Viewer]] = Counter()
    draw = frames.html_of_state

    def count(game: Any, state: Any, before: Any, viewer: Viewer, *more: Any) -> Any:
        counted[fold_of(game).hash, viewer] += 1
        return draw(game, state, before, viewer, *more)

    monkeypatch.setattr(frames, "html_of_state", count)
    return counted


# Session, group, classroom, person, game; BEGIN, the game's lock, the log's head, the entry, the
# notice to other processes, COMMIT.
BY_LINK = 11


def test_a_move_takes_few_queries(table: Table, django_assert_max_num_queries: Queries) -> None:
    fields = table.forms()["undo"]
    with django_assert_max_num_queries(BY_LINK):
        assert table.send(fields).status_code == 303


def test_and_its_answer_one_more(table: Table, django_assert_max_num_queries: Queries) -> None:
    fields = table.forms()["undo"]
    with django_assert_max_num_queries(BY_LINK + 1):  # the names in the log
        answer = table.laptop.post(table.url("move"), fields, headers=HTMX)
    assert answer.status_code == 200
    assert "Recorded as no. 2" in read(answer).id("answer").text


def test_a_chart_takes_few_queries(table: Table, django_assert_max_num_queries: Queries) -> None:
    phone = Client()
    # Group, classroom, game, the log's head, bots (kept outside a test's transaction).
    with django_assert_max_num_queries(5):
        assert phone.get(table.url("chart")).status_code == 200


def test_each_state_is_drawn_once_for_each_audience(
    table: Table, drawn: Counter[tuple[str, Viewer]]
) -> None:
    for verb in ("undo", "redo"):
        answer = table.laptop.post(table.url("move"), table.forms()[verb], headers=HTMX)
        assert answer.status_code == 200
        for audience in ("public", "moderator", "seat:ariel"):
            assert frames.render(table.group.pk, audience) is not None
        for _ in range(2):
            Client().get(table.url("chart"))
            table.console()
    assert {viewer for _, viewer in drawn} == {PUBLIC, MODERATOR, Viewer(seat="ariel")}
    assert set(drawn.values()) == {1}


def test_the_public_chart_is_drawn_from_what_the_move_has_read(
    table: Table,
    drawn: Counter[tuple[str, Viewer]],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
    django_assert_max_num_queries: Queries,
) -> None:
    told: list[Any] = []
    monkeypatch.setattr("moderator.live.publish", lambda *given: told.append(given))
    fields = table.forms()["undo"]
    drawn.clear()  # the page with the form
    with django_capture_on_commit_callbacks(execute=True):
        table.send(fields)
    ((group, _everybody, known),) = told
    with django_assert_max_num_queries(2):  # of `drawn`, and bots (kept outside a test)
        frame = frames.render(group, "public", known)
    assert (group, frame) == (table.group.pk, frames.render(table.group.pk, "public"))
    assert drawn == {(fold_of(table.game).hash, PUBLIC): 1}


def test_what_is_kept_shows_no_old_name_and_no_old_zone(table: Table) -> None:
    assert "Mo" in table.console().one("ol", class_="log").text
    (entry,) = table.entries
    person_rename(entry.person, "Maud")
    assert "Maud" in table.console().one("ol", class_="log").text
    person_forget(entry.person)
    log = table.console().one("ol", class_="log")
    assert "Maud" not in log.text
    hour = log.one("time").text
    table.classroom.time_zone = "America/New_York"  # it was Tokyo's
    table.classroom.save()
    assert table.console().one("ol", class_="log").one("time").text != hour


def test_what_is_kept_is_of_this_game_alone(table: Table) -> None:
    def crossed() -> bool:
        return bool(read(Client().get(table.url("chart"))).one("table", class_="chart").all("s"))

    assert crossed()
    by = instructor_person(table.classroom)
    game_create(table.group, table.game.rules, table.game.scenario, {}, by)
    assert not crossed()


@pytest.fixture
def forms(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The forms that were rendered for the cache, which starts empty."""
    drawn: list[str] = []

    def note(name: str, values: dict[str, Any]) -> Any:
        if name.endswith("/act.html"):
            drawn.append(values["act"].id)
        return render_to_string(name, values)

    monkeypatch.setattr(parts, "render_to_string", note)
    monkeypatch.setattr(parts, "_parts", LruCache(MB))
    return drawn


def test_a_form_is_drawn_once(table: Table, forms: list[str]) -> None:
    table.console()
    first = list(forms)
    assert "deploy-ariel" in first
    assert len(set(first)) == len(first)
    table.console()
    assert forms == first
    table.record("xen 1")  # one RF less in hand
    table.console()
    assert "deploy-ariel" in forms[len(first) :]


def test_what_is_typed_into_a_form_is_not_kept(table: Table, forms: list[str]) -> None:
    answer = table.send(table.forms()["deploy-ariel"], rfs="99")
    assert answer.status_code == 422
    (number,) = [i for i in read(answer).all("input") if i.attributes.get("value") == "99"]
    assert number.attributes["name"] == "rfs"
    assert forms.count("deploy-ariel") == 1  # as it was before
    assert table.forms()["deploy-ariel"]["rfs"] != "99"
