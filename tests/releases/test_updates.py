"""The databases of earlier releases, updated to this one: everything is there."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.releases.restored import KEPT, restored, unpacked
from tests.support.site import Site

SEEN = "import json; from tests.releases.seen import seen; print(json.dumps(seen()))"
# Every game continues: an undone move can be redone, or else one can be undone.
GO_ON = """
import io
from django.core.management import call_command
from moderator.core import queries
from moderator.core.models import Game
from moderator.core.people import instructor_person
from moderator.features.moves.write import move_play
count = 0
for game in Game.objects.order_by("pk"):
    now = queries.timeline(game)
    if now.standing or now.undone:
        by = instructor_person(game.group.classroom)
        move = {"type": "redo" if now.undone else "undo"}
        move_play(game, move, now.number, "after-the-update", by, "instructor")
        count += 1
call_command("verify_log")
print(count)
"""
CHANGES = (
    "UPDATE play_entry SET number = number + 1000",
    "UPDATE play_entry SET hash = ''",
    "DELETE FROM play_entry",
)
INSERT = 'INSERT INTO play_entry (game_id, number, move, "key", person_id, role, at, hash) '
INSERT += "SELECT game_id, number + 1000, move, 'other', person_id, role, at, hash FROM play_entry"

PLAYED_HERE = ("age-of-iron",)  # the other games have rules, and no pages yet

pytestmark = pytest.mark.long


@pytest.fixture(params=KEPT)
def kept(
    request: pytest.FixtureRequest, site_start: Callable[..., Site], tmp_path: Path
) -> Iterator[Kept]:
    """The old data, and this release's `up` on it."""
    name: str = request.param
    with restored(name, tmp_path) as old:
        site = site_start("--no-demo", var=tmp_path, env=old.env)
        yield Kept(site, json.loads(unpacked(f"{name}.json.gz")), old.database)
        site.end()


class Kept:
    """`known`: what the release itself read from its data."""

    def __init__(
        self,
        site: Site,
        known: dict[str, Any],
        database: sqlite3.Connection | psycopg.Connection,
    ) -> None:
        self.site, self.known, self.database = site, known, database

    def get(self, path: str, session: str = "") -> tuple[int, str]:
        with closing(HTTPConnection("127.0.0.1", self.site.port, timeout=30)) as line:
            line.request("GET", path, headers={"Cookie": f"sessionid={session}"})
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    def refuses(self, statement: str) -> None:
        with pytest.raises((sqlite3.Error, psycopg.Error), match="a log "):
            self.database.execute(statement)
        self.database.rollback()


def test_everything_is_there_and_games_continue(kept: Kept) -> None:
    elsewhere = ("sessions", "lesson")  # `test_lesson.py` is about the latter
    known = {name: part for name, part in kept.known.items() if name not in elsewhere}
    assert known["games"]
    assert json.loads(kept.site.run(SEEN)) == known
    for change in (*CHANGES, INSERT):
        kept.refuses(change)
    lines = kept.site.run(GO_ON).splitlines()
    begun = sum(1 for game in known["games"].values() if game["standing"] or game["undone"])
    assert int(lines[-1]) == begun
    assert "Nothing is wrong" in lines[-2]

    # Printed links and phones still have the same access.
    for code in known["classes"]:
        assert kept.get(f"/join/{code}/")[0] == 200
    for code, group in known["groups"].items():
        status, page = kept.get(f"/m/{group['link']}/")
        assert (code, status) == (code, 200)
        assert group["name"] in page
    check_phones(kept)


def check_phones(kept: Kept) -> None:
    """Each student still has the same country; removed ones are strangers."""
    people = {
        (code, person[0]): person
        for code, classroom in kept.known["classes"].items()
        for person in classroom["people"]
    }
    games = kept.known["games"].values()
    playing = {game["group"] for game in games if game["rules"] in PLAYED_HERE}
    others = {game["group"] for game in games} - playing
    let_in = []
    for name, session in list(kept.known["sessions"].items())[::4]:
        group, number = name.split()
        if group in others:
            continue
        code = kept.known["groups"][group]["classroom"]
        is_removed = people[code, int(number)][3]
        status, _ = kept.get(f"/play/{group}/", session)
        assert (name, status == 200) == (name, group in playing and not is_removed)
        let_in.append(status == 200)
    assert set(let_in) == {True, False}
