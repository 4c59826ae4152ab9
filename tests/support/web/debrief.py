"""A whole game of 1800 B.C. with messages, contacts and promises that were written during it."""

from __future__ import annotations

import json
from typing import Any

from django.db.models import F
from django.utils import timezone

from moderator.core.log import Fold
from moderator.core.look import look_at
from moderator.core.models import Game, Group
from moderator.core.people import instructor_person
from moderator.features.deals.models import Contact, Promise
from moderator.features.debrief.models import DebriefRelease
from moderator.features.debrief.releases import (
    Released,
    debrief_release,
    debrief_withdraw,
    released,
)
from moderator.features.new_game.write import game_from_record, record_read
from tests.support.paths import PLAYED
from tests.support.shared import shared

OPTIONS = {"communication": "written", "diplomatic_records": True}
Json = dict[str, Any]


def ended_game(group: Group) -> Game:
    """The game up to its end; in it Egypt attacks Hatti in Syria with moves 21, 35, 64 and 83."""
    wire = json.loads((PLAYED / "age_of_iron" / "1800-bc.json").read_text())
    wire["options"] |= OPTIONS
    record = record_read(json.dumps(wire).encode())
    return game_from_record(group, record, instructor_person(group.classroom))


def write(game: Game) -> None:
    """What was said. Egypt broke its promise to Hatti, who kept its own; Babylon and Assyria never
    made the trade that they had agreed on."""
    for message in shared("write_message"):
        message(game, 1, "egypt", ["hatti"], "Syria is large enough for both of us.", 2, 19)
        message(game, 2, "hatti", ["egypt", "assyria"], "I keep out of Mitanni.", 3, 30)
    at = timezone.now()
    Contact.objects.create(
        game=game, number=1, turn=3, log_number=34, role="student", at=at,
        player="hatti", partners=["egypt"], text="Egypt hinted at war.",
    )  # fmt: skip
    until = {"kind": "no-attack", "region": "syria", "until": 3}
    promise(
        game, 1, ("egypt", "hatti"), until | {"target": "hatti"},
        {"kind": "no-presence", "region": "egypt", "at": 3}, turn=2, number=20, after=26,
    )  # fmt: skip
    trade = {"kind": "trade", "give": {"C": 1}, "get": {"T": 1}, "turn": 3}
    promise(game, 2, ("babylon", "assyria"), trade, None, turn=3, number=28, after=28)
    declined = {"kind": "attack", "target": "assyria", "region": "mitanni", "turn": 3}
    promise(game, 3, ("hatti", "egypt"), declined, None, turn=3, number=29, after=None)
    Game.objects.filter(pk=game.pk).update(changes=F("changes") + 1)
    game.refresh_from_db()


def promise(
    game: Game,
    place: int,
    players: tuple[str, str],
    terms: Json,
    exchange: Json | None,
    *,
    turn: int,
    number: int,
    after: int | None,
) -> None:
    """A promise that was made after that entry and accepted `after` another one, or declined."""
    Promise.objects.create(
        game=game, number=place, turn=turn, log_number=number, role="student",
        at=timezone.now(), maker=players[0], partner=players[1], terms=terms, exchange=exchange,
        answer="declined" if after is None else "accepted", accepted_after=after,
    )  # fmt: skip


def release(game: Game, *players: str) -> None:
    """As the instructor does; without players everything. What was released before is not."""
    for row in DebriefRelease.objects.filter(game=game, withdrawn_at=None):
        debrief_withdraw(game, [row.pk])
    debrief_release(game, players)
    game.refresh_from_db()


def readable(game: Game) -> tuple[Fold, Released]:
    """The game, and what everybody may read of it."""
    look = look_at(game)
    return look.fold, released(look)
