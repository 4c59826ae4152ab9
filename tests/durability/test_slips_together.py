"""Two processes change the same order slips, and reveal them: everything is decided once."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.support.durability.pair import Pair
from tests.support.play.slip_races import RACES

pytestmark = pytest.mark.long

THREADS = 8  # in each process
_MAKE = """
import json, secrets
from django.contrib.auth.models import User
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import instructor_person
from tests.support.play.slip_races import RACES, game_for
classroom = classroom_create(User.objects.create_user(secrets.token_hex(8)), "HIST 210")
by = instructor_person(classroom)
groups = groups_create(classroom, len(RACES))
made = [game_for(race, group, by) for race, group in zip(RACES.values(), groups, strict=True)]
print(json.dumps([game.pk for game in made]))
"""
_RUN = "from tests.support.play import slip_races; slip_races.run({folder!r}, {place}, {n}, {pks})"
_CHECK = """
import json
from moderator.rules import record
from moderator.core import queries
from moderator.core.models import Game
from moderator.core.heads import log_findings
found = []
for pk in {pks}:
    game = Game.objects.get(pk=pk)
    replayed = record.replay(queries.record_of(game), {{}}).state
    is_sound = not log_findings(game) and replayed == queries.timeline(game).state
    found.append([is_sound, game.entries.count(), game.slip_versions.count()])
print(json.dumps(found))
"""


def test_every_race_is_decided_once(pair: Pair, tmp_path: Path) -> None:
    pks = json.loads(pair.here.run(_MAKE))

    def run(place: int) -> Any:
        code = _RUN.format(folder=str(tmp_path), place=place, n=THREADS, pks=pks)
        return json.loads((pair.here, pair.there)[place].run(code))

    with ThreadPoolExecutor(2) as pool:
        here, there = pool.map(run, range(2))
    stored = json.loads(pair.here.run(_CHECK.format(pks=pks)))
    for race, one, other, found in zip(RACES, here, there, stored, strict=True):
        outcome = tuple(sorted(filter(None, [*one, *other])))
        print(race, outcome)
        assert outcome in RACES[race].outcomes, race
        assert found == [True, *RACES[race].outcomes[outcome]], race
