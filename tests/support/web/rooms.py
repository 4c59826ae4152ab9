"""A new group on the running site, and what a browser shows of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import (
    APIResponse,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    expect,
)

from tests.support.live.pages import until
from tests.support.site import Site
from tests.support.web.reading import read, values

MAKE = """
import json
from django.contrib.auth.models import User
from moderator.core import credentials
from moderator.features.classes.write import classroom_create, groups_create
from moderator.rules.registry import GAMES
from moderator.core.games import shipped
from moderator.core.people import instructor_person
from moderator.features.new_game.write import game_create
name, options = json.loads({given!r})
from django.contrib.sessions.backends.db import SessionStore
pat, _ = User.objects.get_or_create(username="browser-tests")
classroom = classroom_create(pat, "HIST 210")
(group,) = groups_create(classroom, 1)
if name:
    wire = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"][name])
    by = instructor_person(classroom)
    game_create(group, "age-of-iron", wire, options, by)
session = SessionStore()
session["_auth_user_id"] = str(pat.pk)
session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
session["_auth_user_hash"] = pat.get_session_auth_hash()
session.save()
print(json.dumps([group.code, credentials.console_token(group), classroom.pk, session.session_key]))
"""
READ = """
import json
from moderator.core import queries
group = queries.group_by_code({code!r})
game = queries.game_now(group)
print(json.dumps(list(game.entries.order_by("number").values_list("move", flat=True))))
"""
NUMBERS = """() => {
    const id = (node) => node.textContent.trim().toLowerCase().replaceAll(" ", "-");
    const number = (cell) => [...cell.childNodes]
        .filter((node) => !["SPAN", "I"].includes(node.tagName)).map(id).join("");
    const heads = [...document.querySelectorAll(".chart thead .seat > span")].map(id);
    return Object.fromEntries([...document.querySelectorAll(".chart tbody tr")].map((row) => [
        id(row.cells[0].firstChild),
        Object.fromEntries(heads.map((head, i) => [head, Number(number(row.cells[i + 1]))])),
    ]));
}"""


@dataclass
class Room:
    """A new group on the running site."""

    site: Site
    code: str
    token: str  # of the console's link
    classroom: int
    session: str  # of the instructor

    @property
    def entries(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.site.run(READ.format(code=self.code)))
        return found

    def console(self, context: BrowserContext) -> Page:
        """Opens the console by its link."""
        send_form(context, context.request.get(f"{self.site.url}/m/{self.token}/"))
        page = context.new_page()
        page.goto(f"{self.site.url}/g/{self.code}/")
        return page

    def teach(self, context: BrowserContext) -> Page:
        """The page of the class, signed in."""
        context.add_cookies([{"name": "sessionid", "value": self.session, "url": self.site.url}])
        page = context.new_page()
        page.goto(f"{self.site.url}/classes/{self.classroom}/")
        return page

    def join(self, context: BrowserContext, name: str, seat: str = "") -> Page:
        """The page of a student who has just joined, and has the seat with that word, or any."""
        joining = context.request.get(f"{self.site.url}/join/{self.code}/")
        send_form(context, send_form(context, joining, name=name), seat)
        page = context.new_page()
        page.goto(f"{self.site.url}/play/{self.code}/")
        return page

    def watch(self, context: BrowserContext) -> Page:
        """The chart page."""
        page = context.new_page()
        page.goto(f"{self.site.url}/c/{self.code}/")
        return page


def room(site: Site, name: str = "example-of-play", **options: object) -> Room:
    """A class with one group, with a game of that scenario; without a name, none."""
    given = json.dumps([name, options])
    return Room(site, *json.loads(site.run(MAKE.format(given=given))))


def send_form(
    context: BrowserContext, page: APIResponse, button: str = "", **fields: str
) -> APIResponse:
    """Presses the first button with that word without showing the page, which takes longer; returns
    the page that follows."""
    main = read(SimpleNamespace(content=page.body())).one("main")
    form, pressed = next(
        (form, one) for form in main.all("form") for one in form.all("button") if button in one.text
    )
    sent = values(form) | fields
    if name := pressed.attributes.get("name"):
        sent[name] = pressed.attributes["value"]
    answer = context.request.post(urljoin(page.url, form.attributes["action"]), form=sent)
    assert answer.ok, answer.url
    return answer


def numbers(page: Page) -> dict[str, dict[str, int]]:
    """The Game Chart as the screen shows it."""
    found: dict[str, dict[str, int]] = page.evaluate(NUMBERS)
    return found


def shows(page: Page, chart: dict[str, dict[str, int]]) -> None:
    """Waits until the page shows this chart."""
    until(page, lambda: numbers(page) == chart)


def stands_at(page: Page, number: int) -> None:
    """Waits until the page shows the log's entry with that number, and takes the next press."""
    expect(page.locator("#live")).to_have_attribute("data-version", str(1_000_000 + number))
    is_idle(page)


def is_idle(page: Page) -> None:
    """Waits until the last press on the page's board, if it has one, has been answered: until then
    it ignores others, and the frame may arrive before the answer."""
    expect(page.locator(".board[aria-busy=true]")).to_have_count(0)


def record(laptop: Page, *lines: str) -> None:
    """Types moves on the console."""
    number = laptop.locator("#say input[name=after]")
    for line in lines:
        before = number.input_value()
        type_line(laptop, line)
        expect(number).not_to_have_value(before)


def type_line(laptop: Page, line: str) -> None:
    laptop.locator("#command").fill(line)
    laptop.locator("#command").press("Enter")


def answer(page: Page) -> str:
    return page.locator("#answer").inner_text()


def fits(page: Page) -> bool:
    """Returns whether the page doesn't scroll sideways."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return wide


# At 400 %, a screen of 1280 x 1024.
ENLARGED = {"width": 320, "height": 256}
HEADS = """() => {
    const heads = document.querySelectorAll(".masthead, .class-head, .crumbs, .top:has(h1)");
    return Math.max(...[...heads].map((one) => one.getBoundingClientRect().bottom + scrollY));
}"""


def head_fits(page: Page) -> bool:
    """Returns whether a head of the page takes a third of an enlarged screen at most."""
    page.set_viewport_size(ENLARGED)  # type: ignore[arg-type]
    end: float = page.evaluate(HEADS)
    return end <= ENLARGED["height"] / 3


def note_problems(page: Page, problems: list[str]) -> None:
    """Adds what goes wrong on the page from now on: errors of scripts, and refused requests."""

    def said(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(f"{page.url}: {message.text}")

    def answered(response: Response) -> None:
        if response.status >= 400:
            problems.append(f"{response.status} {response.url}")

    page.on("console", said)
    page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
    page.on("response", answered)
