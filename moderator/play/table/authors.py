"""Who wrote and sealed the slips of a reveal."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.play.cache import MB, LruCache
from moderator.play.log.folds import Fold, LoggedMove
from moderator.play.models import Game
from moderator.play.table.slips import opening_entry


@dataclass(frozen=True, slots=True)
class SlipAuthors:
    """People, by primary key: who changed the player's orders, first ones first, and who sealed
    them at last."""

    player: str
    writers: tuple[int, ...]
    sealer: int


# By the hash of a reveal's first entry: what has been revealed changes no more.
_authors: LruCache[tuple[SlipAuthors, ...]] = LruCache(MB, lambda authors: 400 * len(authors))


def authors_of(game: Game, fold: Fold, first: LoggedMove) -> tuple[SlipAuthors, ...]:
    """The authors of the slips that were revealed, in the order of play.

    Args:
        first: the reveal's first entry.
    """
    return _authors.get_or_make(first.hash, lambda: tuple(_read(game, fold, first)))


def _read(game: Game, fold: Fold, first: LoggedMove) -> list[SlipAuthors]:
    rules, step = fold.timeline.game, first.step
    if rules.orders is None:
        return []
    opened_by = opening_entry(rules, step.before, step.earlier)
    versions = game.slip_versions.filter(opened_by=opened_by, log_number__lt=first.number)
    changes: dict[str, list[tuple[list[object], bool, int]]] = {}
    rows = versions.order_by("number").values_list("player", "orders", "is_sealed", "person_id")
    for player, *change in rows:
        changes.setdefault(player, []).append(tuple(change))
    writers = (player for player in rules.orders.writers(step.before) if player in changes)
    return [_authors_of_slip(player, changes[player]) for player in writers]


def _authors_of_slip(player: str, changes: list[tuple[list[object], bool, int]]) -> SlipAuthors:
    writers: dict[int, None] = {}
    before: list[object] = []
    for orders, _is_sealed, person in changes:
        if orders != before:
            writers[person] = None
        before = orders
    sealers = [person for _orders, is_sealed, person in changes if is_sealed]
    return SlipAuthors(player, tuple(writers), sealers[-1])
