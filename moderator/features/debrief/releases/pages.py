"""The instructor's page of a debrief: what can be released in each group, and what has been."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.core.access import classroom_for
from moderator.core.ended import has_ended_for_good, is_ended
from moderator.core.errors import InvalidInput, Stale
from moderator.core.forms import whole_number
from moderator.core.look import Look, look_at
from moderator.core.models import Classroom, Game, Group
from moderator.core.queries import groups_of
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.core.whole_class import games_of
from moderator.features.debrief.models import DebriefRelease
from moderator.features.debrief.part import has_debrief_page
from moderator.features.debrief.releases.read import (
    RELEASES,
    Released,
    Releases,
    has_debrief,
    released,
)
from moderator.features.debrief.releases.write import debrief_release, debrief_withdraw
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
    """A group's present game, or an earlier one. `can_go_on`: it is only stopped.

    `refusal`: why nothing can be released; empty if it can. `has_page`: whether there is a page of
    its debrief. `rows`: for each player its own part, and those with the players after it.
    `seat_word`: what players call a seat.
    """

    group: Group
    game: Game
    refusal: str
    has_page: bool = True
    can_go_on: bool = False
    everything: ReleasePart | None = None
    rows: tuple[tuple[ReleasePart, ...], ...] = ()
    turns: tuple[ReleasePart, ...] = ()
    is_earlier: bool = False
    seat_word: str = ""

    @property
    def id(self) -> str:
        """Of its section on the page."""
        name = f"group-{self.group.number}"
        return f"{name}-game-{self.game.number}" if self.is_earlier else name

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


def debriefs_of(classroom: Classroom) -> tuple[GroupDebrief, ...]:
    """The class's groups that have started a game, and their earlier games that have a debrief.

    Cost: for each game with messages or records some queries, and its log if it has grown.
    """
    games = games_of(groups_of(classroom)).values()
    return tuple(one for game in games for one in _debriefs_of_group(game))


def _debriefs_of_group(present: Game) -> Iterator[GroupDebrief]:
    if not present.is_waiting:
        yield debrief_of(present)
    started = present.group.games.filter(number__lt=present.number, is_waiting=False)
    for game in started.order_by("-number"):
        found = debrief_of(game)
        if not found.refusal:
            yield replace(found, is_earlier=True)


def debrief_of(game: Game) -> GroupDebrief:
    """The group's game; `game` must be as it is in the database now."""
    look = look_at(game)
    if refusal := _refusal(look):
        return GroupDebrief(game.group, game, refusal, has_debrief_page(look.fold))
    part = partial(_part, RELEASES.of(look), released(look.by(MODERATOR)))
    seats = look.rules.seats_of(look.state)
    word = look.rules.round_word
    rows = [[part(seat.name, (seat,))] for seat in seats]
    for one, other in combinations(seats, 2):
        names = {"one": one.name, "other": other.name}
        rows[seats.index(one)].append(part(gettext("%(one)s and %(other)s") % names, (one, other)))
    return GroupDebrief(
        game.group,
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
        return gettext("This game has no messages or records, so it has no debrief page.")
    if not has_debrief(look.fold):
        return gettext("This game has no messages or records: the debrief shows its moves.")
    if not RELEASES.of(look).can_be:
        return gettext("Everybody was told at the start that others never read what is written.")
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
    release = next((one.pk for one in same), 0)
    count = sum(map(wanted.covers, seen.rows)) if seen.has_all else None
    return ReleasePart(label, seats, turn, count, release)


# The debrief of a class: the instructor releases what was written in its games.


@dataclass(frozen=True)
class ReleasesPage:
    """The groups that have started a game; `error`: why nothing was released."""

    classroom: Classroom
    groups: tuple[GroupDebrief, ...]
    error: str = ""

    @property
    def can_all(self) -> bool:
        """Whether there are several groups in which everything can be released now."""
        present = (one for one in self.groups if not one.is_earlier)
        return len([one for one in present if _can_release_all(one)]) > 1


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def debrief(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; a POST releases a part, or withdraws a release."""
    error = ""
    if request.method == "POST":
        try:
            return SeeOther(
                reverse("class-debrief", args=[classroom.pk]) + _act(classroom, request.POST)
            )
        except InvalidInput as invalid:
            error = str(invalid)
        except Stale:
            error = gettext("This game has been deleted.")
    page = ReleasesPage(classroom, debriefs_of(classroom), error)
    return render_page(request, "debrief/class_debrief.html", page, UNPROCESSABLE if error else 200)


def _act(classroom: Classroom, post: QueryDict) -> str:
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
    return f"#{GroupDebrief(game.group, game, '', is_earlier=game != present).id}"


def _release_all(games: Iterable[Game]) -> None:
    """Release everything in the games that are over, if there is anything."""
    with transaction.atomic():
        chosen = [game for game in games if _can_release_all(debrief_of(game))]
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


def _can_release_all(one: GroupDebrief) -> bool:
    """Whether the group's game is over for good, and not everything of it has been released."""
    return one.everything is not None and not one.everything.release and not one.can_go_on
