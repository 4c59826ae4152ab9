"""Dividing a class on its page: a draft, changes by hand, the start, and latecomers."""

from __future__ import annotations

from collections import Counter

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from moderator.core import queries
from moderator.core.models import Classroom, Game, Person
from moderator.core.people import people_remove, person_join
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.people.dividing import students_of, unseated
from moderator.features.people.write import absent_mark, moderator_appoint, person_volunteer
from moderator.rules.seating import PointsSeen
from tests.support.web.reading import Element, read, values
from tests.support.web.world import start

pytestmark = pytest.mark.slow

IRON = "age-of-iron/1800-bc"
SEATS = ("Egypt", "Babylon", "Assyria", "Hatti")


@pytest.fixture
def classroom(instructor: Client) -> Classroom:
    return Classroom.objects.get()


@pytest.fixture
def instructor(django_user_model: type, db: None) -> Client:
    """The instructor of a class that nine students have joined, two of them as volunteers."""
    user = django_user_model.objects.create_user("pat")
    classroom = classroom_create(user, "HIST 210")
    for name in ["Ana", "Ben", "Cem", "Dea", "Eli", "Fay", "Gus", "Hal", "Ida"]:
        person = person_join(classroom, name)
        person_volunteer(person, name in ("Ana", "Ben"))
    browser = Client()
    browser.force_login(user)
    return browser


class Page:
    """The instructor's page."""

    def __init__(self, browser: Client, classroom: Classroom) -> None:
        self.browser = browser
        self.url = reverse("divide", args=[classroom.pk])

    def read(self) -> Element:
        return read(self.browser.get(self.url, follow=True))

    def send(self, **fields: object) -> HttpResponse:
        """The draft's form, or the first one, with these fields."""
        page = self.read()
        drafts = page.all("form", class_="division")
        form = drafts[0] if drafts else page.one("details", class_="plays").one("form")
        return self.browser.post(self.url, values(form) | fields)

    def error(self, **fields: object) -> str:
        answer = self.send(**fields)
        assert answer.status_code == 422
        return read(answer).one("p", role="alert").text


@pytest.fixture
def page(instructor: Client, classroom: Classroom) -> Page:
    return Page(instructor, classroom)


def number(name: str) -> int:
    return Person.objects.get(name=name).number


def seats_of(page: Element) -> dict[str, str]:
    """By name, the value of the place where somebody is."""
    return {
        box.text.removeprefix("⠿").split()[0]: place.attributes["data-to"]
        for place in page.walk()
        if "data-to" in place.attributes
        for box in place.all("label", class_="mover")
    }


def recording(page: Page) -> int:
    """In how many groups of the draft players record."""
    groups = page.read().all("section", class_="draft-group")
    return sum(group.text.count("players record") for group in groups)


def test_from_the_form_to_the_games(page: Page, classroom: Classroom) -> None:
    page.send(do="draw", game=IRON, moderators="1")
    plays = page.read().one("details", class_="plays").text  # the usual options by their names
    assert "The game has 6 Game-turns. All countries write their orders" in plays
    drawn = seats_of(page.read())
    assert len(drawn) == 9
    assert {place for place in drawn.values() if place.endswith("moderator")} == {"0.moderator"}
    assert set(drawn.values()) == {
        "0.moderator",
        *(f"{g}.{s}" for g in (0, 1) for s in range(4)),
    }
    assert not Game.objects.exists()  # so far nothing has changed for anybody

    (moderator,) = (name for name, to in drawn.items() if to == "0.moderator")
    cem, dea = drawn["Cem"], drawn["Dea"]
    page.send(do="swap", person=[number("Cem"), number("Dea")])
    page.send(to="1", person=number("Eli"))
    page.send(do="move", target="out", person=number(moderator))
    page.send(do="move", target="1.moderator", person=number("Fay"))
    changed = seats_of(page.read())
    assert changed == drawn | {
        "Cem": dea,
        "Dea": cem,
        "Eli": "1",
        "Fay": "1.moderator",
        moderator: "out",
    }
    place = page.send(do="add", late="all").headers["Location"].partition("#")[0]
    told = read(page.browser.get(place)).one("p", role="status").text
    assert told in {f"{moderator}: Group {number}, {seat}" for number in (1, 2) for seat in SEATS}
    answer = page.send(do="start")
    assert answer.headers["Location"] == reverse("classroom", args=[classroom.pk])
    games = [queries.game_now(group) for group in queries.groups_of(classroom)]
    sizes = [game.seats.filter(persons__isnull=False).count() for game in games if game]
    assert sum(sizes) == 7
    assert not any(game.is_waiting for game in games if game)
    watching = classroom.people.get(name="Eli")
    assert (watching.group, watching.seats.exists()) == (games[1].group, False)
    assert classroom.people.get(moderates=games[1].group).name == "Fay"
    assert not page.read().all("button", value="discard")


def test_who_is_absent_or_late_gets_no_seat_until_a_press(page: Page, classroom: Classroom) -> None:
    absent_mark(classroom, [number("Ida")], True)
    page.send(do="draw", game=IRON, moderators="0")
    assert "Ida" not in seats_of(page.read())
    person_join(classroom, "Joe")
    assert seats_of(page.read())["Joe"] == "out"  # visible at once
    page.send(do="start")
    late = {"do": f"late:{number('Joe')}"}
    answer = page.browser.post(reverse("overview", args=[classroom.pk]), late)
    joe = classroom.people.get(name="Joe")
    seat = joe.seats.get()
    assert seat.persons.count() == 2
    told = read(page.browser.get(answer.headers["Location"]))
    assert f"Joe: {joe.group.name}, {seat.player.title()}" in told.text
    assert not unseated(classroom).exists()
    assert [p.name for p in students_of(classroom) if p.is_absent] == ["Ida"]


def test_nobody_gets_a_seat_by_a_press_that_names_nobody(page: Page, classroom: Classroom) -> None:
    page.send(do="draw", game=IRON, moderators="0")
    page.send(do="start")
    person_join(classroom, "Joe")
    url = reverse("overview", args=[classroom.pk])
    for do in ("late:", "late:x", "late:-1", "late", "late:1:x"):
        assert page.browser.post(url, {"do": do}).status_code == 404, do
    assert unseated(classroom).exists()


def test_who_joins_after_the_page_was_opened_is_in_the_draw(
    page: Page, classroom: Classroom
) -> None:
    form = values(page.read().one("details", class_="plays").one("form"))
    person_join(classroom, "Joe")
    page.browser.post(page.url, form | {"do": "draw"})
    assert "Joe" in seats_of(page.read())


def test_of_two_divisions_at_once_one_starts(page: Page, classroom: Classroom) -> None:
    other = Client()
    other.force_login(classroom.instructor)
    others = Page(other, classroom)
    for one in (page, others):
        one.send(do="draw", game=IRON, moderators="0")
    page.send(do="start")
    seats = {p.pk: p.seats.get().pk for p in students_of(classroom)}
    assert "have changed" in others.error(do="start")
    assert Game.objects.count() == classroom.groups.count() == 2
    assert seats == {p.pk: p.seats.get().pk for p in students_of(classroom)}
    others.send(do="redraw")
    assert others.send(do="start").status_code == 303


def test_only_the_groups_that_the_page_shows_are_started(page: Page) -> None:
    """Another window may have drawn again."""
    page.send(do="draw", game=IRON, moderators="0")
    shown = values(page.read().one("form", class_="division"))
    page.send(do="redraw")
    answer = page.browser.post(page.url, shown | {"do": "start"})
    assert answer.status_code == 422
    assert "changed in another window" in read(answer).one("p", role="alert").text
    assert not Game.objects.exists()
    assert page.send(do="start").status_code == 303
    assert Game.objects.exists()


def test_present_games_are_kept_and_filled(page: Page, classroom: Classroom) -> None:
    page.send(do="draw", game=IRON, moderators="0")
    page.send(do="start")
    before = {p.pk: p.seats.get().pk for p in students_of(classroom)}
    person_join(classroom, "Joe")
    page.send(do="draw", game="present", moderators="0")
    page.send(do="start")
    after = {p.pk: p.seats.get().pk for p in students_of(classroom)}
    assert {pk: after[pk] for pk in before} == before
    assert len(after) == 10
    assert Game.objects.count() == 2


def test_the_number_of_groups_is_chosen_in_a_line(page: Page, classroom: Classroom) -> None:
    page.send(do="draw-here")
    line = page.read().one("p", class_="groups-line")
    field = line.one("input", id="groups")
    assert (field.attributes["value"], field.attributes["placeholder"]) == ("", "2")
    assert "4–5 seats" in line.text
    assert field.attributes["form"] == "options"
    options = page.read().id("options")
    page.browser.post(page.url, values(options) | {"groups": "1", "do": "draw"})
    shown = page.read()
    assert shown.one("input", id="groups").attributes["value"] == "1"
    assert len(shown.all("section", class_="draft-group")) == 1
    page.send(do="start")
    page.send(do="draw", game="present", moderators="0")
    assert not page.read().all("p", class_="groups-line")  # they stay as many as they are


def test_a_draft_of_present_games_undoes_nothing_that_has_happened_since(
    page: Page, classroom: Classroom
) -> None:
    page.send(do="draw", game=IRON, moderators="1")
    page.send(do="start")
    group = classroom.groups.get(number=1)
    old = classroom.people.get(moderates=group)
    seated = students_of(classroom)[-1]
    page.send(do="move", target="out", person=seated.number)
    new = person_join(classroom, "Joe")
    moderator_appoint(new, group)
    assert "have changed" in page.error(do="start")
    assert [one.name for one in group.moderators.exclude(pk=old.pk)] == ["Joe"]
    page.send(do="redraw")
    assert page.send(do="start").status_code == 303
    assert seated.seats.exists()


def test_a_draft_of_people_who_have_all_been_removed_is_not_started(
    page: Page, classroom: Classroom
) -> None:
    page.send(do="draw", game=IRON, moderators="0")
    people_remove(classroom, students_of(classroom))
    assert "Nobody of this draft" in page.error(do="start")
    assert not classroom.groups.exists()


def test_what_does_not_work_is_said(page: Page, classroom: Classroom) -> None:
    assert "what the groups play" in page.error(do="draw", game="none")
    everybody = [person.number for person in students_of(classroom)]
    absent_mark(classroom, everybody, True)
    assert "Nobody is here" in page.error(do="draw", game=IRON)
    absent_mark(classroom, everybody, False)
    page.send(do="draw", game=IRON, moderators="9")
    counted = Counter(to.partition(".")[2] for to in seats_of(page.read()).values())
    assert counted["moderator"] == 1  # not more than groups
    assert "Choose somebody first" in page.error(do="move", target="0.1")
    form = values(page.read().one("form", class_="division"))
    form |= {"do": "move", "person": str(number("Cem"))}
    for target in ("", "7", "0.9", "x.1", "0.-1"):
        answer = page.browser.post(page.url, form | {"target": target})
        assert answer.status_code == 422
        assert "where" in read(answer).one("p", role="alert").text
    assert "two people" in page.error(do="swap", person=number("Cem"))
    page.send(do="discard")
    assert page.send(do="start").status_code == 303
    assert not Game.objects.exists()


def test_a_game_that_only_a_moderator_records_does_not_start_without_one(
    page: Page, classroom: Classroom
) -> None:
    valley = next(
        one.attributes["value"] for one in page.read().all("option") if "Valley" in one.text
    )
    page.send(do="draw", game=valley, groups="2", moderators="1")
    assert "Nobody moderates Group 2" in page.read().text
    assert "Group 2: nobody moderates" in page.error(do="start")
    assert not Game.objects.exists()
    assert page.send(do="start", own="yes").status_code == 303
    assert [game.is_unmoderated for game in Game.objects.all()] == [False, False]


def test_players_record_at_once_in_games_that_nobody_moderates(
    page: Page, classroom: Classroom
) -> None:
    game = {"game": "age-of-iron/example-of-play", "groups": "2", "moderators": "1"}
    page.send(do="draw", **game)
    assert recording(page) == 1
    assert page.send(do="start").status_code == 303
    by_group = Game.objects.order_by("group__number").values_list("acting", "is_waiting")
    assert list(by_group) == [("moderator", False), ("seats", False)]
    # So it is in the present games, if they still wait.
    Game.objects.update(acting="moderator", is_waiting=True)
    page.send(do="draw", game="present", moderators="0")
    assert page.send(do="start").status_code == 303
    assert list(by_group.all()) == [("moderator", False), ("seats", False)]


def test_the_instructor_of_one_group_is_not_replaced(page: Page, classroom: Classroom) -> None:
    game = {"game": "age-of-iron/example-of-play", "groups": "1", "moderators": "0"}
    page.send(do="draw", **game)
    assert "players record" not in page.read().text
    assert page.send(do="start").status_code == 303
    assert Game.objects.get().acting == "moderator"


def test_from_the_second_draw_on_it_is_said_what_could_not_be_avoided(
    page: Page, classroom: Classroom
) -> None:
    page.send(do="draw", game=IRON, groups="2", moderators="2")
    assert "again" not in page.read().one("p", class_="draft-line").text
    page.send(do="start")
    Game.objects.update(is_waiting=True)
    page.send(do="draw", game=IRON, groups="2", moderators="2")
    assert "before" not in page.read().text  # they have got seats, and not played
    Game.objects.update(is_waiting=False)
    page.send(do="redraw")
    shown = page.read()
    said = [line.text for one in shown.all("ul", class_="met") for line in one.all("li")]
    pairs = [line for line in said if line.endswith("have met before.")]
    assert f"{len(pairs)} pairs have met before." in shown.text
    assert {"Ana moderates again.", "Ben moderates again."} <= set(said)
    assert f"{len(said) - len(pairs)} people have the same part again." in shown.text
    marked = {
        box.text.removeprefix("⠿").split()[0] for box in shown.all("label", class_="is-again")
    }
    assert marked == {name for line in said for name in line.split() if name in seats_of(shown)}


def test_nobody_is_said_to_meet_again_whose_game_only_goes_on(
    page: Page, classroom: Classroom
) -> None:
    page.send(do="draw", game=IRON, groups="2", moderators="0")
    page.send(do="start")
    page.send(do="draw", game="present", moderators="0")
    assert "again" not in page.read().one("p", class_="draft-line").text


def test_players_record_in_groups_of_an_earlier_lesson_too(
    page: Page, classroom: Classroom
) -> None:
    for groups, said in (("1", 0), ("1", 0), ("2", 2), ("1", 1)):
        game = {"game": "age-of-iron/example-of-play", "groups": groups, "moderators": "0"}
        page.send(do="draw", **game)
        assert recording(page) == said
        page.send(do="start")


def test_new_games_give_no_goals_of_other_groups_away_unasked(
    page: Page, classroom: Classroom
) -> None:
    other = start(groups_create(classroom, 3)[2])
    assert other.points == PointsSeen.ALL
    page.send(do="draw", game=IRON, moderators="0")
    asked = page.send(do="start")
    assert asked.status_code == 409
    assert [one.text for one in read(asked).id("beside").all("li")] == ["Group 3"]
    assert Game.objects.count() == 1
    assert page.send(do="start", beside="on").status_code == 303
    assert set(Game.objects.values_list("points", flat=True)) == {PointsSeen.OWN}
    assert other.secrecy_changes.get().old_points == PointsSeen.ALL
