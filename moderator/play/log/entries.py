"""A stored log: its hashes and its fold."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db.models import QuerySet

from moderator.play.cache import MB, LruCache
from moderator.play.models import Entry, Game
from moderator.rules import log as rules_log
from moderator.rules.game import Rules
from moderator.rules.record import FORMAT
from moderator.rules.registry import GAMES

# Some 100; measured, a scenario has four times the bytes of its text.
_scenarios: LruCache[Any] = LruCache(4 * MB, lambda scenario: 4 * len(repr(scenario)))


def rules_of(game: Game) -> Rules[Any]:
    """The game's rules."""
    return GAMES[game.rules]


def scenario_of(game: Game) -> Any:
    """The game's scenario, cached because reading a large one takes half a millisecond."""
    make = rules_of(game).read_scenario
    return _scenarios.get_or_make(game.uid, lambda: make(game.scenario))


def start_of(game: Game) -> Any:
    """The state before the first move."""
    return rules_of(game).begin(scenario_of(game), game.options)


def header(game: Game) -> dict[str, Any]:
    """The game's setup, which the log's first hash covers.

    It includes the seed, if there is one: the hash is printed on sheets, and without the seed one
    could find out a hidden deck by trying which order gives that hash.
    Stored games depend on this shape.
    """
    header = {
        "format": FORMAT,
        "game": game.rules,
        "scenario": game.scenario,
        "options": game.options,
        "id": game.uid,
    }
    return {**header, "seed": game.seed} if game.seed else header


def genesis(game: Game) -> str:
    """The hash before the log's first entry."""
    return rules_log.genesis(header(game))


def entry_hash(previous: str, entry: Entry) -> str:
    """The hash of an entry that follows one with the hash `previous`.

    It covers the person's number, not the name: a name can be erased and the log still verifies.
    Stored games depend on this shape.
    """
    value = [
        entry.number,
        entry.move,
        entry.person.number,
        entry.role,
        time_text(entry.at),
        entry.key,
    ]
    return rules_log.chain(previous, value)


def time_text(at: datetime) -> str:
    """The time as hashes and records contain it: UTC, with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def entries_of(game: Game) -> QuerySet[Entry]:
    """The game's log, oldest first, with who recorded each entry."""
    return game.entries.select_related("person").order_by("number")
