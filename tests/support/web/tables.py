"""One group with its game, and the laptop on which its moves are recorded."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.test import Client

from moderator.core import credentials, queries
from moderator.core.access import actor_from
from moderator.core.games import shipped
from moderator.core.log import entries_of
from moderator.core.look import look_at
from moderator.core.models import Classroom, Game, Group
from moderator.core.people import instructor_person
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.moves.answers import line_read
from moderator.features.moves.write import move_play
from moderator.features.new_game.write import game_create
from moderator.rules.command import ParsedCommand
from moderator.rules.registry import GAMES
from tests.support.addresses import url as url_of
from tests.support.play.play import record_older
from tests.support.web.copies import copied, only
from tests.support.web.reading import Element, read, values
from tests.support.web.world import moderate

RULES = "age-of-iron"
Chart = dict[str, dict[str, int]]


def scenario(name: str) -> dict[str, Any]:
    """A scenario that ships, as JSON."""
    return deepcopy(GAMES[RULES].scenario_wire(shipped()[RULES][name]))


@dataclass
class Table:
    """A group, its game, and a moderator's laptop."""

    classroom: Classroom
    group: Group
    game: Game
    laptop: Client

    def url(self, name: str) -> str:
        return url_of(name, code=self.group.code)

    def console(self) -> Element:
        page = self.laptop.get(self.url("console"))
        assert page.status_code == 200
        return read(page)

    def forms(self) -> dict[str, dict[str, str]]:
        """Returns what each form of the console would send, by its move."""
        forms = [
            f for f in self.console().all("form") if f.attributes["action"] == self.url("move")
        ]
        found = [values(form) for form in forms]
        return {fields.get("form", "say"): fields for fields in found}

    def send(self, fields: Mapping[str, str], **more: str) -> Any:
        return self.laptop.post(self.url("move"), {**fields, **more})

    def say(self, text: str) -> Any:
        """Sends a command, as the command line would."""
        return self.send(self.forms()["say"], text=text)

    def record(self, *lines: str) -> None:
        """Records what would be typed: moves by the service, which takes a fifth of the time; what
        is about slips or offers on the page."""
        by = actor_from(AnonymousUser(), self.laptop.session).moderator(self.group)
        for text in lines:
            group = queries.or_404(queries.group_by_code(self.group.code))  # as it is now
            look = look_at(queries.game_or_404(group))
            line = line_read(look, text)
            if by and isinstance(line, ParsedCommand):
                move_play(
                    look.game, line.wire, look.timeline.number, credentials.new(), by, "moderator"
                )
                continue
            answer = self.say(text)
            assert answer.status_code == 303, read(answer).id("answer").text

    def record_older(self, *wires: Mapping[str, Any]) -> None:
        """Orders in the log, as in games from before there were order slips."""
        record_older(self.game, wires, instructor_person(self.classroom))

    @property
    def chart(self) -> Chart:
        """The numbers according to the log."""
        timeline = queries.timeline(self.game)
        chart: Chart = timeline.rules.summary(timeline.state)["chart"]
        return chart

    @property
    def entries(self) -> list[Any]:
        return list(entries_of(self.game))


def seat_down(
    name: str = "example-of-play",
    options: Mapping[str, object] | None = None,
    wire: Mapping[str, Any] | None = None,
) -> Table:
    """A class with one group that begins a game; a copy where that can be."""

    def make() -> Table:
        pat = User.objects.create_user("pat")
        classroom = classroom_create(pat, "HIST 210", "Asia/Tokyo")
        (group,) = groups_create(classroom, 1)
        by = instructor_person(classroom)
        game = game_create(group, RULES, wire or scenario(name), options or {}, by)
        return Table(classroom, group, game, moderate(group, "Mo"))

    found = copied(f"{name} {options} {wire}", lambda: {"Mo": make().laptop})
    if found is None:
        return make()
    classroom, group, game, browsers = only(found)
    return Table(classroom, group, game, browsers["Mo"])


def id_of(name: str) -> str:
    """The id that the scenarios of these tests give what has that name."""
    return name.casefold().replace(" ", "-")


def cells_of(page: Element) -> dict[str, dict[str, Element]]:
    """The cells of the Game Chart as a page shows it, by region and country."""
    table = page.one("table", class_="chart")
    heads = [head.all("span")[1].text for head in table.one("thead").all("th")[1:]]
    return {
        id_of(str(row.one("th").children[0]).strip()): dict(
            zip(map(id_of, heads), row.all("td"), strict=True)
        )
        for row in table.one("tbody").all("tr")
    }


def chart_of(page: Element) -> Chart:
    """The numbers of the Game Chart as a page shows them."""
    return {
        region: {player: shown(cell) for player, cell in row.items()}
        for region, row in cells_of(page).items()
    }


def shown(cell: Element) -> int:
    """The number that is not crossed out."""
    kept = [c for c in cell.children if isinstance(c, str) or c.tag in ("small", "u")]
    (number,) = [c.strip() if isinstance(c, str) else c.text for c in kept]
    return int(number)
