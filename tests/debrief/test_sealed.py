"""What nobody may know yet is in no page, frame, file or log."""

from __future__ import annotations

import io
import json
import re
from base64 import b32encode, b64encode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse

from moderator.core import frames, queries
from moderator.core.cache import forget_all
from moderator.core.class_page import Step
from moderator.core.models import Game, Group
from moderator.core.people import instructor_person
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.new_game.settings import GameSettings
from moderator.rules.war import WAR
from tests.everywhere.test_secrets import pdf_text
from tests.support.addresses import url
from tests.support.clock import Clock
from tests.support.play import tables
from tests.support.play.play import record
from tests.support.web.archives import members
from tests.support.web.visits import logged
from tests.support.web.world import join, moderate, signed_in

pytestmark = pytest.mark.slow

AUDIENCES = ("public", "moderator", "seat:ann", "seat:bob")
# Keys of forms, and the versions of the class's feeds, which begin with it.
_FRESH = re.compile(
    r'name="(?:csrfmiddlewaretoken|key|once)" value="[^"]*"'
    r'|(?<=feed")\s+data-version="\d{10,}"'
)


@dataclass
class Room:
    """A game of War! in the middle, and a browser for each role."""

    group: Group
    game: Game
    browsers: dict[str, Client]

    def addresses(self, role: str) -> list[str]:
        """Only the URLs that the role may open, since too many others would be rate-limited."""
        code, pk, number = self.group.code, self.group.classroom_id, self.group.number
        places = ("move=0", "move=30", "")
        paths = [reverse(name, args=[code]) for name in ("chart", "dice", "play", "seats", "join")]
        paths += [f"{reverse('chart-replay', args=[code])}?{place}" for place in places]
        if role in ("moderator", "instructor"):
            named = ("console", "helping", "run", "chart-pdf", "score-pdf", "briefings-pdf")
            paths += [url(name, code=code) for name in (*named, "record")]
            paths += [f"{reverse('replay', args=[code])}?{place}" for place in places]
            paths += [f"{reverse('hear', args=[code])}?text={text}" for text in ("draw", "d", "un")]
            paths.append(url("score-pdf", code=code) + "?moves=1")
        if role == "instructor":
            paths += [reverse("group", args=[pk, number]), reverse("classroom", args=[pk])]
            paths += [f"{paths[-1]}?step={step}" for step in Step]
            paths.append(reverse("game-delete", args=[pk, number, self.game.number]))
            of_class = ("class-archive-zip", "research-zip", "overview", "results", "grades")
            paths += [reverse(name, args=[pk]) for name in (*of_class, "class-archive")]
        return paths

    def told(self) -> Iterator[tuple[str, str]]:
        """Everything that anybody can read, by role and URL."""
        for role, browser in self.browsers.items():
            for path in self.addresses(role):
                answer = browser.get(path)
                body = b"".join(answer)
                if body.startswith(b"PK"):
                    body = b"".join(members(body).values())
                text = pdf_text(body) if body.startswith(b"%PDF") else body.decode()
                yield f"{role} {path} {answer.status_code}", _FRESH.sub("", text)
                answer.close()
        for audience in AUDIENCES:
            frame = frames.render(self.group.pk, audience)
            assert frame is not None
            yield audience, frame.html


@pytest.fixture
def room(transactional_db: None, clock: Clock) -> Room:
    """Nobody goes offline meanwhile. Closing a response closes the connection."""
    pat = User.objects.create_user("pat")
    classroom = classroom_create(pat, "HIST 210", "Asia/Tokyo")
    (group,) = groups_create(classroom, 1)
    by = instructor_person(classroom)
    game = tables.war(group, by, GameSettings("seats", "server"))
    browsers = {
        "nobody": Client(),
        "ann": join(group, "Ana", game, "ann"),
        "bob": join(group, "Ben", game, "bob"),
        "moderator": moderate(group, "Mo"),
        "instructor": signed_in(pat),
    }
    while len(queries.timeline(game).state.deck) > 20:
        tables.go_on(game, by, backwards=True)
    return Room(group, game, browsers)


def rest_turned_around(game: Game) -> list[Any]:
    """The deck with each pile's hidden cards reversed; the log fits it, too."""
    deck = game.scenario["deck"]
    hidden = len(queries.timeline(game).state.deck)
    pile = len(deck) // 3
    turned = deck[: len(deck) - hidden]
    while len(turned) < len(deck):
        end = (len(turned) // pile + 1) * pile
        turned = turned + deck[len(turned) : end][::-1]
    return turned


def find_no_seed(room: Room, told: dict[str, str], log: str) -> None:
    """Neither in what is sent nor in the log."""
    assert "/play/<code:code>/move/" in log, "nothing was logged"
    seed = room.game.seed
    raw = bytes.fromhex(seed)
    coded = {encode(raw).decode()[:40] for encode in (b64encode, urlsafe_b64encode, b32encode)}
    shapes = {*coded, seed, seed.upper(), str(raw), str(int(seed, 16)), seed[:24], seed[-24:]}
    assert [w for w, text in told.items() if any(s in text for s in shapes)] == []
    assert not any(shape in log for shape in shapes)
    assert seed not in repr([room.game, str(room.game)])


def test_with_the_hidden_cards_in_another_order_everything_sent_is_the_same(room: Room) -> None:
    """So nothing that is sent depends on it, in any form. Nor is the seed anywhere."""
    log = io.StringIO()
    with logged(log):
        before = dict(room.told())
        press = {"after": "0", "game": "1", "key": "k", "move": "{}"}
        room.browsers["ann"].post(reverse("play-move", args=[room.group.code]), press)
    find_no_seed(room, before, log.getvalue())
    entries = queries.head(room.game)
    turned = rest_turned_around(room.game)
    assert turned != room.game.scenario["deck"]
    assert sorted(turned) == sorted(room.game.scenario["deck"])
    with connection.cursor() as cursor:
        scenario = json.dumps({**room.game.scenario, "deck": turned})
        cursor.execute("UPDATE play_game SET scenario = %s", [scenario])
    forget_all()
    game = Game.objects.get()
    assert queries.timeline(game).state.deck != ()
    assert WAR.scenario_wire(queries.timeline(game).state.scenario)["deck"] == turned
    assert queries.head(game) == entries
    after = dict(room.told())
    assert set(before) ^ set(after) == set()
    assert [where for where in before if before[where] != after[where]] == []
    assert sum(where.endswith("200") for where in before) > 30


def test_the_record_is_sealed_till_the_end(room: Room) -> None:
    address = reverse("record", args=[room.group.code])
    for role in ("moderator", "instructor"):
        answer = room.browsers[role].get(address)
        assert answer.status_code == 409
        assert "contains secrets that nobody may know" in answer.content.decode()
    by = instructor_person(room.group.classroom)
    while not queries.timeline(room.game).state.is_over:
        tables.go_on(room.game, by, backwards=True)
    answer = room.browsers["moderator"].get(address)
    assert answer.status_code == 200
    written = json.loads(answer.content)
    assert written["scenario"] == room.game.scenario
    assert written["dice_seed"] == room.game.seed
    answer.close()
    record(room.game, {"type": "undo"}, by)
    assert room.browsers["moderator"].get(address).status_code == 409
