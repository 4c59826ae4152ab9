"""The page of a class: at which step it is, its red button, and what its pages cost."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from moderator.core import queries
from moderator.core.class_page import Step
from moderator.core.models import Classroom, Game, Group
from moderator.core.people import instructor_person, person_join
from moderator.core.publishing import presence_store
from moderator.features.classes.feature import machine_zone
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.clock.write import games_start
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
from moderator.features.people.write import seat_give
from tests.support.amount import amount
from tests.support.clock import Clock
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import scenario
from tests.support.web.world import World, record, signed_in

pytestmark = pytest.mark.slow

HERE, GROUPS, PLAYING, OVER = Step
DRAW, END, SHOW = "Draw groups", "End the lesson", "Show results on the wall"
GO_ON, GO_ON_ONE = "Go on with the 2 stopped games", "Go on with the stopped game"
PLAYERS = ("egypt", "babylon", "assyria", "hatti")


@dataclass
class Lesson:
    """A class of eight students with two groups, and its instructor's laptop."""

    classroom: Classroom
    teacher: Client
    clock: Clock

    def page(self, step: str = "") -> Element:
        return read(self.teacher.get(self.url("classroom"), {"step": step} if step else {}))

    def url(self, name: str) -> str:
        return reverse(name, args=[self.classroom.pk])

    def post(self, name: str, **fields: object) -> HttpResponse:
        return self.teacher.post(self.url(name), fields)

    def games(self) -> list[Game]:
        groups = queries.groups_of(self.classroom)
        return [game for group in groups if (game := queries.game_now(group))]

    def do(self, act: str) -> None:
        """What happens in the class: a word, and after `:` the number of the only group."""
        word, _, number = act.partition(":")
        chosen = [g for g in queries.groups_of(self.classroom) if number in ("", str(g.number))]
        games = [game for game in self.games() if game.group in chosen]
        by = instructor_person(self.classroom)
        self.clock.wait(60)
        match word:
            case "draft":
                self.post("divide", do="draw-here")
            case "move":
                person = self.classroom.people.get(name="Student 1").number
                self.post("divide", to="0.0", person=person)
            case "other-next":
                signed_in(self.classroom.instructor).post(self.url("next-lesson"))
            case "discard":
                self.post("divide", do="discard")
            case "wait" | "play":
                for group in chosen:
                    new_game(group, is_waiting=word == "wait")
            case "start":
                games_start(games, by, "instructor")
            case "finish":
                for game in games:
                    finish(game)
            case "stop":
                named = [f"{game.group.number}-{game.number}" for game in games]
                self.post("class-all", do="end", game=named)
            case "come":
                presence_store(self.classroom.people.values_list("pk", flat=True))
            case "next":
                self.post("next-lesson")
            case "go-on":
                self.post("class-all", do="continue")


def new_game(group: Group, is_waiting: bool = False) -> Game:
    options = {"deployment": "sequential", "turns": 1}
    settings = GameSettings(is_waiting=is_waiting)
    by = instructor_person(group.classroom)
    return game_create(group, "age-of-iron", scenario("1800-bc"), options, by, settings)


def finish(game: Game) -> None:
    """Everybody keeps everything at home, until the game is over."""
    for _ in PLAYERS:
        now = queries.timeline(game)
        summary = now.rules.summary(now.state)
        player = summary["active"]
        keep = {
            "type": "deploy",
            "player": player,
            "region": player,
            "rfs": summary["hand"][player],
        }
        record(game, keep, {"type": "end-turn", "player": player})
    now = queries.timeline(game)
    assert now.rules.is_over(now.state)


@pytest.fixture
def lesson(clock: Clock, db: None) -> Lesson:
    classroom = classroom_create(User.objects.create_user("pat"), "HIST 210", "UTC")
    groups_create(classroom, 2)
    for number in range(8):
        person_join(classroom, f"Student {number}")
    return Lesson(classroom, signed_in(classroom.instructor), clock)


def now_at(page: Element) -> str:
    """The step at which the class is, as the page marks it."""
    (now,) = page.one("ol", class_="steps").all("li", class_="now")
    return now.one("a").attributes["href"].partition("=")[2]


def shown_at(page: Element) -> str:
    """The step whose page this is."""
    link = page.one("ol", class_="steps").one("a", aria_current="page")
    return link.attributes["href"].partition("=")[2]


def red(page: Element) -> Element:
    """The red button, the last of the head."""
    head = page.one("header", class_="class-head")
    return [one for one in head.walk() if "main" in one.attributes.get("class", "").split()][-1]


LESSONS = [
    [("", HERE, DRAW), ("draft", GROUPS, "Start all games"), ("discard", HERE, DRAW)],
    [("wait", GROUPS, "Start all 2 games"), ("start", PLAYING, END)],
    [("play", PLAYING, END), ("stop", OVER, SHOW), ("go-on", PLAYING, END)],
    [("play finish:1", PLAYING, END), ("stop", OVER, SHOW), ("next", HERE, GO_ON_ONE)],
    [("play:1 wait:2", PLAYING, END)],
    # What waited longer than the last start was left out of the lesson.
    [("wait start:1", PLAYING, END), ("stop", OVER, SHOW)],
    [("play finish", OVER, SHOW), ("next", HERE, DRAW)],
    [("play:1 stop wait:2", GROUPS, "Start the game")],
    [("play stop wait", GROUPS, "Start all 2 games")],
    [("play stop draft", GROUPS, "Start all games"), ("other-next", HERE, GO_ON)],
    [("play stop next", HERE, GO_ON), ("go-on", PLAYING, END), ("stop", OVER, SHOW)],
    [("play next", PLAYING, END)],
    [("play stop next go-on finish", OVER, SHOW)],
    [("play stop next play stop", OVER, SHOW)],
    [("play stop next come draft", GROUPS, "Start all games")],
    # A draft from before the end, or from an earlier lesson, is left aside.
    [("play draft", PLAYING, END), ("stop", OVER, SHOW)],
    [("play move finish", OVER, SHOW)],
    [("play move stop draft", GROUPS, "Start all games")],
    [("play move stop next", HERE, GO_ON)],
]


@pytest.mark.parametrize("acts", LESSONS, ids=lambda acts: " ".join(act for act, *_ in acts))
def test_the_class_is_at_a_step_with_one_red_button(
    lesson: Lesson, acts: list[tuple[str, Step, str]]
) -> None:
    for words, step, button in acts:
        for act in words.split():
            lesson.do(act)
        page = lesson.page()
        assert (now_at(page), shown_at(page), red(page).text) == (step, step, button), words


@pytest.mark.parametrize("acts", ["draft", "wait", "play stop next"])
def test_each_step_can_be_opened_at_any_time(lesson: Lesson, acts: str) -> None:
    for act in ("", *acts.split()):
        if act:
            lesson.do(act)
        now = now_at(lesson.page())
        for step in Step:
            page = lesson.page(step)
            assert (now_at(page), shown_at(page)) == (now, step)
    for unknown in ("x", "HERE", "here'", "0")[: amount(1, 4)]:
        assert shown_at(lesson.page(unknown)) == now


# All pages have the same head.
FROM = [HERE, *(pytest.param(step, marks=pytest.mark.long) for step in (GROUPS, PLAYING)), OVER]


@pytest.mark.parametrize("step", FROM)
def test_the_red_button_leads_through_the_lesson_from_every_step(
    lesson: Lesson, step: Step
) -> None:
    for after in (GROUPS, PLAYING, OVER):
        press(lesson, lesson.page(step))
        assert now_at(lesson.page()) == after
    assert len(lesson.games()) == 2
    assert all(game.is_stopped for game in lesson.games())
    if step == OVER:
        press(lesson, lesson.page(step))
        assert "No group has a result yet" in wall(lesson)
    else:
        assert red(lesson.page(step)).attributes["href"] == f"{lesson.url('classroom')}?step=over"
    assert not lesson.page(PLAYING).all("button", value="pause")
    lesson.do("next")
    press(lesson, lesson.page(step))
    assert now_at(lesson.page()) == PLAYING
    assert lesson.page(PLAYING).one("button", value="pause")


@pytest.mark.parametrize("step", Step)
def test_tournaments_are_in_the_menu_of_every_step(lesson: Lesson, step: Step) -> None:
    menu = lesson.page(step).one("details", class_="class-menu")
    assert menu.all("a", href=lesson.url("tournaments"))


def press(lesson: Lesson, page: Element) -> None:
    """Presses the red button; where it asks first, also the answer."""
    button = red(page)
    if button.tag == "a":
        page = read(lesson.teacher.get(button.attributes["href"]))
        button = page.one("main").one("button", class_="main")
    form = next(form for form in page.all("form") if button in form.walk() or is_of(button, form))
    sent: dict[str, object] = dict(values(form))
    games = form.all("input", name="game")
    sent |= {"game": [one.attributes["value"] for one in games]} if games else {}
    if name := button.attributes.get("name"):
        sent[name] = button.attributes["value"]
    assert lesson.teacher.post(form.attributes["action"], sent).status_code == 303


def is_of(button: Element, form: Element) -> bool:
    return button.attributes.get("form") == form.attributes.get("id", "")


def wall(lesson: Lesson) -> str:
    return read(Client().get(reverse("class-wall", args=[lesson.classroom.code]))).text


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("overview", PLAYING),
        ("class-clock", PLAYING),
        ("class-all", PLAYING),
        ("divide", GROUPS),
        ("joining", HERE),
    ],
)
def test_a_former_address_leads_to_its_step(world: World, name: str, step: Step) -> None:
    url, page = (reverse(one, args=[world.classroom.pk]) for one in (name, "classroom"))
    answer = world.browsers["instructor"].get(url)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{page}?step={step}")
    assert world.browsers["another instructor"].get(url).status_code == 404


def test_nobody_else_gets_the_class_at_any_step(world: World) -> None:
    page = reverse("classroom", args=[world.classroom.pk])
    for step in ("", *Step):
        for visitor in ("another instructor", "student", "moderator", "nobody"):
            answer = world.browsers[visitor].get(page, {"step": step})
            assert answer.status_code == 404, (visitor, step)
        assert world.browsers["instructor"].get(page, {"step": step}).status_code == 200


def test_the_next_lesson_begins_after_the_last(lesson: Lesson) -> None:
    lesson.do("play")
    refused = lesson.post("next-lesson")
    assert refused.status_code == 409
    assert "Nothing was changed" in read(refused).id("refusal").text
    lesson.do("move")
    lesson.do("stop")
    assert lesson.page(GROUPS).all("button", value="discard")
    assert lesson.post("next-lesson").status_code == 303
    assert now_at(lesson.page()) == HERE
    assert not lesson.page(GROUPS).all("button", value="discard")  # the old draft is forgotten


def test_the_wall_for_joining_goes_on_to_the_class_wall(lesson: Lesson) -> None:
    def shown() -> Element:
        return read(lesson.teacher.get(lesson.url("classroom"), {"wall": ""}))

    def goes_to() -> str:
        answer = lesson.teacher.get(lesson.url("classroom"), {"wall": "", "go": ""})
        return answer.headers.get("Location", "")

    before = shown()
    again = "?wall&go"
    assert [one.attributes["data-again"] for one in before.all("div", data_again=again)] == [again]
    assert not goes_to()
    lesson.do("play")
    assert (
        shown().id("live").attributes["data-version"]
        != before.id("live").attributes["data-version"]
    )
    assert goes_to() == reverse("class-wall", args=[lesson.classroom.code])
    assert not shown().all("div", data_again=again)  # opened on purpose, for those who are late


def fill(groups: list[Group], is_waiting: bool) -> None:
    """A game and four players for each group."""
    for group in groups:
        game = new_game(group, is_waiting)
        for seat in game.seats.order_by("pk"):
            seat_give(person_join(group.classroom, f"{seat.player} {group.number}", group), seat)


@pytest.mark.parametrize(
    "acts",
    [
        "wait",
        "play stop next",
        *(pytest.param(one, marks=pytest.mark.long) for one in ("play", "play draft", "play stop")),
    ],
)
def test_queries_of_a_step_do_not_grow_with_the_groups(lesson: Lesson, acts: str) -> None:
    def queries_of(step: Step) -> int:
        lesson.page(step)  # from now on, logs are cached
        with CaptureQueriesContext(connection) as captured:
            lesson.page(step)
        return len(captured)

    def counted() -> dict[Step, int]:
        for act in acts.split()[1:]:
            lesson.do(act)
        return {step: queries_of(step) for step in Step}

    is_waiting = acts == "wait"
    fill(queries.groups_of(lesson.classroom), is_waiting)
    few = counted()
    fill(groups_create(lesson.classroom, amount(3, 10)), is_waiting)
    assert counted() == few


@pytest.mark.parametrize(
    ("target", "zone"),
    [
        ("usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
        ("usr/share/zoneinfo/Moon/Base", "UTC"),
        ("etc/a-copy", "UTC"),
    ],
)
def test_the_first_class_has_the_machines_zone(tmp_path: Path, target: str, zone: str) -> None:
    link = tmp_path / "localtime"
    link.symlink_to(tmp_path / target)
    assert machine_zone(link) == zone
