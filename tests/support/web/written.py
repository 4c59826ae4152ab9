"""A game with written messages and diplomatic records in browsers: its start, and its phones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.support.site import Site
from tests.support.web.boards import sit_down
from tests.support.web.rooms import Room, note_problems, room

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}

# The rest of a game: the rules' default orders in each Game-turn, and nobody attacks.
FINISH = """
from moderator.core import log, queries
from moderator.core.look import look_at
from moderator.core.people import instructor_person
from moderator.features.slips.read import book_of
from moderator.features.slips.write import slips_fill, slips_reveal
from moderator.features.moves.write import move_play
group = queries.group_by_code({code!r})
game, by = queries.game_now(group), instructor_person(group.classroom)
while not (now := log.fold_of(game).timeline).state.is_over:
    number, book = now.number, book_of(look_at(game))
    versions = [slip.version for slip in book.slips]
    slips_fill(game, versions, f"fill-{{number}}", by, "instructor")
    book = book_of(look_at(game))
    slips_reveal(game, book.public_number, f"reveal-{{number}}", by, "instructor")
    for player in now.state.scenario.players:
        number = log.fold_of(game).timeline.number
        wire = {{"type": "end-turn", "player": player.id}}
        move_play(game, wire, number, f"end-{{number}}", by, "instructor")
"""


@dataclass(frozen=True)
class Promised:
    """A form of a promise, by the labels of its link and its inputs."""

    kind: str
    fields: dict[str, str]


@dataclass
class Course:
    """A group in browsers: phones by country, the moderator's console, the instructor's page.

    `problems`: what has gone wrong on these pages.
    """

    table: Room
    phones: dict[str, Page]
    laptop: Page
    desk: Page
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for page in (*self.phones.values(), self.laptop, self.desk):
            note_problems(page, self.problems)

    def teach(self, path: str = "") -> Page:
        """The instructor's page at this address of the class."""
        self.desk.goto(f"{self.table.site.url}/classes/{self.table.classroom}/{path}")
        return self.desk

    @property
    def live_pages(self) -> list[Page]:
        """All but the instructor's."""
        return [*self.phones.values(), self.laptop]


def seat_down(
    site: Site, opened: Callable[..., BrowserContext], countries: Sequence[str], **choices: str
) -> Course:
    """The instructor makes a class and a game of 900 B.C., with these options and settings; a
    moderator opens the console, and students join on their phones.

    Args:
        opened: opens a browser with these settings.
    """
    table, desk = _teach(site, opened(**LAPTOP), choices)
    laptop = table.console(opened(**LAPTOP))
    phones = {name: sit_down(table, opened(**PHONE), name) for name in countries}
    return Course(table, phones, laptop, desk)


def _teach(site: Site, context: BrowserContext, choices: dict[str, str]) -> tuple[Room, Page]:
    """A class with one group and its game, and the page of the class."""
    session = room(site, "").session
    context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page = context.new_page()
    page.goto(f"{site.url}/classes/")
    page.get_by_role("link", name="New class").click()
    page.get_by_label("Name of the class").fill("HIST 310")
    page.get_by_role("button", name="Create the class").click()
    page.locator(".class-menu > summary").click()
    page.get_by_role("link", name="Groups without phones").click()
    page.locator("[name=count]").fill("1")
    page.get_by_role("button", name="Create groups").click()
    page.get_by_role("link", name="900 B.C.", exact=True).click()
    for fold in page.locator("details.fold > summary").all():
        fold.click()
    for name, value in choices.items():
        page.locator(f"[name={name}][value={value}]").check()
    page.get_by_role("button", name="Create the game").click()
    page.wait_for_url("**/classes/*/")
    classroom = int(page.url.split("/")[-2])
    page.goto(f"{site.url}/classes/{classroom}/groups/1/")
    links = page.locator(".acts a[href^='/c/'], .way-in a[href*='/m/']").all()
    code, token = (str(link.get_attribute("href")).strip("/").split("/")[-1] for link in links)
    return Room(site, code, token, classroom, session), page


def finish(table: Room) -> None:
    """The rest of the game, on the server."""
    table.site.run(FINISH.format(code=table.code))


def send(page: Page, players: Sequence[str], text: str) -> None:
    """Writes a message to these countries."""
    open_talk(page, ",".join(sorted(players)))
    page.locator("#message-text").fill(text)
    page.locator("#compose-send").click()
    expect(page.locator("#compose-state")).to_have_text("Sent.")


def read(page: Page, players: str) -> Locator:
    """Opens a talk, which counts as read then; its messages."""
    open_talk(page, players)
    talk = page.locator(f"[data-talk='{players}']")
    expect(talk).to_be_visible()
    expect(page.locator(f"[id='to-{players}'] .badge")).to_have_count(0)
    return talk.locator(".talk-lines > [id]")


def open_talk(page: Page, players: str = "") -> None:
    """Opens a talk, by the ids of the others, or the list of talks."""
    to = f"&to={players}" if players else ""
    page.goto(f"{page.url.partition('?')[0].partition('#')[0]}?tab=talks{to}")


def note(page: Page, partners: Sequence[str], text: str) -> None:
    """Notes a contact."""
    open_talk(page)
    page.locator("#note-contact summary", has_text="Note a contact").click()
    for name in partners:
        page.locator("#note-contact .chips label", has_text=name).click()
    page.locator("#contact-text").fill(text)
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.locator("#own-record")).to_contain_text(text)


def promise(page: Page, partner: str, own: Promised, other: Promised | None = None) -> str:
    """Offers a promise, perhaps in exchange for another one; what the page shows of it before."""
    open_talk(page)
    page.locator("#note-contact summary", has_text="Promise something").click()
    page.locator(".promise-to a", has_text=partner).click()
    page.get_by_role("link", name=own.kind, exact=True).click()
    _fill(page, "own", own.fields)
    if other:
        page.locator("#wants").select_option(label=other.kind)
        expect(page.locator(".promise-sentence")).to_have_count(2)
        _fill(page, "other", other.fields)
    expect(page.locator("#promise-place:not([aria-busy=true]) > #promise")).to_be_visible()
    shown = page.locator(".promise-shown").inner_text()
    page.get_by_role("button", name="Offer this promise").click()
    expect(page.locator("#own-record")).to_contain_text("waits for an answer")
    return shown


def _fill(page: Page, whose: str, fields: dict[str, str]) -> None:
    """Chooses these, each of which the sentence says then."""
    for name, label in fields.items():
        choice = page.locator(f"label:has([name='{whose}.{name}'])", has_text=label)
        if not choice.is_visible():
            page.locator(f"[id='{whose}.{name}-others'] > summary").click()
        choice.click()
        expect(page.locator(".promise-shown")).to_contain_text(label)


def report(page: Page, player: str, reason: str) -> None:
    """Reports the last message that came from this country."""
    open_talk(page, player)
    page.locator(f"#talk-{player}").get_by_role("link", name="Report…").last.click()
    page.locator("#reason").fill(reason)
    page.get_by_role("button", name="Report it to the instructor").click()
    told = page.locator(f"#talk-{player}").get_by_text("your instructor has been told").last
    expect(told).to_be_visible()


def answer(page: Page, question: str, text: str) -> None:
    """Answers a question of the debrief, which has appeared on the page."""
    expect(page.locator("#questions")).to_contain_text(question)
    page.locator("#to-answers").click()
    form = page.locator("section.question", has_text=question)
    form.locator("textarea").fill(text)
    form.get_by_role("button", name="Save").click()
    expect(form.locator("span[data-saved]")).to_be_visible()
