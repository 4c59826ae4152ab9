"""A game's stored log: its hashes, its entries, and its fold, which is cached in memory.

A fold is the log played to its end: `fold_of` gives it, with the present state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, cast

from django.db import connection
from django.db.models import QuerySet

from moderator.core.cache import MB, LruCache, cached
from moderator.core.errors import broken_form
from moderator.core.models import Entry, Game, Seat
from moderator.rules import log
from moderator.rules.game import Rules
from moderator.rules.log import Step, Timeline
from moderator.rules.reading import UNDO, Wire
from moderator.rules.record import FORMAT
from moderator.rules.registry import GAMES
from moderator.rules.seating import SeatLabel, Viewer

# A stored log: its hashes and its fold.


def rules_of(game: Game) -> Rules[Any]:
    return GAMES[game.rules]


def scenario_of(game: Game) -> Any:
    """The game's scenario, cached because reading a large one takes half a millisecond."""
    make = rules_of(game).read_scenario
    # Measured: it has four times the bytes of its text.
    return cached("scenario", game.uid, lambda: make(game.scenario), lambda one: 4 * len(repr(one)))


def has_goals(game: Game) -> bool:
    """Whether its seats have secret goals that earn points; its scenario is read only once."""
    return cached("goals", game.uid, lambda: rules_of(game).has_goals(scenario_of(game)))


def start_of(game: Game) -> Any:
    """The state before the first move."""
    return rules_of(game).begin(scenario_of(game), game.options)


def names_of(game: Game) -> dict[str, str]:
    """The names that people read for players, by id, as far as the game's seats have any."""
    if not game.pk:  # not stored, as in a benchmark
        return {}
    rows = Seat.objects.filter(game=game).exclude(name="").order_by("pk")
    return dict(rows.values_list("player", "name"))


def seats_of(game: Game, names: Mapping[str, str] | None = None) -> tuple[SeatLabel, ...]:
    """The game's seats in the order of play, as people read them.

    Args:
        names: as of `names_of`, if they are known.
    """
    rules = rules_of(game)
    if rules.players is None:
        return rules.seats(scenario_of(game), game.options)
    return rules.seats_of(rules.named(start_of(game), names_of(game) if names is None else names))


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
    return log.genesis(header(game))


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
        entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        entry.key,
    ]
    return log.chain(previous, value)


def entries_of(game: Game) -> QuerySet[Entry]:
    """The game's log, oldest first, with who recorded each entry."""
    return game.entries.select_related("person").order_by("number")


# Entries that were recorded together, such as a reveal: they are undone and redone together.
#
# The keys of a group's entries are `KEY:1`, `KEY:2` …; no client can post a key with a colon.

KEY_MOST = 56
"""The longest key of a group: with a colon and the entry's place it must fit the column."""


def check_key(key: str) -> None:
    """Raise `Refused` for a key that is too long for a group; no form of the site has one."""
    if len(key) > KEY_MOST:
        raise broken_form()


def keys(key: str, count: int) -> list[str]:
    """The keys of so many entries that are recorded together; `Refused` as in `check_key`."""
    check_key(key)
    return [f"{key}:{place}" for place in range(1, count + 1)]


def name_of(key: str) -> str:
    """What the keys of a group share; empty for an entry that was recorded alone."""
    name, colon, _ = key.partition(":")
    return name if colon else ""


def first_by_key(fold: Fold, key: str) -> LoggedMove | None:
    """The entry with this idempotency key; of several recorded together, the first."""
    return next((one for one in fold.entries if key and one.key in (key, f"{key}:1")), None)


def steps_of_next(fold: Fold, verb: str) -> list[Step]:
    """The moves that the next undo or redo covers, oldest first; empty if there is none."""
    steps: list[Step] = []
    name = ""
    for step in _chain(fold.timeline.standing if verb == UNDO else fold.timeline.undone):
        own = name_of(fold.entries[step.number - 1].key)
        if steps and (not name or own != name):
            break
        steps.append(step)
        name = own
    return sorted(steps, key=lambda step: step.number)


def size_of_next(fold: Fold, verb: str) -> int:
    """How many moves the next undo or redo covers; 1 also if there is none."""
    return len(steps_of_next(fold, verb)) or 1


def last_run(fold: Fold) -> tuple[LoggedMove, ...]:
    """The log's last entry with those that were recorded together with it; the log isn't empty."""
    return next(runs(reversed(fold.entries)))[::-1]


def runs(entries: Iterable[LoggedMove]) -> Iterator[tuple[LoggedMove, ...]]:
    """The entries, those of a group together, in the given order."""
    run: list[LoggedMove] = []
    for entry in entries:
        name = name_of(entry.key)
        if run and (not name or name != name_of(run[-1].key)):
            yield tuple(run)
            run = []
        run.append(entry)
    if run:
        yield tuple(run)


def is_group(run: Sequence[LoggedMove]) -> bool:
    """Whether the entries were recorded together; also if it was only one order to reveal."""
    return bool(name_of(run[0].key))


def standing(fold: Fold) -> Iterator[tuple[LoggedMove, ...]]:
    """The entries of the moves that stand, oldest first, those of a group together."""
    # A move that was put back is where it was first made.
    numbers = [step.number for step in fold.timeline.steps()]
    return runs(fold.entries[number - 1] for number in reversed(numbers))


def past_of(fold: Fold, number: int, viewer: Viewer) -> tuple[Step, ...]:
    """The moves in effect up to that entry, oldest first, without those that are still secret."""
    runs = [run for run in standing(fold) if run[-1].number <= number]
    known = [run for run in runs if not is_hidden(fold, run, viewer)]
    return tuple(one.step for run in known for one in run)


def is_hidden(fold: Fold, run: Iterable[LoggedMove], viewer: Viewer, state: Any = None) -> bool:
    """Whether the rules hide any of these moves from the viewer: a group is shown as a whole.

    Args:
        state: in which they are looked at; the present one if left out.
    """
    rules, state = fold.timeline.rules, fold.timeline.state if state is None else state
    return any(rules.is_hidden(one.step.before, one.step.move, state, viewer) for one in run)


def _chain(step: Step | None) -> Iterator[Step]:
    while step is not None:
        yield step
        step = step.earlier


# Folded logs, cached in memory.
#
# A log only grows, so a cached fold is never wrong, only behind: newer entries are read and
# played on top. Its players' names may change: `Game.stops`, under which it is kept, counts that.
# If the database was restored from a backup, the last entry's hash shows it, and the log is folded
# again. Every process has its own cache.

# Measured on the games in tests/played: 1.4 to 2.1 kB for an entry with its state, which shares
# most of the state before; more if a move contains a long text.
START_BYTES = 5_000
ENTRY_BYTES = 1_500
TEXT_FACTOR = 4  # bytes for each letter of a move

Row = tuple[int, Wire, str, str, int, str, datetime]
_COLUMNS = ("number", "move", "key", "hash", "person_id", "role", "at")


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """An entry of a folded log. `step` is the move that it made, undid or redid."""

    number: int
    move: Wire
    step: Step
    key: str
    hash: str
    person_id: int
    role: str
    at: datetime

    @property
    def verb(self) -> str:
        return str(self.move["type"])

    @property
    def size(self) -> int:
        """Its bytes in memory with its state, estimated."""
        return ENTRY_BYTES + TEXT_FACTOR * len(str(self.move))


@dataclass(frozen=True, slots=True)
class Fold:
    """A log's timeline, and its entries. `names`: of the players in its sentences, by id."""

    timeline: Timeline
    entries: tuple[LoggedMove, ...] = ()
    size: int = START_BYTES
    """Its bytes in memory, estimated."""
    names: tuple[tuple[str, str], ...] = ()

    @property
    def number(self) -> int:
        """The last entry's number."""
        return self.timeline.number

    @property
    def hash(self) -> str:
        """The last entry's hash; empty for an empty log."""
        return self.entries[-1].hash if self.entries else ""

    @property
    def key(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """What its sentences depend on, besides the game and the language: log and names."""
        return self.hash, self.names

    @property
    def turn(self) -> int:
        """The number of the present round, from 1; 0 in games without rounds."""
        played = self.timeline.rules.rounds_played(self.timeline.state)
        return min(played[0] + 1, played[1]) if played else 0

    @property
    def before(self) -> Any:
        """The state before the last entry, or before all that were recorded together with it."""
        if not self.entries:
            return None
        first = next(runs(reversed(self.entries)))[-1]
        # An undo goes from the state after its step to the one before.
        return first.step.after if first.verb == UNDO else first.step.before

    def state_after(self, number: int) -> Any:
        """The state after the entry with that number; 0 is the start."""
        if not number:
            return self.timeline.start
        entry = self.entries[number - 1]
        return entry.step.before if entry.verb == UNDO else entry.step.after

    def by_key(self, key: str) -> LoggedMove | None:
        """The entry with this idempotency key; of several recorded together, the last."""
        group = f"{key}:"
        return next(
            (one for one in reversed(self.entries) if one.key == key or one.key.startswith(group)),
            None,
        )

    def extended(self, timeline: Timeline, entry: Entry) -> Fold:
        """The fold with one more entry, whose move `timeline` has played."""
        row = tuple(getattr(entry, column) for column in _COLUMNS)
        logged = _logged(timeline, cast(Row, row))
        entries, size = (*self.entries, logged), self.size + logged.size
        return replace(self, timeline=timeline, entries=entries, size=size)

    def replay(self, rows: Iterable[Row]) -> Fold:
        """The fold with more entries, all of them accepted before."""
        timeline, entries, size = self.timeline, list(self.entries), self.size
        for row in rows:
            timeline = timeline.replay(row[1])
            logged = _logged(timeline, row)
            entries.append(logged)
            size += logged.size
        return replace(self, timeline=timeline, entries=tuple(entries), size=size)


# Some 100 whole games.
_folds: LruCache[Fold] = LruCache(16 * MB, lambda fold: fold.size)


def fold_of(game: Game) -> Fold:
    """The game's log folded up to its last stored entry.

    Cost: proportional to the entries since the last call.
    """
    cached = _folds.get(_kept_under(game))
    fold = _updated(game, cached) if cached and cached.entries else None
    if fold is None:
        rules = rules_of(game)
        names = names_of(game) if rules.players else {}
        start = Timeline(rules, rules.named(start_of(game), names))
        fold = Fold(start, names=tuple(names.items())).replay(_rows(game, 1))
    if fold is not cached:
        keep(game, fold)
    return fold


def folds_of(games: Collection[Game]) -> dict[int, Fold]:
    """The games' logs folded, by the games' primary keys.

    Cost: one query, and for each log that is not cached up to its last entry as in `fold_of`.
    """
    heads = _heads([game.pk for game in games])
    found = {}
    for game in games:
        cached = _folds.get(_kept_under(game))
        is_newest = cached is not None and cached.hash == heads.get(game.pk, "")
        found[game.pk] = cached if cached and is_newest else fold_of(game)
    return found


def _heads(games: list[int]) -> dict[int, str]:
    """The hash of each log's last entry, if there is one."""
    if not games:
        return {}
    marks = ", ".join(["%s"] * len(games))
    last = "SELECT hash FROM play_entry WHERE game_id = play_game.id ORDER BY number DESC LIMIT 1"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id, ({last}) FROM play_game WHERE id IN ({marks})", games)  # noqa: S608
        return {pk: digest or "" for pk, digest in cursor.fetchall()}


def keep(game: Game, fold: Fold) -> None:
    """Cache the fold."""
    _folds.put(_kept_under(game), fold)


def _kept_under(game: Game) -> tuple[str, int]:
    return game.uid, game.stops


def _updated(game: Game, cached: Fold) -> Fold | None:
    """The fold with newer entries; None if the stored log is a different one."""
    # In SQL, as it runs for every page, and Django takes longer to build it than all the rest.
    since = "SELECT hash FROM play_entry WHERE game_id = %s AND number >= %s"
    with connection.cursor() as cursor:
        cursor.execute(f"{since} ORDER BY number LIMIT 2", [game.pk, cached.number])
        hashes = [digest for (digest,) in cursor.fetchall()]
    if hashes[:1] != [cached.hash]:
        return None
    return cached.replay(_rows(game, cached.number + 1)) if len(hashes) > 1 else cached


def _rows(game: Game, first: int) -> list[Row]:
    entries = Entry.objects.filter(game=game, number__gte=first).order_by("number")
    return list(entries.values_list(*_COLUMNS))


def _logged(timeline: Timeline, row: Row) -> LoggedMove:
    number, move, key, digest, person_id, role, at = row
    moved = timeline.undone if move["type"] == UNDO else timeline.standing
    # Never None: the entry was accepted, so it made, undid or redid a step.
    return LoggedMove(number, move, cast(Step, moved), key, digest, person_id, role, at)


# Since when the present turn, or another part of a game, has lasted.


def begun_with(part: Callable[[Any], object], state: Any, step: Step | None) -> int:
    """The number of the entry with which a part of the game began; 0: the start of the game.

    Args:
        part: of a state, what stays the same as long as that part lasts.
        state: one that follows `step`.
    """
    present = part(state)
    while step is not None:
        if part(step.before) != present:
            return step.number
        step = step.earlier
    return 0
