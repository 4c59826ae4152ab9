"""A group with a game played on a board, and a student on each seat."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page

from moderator.core import queries
from moderator.core.log import entries_of
from moderator.core.models import Classroom, Game, Group
from moderator.core.people import instructor_person
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
from moderator.rules.reading import Wire
from moderator.rules.registry import GAMES
from tests.support.site import Site
from tests.support.web.copies import copied, only
from tests.support.web.reading import Element, read, values
from tests.support.web.rooms import Room
from tests.support.web.world import join, moderate

MODERATOR = "moderator"
MAKE = """
import json
from django.contrib.auth.models import User
from moderator.core import credentials
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import instructor_person
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
rules, scenario, options, chosen, partners = json.loads({given!r})
pat, _ = User.objects.get_or_create(username="browser-tests")
classroom = classroom_create(pat, "HIST 210")
(group,) = groups_create(classroom, 1)
by = instructor_person(classroom)
settings = GameSettings(**chosen, partners=frozenset(partners))
game = game_create(group, rules, scenario, options, by, settings=settings)
print(json.dumps([group.code, credentials.console_token(group), classroom.pk, ""]))
"""


@dataclass
class Board:
    """A group, its game, its moderator's laptop and a phone for each seat."""

    classroom: Classroom
    group: Group
    game: Game
    laptop: Client
    phones: dict[str, Client] = field(default_factory=dict)

    def url(self, name: str) -> str:
        return reverse(name, args=[self.group.code])

    def page(self, name: str, by: Client | None = None) -> Element:
        answer = (by or self.laptop).get(self.url(name))
        assert answer.status_code == 200, (name, answer.status_code)
        return read(answer)

    def play(self, seat: str) -> Element:
        """The page of the student on that seat."""
        return self.page("play", self.phones[seat])

    def press(self, page: Element, wire: Wire) -> dict[str, str]:
        """Returns what the board's button with that move would send."""
        after = page.one("input", form="press", name="after")
        fields = values(page.id("press")) | {"after": after.attributes["value"]}
        return fields | {"move": json.dumps(wire)}

    def send(self, seat: str, fields: Mapping[str, str], **headers: str) -> Any:
        return self.phones[seat].post(self.url("play-move"), fields, headers=headers)

    @property
    def entries(self) -> list[Any]:
        return list(entries_of(self.game))

    @property
    def state(self) -> Any:
        return queries.timeline(self.game).state


def seat_down(
    rules: str,
    players: Sequence[str] = ("ann", "bob"),
    acting: str = "seats",
    dice: str = "server",
    partners: Sequence[str] = (),
) -> Board:
    """A class with one group that starts a game, everybody on the seat with their name; a copy
    where that can be."""

    def make() -> Board:
        pat = User.objects.create_user("pat")
        classroom = classroom_create(pat, "HIST 210", "Asia/Tokyo")
        (group,) = groups_create(classroom, 1)
        by = instructor_person(classroom)
        options = {"players": list(players)} if GAMES[rules].players else {}
        running = GameSettings(acting=acting, dice=dice, partners=frozenset(partners))
        game = game_create(group, rules, _scenario(rules, options), options, by, running)
        people = [id for id in players if id not in partners]
        phones = {id: join(group, id.capitalize(), game, id) for id in people}
        return Board(classroom, group, game, moderate(group, "Mo"), phones)

    def browsers() -> dict[str, Client]:
        board = make()
        return {MODERATOR: board.laptop, **board.phones}

    found = copied(("board", rules, (*players,), acting, dice, (*partners,)), browsers)
    if found is None:
        return make()
    classroom, group, game, phones = only(found)
    return Board(classroom, group, game, phones.pop(MODERATOR), phones)


def board_room(
    site: Site, rules: str, players: Sequence[str], partners: Sequence[str] = (), **running: str
) -> Room:
    """The same on the running site, with nobody on a seat yet."""
    options = {"players": list(players)} if GAMES[rules].players else {}
    given = json.dumps([rules, _scenario(rules, options), options, running, list(partners)])
    return Room(site, *json.loads(site.run(MAKE.format(given=given))))


def _scenario(rules: str, options: dict[str, Any]) -> Any:
    """The rules' own scenario, or the first that can be drawn."""
    game = GAMES[rules]
    return (
        game.draw_scenario(options, lambda _: 0)
        if game.drawn_word
        else next(iter(game.own_scenarios))
    )


def sit_down(room: Room, context: BrowserContext, name: str) -> Page:
    """The page of a student who has just joined, and has taken the seat with the own name."""
    return room.join(context, name, seat=name)
