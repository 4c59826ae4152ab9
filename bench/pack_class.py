"""A class of groups of five whose games were played to their end, with random legal moves."""

from __future__ import annotations

import json
import random
import secrets
from typing import Any

from django.contrib.auth.models import User

from bench.selfplay import play
from moderator.core.games import shipped
from moderator.core.models import Classroom, Group
from moderator.core.people import moderator_enter, person_join
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.new_game.write import game_from_record, record_read
from moderator.features.people.write import seat_give
from moderator.rules.registry import GAMES

RULES, SCENARIO = "age-of-iron", "900-bc"


def make_class(count: int, seed: int = 1) -> Classroom:
    """The class, with a moderator and five students in each group."""
    chance = random.Random(seed)  # noqa: S311
    owner = User.objects.create_user(secrets.token_hex(8))
    classroom = classroom_create(owner, "HIST 210 Ancient Near East", "Europe/Vienna")
    for group in groups_create(classroom, count):
        _play(group, chance)
    return classroom


def _play(group: Group, chance: random.Random) -> None:
    rules = GAMES[RULES]
    scenario = shipped()[RULES][SCENARIO]
    options = {"deployment": "sequential"}
    wires = play(rules, rules.begin(scenario, options), chance)
    record: dict[str, Any] = {
        "format": "record/1",
        "game": RULES,
        "scenario": SCENARIO,
        "options": options,
        "moves": wires,
    }
    moderator = moderator_enter(group, f"Moderator {group.number}")
    game = game_from_record(group, record_read(json.dumps(record).encode()), moderator)
    for number, seat in enumerate(game.seats.order_by("pk")):
        person = person_join(group.classroom, f"Student {group.number}-{number}", group)
        seat_give(person, seat)
