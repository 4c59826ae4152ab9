"""Groups whose games have been played as far as in a record of `tests/played`."""

from __future__ import annotations

import json

from moderator.core.models import Classroom, Game
from moderator.core.people import instructor_person
from moderator.features.classes.write import groups_create
from moderator.features.new_game.write import game_from_record, record_read
from tests.support.paths import PLAYED
from tests.support.site import Site
from tests.support.web.rooms import Room

MAKE = """
import json
from django.contrib.auth.models import User
from moderator.core import credentials
from moderator.core.people import instructor_person
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.new_game.write import game_from_record, record_read
pat, _ = User.objects.get_or_create(username="browser-tests")
classroom = classroom_create(pat, "HIST 210")
(group,) = groups_create(classroom, 1)
game_from_record(group, record_read({record!r}.encode()), instructor_person(classroom))
print(json.dumps([group.code, credentials.console_token(group), classroom.pk, ""]))
"""
KEPT = ("format", "game", "scenario", "options", "moves")


def played(site: Site, name: str, moves: int | None = None) -> Room:
    """A class with one group that has played the first so many moves of that record."""
    read = json.loads((PLAYED / f"{name}.json").read_text())
    record = {key: value for key, value in read.items() if key in KEPT}
    record["moves"] = record["moves"][:moves]
    return Room(site, *json.loads(site.run(MAKE.format(record=json.dumps(record)))))


def uploaded(classroom: Classroom, *names: str, moves: int | None = None) -> list[Game]:
    """A new group for each of these records, which has played it, or so many of its moves."""
    made = []
    for group, name in zip(groups_create(classroom, len(names)), names, strict=True):
        read = json.loads((PLAYED / f"{name}.json").read_text())
        record = {key: value for key, value in read.items() if key in KEPT}
        record["moves"] = record["moves"][:moves]
        data = record_read(json.dumps(record).encode())
        made.append(game_from_record(group, data, instructor_person(classroom)))
    return made
