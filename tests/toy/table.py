"""A class with the toy game: an instructor's laptop and a phone for each player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from moderator.core import queries
from moderator.core.models import Classroom, Game, Group
from moderator.features.classes.write import classroom_create, groups_create
from tests.support.addresses import url as url_of
from tests.support.web import world as worlds
from tests.support.web.reading import Element, read, values

CARD = "nim/standard"


@dataclass
class Table:
    """One group whose players have joined; `phones` go by the players' names."""

    classroom: Classroom
    group: Group
    laptop: Client
    phones: dict[str, Client]

    def url(self, name: str) -> str:
        return url_of(name, code=self.group.code)

    def page(self, name: str, who: Client | None = None, **asked: object) -> Element:
        answer = (who or self.laptop).get(self.url(name), asked)
        assert answer.status_code == 200, (name, answer.status_code)
        return read(answer)

    def begin(self, **fields: str) -> Game:
        """The game, started with the new-game form unchanged."""
        new = reverse("game-new", args=[self.classroom.pk])
        page = read(self.laptop.get(new, {"group": self.group.number, "scenario": CARD}))
        answer = self.laptop.post(new, page.form() | fields)
        assert answer.status_code == 303, read(answer).text
        return self.game

    @property
    def game(self) -> Game:
        game = queries.game_now(self.group)
        assert game is not None
        return game

    def press(self, name: str, who: Client, label: str) -> Any:
        """Presses the board's button with that label, as a browser would."""
        page = self.page(name, who)
        (button,) = [b for b in page.all("button", form="press") if b.text == label]
        form = page.id("press")
        sent = values(form) | {
            e.attributes["name"]: e.attributes["value"] for e in page.all("input", form="press")
        }
        sent[button.attributes["name"]] = button.attributes["value"]
        return who.post(form.attributes["action"], sent)

    def take(self, player: str, *numbers: int) -> None:
        for number in numbers:
            answer = self.press("play", self.phones[player], f"Take {number}")
            assert answer.status_code == 303, read(answer).text

    @property
    def sticks(self) -> int:
        sticks: int = queries.timeline(self.game).state.sticks
        return sticks


def seat_down(*names: str) -> Table:
    """A class whose students have joined its one group."""
    user = User.objects.create_user("pat")
    classroom = classroom_create(user, "Ten minutes left", "UTC")
    (group,) = groups_create(classroom, 1)
    phones = {name.lower(): worlds.join(group, name) for name in names}
    return Table(classroom, group, worlds.signed_in(user), phones)
