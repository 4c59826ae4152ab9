"""A game in short, for pages that show many: its round, who is to act, and who leads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from moderator.play.cache import MB, LruCache
from moderator.play.log.folds import Fold
from moderator.play.models import Entry, Game
from moderator.play.stopped import end_of_stopped
from moderator.play.table.snapshot import Table, shown_state, table_of
from moderator.rules.game import Rules
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import PUBLIC
from moderator.web.core.game_files import more_styles_of, template_of

MARKS_MOST = 10
WAITING, RUNNING, STOPPED, OVER = "waiting", "running", "stopped", "over"


@dataclass(frozen=True, slots=True)
class GameNow:
    """What everybody may know of a game, and who was its moderator last.

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
        leaders: the seats with the most points; none before the first move, and after the end.
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


_games: LruCache[GameNow] = LruCache(MB, entry_bytes=2_500)  # some 200
_small: LruCache[SafeString] = LruCache(2 * MB)


def game_now_of(game: Game, fold: Fold) -> GameNow:
    """The game in short; `game` must be as it is in the database now."""
    key = (game.uid, fold.hash, game.changes, game.stops, get_language())
    return _games.get_or_make(key, lambda: _game_now(game, fold, table_of(game, fold)))


def small_chart(game: Game, fold: Fold, name: str) -> SafeString:
    """The game's chart in small, as everybody may see it; empty if its rules have none."""
    template = template_of(game.rules, "small_chart.html")
    if not template:
        return SafeString()
    table = table_of(game, fold)
    key = (game.uid, fold.hash, table.slips.public_number, name, get_language())

    def make() -> SafeString:
        rules = fold.timeline.game
        state = shown_state(fold, table)
        view = rules.view(state, PUBLIC, fold.before)
        return render_to_string(template, {"view": view, "name": name})

    return _small.get_or_make(key, make)


def small_styles(games: Iterable[Game]) -> tuple[str, ...]:
    """The static paths of the style sheets of these games' small charts."""
    return tuple(dict.fromkeys(style for game in games for style in more_styles_of(game, "small")))


def _game_now(game: Game, fold: Fold, table: Table) -> GameNow:
    rules, state = fold.timeline.game, shown_state(fold, table)
    seats, status = rules.seats_of(state), _status(game, fold)
    ended = end_of_stopped(game, fold)
    played, rounds = rules.rounds_played(state) or (0, 0)
    slips = table.slips.slips if status == RUNNING else ()
    awaited = _awaited(rules, state, seats, table) if status == RUNNING else ()
    points = rules.points(state, PUBLIC) if status == RUNNING and fold.number else ()
    best, *others = sorted(points, reverse=True) or [0]
    numbers = [table.reminders.number_for(seat.id) for seat in awaited]
    return GameNow(
        status=status,
        round=min(played + 1, rounds),
        rounds=rounds,
        round_word=rules.round_word,
        sentence=ended.sentence if ended else rules.glance(state),
        seats=seats,
        awaited=awaited,
        writers=len(slips),
        reminded=min(numbers, default=0),
        reminders=sum(table.reminders.numbers.values()),
        moved_at=fold.entries[-1].at if fold.entries else None,
        moderator=_last_moderator(fold),
        leaders=tuple(seat for seat, own in zip(seats, points, strict=False) if own == best),
        points=best,
        ahead=best - others[0] if others else 0,
    )


def _status(game: Game, fold: Fold) -> str:
    if game.is_waiting:
        return WAITING
    if fold.timeline.game.is_over(fold.timeline.state):
        return OVER
    return STOPPED if game.is_stopped else RUNNING


def _awaited(
    rules: Rules[Any], state: Any, seats: Sequence[SeatLabel], table: Table
) -> tuple[SeatLabel, ...]:
    """Whose order slips are missing; where none are written, those who have a task."""
    if table.slips.is_open:
        missing = {slip.player for slip in table.slips.missing}
        return tuple(seat for seat in seats if seat.id in missing)
    return tuple(seat for seat in seats if rules.task(state, seat.id).is_own)


def _last_moderator(fold: Fold) -> int | None:
    recorded = (one.person_id for one in reversed(fold.entries) if one.role == Entry.Role.MODERATOR)
    return next(recorded, None)
