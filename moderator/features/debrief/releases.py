"""What everybody may read of a game's messages and records: what the instructor has released.

It is only shown while the game is over or stopped. Where the settings say that others never read
what was written, nothing can be released. The secrets of the rules are released by themselves
(`moderator/core/ended.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations

from django.db import transaction
from django.http import Http404, QueryDict
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import publishing
from moderator.core.ended import has_ended_for_good, is_ended
from moderator.core.errors import InvalidInput
from moderator.core.forms import whole_number
from moderator.core.log import Fold
from moderator.core.look import Book, Look, look_at, rows_of
from moderator.core.models import Classroom, Game
from moderator.core.queries import groups_of
from moderator.core.recording import count_change, locked
from moderator.core.whole_class import games_of
from moderator.core.written import (
    Diplomacy,
    SaidOnTable,
    do_teachers_read_now,
    has_messages,
    has_records,
    said_in,
    settings_of,
)
from moderator.features.deals.records import RECORDS, DiplomaticRecords
from moderator.features.debrief.models import DebriefRelease
from moderator.rules.deals import MESSAGE
from moderator.rules.seating import MODERATOR, SeatLabel, Viewer


@dataclass(frozen=True, slots=True)
class Releases:
    """The releases of a game.

    `standing`: those that have not been withdrawn. `changes`: how many acts of the instructor there
    were.
    """

    settings: Diplomacy = field(default_factory=Diplomacy)
    standing: tuple[DebriefRelease, ...] = ()
    changes: int = 0

    @property
    def can_be(self) -> bool:
        """Whether anything may be released to everybody at all."""
        return self.settings.does_everybody_read

    def version(self, viewer: Viewer) -> int:
        return self.changes

    @property
    def has_all(self) -> bool:
        return any(one.is_all for one in self.standing)


@dataclass(frozen=True, slots=True)
class Released:
    """The messages, contacts and promises that somebody may read at the debrief.

    `has_all`: nothing of the game is missing.
    """

    messages: tuple[SaidOnTable, ...] = ()
    records: DiplomaticRecords = field(default_factory=DiplomaticRecords)
    has_all: bool = False

    @property
    def rows(self) -> tuple[SaidOnTable, ...]:
        return *self.messages, *self.records.contacts, *self.records.promises


def has_debrief_page(fold: Fold) -> bool:
    """Whether the game has a page of its debrief: its rules know promises."""
    return fold.timeline.rules.promises is not None


def has_debrief(fold: Fold) -> bool:
    """Whether anything can be written in the game that a debrief could release."""
    return has_messages(fold) or has_records(fold)


def releases_of(look: Look) -> Releases:
    """The game's releases, as they are stored now. Cost: no query where nothing is written."""
    if not has_debrief(look.fold):
        return Releases()
    game, settings = look.game, settings_of(look.game)
    if not game.changes:
        return Releases(settings)
    rows = rows_of(game, "releases", lambda: tuple(DebriefRelease.objects.filter(game=game)))
    standing = tuple(row for row in rows if row.withdrawn_at is None)
    withdrawn = len(rows) - len(standing)
    shown = standing if settings.does_everybody_read else ()
    return Releases(settings, shown, len(rows) + withdrawn)


RELEASES = Book(releases_of)


def has_release(look: Look) -> bool:
    """Whether the instructor has released something, be it nothing that was written."""
    return bool(RELEASES.of(look).standing) and is_ended(look)


def released(look: Look) -> Released:
    """What the viewer may read now: of a game that is over or stopped what has been released to
    everybody, and moderators and the instructor everything that the settings let them."""
    releases, records = RELEASES.of(look), RECORDS.of(look)
    if look.viewer.is_moderator and do_teachers_read_now(releases.settings, look):
        return Released(_messages(look), records, has_all=True)
    if not has_release(look):
        return Released(records=records.only(lambda one: False))

    def is_covered(one: SaidOnTable) -> bool:
        return any(release.covers(one) for release in releases.standing)

    shown = tuple(filter(is_covered, _messages(look)))
    return Released(shown, records.only(is_covered), releases.has_all)


def _messages(look: Look) -> tuple[SaidOnTable, ...]:
    return tuple(one for one in said_in(look) if one.kind == MESSAGE)


@transaction.atomic
def debrief_release(game: Game, players: Collection[str] = (), turn: int | None = None) -> bool:
    """Let everybody read what was written: everything, or of these players, or in that round.

    Args:
        players: none, one, or a pair, by their ids; as in `DebriefRelease`.

    Returns:
        Whether anything was stored; False if the same has been released already.

    Raises:
        InvalidInput: the game goes on, nothing may be released in it, or there are no such players
            or no such round.
        Stale: the game has been deleted.
    """
    fold = locked(game)
    look = Look(game, fold)
    releases = releases_of(look)
    _check(look, releases, players, turn)
    wanted = DebriefRelease(game=game, players=sorted(set(players)), turn=turn, at=timezone.now())
    if any(one.is_like(wanted) for one in releases.standing):
        return False
    wanted.save()
    _changed(game)
    return True


@transaction.atomic
def debrief_withdraw(game: Game, pks: Collection[int]) -> None:
    """Withdraw these releases of the game; those that are withdrawn already stay so.

    Whoever withdraws the release of everything means to seal everything: the parts that were
    released before are withdrawn with it.

    Raises:
        Stale: the game has been deleted.
    """
    locked(game)
    standing = DebriefRelease.objects.filter(game=game, withdrawn_at=None)
    chosen = standing.filter(pk__in=pks)
    if not any(not one.players and one.turn is None for one in chosen):
        standing = chosen
    if standing.update(withdrawn_at=timezone.now()):
        _changed(game)


def seal_again(game: Game) -> None:
    """Withdraw the releases, as the game goes on; it is locked.

    What is written from now on is only shown when the instructor releases it after the next end.
    """
    standing = DebriefRelease.objects.filter(game=game, withdrawn_at=None)
    if standing.update(withdrawn_at=timezone.now()):
        count_change(game)


def _changed(game: Game) -> None:
    count_change(game)
    publishing.publish_charts([game.group_id])


def _check(look: Look, releases: Releases, players: Collection[str], turn: int | None) -> None:
    if not has_debrief(look.fold):
        raise InvalidInput(gettext("In this game nothing is written that could be released."))
    if not releases.can_be:
        message = gettext("Everybody was told at the start that others never read what is written.")
        raise InvalidInput(message)
    if not is_ended(look):
        raise InvalidInput(gettext("The game goes on. Release it when it is over or stopped."))
    seats = {seat.id for seat in look.timeline.seats}
    if len(set(players)) > 2 or not seats.issuperset(players):
        raise InvalidInput(gettext("There is no such player."))
    if turn is not None and not 1 <= turn <= look.fold.turn:
        raise InvalidInput(gettext("There is no such round."))


# The groups of a class at its debrief: what can be released to everybody, and what has been.

ALL, OF, TURN = "all", "of:", "turn:"


@dataclass(frozen=True, slots=True)
class ReleasePart:
    """A part that can be released by itself: of one player, of two, or of a round.

    `count`: how many messages, contacts and promises it has; None if the instructor may not know.
    `release`: the number of its release; 0 if it has not been released by itself.
    """

    label: str
    seats: tuple[SeatLabel, ...]
    turn: int | None
    count: int | None
    release: int

    @property
    def name(self) -> str:
        """The part as the form sends it: "all", "of:egypt,babylon" or "turn:3"."""
        if self.turn is not None:
            return f"{TURN}{self.turn}"
        return OF + ",".join(seat.id for seat in self.seats) if self.seats else ALL


class GroupDebrief:
    """What can be released of a game. `can_go_on`: it is only stopped.

    `refusal`: why nothing can be released; empty if it can. `has_page`: whether there is a page of
    its debrief; `has_words`: whether anything can be written in it. `rows`: for each player its own
    part, and those with the players after it.
    `seat_word`: what players call a seat.
    """

    can_go_on = False
    everything: ReleasePart | None = None
    rows: tuple[tuple[ReleasePart, ...], ...] = ()
    turns: tuple[ReleasePart, ...] = ()

    def __init__(self, game: Game) -> None:
        """`game` must be as it is in the database now."""
        look = look_at(game)
        self.game, self.refusal = game, _refusal(look)
        self.has_page, self.has_words = has_debrief_page(look.fold), has_debrief(look.fold)
        self.seat_word, word = look.rules.seat_word, look.rules.round_word
        if self.refusal:
            return
        part = partial(_release_part, RELEASES.of(look), released(look.by(MODERATOR)))
        seats = look.timeline.seats
        rows = [[part(seat.name, (seat,))] for seat in seats]
        for one, other in combinations(seats, 2):
            names = gettext("%(one)s and %(other)s") % {"one": one.name, "other": other.name}
            rows[seats.index(one)].append(part(names, (one, other)))
        self.can_go_on, self.everything = (
            not has_ended_for_good(look),
            part(gettext("Everything"), ()),
        )
        self.rows = tuple(map(tuple, rows))
        self.turns = tuple(part(f"{word} {n}", (), n) for n in range(1, look.fold.turn + 1))

    @property
    def seats(self) -> tuple[SeatLabel, ...]:
        """The players in the order of play."""
        return tuple(row[0].seats[0] for row in self.rows)

    @property
    def parts_released(self) -> int:
        """How many parts have been released by themselves."""
        parts = (*(part for row in self.rows for part in row), *self.turns)
        return sum(part.release > 0 for part in parts)


def part_named(name: str) -> tuple[tuple[str, ...], int | None]:
    """The players and the round of a part, from its name.

    Raises:
        ValueError: no part has such a name.

    >>> part_named("all"), part_named("of:egypt,hatti"), part_named("turn:3")
    (((), None), (('egypt', 'hatti'), None), ((), 3))
    """
    if name == ALL:
        return (), None
    if name.startswith(OF) and len(name) > len(OF):
        return tuple(name.removeprefix(OF).split(",")), None
    turn = whole_number(name.removeprefix(TURN))
    if not name.startswith(TURN) or turn is None:
        raise ValueError(f"no part: {name!r}")
    return (), turn


def _refusal(look: Look) -> str:
    if not has_debrief_page(look.fold):
        return gettext("No messages or records, so there is no debrief page.")
    if not has_debrief(look.fold):
        return gettext("No messages or records: the debrief shows the moves.")
    if not RELEASES.of(look).can_be:
        return gettext("Everybody was told at the start that others never read what is written.")
    if look.game.is_waiting:
        return gettext("The game has not been started yet.")
    if not is_ended(look):
        return gettext(
            "The game goes on. You can release what was written when it is over or stopped."
        )
    return ""


def _release_part(
    releases: Releases,
    seen: Released,
    label: str,
    seats: tuple[SeatLabel, ...],
    turn: int | None = None,
) -> ReleasePart:
    """A part, with what is in it as far as the instructor may know."""
    wanted = DebriefRelease(players=sorted(seat.id for seat in seats), turn=turn)
    same = (one for one in releases.standing if one.is_like(wanted))
    number = next((one.pk for one in same), 0)
    count = sum(map(wanted.covers, seen.rows)) if seen.has_all else None
    return ReleasePart(label, seats, turn, count, number)


def release(classroom: Classroom, post: QueryDict) -> str:
    """Release a part of a group's game, everything of all, or withdraw; the fragment to go to."""
    games = games_of(groups_of(classroom))
    if "release-all" in post:
        _release_all(games.values())
        return ""
    game, present = _games_in(post, games.values())
    if "release" in post:
        try:
            players, turn = part_named(post.get("release", ""))
        except ValueError as error:
            raise Http404 from error
        debrief_release(game, players, turn)
    else:
        debrief_withdraw(game, [whole_number(post.get("withdraw", "")) or 0])
    return f"#{section_of(game, game == present)}"


def section_of(game: Game, is_present: bool) -> str:
    """The id of its section on the page."""
    name = f"group-{game.group.number}"
    return name if is_present else f"{name}-game-{game.number}"


def _release_all(games: Iterable[Game]) -> None:
    """Release everything in the games that are over, if there is anything."""
    with transaction.atomic():
        chosen = [game for game in games if can_release_all(GroupDebrief(game))]
        if not chosen:
            raise InvalidInput(
                gettext("No group has anything more to release now. Look at the page again.")
            )
        for game in sorted(chosen, key=lambda one: one.pk):  # everybody locks them in this order
            debrief_release(game)


def _games_in(post: QueryDict, games: Iterable[Game]) -> tuple[Game, Game]:
    """The game that the form is about, and the group's present one."""
    number, game_number = whole_number(post.get("group", "")), whole_number(post.get("game", ""))
    present = next((one for one in games if one.group.number == number), None)
    if present is None:
        raise Http404
    if game_number == present.number:
        return present, present
    earlier = present.group.games.filter(number=game_number or 0, is_waiting=False).first()
    if earlier is None:
        raise InvalidInput(gettext("There is no such game. Look at the page again."))
    return earlier, present


def can_release_all(one: GroupDebrief) -> bool:
    """Whether the group's game is over for good, and not everything of it has been released."""
    return one.everything is not None and not one.everything.release and not one.can_go_on
