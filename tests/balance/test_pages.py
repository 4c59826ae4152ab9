"""The pages of reports: asking for one, its figures, a class's own games, and suggestions."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from moderator.core.people import instructor_person
from moderator.features.balance.models import BalanceReport
from moderator.features.balance.write import MOST_PENDING, report_request
from moderator.features.classes.write import classroom_create
from moderator.features.new_game.write import game_create
from moderator.rules.bots import Figures, Share, Suggestion
from moderator.rules.reading import toml
from tests.balance.shared import RULES, asked, fields, report_made, wire_of
from tests.printing.test_class_sheets import play_to_end
from tests.rules.age_of_iron.test_balance import duel
from tests.support.web.reading import Element, read, values
from tests.support.web.world import World

LIST = "/balance/"
State = BalanceReport.State


@pytest.fixture
def laptop(world: World) -> Client:
    return world.browsers["instructor"]


def wire() -> Any:
    return dict(duel().scenario.wire)


def page_of(laptop: Client, report: BalanceReport, **query: object) -> Element:
    return read(laptop.get(f"{LIST}{report.pk}/", query))


def form_of(page: Element, **changes: str) -> dict[str, str]:
    text = "".join(str(one) for one in page.id("text").children)
    return values(page.one("main").one("form")) | {"text": text} | changes


def test_a_shipped_scenario_is_one_press(laptop: Client) -> None:
    page = read(laptop.get(LIST, {"scenario": "age-of-iron/900-bc"}))
    answer = laptop.post(LIST, form_of(page))
    report = BalanceReport.objects.get()
    assert answer.headers["Location"] == f"{LIST}{report.pk}/"
    assert report.scenario == wire_of("900-bc")
    assert report.options["deployment"] == "simultaneous"
    assert (report.title, report.seed, report.state) == ("900 B.C.", 1, State.WAITING)
    assert laptop.post(LIST, form_of(page)).headers["Location"] == f"{LIST}{report.pk}/"
    assert "900 B.C." in read(laptop.get(LIST)).one("ul", class_="told-list").text
    assert laptop.get(LIST, {"scenario": "age-of-iron/none"}).status_code == 404


def test_a_game_of_a_class_is_compared_with_all_that_are_finished(
    world: World, laptop: Client
) -> None:
    by = instructor_person(world.classroom)
    game = game_create(world.group, RULES.id, wire(), {"deployment": "sequential"}, by)
    query = {"class": world.classroom.pk, "game": game.pk}
    answer = laptop.post(
        f"{LIST}?class={world.classroom.pk}", form_of(read(laptop.get(LIST, query)))
    )
    report = BalanceReport.objects.get()
    assert answer.headers["Location"] == f"{LIST}{report.pk}/?class={world.classroom.pk}"
    assert report.options["deployment"] == "sequential"
    report.delete()

    report = report_made(world.instructor, wire())
    of_class = {"class": world.classroom.pk}
    assert "is finished yet" in page_of(laptop, report, **of_class).text
    play_to_end(game, by)
    page = page_of(laptop, report, **of_class)
    assert "1 finished game of your class. So few games tell little" in page.text
    (rows,) = [table.all("tr") for table in page.all("table") if "your class" in table.text]
    assert {row.all("td")[0].text.split(" %")[0] for row in rows[1:]} <= {"0.0", "50.0", "100.0"}
    assert "your class" not in page_of(laptop, report).text
    far = classroom_create(User.objects.create_user("far"), "Far")
    assert laptop.get(f"{LIST}{report.pk}/", {"class": far.pk}).status_code == 404
    assert laptop.get(LIST, {"class": far.pk, "game": game.pk}).status_code == 404


def test_a_draft_is_changed_saved_and_refused_with_its_line(laptop: Client) -> None:
    draft = fields(wire())
    file = laptop.post(LIST, draft | {"do": "file"})
    assert file.headers["Content-Disposition"] == 'attachment; filename="duel.toml"'
    assert RULES.read_scenario_toml(file.content.decode()).wire == wire()
    changes = (
        ({"text": draft["text"].replace("income = 5", "income = -5")}, "line"),
        ({"text": "="}, "The scenario is not TOML"),
        ({"seed": "-1"}, "The seed is a whole number"),
        ({"deployment": "never"}, "Choose one answer to each question."),
        ({"extended_trading": "on"}, "Extended trading needs goods"),
    )
    for change, why in changes:
        answer = laptop.post(LIST, draft | change)
        assert answer.status_code == 422
        page = read(answer)
        assert why in page.one("p", class_="bad").text
        assert page.id("text").text.split()[-1] == (draft | change)["text"].split()[-1]
    assert laptop.post(LIST, draft | {"rules": "war"}).status_code == 404
    assert not BalanceReport.objects.exists()
    for seed in range(MOST_PENDING):
        laptop.post(LIST, draft | {"seed": str(seed)})
    answer = laptop.post(LIST, draft | {"seed": "9"})
    assert "still being made" in read(answer).one("p", class_="bad").text


def test_its_figures_are_tables_with_plots_and_can_be_stopped(
    world: World, laptop: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moderator.core.child.start", lambda command: None)
    report = report_made(world.instructor, wire_of("1800-bc"))
    assert "It was stopped after 4 games." in page_of(laptop, report).text
    address = f"{LIST}{report.pk}/"
    assert laptop.post(address, {"do": "go-on"}).headers["Location"] == address
    page = page_of(laptop, report)
    assert "Stewards and Rivals: 4 of 1000 games." in page.text
    assert "programs, not students" in page.text
    assert page.one("progress").attributes["value"] == "0"
    (plot,) = page.all("svg", class_="plot")
    assert plot.attributes["aria-label"] == "Who wins"
    first = page.all("table")[0]
    assert [row.one("th").text for row in first.all("tr")[1:]] == [
        *("Egypt", "Babylon", "Assyria", "Hatti")
    ]
    part = read(laptop.get(address, {"part": ""}))
    assert part.all("h1") == []
    assert part.id("figures").attributes["hx-trigger"] == "every 1s"
    laptop.post(address, {"do": "stop"})
    page = page_of(laptop, report)
    assert "hx-get" not in page.id("figures").attributes
    assert laptop.post(address, {"do": "burn"}).status_code == 404
    laptop.post(address, {"do": "delete"})
    assert laptop.get(address).status_code == 404


def test_a_suggestion_is_taken_into_a_draft(
    world: World, laptop: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moderator.core.child.start", lambda command: None)
    report, address = report_made(world.instructor, wire()), ""
    address = f"{LIST}{report.pk}/"
    laptop.post(address, {"do": "search"})
    assert "Other numbers are being tried" in page_of(laptop, report).text
    better = wire() | {"turns": 3}
    rows = (("Poor", Share(0.5, (0.4, 0.6))),)
    found = Suggestion(0.01, 800, Figures("Better", ("Country", "Wins"), rows), better)
    BalanceReport.objects.update(suggestions=[found._asdict()], search=State.DONE)
    page = page_of(laptop, report)
    assert "50.0 % 40.0–60.0" in page.text
    (link,) = [one for one in page.all("a") if one.text == "Take it into a draft"]
    draft = read(laptop.get(f"{LIST}{link.attributes['href'].removeprefix(LIST)}"))
    assert toml.load(form_of(draft)["text"]) == better
    assert laptop.get(LIST, {"from": report.pk, "better": 1}).status_code == 404
    for _ in range(MOST_PENDING):
        user = User.objects.create_user(f"user {_}")
        other = report_request(user, asked(wire()), "Duel")
        BalanceReport.objects.filter(pk=other.pk).update(search=State.WAITING)
    answer = laptop.post(address, {"do": "search"})
    assert answer.status_code == 422
    assert "Other searches are still running" in read(answer).one("p", class_="bad").text


def test_where_an_instructor_finds_it(world: World, laptop: Client) -> None:
    pk = world.classroom.pk
    page = read(laptop.get(f"/classes/{pk}/game/", {"scenario": "age-of-iron/900-bc"}))
    (link,) = [one for one in page.all("a") if "Is it fair?" in one.text]
    assert link.attributes["href"] == f"{LIST}?class={pk}&scenario=age-of-iron/900-bc"
    page = read(laptop.get(f"/classes/{pk}/", {"step": "over"}))
    (link,) = [one for one in page.all("a") if "Was the scenario fair?" in one.text]
    assert laptop.get(link.attributes["href"]).status_code == 200
