"""A group with a game on a real site, and the contents of its log."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.support.site import Site

# A new class, so that tests can share a site. One move is recorded: it can be undone and redone
# endlessly, and both are entries like any other.
_MAKE = """
import json, secrets
from django.contrib.auth.models import User
from moderator.core import credentials
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import instructor_person
from moderator.rules.registry import GAMES
from moderator.core.games import shipped
from moderator.features.new_game.write import game_create
from moderator.features.moves.write import move_play
pat = User.objects.create_user(secrets.token_hex(8))
classroom = classroom_create(pat, "HIST 210")
by = instructor_person(classroom)
rules = GAMES["age-of-iron"]
wire = rules.scenario_wire(shipped()["age-of-iron"]["example-of-play"])
made = []
for group in groups_create(classroom, {count}):
    game = game_create(group, "age-of-iron", wire, {{}}, by)
    move = {{"type": "deploy", "player": "ariel", "region": "xenophobia", "rfs": 3}}
    move_play(game, move, 0, "first", by, "instructor")
    made.append([game.pk, group.code, f"/m/{{credentials.console_token(group)}}/"])
print(json.dumps(made))
"""
_LOG = """
import json
from moderator.core.models import Entry
found = Entry.objects.filter(game={pk}).order_by("number").values_list("number", "key", "move")
print(json.dumps(list(found)))
"""
_CHECK = """
import json
from django.core.management import call_command
from moderator.core.models import Entry
found = Entry.objects.filter(game__in={pks}).order_by("game", "number")
print(json.dumps(list(found.values_list("game", "number", "key"))))
call_command("verify_log")
"""
FIRST = "first"  # the key of the first move


@dataclass(frozen=True)
class Stored:
    """A stored entry."""

    number: int
    key: str
    move: dict[str, object]


@dataclass(frozen=True)
class Room:
    """A group, its game, and the moderator's link."""

    site: Site
    game: int
    code: str
    link: str

    @property
    def log(self) -> list[Stored]:
        return [Stored(*row) for row in json.loads(self.site.run(_LOG.format(pk=self.game)))]

    @property
    def keys(self) -> list[str]:
        """The keys of what was recorded, in the log's order."""
        return [entry.key for entry in self.log if entry.key != FIRST]


def rooms_of(site: Site, count: int = 1) -> list[Room]:
    """Returns new groups, each with a started game."""
    return [Room(site, *made) for made in json.loads(site.run(_MAKE.format(count=count)))]


def check_complete(site: Site, rooms: list[Room], acknowledged: list[str]) -> None:
    """Asserts that no move is lost or doubled, and that numbers and hashes are right."""
    said = site.run(_CHECK.format(pks=[room.game for room in rooms]))
    listed, verified = said.split("\n", 1)
    stored = json.loads(listed)
    for room in rooms:
        numbers = [number for game, number, _ in stored if game == room.game]
        assert numbers == list(range(1, len(numbers) + 1))
    assert len(acknowledged) == len(set(acknowledged))
    assert sorted(key for _, _, key in stored if key != FIRST) == sorted(acknowledged)
    assert "Nothing is wrong" in verified
