"""A lesson on the running site: four browsers, and the other students over HTTP."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Page

from tests.support.site import Site
from tests.support.web.rooms import note_problems
from tests.support.web.streams import Streams
from tests.support.web.students import NAMES, Student

CODES = """
import json
from moderator.core import credentials
from moderator.core.models import Classroom
classroom = Classroom.objects.get(pk={pk})
rows = [[g.number, g.code, f"/m/{{credentials.console_token(g)}}/"]
        for g in classroom.groups.order_by("number")]
print(json.dumps([classroom.code, rows, classroom.requests.count()]))
"""
LOGS = """
import json
from moderator.core import queries
from moderator.core.models import Classroom
from moderator.rules.registry import GAMES
from moderator.rules.seating import PUBLIC
found = {{}}
for group in Classroom.objects.get(pk={pk}).groups.order_by("number"):
    game = queries.game_now(group)
    rules = GAMES[game.rules]
    moves = list(game.entries.order_by("number").values_list("move", flat=True))
    state = rules.begin(rules.read_scenario(game.scenario), game.options)
    for move in moves:
        state = rules.apply(state, rules.read_move(state, move))
    found[group.code] = [moves, list(rules.points(state, PUBLIC)), rules.round_of(state)]
print(json.dumps(found))
"""
# What happens without connection for a minute, without waiting for it.
MINUTE_LATER = """
from datetime import timedelta
from django.db.models import F
from moderator.core.class_models import Presence
from moderator.core.models import Game
minute = timedelta(minutes=1)
found = Presence.objects.filter(person__classroom={pk}, person__name__in={names})
found.update(seen=F("seen") - minute)
games = Game.objects.filter(group__classroom={pk})
games.update(created=F("created") - minute, started_at=F("started_at") - minute)
"""
BRIEFINGS = """
import json
from moderator.core.games import shipped
players = shipped()["age-of-iron"]["1800-bc"].players
print(json.dumps([player.briefing.strip().partition("\\n")[0][:40] for player in players]))
"""


@dataclass
class Lesson:
    """The class, with its four browsers and its other students; `late` comes during the games."""

    site: Site
    pk: int
    streams: Streams
    desk: Page  # the instructor's
    wall: Page
    phone: Page
    console: Page
    students: list[Student] = field(default_factory=list)
    late: Student = field(init=False)
    code: str = ""
    alone: str = ""  # the group that has never had a moderator
    left: str = ""  # the group that has no moderator any more
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        *others, late = NAMES[:-2]  # two are in browsers
        self.students = [Student(name, self.site, self.streams) for name in others]
        self.late = Student(late, self.site, self.streams)
        for page in (self.desk, self.wall, self.phone, self.console):
            note_problems(page, self.problems)

    def open(self, page: Page, path: str) -> None:
        page.goto(f"{self.site.url}{path}")

    def teach(self, path: str) -> None:
        self.open(self.desk, f"/classes/{self.pk}/{path}")

    @property
    def moderators(self) -> list[Student]:
        return [student for student in self.students if student.is_moderator]

    def groups(self) -> list[tuple[int, str, str]]:
        """The number, the code and the console's link of each group."""
        self.code, rows, requests = json.loads(self.site.run(CODES.format(pk=self.pk)))
        assert requests == 0  # nobody was asked to wait
        return [tuple(row) for row in rows]

    def logs(self) -> dict[str, tuple[list[dict[str, object]], list[int], str]]:
        """By group: the moves, and by folding them the points and the Game-turn."""
        found = json.loads(self.site.run(LOGS.format(pk=self.pk)))
        return {code: tuple(each) for code, each in found.items()}

    def pass_minute(self, names: Sequence[str]) -> None:
        """As if a minute had passed since the games began and these people were connected."""
        self.site.run(MINUTE_LATER.format(pk=self.pk, names=list(names)))

    def briefings(self) -> list[str]:
        """How the secret texts of the countries begin."""
        found: list[str] = json.loads(self.site.run(BRIEFINGS))
        assert all(found)
        return found
