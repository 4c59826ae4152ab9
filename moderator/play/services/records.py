"""Imports a game from a record file: checked by playing it, then stored as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play import credentials, scenarios
from moderator.play.json_values import json_values
from moderator.play.log.entries import entry_hash, genesis
from moderator.play.models import Entry, Game, Group, Person
from moderator.play.services.games import game_create
from moderator.rules import record as records
from moderator.rules.dice import fairness
from moderator.rules.errors import Refused
from moderator.rules.record import Record
from moderator.rules.wire import Wire

MOST_UPLOAD_BYTES = 2 * 1024 * 1024  # takes at most a second to read
_OWN = ("id", "log", fairness.COMMITMENT, fairness.SEED, fairness.GAME_ID)
MOST_MOVES = 2_000  # takes two seconds to play and store; a long class game has some hundreds


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record whose moves the rules have all accepted, with its scenario inline.

    `more`: the record's other keys, which the new game's record keeps.
    """

    rules: str
    scenario: Any
    options: Mapping[str, Any]
    moves: Sequence[Wire]
    more: Mapping[str, Any]


def record_read(data: bytes) -> ReadRecord:
    """Read a record and play it from its start. Nothing is stored.

    Raises:
        Refused: as in docs/rules/record.md, "Error codes", with the number of the wrong move; and
            `bad-record` for options that make no sense together and for too many moves.
    """
    record = records.read(data)
    if len(record.moves) > MOST_MOVES:
        raise Refused(
            "bad-record",
            gettext("The record has more than %(most)d moves.") % {"most": MOST_MOVES},
        )
    shipped = scenarios.shipped()[record.game]
    game, scenario, _start = records.start(record, shipped)
    if clashes := game.clashes(scenario, record.options):
        raise Refused("bad-record", " ".join(clashes))
    was_over = [game.is_over(timeline.state) for timeline in records.walk(record, shipped)]
    return ReadRecord(
        rules=record.game,
        scenario=json_values(game.scenario_wire(scenario), "bad-scenario"),
        options=json_values(record.options, "bad-record"),
        moves=tuple(_plain_moves(record.moves)),
        more=json_values(_kept(record, any(was_over)), "bad-record"),
    )


def _kept(record: Record, was_over: bool) -> dict[str, Any]:
    """The record's further keys without those that the new game has of its own.

    A dice commitment is kept if it can be checked: the game was over, and the seed is there. The
    new game has another id, so the id for which the dice were rolled is kept too.
    """
    kept = {key: value for key, value in record.more.items() if key not in _OWN}
    try:
        opened = fairness.opened_in(record.more)
    except Refused:
        return kept
    if not (was_over and opened.is_as_promised):
        return kept
    return {
        **kept,
        fairness.COMMITMENT: opened.commitment,
        fairness.SEED: opened.seed.hex(),
        fairness.GAME_ID: opened.game,
    }


def _plain_moves(moves: Sequence[Any]) -> Iterator[Wire]:
    for number, wire in enumerate(moves, start=1):
        try:
            yield json_values(wire, "bad-move")
        except Refused as refused:
            raise refused.at(number) from None


@transaction.atomic
def game_from_record(group: Group, record: ReadRecord, by: Person) -> Game:
    """A new game of the group with the record's moves as its log, recorded now by `by`."""
    options, scenario = record.options, record.scenario
    game = game_create(group, record.rules, scenario, options, by, is_recorded=True)
    game.more = record.more
    game.save(update_fields=["more"])
    Entry.objects.append(_entries(game, record.moves, by))
    return game


def _entries(game: Game, moves: Sequence[Wire], by: Person) -> list[Entry]:
    entries = []
    previous, now = genesis(game), timezone.now()
    for number, move in enumerate(moves, start=1):
        entry = Entry(
            game=game,
            number=number,
            move=move,
            key=credentials.new(),
            person=by,
            role=Entry.Role.INSTRUCTOR,
            at=now,
        )
        entry.hash = previous = entry_hash(previous, entry)
        entries.append(entry)
    return entries
