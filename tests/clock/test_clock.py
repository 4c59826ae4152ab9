"""The buttons of clocks on the console and on the instructor's page, and what pages show."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from moderator.core import frames
from moderator.core.class_models import Clock
from moderator.core.errors import InvalidInput
from moderator.core.lesson import clock_of
from moderator.features.classes.write import groups_create
from moderator.features.clock.feature import time_of_day
from moderator.features.clock.write import clock_start, clock_stop, lesson_plan_set
from tests.support.addresses import url as url_of
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, seat_down

pytestmark = pytest.mark.slow

HTMX = {"HX-Request": "true"}


@pytest.fixture
def turns(db: None) -> Table:
    return seat_down("1800-bc", {"deployment": "sequential", "turns": 2})


def forms(page: Element) -> list[dict[str, str]]:
    """What the forms of the clock would send: the buttons, if it runs, and the start."""
    return [values(form) for form in page.id("clock-control").all("form")]


def press(table: Table, act: str, **more: str) -> Element:
    """Presses one of the buttons on the console, without a script."""
    url = table.url("group-clock")
    sent = forms(table.console())[-1 if act == "start" else 0] | {"act": act} | more
    answer = table.laptop.post(url, sent)
    assert answer.status_code == 303, read(answer).id("clock-control").text
    return table.console()


def test_a_game_turn_offers_its_negotiation_and_one_press_starts_it(turns: Table) -> None:
    part = turns.console().id("clock-control")
    assert not part.all("h3")  # besides that button the clock is folded
    assert "Recording stops at zero: on off" in part.text  # the style shows one of them
    assert part.one("button", class_="clock-offer").text == "Negotiation Start 10:00"
    assert not Clock.objects.exists()
    console = press(turns, "start")
    assert (console.one("div", class_="clock").one("span", class_="clock-label")).text == (
        "Negotiation"
    )
    clock = clock_of(turns.group)
    assert clock is not None
    assert clock.ends_at is not None
    shown = timezone.localtime(clock.ends_at, ZoneInfo("Asia/Tokyo"))
    chart = read(Client().get(turns.url("chart"))).one("div", class_="clock")
    assert chart.one("b").text == f"until {shown:%H:%M}"
    assert chart.attributes["data-ends"] == str(clock.ends_ms)
    press(turns, "pause")
    press(turns, "less")
    paused = read(Client().get(turns.url("chart"))).one("div", class_="clock")
    left_s = int(paused.attributes["data-left"])
    assert 60 < left_s <= 9 * 60  # less what has passed since the start
    assert paused.one("b").text == f"{left_s // 60}:{left_s % 60:02}"
    press(turns, "resume")
    turns.record("egypt 13")
    console = press(turns, "stop")
    assert console.id("clock-own").one("summary").text == "Clock"  # the moves have begun
    assert not console.all("div", class_="clock")


def test_a_press_counts_once_and_tells_about_others(turns: Table) -> None:
    press(turns, "start")
    url, page = turns.url("group-clock"), turns.console()
    sent = forms(page)[0] | {"act": "more"}
    for _ in range(2):  # a double click
        assert turns.laptop.post(url, sent).status_code == 303
    clock = clock_of(turns.group)
    assert clock is not None
    assert clock.total_s == 11 * 60
    clock_stop(turns.classroom, turns.group, clock.pk)
    clock_start(turns.classroom, turns.group, "", 3, False)
    sent = forms(page)[0] | {"act": "stop", "once": "b" * 22}
    answer = turns.laptop.post(url, sent, headers=HTMX)
    assert answer.status_code == 409
    assert "Somebody else has started the clock" in read(answer).id("clock-control").text
    assert Clock.objects.get().total_s == 180
    answer = turns.laptop.post(url, forms(turns.console())[0] | {"act": "boom"})
    assert answer.status_code == 409


def test_the_class_has_one_clock_and_a_plan(turns: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    teacher = Client()
    teacher.force_login(turns.classroom.instructor)
    (second,) = groups_create(turns.classroom, 1)
    url, playing = (url_of(name, pk=turns.classroom.pk) for name in ("class-clock", "classroom"))

    def send(at: int, act: str, **more: str) -> Element:
        page = read(teacher.get(playing)).id("class-clock")
        answer = teacher.post(url, values(page.all("form")[at]) | {"act": act} | more)
        assert answer.status_code == 303, read(answer).id("class-clock").text
        return read(teacher.get(playing)).id("class-clock")

    before = frames.render(turns.group.pk, "public")
    send(0, "start", minutes="8")
    assert before is not None
    after = frames.render(turns.group.pk, "public")
    assert after is not None
    assert after.version == before.version + 1
    assert "data-ends" in after.html
    # The group number comes third, after the class's buttons and the plan.
    page = send(2, "start", group=str(second.number), minutes="3", label="")
    (own,) = page.one("ul", class_="own-clocks").all("li")
    assert own.one("a").text == second.name
    assert {clock.total_s for clock in Clock.objects.all()} == {480, 180}
    page = send(2, "more", group=str(second.number))
    assert [title.text for title in page.one("details", id="clock-more").all("h3")] == [
        "Plan the lesson", "Groups with a clock of their own", "A clock for one group",
    ]  # fmt: skip
    page = send(0, "stop")
    assert "own clocks end" in page.text
    page = send(0, "start", minutes="7")
    assert Clock.objects.count() == 1

    send(0, "stop")
    now = datetime(2026, 3, 2, 1, 0, tzinfo=UTC)  # 10:00 in Tokyo
    monkeypatch.setattr(timezone, "now", lambda: now)
    page = send(1, "plan", ends="10:25", debrief="5", negotiation="10")
    rows = [row.text for row in page.id("lesson-plan").one("tbody").all("tr")]
    assert rows == ["1 10:00–10:07 10:10", "2 10:10–10:17 10:20"]
    assert values(page.all("form")[0])["minutes"] == "7"
    assert forms(turns.console())[0]["minutes"] == "7"
    answer = teacher.post(url, values(page.all("form")[1]) | {"act": "plan", "ends": "09:45"})
    assert answer.status_code == 409
    assert "09:45 has passed" in read(answer).id("refusal").text


def test_a_clock_that_will_lock_says_so_while_it_is_folded(turns: Table) -> None:
    assert turns.console().id("clock-own").one("summary").text == "Clock"
    lesson_plan_set(turns.classroom, None, 5, 10, True)
    summary = turns.console().id("clock-own").one("summary").text
    assert summary == "Clock recording stops at zero"


def test_a_locking_clock_keeps_what_was_typed(turns: Table) -> None:
    press(turns, "start", is_locking="on", minutes="1")
    said = turns.forms()["say"] | {"text": "egypt 13"}
    press(turns, "less")
    answer = turns.send(said)
    assert answer.status_code == 422
    page = read(answer)
    assert "Time is up, and nothing is recorded" in page.id("answer").text
    assert page.id("command").attributes["value"] == "egypt 13"
    assert not turns.entries
    press(turns, "more")
    turns.record("egypt 13")


@pytest.mark.parametrize(
    ("text", "now", "found"),
    [
        ("10:45", "10:00", "02 10:45"),
        ("00:15", "23:30", "03 00:15"),
        ("  ", "10:00", ""),
        ("10:00", "10:00", None),
        ("09:59", "10:00", None),
        ("23:00", "10:00", None),
        ("quarter to", "10:00", None),
        ("25:00", "10:00", None),
    ],
)
def test_the_end_is_the_next_such_time_of_day(text: str, now: str, found: str | None) -> None:
    at = datetime.fromisoformat(f"2026-03-02T{now}:00+01:00")  # Vienna's time
    if found is None:
        with pytest.raises(InvalidInput):
            time_of_day(text, "Europe/Vienna", at)
        return
    end = time_of_day(text, "Europe/Vienna", at)
    assert (f"{end:%d %H:%M}" if end else "") == found
