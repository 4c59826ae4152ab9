"""The order slips of the present turn, who wrote and sealed them, and reminders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext

from moderator.core.cache import cached
from moderator.core.log import Fold, LoggedMove, begun_with
from moderator.core.look import Book, Look, rows_of
from moderator.core.models import MODERATORS, Game
from moderator.core.sentences import SlipAuthors
from moderator.features.slips.models import SlipVersion
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.log import Step
from moderator.rules.orders import OrderRules, Orders
from moderator.rules.seating import Viewer

# The order slips of the present turn. Their contents are secret until the reveal.


@dataclass(frozen=True, slots=True)
class Slip:
    """A player's slip as it is now. `version` is 0 if nothing has been written.

    `left`: what is still to place; None if the rules no longer accept the orders, and `refused`
    says why. `sealed_at`: when a sealed slip was sealed. `moderators_left`: what was left when the
    moderator wrote on a slip that isn't sealed; what students have changed since is not counted.
    """

    player: str
    version: int = 0
    orders: Orders = ()
    is_sealed: bool = False
    left: int | None = None
    refused: Refused | None = None
    sealed_at: datetime | None = None
    moderators_left: int | None = None


@dataclass(frozen=True, slots=True)
class SlipBook:
    """All slips of a game's present turn, in the order of play; none while none are written.

    `reminded`: how often each player was asked in the whole game; `asked_now`: whose orders are
    asked for; both only on the table.

    `public_number` counts how often any slip of the game was sealed or opened, `own_numbers` each
    player's other changes, `moderators_number` those by a moderator: they only grow.
    """

    opened_by: int = 0
    slips: tuple[Slip, ...] = ()
    public_number: int = 0
    own_numbers: Mapping[str, int] = field(default_factory=dict)
    moderators_number: int = 0
    reminded: Mapping[str, int] = field(default_factory=Counter)
    asked_now: frozenset[str] = frozenset()

    @property
    def is_open(self) -> bool:
        """Whether orders are being written on slips now."""
        return bool(self.slips)

    @property
    def sealed(self) -> frozenset[str]:
        """The players whose slips are sealed."""
        return frozenset(slip.player for slip in self.slips if slip.is_sealed)

    @property
    def missing(self) -> tuple[Slip, ...]:
        """The slips that are not sealed."""
        return tuple(slip for slip in self.slips if not slip.is_sealed)

    @property
    def is_complete(self) -> bool:
        return self.is_open and not self.missing

    def of(self, player: str) -> Slip | None:
        """The player's slip; None if the player writes no orders now."""
        return next((slip for slip in self.slips if slip.player == player), None)

    def version(self, viewer: Viewer) -> int:
        """How many changes of the game's slips the viewer may know of."""
        if viewer.is_moderator:
            return self.public_number + self.moderators_number
        own = viewer.seat or ""
        reminded = self.reminded.get(own, 0)
        return self.public_number + self.own_numbers.get(own, 0) + reminded

    def reminders_of(self, player: str) -> int:
        """How often the player has been asked, if the orders are still missing; otherwise 0."""
        return self.reminded[player] if player in self.asked_now else 0


def book_of(look: Look) -> SlipBook:
    rules = look.rules
    if rules.orders is None:
        return SlipBook()
    is_open = rules.orders.is_open(look.state)
    opened_by = opened_by_of(look.fold) if is_open else 0
    game = look.game
    numbers: tuple[int, dict[str, int], int] = (0, {}, 0)
    if game.changes:
        numbers = rows_of(game, "numbers of slips", lambda: _numbers(game))
    if not is_open:
        return SlipBook(opened_by, (), *numbers)
    versions: dict[str, list[SlipVersion]] = {}
    if game.changes:
        versions = rows_of(game, "slips", lambda: _versions(game, opened_by), opened_by)
    state = look.state
    slips = tuple(
        slip_of(rules.orders, state, player, versions.get(player, ()))
        for player in rules.orders.writers(state)
    )
    return SlipBook(opened_by, slips, *numbers)


def opened_by_of(fold: Fold) -> int:
    """The number of the entry that opened the present turn; 0: the start of the game."""
    now = fold.timeline
    return opening_entry(now.rules, now.state, now.standing)


def opening_entry(rules: Rules[Any], state: Any, step: Step | None) -> int:
    """The same for a state that follows `step`."""
    return begun_with(rules.turn_of, state, step)


def slip_of(
    orders: OrderRules[Any], state: Any, player: str, versions: Sequence[SlipVersion]
) -> Slip:
    """The slip of its stored versions, the newest one checked against the state."""
    if not versions:
        return Slip(player, left=orders.left(state, player, ()))
    version = versions[-1]
    left, refused = _left(orders, state, version)
    return Slip(
        player,
        version.number,
        tuple(version.orders),
        version.is_sealed,
        left,
        refused,
        _sealed_at(versions),
        _moderators_left(orders, state, versions),
    )


def _left(
    orders: OrderRules[Any], state: Any, version: SlipVersion
) -> tuple[int | None, Refused | None]:
    player = version.player
    try:
        return orders.left(state, player, orders.read(state, player, version.orders)), None
    except Refused as refused:
        return None, refused.with_traceback(None)


def _sealed_at(versions: Sequence[SlipVersion]) -> datetime | None:
    last = next((one for one in reversed(versions) if one.is_public), None)
    return last.at if last and last.is_sealed else None


def _moderators_left(
    orders: OrderRules[Any], state: Any, versions: Sequence[SlipVersion]
) -> int | None:
    """Only of what the moderator knows: students' drafts must not show on the console."""
    known = (one for one in reversed(versions) if one.is_public or one.role in MODERATORS)
    last = next(known, None)
    is_written = last and last.role in MODERATORS and last.orders and not last.is_sealed
    return _left(orders, state, last)[0] if last and is_written else None


def redo_refused(look: Look) -> Refused | None:
    """The refusal of `redo` if a slip has been changed since the move was undone.

    Slips that the undo of a reveal has opened don't count.
    """
    step = look.timeline.undone
    if step is None or not look.game.changes:
        return None
    undone_at = next(
        entry.number
        for entry in reversed(look.fold.entries)
        if entry.step.number == step.number and entry.number != step.number
    )
    changed = look.game.slip_versions.filter(log_number__gte=undone_at)
    if not changed.exclude(is_by_undo=True).exists():
        return None
    message = gettext("An order slip has been changed since, so the move can’t be put back.")
    return Refused("nothing-to-redo", message)


def _numbers(game: Game) -> tuple[int, dict[str, int], int]:
    rows = game.slip_versions.order_by().values_list("player", "is_public", "role")
    public, own, moderators = 0, dict[str, int](), 0
    for player, is_public, role, count in rows.annotate(count=Count("pk")):
        if is_public:
            public += count
        else:
            own[player] = own.get(player, 0) + count
            moderators += count if role in MODERATORS else 0
    return public, own, moderators


def _versions(game: Game, opened_by: int) -> dict[str, list[SlipVersion]]:
    versions: dict[str, list[SlipVersion]] = {}
    stored = SlipVersion.objects.filter(game=game, opened_by=opened_by)
    for row in stored.order_by("number"):
        versions.setdefault(row.player, []).append(row)
    return versions


# Who changed what on an order slip, for those who share it.


def last_changes(
    game: Game, orders: OrderRules[Any], book: SlipBook, player: str
) -> Mapping[str, SlipVersion]:
    """For each place of the player's slip, the version that changed it last, with its person.

    Cost: proportional to the slip's versions.
    """
    rows = game.slip_versions.filter(opened_by=book.opened_by, player=player)
    changes: dict[str, SlipVersion] = {}
    before: Mapping[str, int] = {}
    for version in rows.order_by("number").select_related("person"):
        placed = orders.placed(tuple(version.orders))
        for place in {*before, *placed}:
            if before.get(place) != placed.get(place):
                changes[place] = version
        before = placed
    return changes


# Who wrote and sealed the slips of a reveal.


# By the hash of a reveal's first entry: what has been revealed changes no more.


def authors_of(look: Look, first: LoggedMove) -> tuple[SlipAuthors, ...]:
    """The authors of the slips that were revealed, in the order of play.

    Args:
        first: the reveal's first entry.
    """
    return cached(
        "authors of slips",
        first.hash,
        lambda: tuple(_read(look, first)),
        lambda authors: 400 * len(authors),
    )


def _read(look: Look, first: LoggedMove) -> list[SlipAuthors]:
    rules, step = look.rules, first.step
    if rules.orders is None:
        return []
    opened_by = opening_entry(rules, step.before, step.earlier)
    versions = look.game.slip_versions.filter(opened_by=opened_by, log_number__lt=first.number)
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


# Reminders: whom the moderator has asked for orders. Only that player's people see it.


def _with_reminders(look: Look) -> SlipBook:
    """With the game's reminders; a slip that is sealed ends them."""
    book, game = book_of(look), look.game
    if not game.changes:
        return book
    asked = rows_of(
        game, "reminders", lambda: tuple(game.reminders.values_list("player", "opened_by"))
    )
    now = {player for player, opened_by in asked if opened_by == book.opened_by}
    return replace(
        book,
        reminded=Counter(player for player, _ in asked),
        asked_now=frozenset(slip.player for slip in book.missing if slip.player in now),
    )


ORDER_SLIPS = Book(_with_reminders)


def as_seen(look: Look, state: Any) -> Any:
    """The state as people see it: whoever has sealed a slip has placed everything."""
    orders, sealed = look.rules.orders, ORDER_SLIPS.of(look).sealed
    return orders.as_sealed(state, sealed) if orders and sealed else state


def awaited(look: Look) -> frozenset[str] | None:
    """Who has to seal a slip; None while none are written."""
    book = ORDER_SLIPS.of(look)
    return frozenset(slip.player for slip in book.missing) if book.is_open else None
