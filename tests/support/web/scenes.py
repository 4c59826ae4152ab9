"""Makes the games of `tests/support/web/screens.py`, on the site: a class for each."""

from __future__ import annotations

import json
from collections.abc import Sequence

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from moderator.core import credentials
from moderator.core.games import shipped
from moderator.core.models import GROUP_LETTERS, Entry, Game, Group
from moderator.core.people import instructor_person, person_join, person_return_link
from moderator.features.classes.write import classroom_create, group_rename, groups_create
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import _entries, game_create, record_read
from moderator.features.people.write import seat_take
from moderator.rules.registry import GAMES
from tests.support.paths import PLAYED
from tests.support.web import debrief
from tests.support.web.screens import SCENES, Scene, names_of


@transaction.atomic  # each commit would be synced to the disk
def make(kind: str) -> dict[str, dict[str, str]]:
    """Each scene with such names: the codes of its class and its group, and the sessions of a
    student and of the moderator."""
    settings.ALLOWED_HOSTS.append("testserver")
    pat, _ = User.objects.get_or_create(username="browser-tests")
    browser = Client()  # one for all: another one would look for all static files again
    return {name: _make(pat, scene, names_of(kind), browser) for name, scene in SCENES.items()}


def _make(pat: User, scene: Scene, names: Sequence[str], browser: Client) -> dict[str, str]:
    classroom = classroom_create(pat, names[0])
    (group,) = groups_create(classroom, 1)
    group_rename(group, names[3][:GROUP_LETTERS].strip())
    game = _game(scene, names, group)
    if scene.has_talks:
        debrief.write(game)
    if scene.has_talks and scene.moves is None:
        debrief.release(game)
    people = [person_join(classroom, name) for name in names]
    for person, seat in zip(people, game.seats.all(), strict=False):
        seat_take(person, seat)
    links = {
        "student": reverse("back", args=[person_return_link(people[scene.seat])]),
        "moderator": reverse("console-link", args=[credentials.console_token(group)]),
    }
    made = {"class": classroom.code, "group": group.code}
    for role, link in links.items():
        browser.cookies.clear()
        assert browser.post(link, {"name": "Mo"}).status_code == 303
        made[role] = browser.cookies["sessionid"].value
    return made


def _game(scene: Scene, names: Sequence[str], group: Group) -> Game:
    """The game, played so far; people's names are its players', or its countries'."""
    wire = json.loads((PLAYED / f"{scene.record}.json").read_text())
    wire["moves"] = wire["moves"][: scene.moves]
    wire["options"] = {**wire.get("options", {}), **scene.options}
    wire = {key: wire[key] for key in ("format", "game", "scenario", "options", "moves")}
    if wire["game"] == "age-of-iron":
        own = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"][wire["scenario"]])
        for player, name in zip(own["players"], names, strict=False):
            player["name"] = name[:40].strip()
        wire["scenario"] = own
    players = wire["options"].get("players", ())
    record = record_read(json.dumps(wire).encode())
    by, running = instructor_person(group.classroom), GameSettings(**scene.settings)
    named = dict(zip(players, names, strict=False))
    game = game_create(
        group, record.game, record.scenario, record.options, by, running, names=named
    )
    Entry.objects.append(_entries(game, record.moves, by))
    return game
