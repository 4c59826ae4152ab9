"""Bots are moved by a process of their own, which may be killed, and which ends with the site."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator

import pytest

from tests.support.durability.children import children, has_ended, wait_until
from tests.support.durability.postgresql import migrated_database, needs_postgresql
from tests.support.site import Site

_MAKE = """
from django.contrib.auth.models import User
from moderator.features.bots.write import bots_fill
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import instructor_person
from moderator.rules.registry import GAMES
from moderator.core.games import shipped
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
classroom = classroom_create(User.objects.create_user("pat"), "HIST 210")
by = instructor_person(classroom)
wire = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"]["1800-bc"])
settings = GameSettings(is_reveal_automatic=True)
for group in groups_create(classroom, {count}):
    game_create(group, "age-of-iron", wire, {{"turns": 1}}, by, settings=settings)
print(bots_fill(classroom, "rival", by))
"""
GROUPS = 2
_WAIT = """
from time import sleep
from moderator.core.look import look_at
from moderator.core.models import Entry, Game
while not {so}:
    sleep(0.1)
"""
_BEGUN = _WAIT.format(so="Entry.objects.exists()")
_OVER = _WAIT.format(so="all(look_at(game).timeline.is_over for game in Game.objects.all())")
_STATE = """
import json
from moderator.core.models import Entry, Game
from moderator.core.heads import log_findings
from moderator.features.slips.models import SlipVersion
games = list(Game.objects.all())
print(json.dumps({
    "slips": [one.number for one in SlipVersion.objects.all()],
    "roles": sorted(set(Entry.objects.values_list("role", flat=True))),
    "wrong": [str(one) for game in games for one in log_findings(game)],
}))
"""

pytestmark = pytest.mark.long


@pytest.fixture(params=["SQLite", pytest.param("PostgreSQL", marks=needs_postgresql)])
def site(request: pytest.FixtureRequest, site_start: Callable[..., Site]) -> Iterator[Site]:
    if request.param == "SQLite":
        yield site_start("--no-demo", "--processes", "2")
        return
    with migrated_database() as url:
        started = site_start("--no-demo", "--processes", "2", env={"DATABASE_URL": url})
        yield started
        started.end()


def test_bots_play_on_after_their_process_was_killed(site: Site) -> None:
    """Two processes of the site have one each: nothing is done twice."""

    def movers() -> list[int]:
        return [pid for worker in children(site) for pid in children(worker)]

    assert site.run(_MAKE.format(count=GROUPS)).strip() == str(4 * GROUPS)
    wait_until(lambda: bool(movers()))
    first = movers()
    site.run(_BEGUN)
    for pid in movers():
        os.kill(pid, signal.SIGKILL)
    site.run(_OVER)
    state = json.loads(site.run(_STATE))
    assert state["slips"] == [1] * (4 * GROUPS)
    assert state["roles"] == ["partner", "system"]
    assert state["wrong"] == []
    left = movers()
    assert left
    assert not set(left) & set(first)
    site.interrupt()
    wait_until(lambda: all(map(has_ended, left)), 5)
