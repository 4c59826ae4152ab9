"""The rows of the overview: each group with what the instructor needs to see at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString

from moderator.play.models import Group, Person
from moderator.play.presence import ONLINE, is_online
from moderator.play.take_over import abandoned_in, seen_of, successors
from moderator.play.whole_class import SeatedPeople, WholeClass
from moderator.rules.seating import SeatLabel
from moderator.web.feed.game_now import RUNNING, WAITING, GameNow, game_now_of, small_chart

LESSON = timedelta(hours=3)
"""A group without a move for longer hasn't begun its lesson yet: it isn't stuck."""

LONGEST_S = 30.0  # the overview is rendered again at the latest after so many seconds

START, SEAT, HAND_OVER, REMIND, OPEN = "start", "seat", "hand-over", "remind", "open"


@dataclass(frozen=True, slots=True)
class Moderator:
    """A group's moderator; `seen`: when they were connected last."""

    name: str
    is_online: bool
    seen: datetime | None


@dataclass(frozen=True, slots=True)
class Empty:
    """An abandoned seat: nobody has it (`since` is None), or its phones are offline since then."""

    seat: SeatLabel
    pk: int
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Help:
    """The one thing that helps a group: a button that posts `value`, or a link to `url`.

    `kind`: "start", "seat" (`name` gets `seat`), "hand-over", "remind" (`count`: how often before)
    or "open".
    """

    kind: str
    value: str = ""
    url: str = ""
    name: str = ""
    seat: SeatLabel | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """A group. `since`: when its game moved last, or went on; None if that was not in this lesson.

    `names`: of those on the only seat that is awaited. `phones`: how many people have a seat,
    `online` how many of them are connected. `small`: its chart in small, or empty.
    """

    number: int
    code: str
    name: str
    now: GameNow | None
    since: datetime | None
    is_stuck: bool
    is_paused: bool
    names: tuple[str, ...]
    moderator: Moderator | None
    phones: int
    online: int
    empty: tuple[Empty, ...]
    help: Help | None
    small: SafeString

    @property
    def since_ms(self) -> int:
        """When, in milliseconds since 1970, UTC."""
        return round(self.since.timestamp() * 1000) if self.since else 0


def rows_of(whole: WholeClass, now: datetime, has_charts: bool) -> list[OverviewRow]:
    """The rows: groups that are stuck first, by how long; then the others by number.

    So a row moves only when its group gets stuck or goes on.
    """
    look = _Look(whole, now, has_charts)
    rows = [look.row(group) for group in whole.groups]
    stuck = [row for row in rows if row.is_stuck]
    longest_first = sorted(stuck, key=lambda row: row.since_ms)
    return [*longest_first, *(row for row in rows if not row.is_stuck)]


def next_change_s(whole: WholeClass, rows: Sequence[OverviewRow], now: datetime) -> float:
    """After how many seconds time alone may change a row: somebody is offline, a group is stuck."""
    limit = timedelta(minutes=whole.settings.stuck_minutes)
    times = [clock.ends_at for clock in whole.clocks.values() if clock.ends_at]
    times += [row.since + limit for row in rows if row.since]
    for seen in filter(None, map(seen_of, whole.people.values())):
        times += [seen + ONLINE, seen + limit]
    left = [(at - now).total_seconds() for at in times if at > now]
    return max(1.0, min([LONGEST_S, *left]) + 0.1)


class _Look:
    """A look at a class: makes its rows one after the other."""

    def __init__(self, whole: WholeClass, now: datetime, has_charts: bool) -> None:
        self.whole = whole
        self.now = now
        self.has_charts = has_charts
        self.limit = timedelta(minutes=whole.settings.stuck_minutes)
        self._offered: set[int] = set()  # nobody is offered to two groups
        self._moderators: dict[int | None, list[Person]] = defaultdict(list)
        for person in whole.people.values():
            if person.moderates_id is not None:
                self._moderators[person.moderates_id].append(person)
            elif person.kind == Person.Kind.MODERATOR:
                self._moderators[person.group_id].append(person)

    def row(self, group: Group) -> OverviewRow:
        """The group's row."""
        whole, seats = self.whole, self.whole.seats.get(group.pk, ())
        game = whole.games.get(group.pk)
        fold = whole.folds[game.pk] if game else None
        short = game_now_of(game, fold) if game and fold else None
        small = small_chart(game, fold, group.name) if self.has_charts and game and fold else ""
        seated = [whole.people[pk] for seat in seats for pk in seat.people]
        phones = [person for person in seated if not person.is_simulated]
        since = self._since(group, short)
        is_stuck = since is not None and self._is_stuck(group, since)
        moderator = self._moderator(group, short)
        is_running = short is not None and short.status == RUNNING
        empty = tuple(self._empty(group, short)) if short and is_running else ()
        return OverviewRow(
            number=group.number,
            code=group.code,
            name=group.name,
            now=short,
            since=since,
            is_stuck=is_stuck,
            is_paused=group.pk in whole.paused,
            names=self._names(seats, short),
            moderator=moderator,
            phones=len(phones),
            online=sum(self._is_online(person) for person in phones),
            empty=empty,
            help=self._help(group, short, moderator, empty, is_stuck) if short else None,
            small=SafeString(small),
        )

    def _is_online(self, person: Person) -> bool:
        return is_online(seen_of(person), self.now)

    def _since(self, group: Group, short: GameNow | None) -> datetime | None:
        """Since when somebody is waited for; None if not at all, or since an earlier lesson."""
        if short is None or short.status != RUNNING:
            return None
        created = self.whole.games[group.pk].created
        since = max(filter(None, (short.moved_at, group.resumed_at, created)))
        return since if self.now - since < LESSON else None

    def _is_stuck(self, group: Group, since: datetime) -> bool:
        """Not while a clock gives the group time, nor while it is paused."""
        clock = self.whole.clocks.get(group.pk)
        has_time = clock is not None and (clock.ends_at is None or clock.ends_at > self.now)
        return not has_time and group.pk not in self.whole.paused and self.now - since >= self.limit

    def _names(self, seats: Sequence[SeatedPeople], short: GameNow | None) -> tuple[str, ...]:
        """Who has the only seat that is awaited."""
        awaited = [seat.id for seat in short.awaited] if short else []
        people = (pk for seat in seats if [seat.player] == awaited for pk in seat.people)
        return tuple(self.whole.people[pk].display_name for pk in people)

    def _moderator(self, group: Group, short: GameNow | None) -> Moderator | None:
        """Whoever has been connected last, of those who may be its moderator."""
        last = self.whole.people.get(short.moderator or 0) if short else None
        found = [*self._moderators.get(group.pk, ()), *([last] if last else ())]
        if not found:
            return None
        one = max(found, key=lambda person: (seen_of(person) or person.joined, person.pk))
        return Moderator(one.display_name, self._is_online(one), seen_of(one))

    def _empty(self, group: Group, short: GameNow) -> Iterator[Empty]:
        labels = {seat.id: seat for seat in short.seats}
        for one in abandoned_in(self.whole, group, self.now):
            yield Empty(labels[one.seat.player], one.seat.pk, one.since)

    def _help(
        self,
        group: Group,
        short: GameNow,
        moderator: Moderator | None,
        empty: Sequence[Empty],
        is_stuck: bool,
    ) -> Help | None:
        """The one thing that helps most: a player, then a moderator, then a reminder."""
        if short.status == WAITING:
            start = reverse("games-start", args=[group.classroom_id])
            return Help(START, url=f"{start}?group={group.number}")
        if short.status != RUNNING:
            return None
        if empty:
            first = next((one for one in empty if one.seat in short.awaited), empty[0])
            return self._seat(group, first)
        is_lost = moderator is not None and not moderator.is_online
        if is_lost and (url := hand_over_url(group)):
            return Help(HAND_OVER, url=url)
        if not is_stuck:
            return None
        if short.writers and short.awaited:
            value = f"{REMIND}:{group.number}:{short.reminders}"
            return Help(REMIND, value, count=short.reminded)
        return Help(OPEN, url=reverse("console", args=[group.code]))

    def _seat(self, group: Group, empty: Empty) -> Help:
        url = reverse("seats-give", args=[group.classroom_id, group.number])
        for one in successors(self.whole, group, self.now):
            if one.is_online and one.person.pk not in self._offered:
                self._offered.add(one.person.pk)
                value = f"{SEAT}:{group.number}:{empty.pk}:{one.person.pk}"
                return Help(SEAT, value, url, one.person.display_name, empty.seat)
        return Help(SEAT, url=url, seat=empty.seat)


def hand_over_url(group: Group) -> str:
    """The page on which the group gets another moderator; empty if the site has none."""
    try:
        return reverse("hand-over", args=[group.classroom_id, group.number])
    except NoReverseMatch:
        return ""
