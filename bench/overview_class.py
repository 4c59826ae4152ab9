"""A class in play: groups at different points of their games, some of them stuck."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from moderator.core.class_models import Presence
from moderator.core.models import Classroom, Group
from moderator.core.people import moderator_enter, person_join
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.new_game.write import game_from_record, record_read
from moderator.features.people.write import seat_give

RECORD = Path(__file__).parent.parent / "tests/played/age_of_iron/900-bc.json"
NAMES = ["Mari", "Susa", "Aleppo", "Byblos", "Qatna", "Ur"]
NAMES += ["Ugarit", "Kanesh", "Memphis", "Assur", "Kerma", "Hattusa"]
MODERATORS = ["Ines", "Noah", "Priya", "Tomás", "Wei", "Lena"]
MODERATORS += ["Jonas", "Mira", "Amal", "Kofi", "Ruth", "Emil"]


def make_class(name: str, count: int, owner: User) -> Classroom:
    """A class of so many groups, each with a moderator and four students, who were connected now.

    One student in twenty is offline, as are some moderators; one student has no seat.
    """
    played = json.loads(RECORD.read_text(encoding="utf-8"))
    classroom = classroom_create(owner, name, "Europe/Vienna")
    for index, group in enumerate(groups_create(classroom, count)):
        if count <= len(NAMES):
            group.name = NAMES[index]
            group.save(update_fields=["name"])
        _play(group, index, {**played, "moves": played["moves"][: 4 + index * 5 % 40]})
    nadia = person_join(classroom, "Nadia")
    Presence.objects.update_or_create(person=nadia, defaults={"seen": timezone.now()})
    return classroom


def _play(group: Group, index: int, played: dict[str, Any]) -> None:
    present = timezone.now
    ago = timedelta(seconds=(index * 97 + 11) % 290 + (330 + 60 * index if index % 16 < 3 else 0))
    moderator = moderator_enter(group, f"{MODERATORS[index % 12]} {index // 12 or ''}".strip())
    now = present()
    timezone.now = lambda: now - ago
    try:
        game = game_from_record(group, record_read(json.dumps(played).encode()), moderator)
    finally:
        timezone.now = present
    seen = {moderator: now - timedelta(minutes=4 if index % 16 == 1 else 0)}
    for number, seat in enumerate(game.seats.order_by("pk")):
        if (index, number) == (0, 1):
            continue  # nobody plays it
        person = person_join(group.classroom, f"Student {index + 1}-{number + 1}", group)
        seat_give(person, seat)
        seen[person] = now - timedelta(minutes=2 if (index * 4 + number) % 20 == 7 else 0)
    Presence.objects.bulk_create(Presence(person=who, seen=at) for who, at in seen.items())
