"""What can be released of a group's game, what has been, and the press that does it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from django.db import transaction
from django.http import Http404, QueryDict
from django.utils.translation import gettext

from moderator.core.ended import has_ended_for_good, is_ended
from moderator.core.errors import InvalidInput
from moderator.core.forms import whole_number
from moderator.core.look import Look, look_at
from moderator.core.models import Classroom, Game
from moderator.core.queries import groups_of
from moderator.core.whole_class import games_of
from moderator.features.debrief.models import DebriefRelease
from moderator.features.debrief.part import has_debrief_page
from moderator.features.debrief.releases import (
    RELEASES,
    Released,
    Releases,
    debrief_release,
    debrief_withdraw,
    has_debrief,
    released,
)
from moderator.rules.seating import MODERATOR, SeatLabel

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


@dataclass(frozen=True, slots=True)
class GroupDebrief:
    """What can be released of a game. `can_go_on`: it is only stopped.

    `refusal`: why nothing can be released; empty if it can. `has_page`: whether there is a page of
    its debrief; `has_words`: whether anything can be written in it. `rows`: for each player its own
    part, and those with the players after it.
    `seat_word`: what players call a seat.
    """

    game: Game
    refusal: str
    has_page: bool = True
    has_words: bool = True
    can_go_on: bool = False
    everything: ReleasePart | None = None
    rows: tuple[tuple[ReleasePart, ...], ...] = ()
    turns: tuple[ReleasePart, ...] = ()
    seat_word: str = ""

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


def debrief_of(game: Game) -> GroupDebrief:
    """The group's game; `game` must be as it is in the database now."""
    look = look_at(game)
    if refusal := _refusal(look):
        return GroupDebrief(game, refusal, has_debrief_page(look.fold), has_debrief(look.fold))
    part = partial(_part, RELEASES.of(look), released(look.by(MODERATOR)))
    seats = look.timeline.seats
    word = look.rules.round_word
    rows = [[part(seat.name, (seat,))] for seat in seats]
    for one, other in combinations(seats, 2):
        names = {"one": one.name, "other": other.name}
        rows[seats.index(one)].append(part(gettext("%(one)s and %(other)s") % names, (one, other)))
    return GroupDebrief(
        game,
        "",
        can_go_on=not has_ended_for_good(look),
        everything=part(gettext("Everything"), ()),
        rows=tuple(map(tuple, rows)),
        turns=tuple(part(f"{word} {n}", (), n) for n in range(1, look.fold.turn + 1)),
        seat_word=look.rules.seat_word,
    )


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


def _part(
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
        debrief_release(game, *_part_in(post))
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
        chosen = [game for game in games if can_release_all(debrief_of(game))]
        if not chosen:
            raise InvalidInput(
                gettext("No group has anything more to release now. Look at the page again.")
            )
        for game in sorted(chosen, key=lambda one: one.pk):  # everybody locks them in this order
            debrief_release(game)


def _part_in(post: QueryDict) -> tuple[tuple[str, ...], int | None]:
    try:
        return part_named(post.get("release", ""))
    except ValueError as error:
        raise Http404 from error


def _games_in(post: QueryDict, games: Iterable[Game]) -> tuple[Game, Game]:
    """The game that the form is about, and the group's present one."""
    number, game_number = whole_number(post.get("group", "")), whole_number(post.get("game", ""))
    present = next((one for one in games if one.group.number == number), None)
    if present is None:
        raise Http404
    game = present
    if game.number != game_number:
        earlier = present.group.games.filter(number=game_number or 0, is_waiting=False).first()
        if earlier is None:
            raise InvalidInput(gettext("There is no such game. Look at the page again."))
        game = earlier
    return game, present


def can_release_all(one: GroupDebrief) -> bool:
    """Whether the group's game is over for good, and not everything of it has been released."""
    return one.everything is not None and not one.everything.release and not one.can_go_on
