"""Stopping a game on the console, what every page shows of it, and playing again."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core import frames, queries
from moderator.core.models import Game
from moderator.core.people import instructor_person
from moderator.features.new_game.write import game_create
from tests.everywhere.test_secrets import pdf_text
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import join, signed_in

STOPPED = "Stopped after Game-turn 1 of 2"
SECRET = "Presence in Nubia"


@pytest.fixture
def turns(db: None) -> Table:
    """One Game-turn of two is complete, and Egypt has placed RFs in the second."""
    table = seat_down("1800-bc", {"deployment": "sequential", "turns": 2})
    for region, rfs in (("egypt", 13), ("babylon", 12), ("assyria", 11), ("hatti", 9)):
        table.record(f"{region} {rfs}", "end")
    table.record("syria 5")
    return table


def stop(table: Table) -> Any:
    """Stops the game by the form of the confirmation page."""
    page = read(table.laptop.get(table.url("stop"))).one("main")
    return table.laptop.post(table.url("stop"), page.form(table.url("stop")))


def points(page: Element) -> list[str]:
    """The totals under the heading "points", in their order."""
    return [item.one("b").text.split()[0] for item in page.one("ol", class_="points").all("li")]


@pytest.mark.slow
def test_it_is_confirmed_stopped_and_continued(turns: Table) -> None:
    console = turns.console()
    assert [a.text for a in console.all("a", href=turns.url("stop"))] == ["Stop here…"]
    page = read(turns.laptop.get(turns.url("stop"))).one("main").text
    assert "after Game-turn 1 of 2, the last complete one" in page
    assert "One move of the present Game-turn is kept and does not count." in page
    forms, entries = turns.forms(), len(turns.entries)
    before = frames.render(turns.group.pk, "public")
    assert stop(turns).status_code == 303
    after = frames.render(turns.group.pk, "public")
    assert before is not None
    assert after is not None
    assert after.version == before.version + 1

    console = turns.console()
    assert [a.text for a in console.all("a", href=turns.url("stop"))] == ["It won’t be continued…"]
    assert STOPPED in console.one("main").text
    assert console.id("command").attributes["placeholder"] == ""
    assert "undo" not in turns.forms()
    for answer in (turns.say("syria 1"), turns.send(forms["undo"])):  # a form from before
        assert answer.status_code == 422
        assert "unless it is continued" in read(answer).id("answer").text
    assert len(turns.entries) == entries

    sent = console.form(turns.url("continue"))
    assert turns.laptop.post(turns.url("continue"), sent).status_code == 303
    assert STOPPED not in turns.console().text
    turns.record("syria 1", "undo")


@pytest.mark.slow
def test_a_game_that_wont_be_continued_explains_its_points(turns: Table) -> None:
    """It is said on the console, before or after the stop; and before it is continued all the same,
    the page says that the secrets have been seen."""
    eve = join(turns.group, "Eve", turns.game, "egypt")
    score, phone = turns.url("score-pdf"), f"/play/{turns.group.code}/"
    assert "What is secret stays secret" in read(turns.laptop.get(turns.url("stop"))).text
    stop(turns)
    assert "secret" in pdf_text(turns.laptop.get(score).content)
    page = read(turns.laptop.get(turns.url("stop"))).one("main")
    assert page.one("h1").text == "The game is stopped"
    sent = page.form(turns.url("stop"))
    assert sent["conclude"] == "yes"
    assert turns.laptop.post(turns.url("stop"), sent).status_code == 303
    text = pdf_text(turns.laptop.get(score).content)
    assert SECRET in text
    assert "secret" not in text
    assert SECRET in read(eve.get(phone)).id("objectives").text
    assert "won’t be continued" in read(eve.get(phone)).text
    assert SECRET in read(Client().get(turns.url("chart"))).text  # no other group plays it

    assert not turns.console().all("button", id="continue")
    old = turns.laptop.post(turns.url("continue"), {"game": "1"})  # a page from before
    assert old.status_code == 422
    asked = read(old).one("main")
    assert "may have seen everybody’s secret goals" in asked.text
    sent = asked.form(turns.url("continue"))
    assert turns.laptop.post(turns.url("continue"), sent | {"seen": "yes"}).status_code == 303
    assert SECRET not in Client().get(turns.url("chart")).content.decode()
    log = read(Client().get(f"/c/{turns.group.code}/log/")).text
    assert "goes on, after its players have seen all secrets" in log
    turns.record("syria 1", "undo")


@pytest.mark.slow
def test_every_page_ranks_the_last_complete_game_turn(turns: Table) -> None:
    eve = join(turns.group, "Eve", turns.game, "egypt")
    turns.record("egypt 8", "end")
    stop(turns)
    code = turns.group.code
    pages = {
        "phone": eve.get(f"/play/{code}/"),
        "chart": Client().get(f"/c/{code}/"),
        "wall": Client().get(f"/c/{code}/?wall"),
        "console": turns.laptop.get(turns.url("console")),
    }
    for answer in pages.values():
        page = read(answer)
        assert STOPPED in page.one("main").text
        assert "anking after Game-turn 1" in page.one("main").text
        assert "If the game ended now" not in page.text
    assert read(pages["phone"]).one("h1").text == "The game is stopped"
    for name in ("chart", "wall"):
        assert "lead together" in read(pages[name]).id("end-title").text
        assert SECRET not in pages[name].content.decode()
        assert "prevented" not in pages[name].content.decode()
    assert queries.GameSummary(turns.group).sentence == STOPPED


@pytest.mark.slow
def test_the_score_sheet_shows_that_game_turn_and_no_secret(turns: Table) -> None:
    stop(turns)
    text = pdf_text(turns.laptop.get(turns.url("score-pdf") + "?moves=1").content)
    assert STOPPED in text
    assert "secret" in text
    assert SECRET not in text
    assert "entry 8" in text.lower().replace("\n", " ")
    assert "Syria" not in text


def test_without_a_complete_game_turn_there_is_no_ranking(orders: Table) -> None:
    stop(orders)
    page = read(Client().get(orders.url("chart"))).one("main")
    assert "Stopped before the end of Game-turn 1 of" in page.text
    assert page.id("points").text == "No ranking"
    text = pdf_text(orders.laptop.get(orders.url("score-pdf")).content)
    assert "so there is no ranking" in text.replace("\n", " ")


def test_a_slip_can_be_written_again_after_the_stop(orders: Table) -> None:
    eve = join(orders.group, "Eve", orders.game, "egypt")
    url = f"/play/{orders.group.code}/"
    form = values(read(eve.get(url)).id("slip-form"))
    press = {**form, "turn": "0", "version": "0", "change": "deploy:egypt 3"}
    stop(orders)
    said = orders.console().id("answer").text
    assert said == "The game is stopped. To record moves, continue it below."
    assert 'id="slip"' not in eve.get(url).content.decode()
    answer = eve.post(orders.url("play-slip"), press)
    assert answer.status_code == 422
    assert "unless it is continued" in answer.content.decode()
    orders.laptop.post(orders.url("continue"), {"game": "1"})
    assert eve.post(orders.url("play-slip"), press).status_code == 303


@pytest.mark.slow
def test_the_same_people_play_again(turns: Table) -> None:
    join(turns.group, "Eve", turns.game, "egypt")
    url = turns.url("again")
    assert turns.laptop.post(url, {"game": "1", "once": "a" * 22}).status_code == 422
    turns.record("egypt 8", "end", "babylon 12", "end", "assyria 11", "end", "hatti 9", "end")
    assert url in [a.attributes["href"] for a in turns.console().all("a") if "href" in a.attributes]
    form = read(turns.laptop.get(url)).one("main").form(url)
    for _ in range(2):  # a double click
        answer = turns.laptop.post(url, form | {"move": "on"})
        assert answer.headers["Location"] == turns.url("console")
    game = queries.game_now(turns.group)
    assert game is not None
    assert (game.number, game.title, game.options) == (2, "1800 B.C.", turns.game.options)
    assert [p.name for p in game.seats.get(player="babylon").persons.all()] == ["Eve"]


@pytest.mark.slow
def test_the_form_of_a_new_game_is_filled_with_the_last_one(turns: Table) -> None:
    teacher = signed_in(turns.classroom.instructor)
    page = read(teacher.get(reverse("game-new", args=[turns.classroom.pk]) + "?group=1&again=1"))
    form = page.one("main").form(reverse("game-new", args=[turns.classroom.pk]))
    assert (form["scenario"], form["turns"], form["deployment"]) == (
        "age-of-iron/1800-bc",
        "2",
        "sequential",
    )
    by = instructor_person(turns.classroom)
    players = {"players": ["zoe", "ann"]}
    game_create(turns.group, "age-of-war", "standard", players, by)
    page = read(teacher.get(reverse("game-new", args=[turns.classroom.pk]) + "?group=1&again=1"))
    assert page.id("names").text.split() == ["Zoe", "Ann"]
    form = page.one("main").form(reverse("game-new", args=[turns.classroom.pk]))
    assert "run_lot" not in form


@pytest.mark.slow
def test_all_games_of_the_group_are_in_one_list(turns: Table) -> None:
    stop(turns)
    by = instructor_person(turns.classroom)
    game_create(turns.group, "age-of-war", "standard", {"players": ["a", "b"]}, by)
    assert Game.objects.count() == 2
    for url, browser, is_moderators in (
        (turns.url("games"), turns.laptop, True),
        (reverse("chart-games", args=[turns.group.code]), Client(), False),
        (
            reverse("group", args=[turns.classroom.pk, 1]),
            signed_in(turns.classroom.instructor),
            True,
        ),
    ):
        items = read(browser.get(url)).one("ol", class_="games").all("li")
        assert [item.one("b").text for item in items] == ["Age of War", "1800 B.C."]
        assert STOPPED in items[1].text
        links = [a.attributes["href"] for a in items[1].all("a")]
        assert all(browser.get(link).status_code == 200 for link in links)
        assert any("record.json" in link for link in links) is is_moderators
        assert any("score.pdf" in link for link in links) is is_moderators
    console, chart = turns.console(), read(Client().get(turns.url("chart")))
    assert console.all("a", href=turns.url("games"))
    assert chart.all("a", href=reverse("chart-games", args=[turns.group.code]))


def test_the_options_in_force_are_on_console_chart_and_wall(orders: Table) -> None:
    console, chart = orders.console(), read(Client().get(orders.url("chart")))
    for page in (console, chart):
        assert "All countries write their orders" in page.id("options").text
    wall = read(Client().get(orders.url("chart") + "?wall"))
    assert "written orders · " in wall.one("span", class_="options-short").text
