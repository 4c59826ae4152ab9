"""The students of a class over HTTP: they join, volunteer, find their places, and record."""

from __future__ import annotations

import re
import socket
import time
from dataclasses import dataclass, field

from tests.support.durability.laptop import RECORDED, Answer, Laptop
from tests.support.durability.room import Room
from tests.support.site import Site
from tests.support.web.streams import Streams

FIRST = ("Ada", "Ben", "Cem", "Dea", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon")
LAST = ("Abel", "Brandt", "Costa", "Doyle", "Engel", "Fox")
NAMES = tuple(f"{first} {last}" for last in LAST for first in FIRST)
PACE_S = 0.15  # between two joins
_ONCE = re.compile(r'name="once" value="([\w-]+)"')
_SAY = re.compile(r'<form\s+id="say".*?</form>', re.DOTALL)
_HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
_CONSOLE = re.compile(r'href="/g/(\w+)/"')

# What moderators type in two Game-turns of the balanced scenario of 1800 B.C.
TURNS = (
    """e nub6 egy6; b sum5 bab6; a ass6 mit6; h hat5 syr5; reveal; egypt trade babylon G for C;
    egypt end; babylon end; assyria trade hatti T for S; assyria end; hatti end""",
    """e pal6 syr6; b civ11; a civ11; h civ9; reveal; egypt trade assyria G for T;
    egypt attack hatti syria 1; egypt end; babylon end; assyria end;
    hatti trade babylon S for C; hatti end""",
)


def lines(turn: int, group: int) -> list[str]:
    """What the moderator of a group types in a Game-turn: not the same in all groups."""
    typed = [line.strip() for line in TURNS[turn].split(";")]
    if group % 2:
        typed = [line for line in typed if "attack" not in line]
    if group % 3 == 0:
        typed = [line.replace("b civ", "b ela") for line in typed]
    return [line for line in typed if "trade" not in line or group % 4]


@dataclass
class Student:
    """Somebody with a browser; as a moderator they record in `group`, the code of their group."""

    name: str
    site: Site
    streams: Streams
    group: str = ""
    is_moderator: bool = False
    statuses: list[int] = field(default_factory=list)
    stream: socket.socket | None = None

    def __post_init__(self) -> None:
        self.laptop = Laptop(Room(self.site, 0, "", ""))

    def ask(
        self, path: str, fields: dict[str, str] | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """A page, or with `fields` what a form answers."""
        if fields is not None:
            fields = fields | {"csrfmiddlewaretoken": self.laptop.cookies["csrftoken"]}
        method = "GET" if fields is None else "POST"
        answer = self.laptop.ask(method, path, fields, headers)
        self.statuses.append(answer.status)
        return answer

    def join(self, code: str) -> None:
        """Choose the own name from the roster; nobody has to wait for approval."""
        page = self.ask(f"/join/{code}/").body
        own = re.search(rf'name="roster" value="(\d+)">{self.name}<', page)
        (once, *_) = _ONCE.findall(page)
        assert own, f"{self.name} is not on the page"
        answer = self.ask(f"/join/{code}/", {"roster": own[1], "once": once})
        assert answer.headers["location"] == f"/join/{code}/seats/"
        self.laptop.close()  # idle connections are closed by the site

    def volunteer(self, code: str) -> None:
        answer = self.ask(f"/join/{code}/seats/", {"volunteer": "yes"})
        assert answer.status == RECORDED
        self.laptop.close()

    def find_place(self, code: str) -> None:
        """See which group one is in, and follow its game."""
        answer = self.ask(f"/join/{code}/seats/")
        console = _CONSOLE.search(answer.body)
        self.is_moderator = console is not None
        self.group = console[1] if console else answer.headers["location"].strip("/").split("/")[1]
        self.stream = self.streams.open(f"{self.home}feed", self.laptop.cookie)
        self.laptop.close()

    @property
    def home(self) -> str:
        return f"/{'g' if self.is_moderator else 'play'}/{self.group}/"

    def open_link(self, link: str) -> None:
        """Open a console by its link."""
        page = self.ask(link)
        assert page.status == 200
        answer = self.ask(link, {"name": self.name})
        self.group, self.is_moderator = answer.headers["location"].strip("/").split("/")[1], True
        self.stream = self.streams.open(f"{self.home}feed", self.laptop.cookie)
        self.laptop.close()

    def drop_out(self) -> None:
        """The connection is lost."""
        assert self.stream is not None
        self.streams.close(self.stream)

    def record(self, typed: list[str]) -> None:
        """Type these lines, one after the other."""
        answer = self.ask(self.home)
        for line in typed:
            say = _SAY.search(answer.body)
            assert say, "the console has no command line"
            form = dict(_HIDDEN.findall(say[0])) | {"text": line}
            answer = self.ask(f"{self.home}move/", form, {"HX-Request": "true"})
            assert answer.status == 200, (line, answer.status)
        self.laptop.close()


def join_all(students: list[Student], code: str) -> None:
    """One after the other, as people do."""
    for student in students:
        student.join(code)
        time.sleep(PACE_S)
