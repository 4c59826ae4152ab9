"""Joining, signing in and the instructor's pages in Chromium: with axe, and without JavaScript."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from zlib import crc32

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.support.amount import IS_LONG
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.faults import faults
from tests.support.web.rooms import head_fits

SIZES = ((320, 640), (1280, 800))
SCHEMES = ("light", "dark")

MAKE = """
from django.contrib.auth.models import User
from django.utils.crypto import get_random_string
from django.utils import timezone
from moderator.core import credentials, games
from moderator.features.classes.write import classroom_create, classroom_delete, groups_create
from moderator.rules.registry import GAMES
from moderator.core.people import instructor_person, moderator_enter, person_join, person_remove
from moderator.features.new_game.write import game_create
from moderator.features.people.write import seat_take
from moderator.features.people.roster import roster_import
from moderator.features.people.roster_reading import ReadName
from moderator.features.people.models import JoinRequest
from moderator.features.accounts.write import sign_in_link_create
import json
user = User.objects.create_user(get_random_string(12))
classroom = classroom_create(user, "HIST 210, Tuesday", "Europe/Athens")
group, other = groups_create(classroom, 2)
rules = GAMES["age-of-iron"]
scenario = rules.scenario_wire(games.shipped()["age-of-iron"]["1800-bc"])
by = instructor_person(classroom)
game = game_create(group, "age-of-iron", scenario, {}, by)
for name, player in (("Anastasia Papadopoulou-Featherstonehaugh", "egypt"), ("Бо", "hatti")):
    seat_take(person_join(classroom, name), game.seats.get(player=player))
person_remove(person_join(classroom, "Removed and not yet erased"))
classroom_delete(classroom_create(user, "Deleted a moment ago"))
empty = classroom_create(user, "Empty")
(late,) = groups_create(empty, 1)
listed = classroom_create(user, "With a roster")
letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
names = ["Zoë Ott", *(f"Student {letter}" for letter in letters)]
names += [f"{letter}. Ng" for letter in letters]
roster_import(listed, [ReadName(1, name, "12") for name in names], False)
person_join(listed, "Student A")
JoinRequest.objects.create(classroom=listed, name="Yan", key="key", at=timezone.now())
print(json.dumps({
    "link": sign_in_link_create(user), "pk": classroom.pk, "code": classroom.code,
    "console": credentials.console_token(group), "group": group.code, "empty": empty.pk,
    "late": late.code, "person": classroom.people.get(name="Бо").number,
    "listed": listed.pk, "roster": listed.code,
    "moderator": moderator_enter(group).number,
}))
"""


@dataclass(frozen=True)
class Made:
    """A new class for this test."""

    link: str
    pk: int
    code: str
    console: str
    group: str
    empty: int
    late: str
    person: int
    listed: int
    roster: str
    moderator: int


@pytest.fixture
def made(site: Site) -> Made:
    return Made(**json.loads(site.run(MAKE)))


@pytest.fixture
def open_browser(browser: Browser, site: Site) -> Iterator[Callable[..., BrowserContext]]:
    """A new browser context; any error in it fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda r: r.url.startswith(site.url) or complaints.append(r.url))
        page.on(
            "console",
            lambda m: "Content Security Policy" in m.text and complaints.append(m.text),
        )

    def start(**options: object) -> BrowserContext:
        context = browser.new_context(base_url=site.url, **options)  # type: ignore[arg-type]
        context.on("page", watch)
        contexts.append(context)
        return context

    yield start
    for context in contexts:
        context.close()
    assert not complaints


def look(page: Page, is_one_of_many: bool = False) -> None:
    """Asserts that axe finds nothing, and that all texts can be read without scrolling sideways.

    A long run looks in both sizes and schemes, a usual one on a phone; in which scheme, the page's
    title says.

    Args:
        is_one_of_many: then a usual run shows a quarter of them to axe, which takes long.
    """
    where, turn = page.url, crc32(page.title().encode())
    looks = [*zip(SIZES, SCHEMES, strict=True)] if IS_LONG else [(SIZES[0], SCHEMES[turn % 2])]
    for (width, height), scheme in looks:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        if IS_LONG or not is_one_of_many or turn // 2 % 4 == 0:
            found = violations(page)
            assert not found, f"{where} at {width} px, {scheme}"
        assert not faults(page.evaluate, False), f"{where} at {width} px"


def stay(page: Page) -> None:
    """Disables automatic reloading, which would interrupt axe."""

    def without_refresh(route: Route) -> None:
        if route.request.resource_type != "document":
            return route.continue_()  # a stream has no end
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name != "refresh"}
        return route.fulfill(response=answer, headers=headers)

    page.route("**/*", without_refresh)


def sign_in(page: Page, made: Made) -> None:
    page.goto(f"/sign-in/{made.link}/")
    with page.expect_navigation():
        page.get_by_role("button", name="Sign in").click()


@pytest.mark.slow
def test_joining_and_signing_in_are_accessible(
    open_browser: Callable[..., BrowserContext], made: Made
) -> None:
    page = open_browser().new_page()
    for path in (
        "/", "/?code=zzz", "/about/", "/m/", f"/m/{made.console}/", "/sign-in/",
        f"/sign-in/{made.link}/", "/no-such-page/", f"/join/{made.code}/", "/join/back/x/",
        f"/join/{made.roster}/",
    ):  # fmt: skip
        page.goto(path)
        assert head_fits(page), path
        look(page, is_one_of_many=True)
    page.set_viewport_size({"width": 320, "height": 568})
    expect(page.locator("button.name").first).to_be_in_viewport(ratio=1)
    page.get_by_label("Search for your name").fill("zoe")
    expect(page.get_by_role("button", name="Student B")).to_be_hidden()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Zoë Ott").click()
    page.get_by_text("Zoë Ott, no group has a game to join now").wait_for()
    page.goto("/m/")
    page.get_by_label("Code of the class or the group").fill(made.code)
    page.get_by_label("PIN of your group").fill("AAAAAAAA")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    look(page)
    page.goto(f"/join/{made.code}/")
    page.get_by_label("Your name").fill("бо")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    look(page)
    page.get_by_label("Your name").fill("Zoe")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Babylon").wait_for()
    look(page)
    page.goto(f"/join/{made.late}/")
    page.get_by_label("Your name").fill("Yan")
    stay(page)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.get_by_text("has no game to join now").wait_for()
    look(page)


@pytest.mark.slow
def test_the_instructors_pages_are_accessible(
    open_browser: Callable[..., BrowserContext], made: Made
) -> None:
    page = open_browser().new_page()
    sign_in(page, made)
    here = f"/classes/{made.pk}/"
    for path in (
        "/sign-in/password/", "/classes/", "/classes/new/", f"/classes/{made.empty}/",
        f"{here}?step=here", f"{here}?step=groups", f"{here}?step=playing", f"{here}?step=over",
        f"{here}?wall", f"{here}groups/", f"{here}all/?do=end",
        f"{here}change/", f"{here}delete/", f"{here}groups/1/",
        f"{here}groups/1/withdraw/", f"{here}groups/1/delete/", f"{here}groups/1/games/1/delete/",
        f"{here}people/{made.person}/", f"{here}people/{made.moderator}/", f"{here}game/",
        f"{here}start/",
        f"{here}game/?scenario=age-of-iron/1800-bc", f"{here}game/?scenario=age-of-war/standard",
        f"{here}print/", f"/g/{made.group}/sheets/",
        f"/g/{made.group}/people/", f"/g/{made.group}/run/", f"/classes/{made.listed}/roster/",
        f"/classes/{made.listed}/", f"/classes/{made.listed}/people/?since=",
        f"{here}grades/", f"/classes/{made.listed}/grades/", f"/classes/{made.empty}/grades/",
    ):  # fmt: skip
        page.goto(path)
        assert head_fits(page), path
        page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true })")
        look(page, is_one_of_many=True)
    for path in (f"/g/{made.group}/", f"/c/{made.group}/", f"{here}results/", f"{here}debrief/"):
        page.goto(path)
        assert head_fits(page), path
    page.goto(f"{here}roster/")
    page.get_by_label("Paste a list").fill("Бо;1\n\nБо;2\nAna\u200b Ruiz;3")
    page.get_by_role("button", name="Check the list").click()
    page.get_by_text("Can’t be imported").wait_for()
    look(page)
    page.goto(f"{here}game/?scenario=age-of-iron/example-of-play")
    page.get_by_text("Options:").click()
    impossible = page.locator("input[name=extended_trading][value=on]")
    expect(impossible).to_be_disabled()
    impossible.evaluate("input => { input.disabled = false }")  # as on an older page
    impossible.check()
    page.locator("input[name=turns]").fill("2")
    page.get_by_role("button", name="Create 2 games").click()
    expect(page.get_by_role("alert")).to_contain_text("this scenario has none")
    look(page)
    page.goto(f"{here}game/?group=2&scenario=war/drawn")
    page.get_by_label("Names, one per line").fill("Ann")
    page.get_by_role("button", name="Create the game").click()
    expect(page.get_by_role("alert")).to_contain_text("players, not 1.")
    look(page)
    page.get_by_label("Names, one per line").fill("Ann, Bob")
    page.get_by_role("button", name="Create the game").click()
    page.get_by_role("link", name="Group 2", exact=True).click()
    page.get_by_role("link", name="Game settings").click()
    page.get_by_role("button", name="Draw another map").wait_for()
    look(page)
    page.goto(f"{here}people/{made.person}/")
    with page.expect_navigation():
        page.get_by_role("button", name="Make a return link").click()
    look(page)


def test_a_class_begins_without_a_script(
    open_browser: Callable[..., BrowserContext], made: Made, site: Site
) -> None:
    laptop = open_browser(java_script_enabled=False).new_page()
    sign_in(laptop, made)
    laptop.get_by_role("link", name="Not now").click()
    laptop.get_by_role("link", name="New class").click()
    laptop.get_by_label("Name of the class").fill("POLS 101")
    laptop.get_by_label("Time zone").select_option("Europe/Vienna")
    laptop.get_by_role("button", name="Create the class").click()
    code = laptop.locator("p.code").inner_text()
    laptop.get_by_text("Menu").click()
    laptop.get_by_role("link", name="Groups without phones").click()
    laptop.get_by_label("How many").fill("2")
    laptop.get_by_role("button", name="Create groups").click()
    phone = open_browser(java_script_enabled=False, viewport={"width": 320, "height": 640})
    student = phone.new_page()
    student.goto("/")
    student.get_by_role("textbox", name="Code").fill(f"{code[:3].lower()} {code[3:]}")
    student.get_by_role("button", name="Join").click()
    student.get_by_label("Your name").fill("Zoe")
    student.get_by_role("button", name="Join").click()
    student.get_by_text("no group has a game to join now").wait_for()
    laptop.get_by_role("link", name="1800 B.C.", exact=True).click()
    laptop.get_by_role("button", name="Create 2 games").click()
    student.get_by_role("link", name="Refresh now").click()
    student.get_by_role("button", name="Egypt").first.click()
    student.wait_for_url(re.compile(rf"{site.url}/play/\w{{7}}/"))
    expect(student.locator("h1")).to_have_text("The game has not started yet")
    laptop.get_by_role("button", name="Start all 2 games").click()
    expect(laptop.get_by_role("main")).to_contain_text("In 2 groups some seats are empty")
    laptop.get_by_role("button", name="Start 2 games").click()
    expect(laptop.locator("#live tbody tr")).to_have_count(2)
    student.get_by_role("link", name="load it again").click()
    student.locator("#tabs").get_by_text("My goals").wait_for()


def test_the_code_alone_by_keyboard(
    open_browser: Callable[..., BrowserContext], made: Made, site: Site
) -> None:
    page = open_browser().new_page()
    page.goto("/")
    for _ in range(3):  # to the content, the start page, the code
        page.keyboard.press("Tab")
    page.keyboard.type(made.code)
    page.keyboard.press("Enter")
    page.get_by_label("Your name").wait_for()
    assert page.url == f"{site.url}/join/{made.code}/"


def test_the_wall_fits_a_projector(open_browser: Callable[..., BrowserContext], made: Made) -> None:
    page = open_browser(viewport={"width": 1280, "height": 720}).new_page()
    sign_in(page, made)
    page.goto(f"/classes/{made.pk}/?wall")
    for part in ("svg.qr", ".code", "h1", ".invite p:last-child"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 720
    qr = page.locator("svg.qr").bounding_box()
    assert qr is not None
    assert qr["height"] > 400  # it is read from the back row
