"""The overview of a class: each group's game in short, and how it can be helped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from moderator.core.cache import cached
from moderator.core.class_page import step_of
from moderator.core.ended import end_of_stopped, is_ended, seen_as
from moderator.core.feature import Shown, part_html
from moderator.core.games import template_of
from moderator.core.lesson import LESSON, clocks_key
from moderator.core.log import Fold
from moderator.core.look import Look, shown_state
from moderator.core.models import Classroom, Entry, Group, Person
from moderator.core.publishing import ONLINE, is_online
from moderator.core.whole_class import SeatedPeople, WholeClass, seen_of
from moderator.features.overview.write import (
    Abandoned,
    Moderator,
    TakeBack,
    abandoned_in,
    can_go_alone,
    successors,
    take_back_of,
)
from moderator.features.people.joining import join_requests
from moderator.features.slips.read import ORDER_SLIPS, SlipBook
from moderator.rules.game import Rules
from moderator.rules.seating import MODERATOR, SeatLabel

# A game in short, for pages that show many: its round, who is to act, and who leads.

MARKS_MOST = 10
WAITING, RUNNING, STOPPED, OVER = "waiting", "running", "stopped", "over"


@dataclass(frozen=True, slots=True)
class GameNow:
    """What everybody may know of a game, who leads, and who was its moderator last.

    Attributes:
        status: "waiting" (for its start), "running", "stopped" or "over".
        round: the present one of so many `rounds`; 0 in a game without rounds.
        round_word: what players call a round.
        sentence: the game in a few words.
        seats: in the order of play.
        awaited: the seats that have something to do.
        writers: how many write orders now; 0 if none are written.
        reminded: how often all of the awaited have been reminded of their orders.
        reminders: how many reminders there were in the whole game.
        moved_at: when the last entry was recorded; None before the first.
        moderator: who recorded the last entry as the moderator; None if nobody did.
        leaders: the seats with the most points, for the instructor alone; none before a round is
            complete (in a game without rounds, before the first move), and after the end.
        ahead: by how many points a single leader leads.
    """

    status: str
    round: int
    rounds: int
    round_word: str
    sentence: str
    seats: tuple[SeatLabel, ...]
    awaited: tuple[SeatLabel, ...]
    writers: int
    reminded: int
    reminders: int
    moved_at: datetime | None
    moderator: int | None
    leaders: tuple[SeatLabel, ...]
    points: int
    ahead: int

    @property
    def orders_in(self) -> int:
        """How many of the `writers` have handed in their orders."""
        return self.writers - len(self.awaited)

    @property
    def marks(self) -> tuple[str, ...]:
        """Whether each round is "done", "now" or "left"; empty if there are too many to draw."""
        if self.rounds > MARKS_MOST:
            return ()
        done = self.round if self.status == OVER else self.round - 1
        here = ("now",) if done < self.round else ()
        return ("done",) * done + here + ("left",) * (self.rounds - self.round)

    @property
    def seat(self) -> SeatLabel:
        """The only seat that is awaited."""
        return self.awaited[0]


def game_now_of(look: Look) -> GameNow:
    """The game in short; `game` must be as it is in the database now."""
    look = look.by(seen_as(look))
    facts = (look.game.uid, look.fold.hash, look.game.changes, look.game.stops, look.viewer)
    return cached("game now", (*facts, get_language()), lambda: _game_now(look))


SMALL = ("small_chart.html", "small_place.html", "small_ranking.html")


def small_of(look: Look, name: str) -> tuple[SafeString, ...]:
    """The game in small, as everybody may see it: its picture, how far it is, and a ranking of its
    own where that isn't by points; each by its game's template, empty if there is none.
    """
    templates = [template_of(look.game.rules, one) for one in SMALL]
    look = look.by(seen_as(look))
    facts = (look.game.uid, look.fold.key, ORDER_SLIPS.of(look).public_number, look.viewer)

    def make() -> tuple[SafeString, ...]:
        view = look.rules.view(shown_state(look), look.viewer, look.fold.before)
        values = {"view": view, "name": name}
        return tuple(render_to_string(one, values) if one else SafeString() for one in templates)

    return cached("game in small", (*facts, name, get_language()), make)


def _game_now(look: Look) -> GameNow:
    rules, state, book = look.rules, shown_state(look), ORDER_SLIPS.of(look)
    seats, status = rules.seats_of(state), _status(look)
    ended = end_of_stopped(look)
    played, rounds = rules.rounds_played(state) or (0, 0)
    slips = book.slips if status == RUNNING else ()
    awaited = _awaited(rules, state, seats, book) if status == RUNNING else ()
    has_leader = status == RUNNING and (played if rounds else look.fold.number)
    points = rules.points(state, MODERATOR) if has_leader else ()
    best, *others = sorted(points, reverse=True) or [0]
    numbers = [book.reminders_of(seat.id) for seat in awaited]
    return GameNow(
        status=status,
        round=min(played + 1, rounds),
        rounds=rounds,
        round_word=rules.round_word,
        sentence=ended.sentence if ended else rules.glance(state, look.viewer),
        seats=seats,
        awaited=awaited,
        writers=len(slips),
        reminded=min(numbers, default=0),
        reminders=sum(book.reminded.values()),
        moved_at=look.fold.entries[-1].at if look.fold.entries else None,
        moderator=_last_moderator(look.fold),
        leaders=tuple(seat for seat, own in zip(seats, points, strict=False) if own == best),
        points=best,
        ahead=best - others[0] if others else 0,
    )


def _status(look: Look) -> str:
    if look.game.is_waiting:
        return WAITING
    if look.timeline.is_over:
        return OVER
    return STOPPED if look.game.is_stopped else RUNNING


def _awaited(
    rules: Rules[Any], state: Any, seats: Sequence[SeatLabel], book: SlipBook
) -> tuple[SeatLabel, ...]:
    """Whose order slips are missing; where none are written, those who have a task."""
    if book.is_open:
        missing = {slip.player for slip in book.missing}
        return tuple(seat for seat in seats if seat.id in missing)
    return tuple(seat for seat in seats if rules.task(state, seat.id).is_own)


def _last_moderator(fold: Fold) -> int | None:
    recorded = (one.person_id for one in reversed(fold.entries) if one.role == Entry.Role.MODERATOR)
    return next(recorded, None)


# The rows of the overview: each group with what the instructor needs to see at once.

GRACE = timedelta(minutes=2)  # after the start, until a moderator who isn't connected is lost
LONGEST_S = 30.0  # the overview is rendered again at the latest after so many seconds

START, SEAT, GIVE_CONSOLE, REMIND, OPEN = "start", "seat", "give-console", "remind", "open"
ALONE, MODERATED, LATE, BOT = "alone", "moderated", "late", "bot"


@dataclass(frozen=True, slots=True)
class Help:
    """The one thing that helps a group: a button that posts `value`, or a link to `url`.

    `kind`: "start", "alone" (players record), "moderated" (`name` records again), "seat" (`name`
    gets `seat`), "give-console", "remind" (`count`: how often before) or "open".
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
    `online` how many of them are connected. `has_bots`: the program could play. `take_back`: for a
    group that plays without a moderator. `small`: its chart in small, or empty.
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
    empty: tuple[Abandoned, ...]
    has_bots: bool
    help: Help | None
    take_back: TakeBack | None
    small: SafeString

    @property
    def seats(self) -> tuple[tuple[SeatLabel, bool], ...]:
        """Those that are awaited and those that nobody plays, and which these are."""
        awaited = self.now.awaited if self.now else ()
        empty = [one.seat for one in self.empty]
        others = (seat for seat in empty if seat not in awaited)
        return tuple((seat, seat in empty) for seat in (*awaited, *others))

    @property
    def has_offline(self) -> bool:
        """Whether phones of a seat have been offline for a while."""
        return any(one.since for one in self.empty)

    @property
    def has_free(self) -> bool:
        """Whether nobody has one of the seats that should be played."""
        return any(not one.since for one in self.empty)

    @property
    def lacks_somebody(self) -> bool:
        """Whether a seat or the console needs somebody."""
        return self.help is not None and self.help.kind in (ALONE, SEAT, GIVE_CONSOLE)

    @property
    def since_ms(self) -> int:
        """When, in milliseconds since 1970, UTC."""
        return round(self.since.timestamp() * 1000) if self.since else 0


def rows_of(whole: WholeClass, now: datetime, has_charts: bool) -> list[OverviewRow]:
    """The rows: groups that are stuck first, by how long; then those that lack somebody, and the
    others, by number.

    So a row moves only when its group gets stuck, loses or gets somebody, or goes on.
    """
    look = _Look(whole, now, has_charts)
    rows = [look.row(group) for group in whole.groups]
    return sorted(
        rows,
        key=lambda row: (not row.is_stuck, row.is_stuck and row.since_ms, not row.lacks_somebody),
    )


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
        whole, seats = self.whole, self.whole.seats.get(group.pk, ())
        game = whole.games.get(group.pk)
        look = whole.look(game) if game else None
        short = game_now_of(look) if look else None
        small = small_of(look, group.name)[0] if self.has_charts and look else ""
        seated = [whole.people[pk] for seat in seats for pk in seat.people]
        phones = [person for person in seated if not person.is_simulated]
        since = self._since(group, short)
        is_stuck = since is not None and self._is_stuck(group, since)
        moderator = self._moderator(group, short)
        is_running = short is not None and short.status == RUNNING
        empty = abandoned_in(whole, group, self.now) if is_running else ()
        is_alone = look is not None and look.game.is_unmoderated and is_running
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
            has_bots=look is not None and look.rules.bots is not None,
            help=self._help(look, short, moderator, empty, is_stuck) if look and short else None,
            take_back=take_back_of(look, group.number) if look and is_alone else None,
            small=SafeString(small),
        )

    def _is_online(self, person: Person) -> bool:
        return is_online(seen_of(person), self.now)

    def _since(self, group: Group, short: GameNow | None) -> datetime | None:
        """Since when somebody is waited for; None if not at all, or since an earlier lesson."""
        if short is None or short.status != RUNNING:
            return None
        since = max(filter(None, (short.moved_at, self._began(group))))
        return since if self.now - since < LESSON else None

    def _began(self, group: Group) -> datetime:
        """When the group's game was made, started or continued last."""
        game = self.whole.games[group.pk]
        return max(filter(None, (game.created, game.started_at, group.resumed_at)))

    def _is_stuck(self, group: Group, since: datetime) -> bool:
        """Not while a clock gives the group time, nor while it is paused."""
        clock = self.whole.clocks.get(group.pk)
        has_time = clock is not None and (clock.ends_at is None or clock.ends_at > self.now)
        return not has_time and group.pk not in self.whole.paused and self.now - since >= self.limit

    def _names(self, seats: Sequence[SeatedPeople], short: GameNow | None) -> tuple[str, ...]:
        """Who has the only seat that is awaited."""
        awaited = [seat.id for seat in short.awaited] if short else []
        return next((self.whole.names_on(one) for one in seats if [one.player] == awaited), ())

    def _moderator(self, group: Group, short: GameNow | None) -> Moderator | None:
        """Whoever has been connected last, of those who may be its moderator: also the one of its
        students who has recorded last, by the link, but nobody from whom the console was taken."""
        found = list(self._moderators.get(group.pk, ()))
        last = self.whole.people.get(short.moderator or 0) if short else None
        if last and last.group_id == group.pk and not (found and self._is_seated(last, group)):
            found.append(last)
        if not found:
            return None
        one = max(found, key=lambda person: (seen_of(person) or person.joined, person.pk))
        seen = seen_of(one)
        is_online = self._is_online(one)
        began = self._began(group)
        has_come = seen is not None and seen >= began
        is_lost = not is_online and (has_come or self.now - began >= GRACE)
        return Moderator(one.display_name, is_online, is_lost, seen, seen or one.joined)

    def _is_seated(self, person: Person, group: Group) -> bool:
        return any(person.pk in seat.people for seat in self.whole.seats.get(group.pk, ()))

    def _help(
        self,
        look: Look,
        short: GameNow,
        moderator: Moderator | None,
        empty: Sequence[Abandoned],
        is_stuck: bool,
    ) -> Help | None:
        """The one thing that helps most: who records, then a player, a moderator, a reminder."""
        group = look.game.group
        if short.status == WAITING:
            start = reverse("games-start", args=[group.classroom_id])
            return Help(START, url=f"{start}?group={group.number}")
        if short.status != RUNNING:
            return None
        if records := self._records(look, moderator, is_stuck):
            return records
        if empty:
            first = next((one for one in empty if one.seat in short.awaited), empty[0])
            return self._seat(group, first)
        if moderator and moderator.is_lost and (url := give_console_url(group)):
            return Help(GIVE_CONSOLE, url=url)
        if not is_stuck:
            return None
        if short.writers and short.awaited:
            value = f"{REMIND}:{group.number}:{short.reminders}"
            return Help(REMIND, value, count=short.reminded)
        return Help(OPEN, url=reverse("console", args=[group.code]))

    def _records(self, look: Look, moderator: Moderator | None, is_stuck: bool) -> Help | None:
        """Players instead of a moderator who isn't there, or a moderator again who has come."""
        group, game = look.game.group, look.game
        value = f"{group.number}:{game.number}"
        if game.is_unmoderated and moderator and moderator.is_online:
            return Help(MODERATED, f"{MODERATED}:{value}", name=moderator.name)
        has_players = any(seat.people for seat in self.whole.seats.get(group.pk, ()))
        if has_players and can_go_alone(look, moderator, self.now, self.limit, is_stuck):
            return Help(ALONE, f"{ALONE}:{value}", url=give_console_url(group))
        return None

    def _seat(self, group: Group, empty: Abandoned) -> Help:
        url = reverse("seats-give", args=[group.classroom_id, group.number])
        for one in successors(self.whole, group, self.now):
            if one.is_online and one.person.pk not in self._offered:
                self._offered.add(one.person.pk)
                value = f"{SEAT}:{group.number}:{empty.pk}:{one.person.pk}"
                return Help(SEAT, value, url, one.person.display_name, empty.seat)
        return Help(SEAT, url=url, seat=empty.seat)


def give_console_url(group: Group) -> str:
    """The page on which the group gets another moderator; empty if the site has none."""
    try:
        return reverse("give-console", args=[group.classroom_id, group.number])
    except NoReverseMatch:
        return ""


# The overview of a class: one row for each group, for the instructor. Nothing on it is secret.

CHARTS_MOST = 16
"""More groups get short rows in two columns, without small charts."""


def overview_html(classroom: Classroom) -> tuple[str, float]:
    """The overview's frame, and after how many seconds time alone may change it.

    It has the rows in one or two columns, and the class in short. `round_word`: what all these
    games call a round, or empty. `step`: at which the class is, but for drafts. `clocks`: a text
    that changes with every change of a clock. `requests`: who waits to be let in.
    """
    now, whole = timezone.now(), WholeClass(classroom)
    is_short = len(whole.groups) > CHARTS_MOST
    rows = rows_of(whole, now, has_charts=not is_short)
    half = (len(rows) + 1) // 2
    words = {row.now.round_word for row in rows if row.now and row.now.rounds}
    overview = {
        "classroom": classroom,
        "columns": (rows[:half], rows[half:]) if is_short else (rows,),
        "is_short": is_short,
        "has_charts": any(row.small for row in rows),
        "round_word": words.pop() if len(words) == 1 else "",
        "groups": len(rows),
        "phones": sum(row.phones for row in rows),
        "online": sum(row.online for row in rows),
        "stuck": sum(row.is_stuck for row in rows),
        "stuck_minutes": whole.settings.stuck_minutes,
        "unseated": whole.unseated,
        "clocks": clocks_key(classroom),
        "step": step_of(whole),
        "requests": join_requests(classroom),
        "is_paused": bool(rows) and all(row.is_paused for row in rows),
    }
    with timezone.override(ZoneInfo(classroom.time_zone)):
        html = render_to_string("overview/frame_overview.html", {"overview": overview})
    return html, next_change_s(whole, rows, now)


# A group without a moderator.


def shown_unmoderated(look: Look) -> Shown | None:
    """Who records, and whom to ask when something is wrong; for players and a new moderator."""
    if not look.game.is_unmoderated or look.game.is_waiting or is_ended(look):
        return None
    is_seat = look.viewer.seat is not None
    template = "overview/frame_unmoderated.html"
    return Shown(is_seat, partial(part_html, template, is_seat=is_seat))
