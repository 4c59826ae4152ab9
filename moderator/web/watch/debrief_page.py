"""What the page of a debrief contains besides the film: what was said, and whose of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from moderator.play.log.history import History
from moderator.rules.promises import PENDING, Verdict
from moderator.rules.seating import SeatLabel
from moderator.web.feed.records import PromiseRow
from moderator.web.feed.said import SaidItem
from moderator.web.watch.debrief_findings import Findings
from moderator.web.watch.debrief_lanes import Placed, decisive
from moderator.web.watch.debrief_marks import Lanes, verdict_names
from moderator.web.watch.jumps import Jump
from moderator.web.watch.replay_page import Film

LETTER_MS = 45  # to read one on a wall
READING_MOST_MS = 30_000
LINES_MOST = 100  # of what was said up to a position: each costs half a millisecond


@dataclass(frozen=True, slots=True)
class SaidLine:
    """Something that was said, with its position."""

    item: SaidItem
    number: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A promise that the move of a position has decided; `is_exchange`: the one in exchange."""

    row: PromiseRow
    verdict: Verdict
    is_exchange: bool = False

    @property
    def seat(self) -> SeatLabel:
        """Whose promise it was."""
        return self.row.partner if self.is_exchange else self.row.maker

    @property
    def name(self) -> str:
        """The verdict in a word."""
        return verdict_names().get(self.verdict.kind, "")

    @property
    def sentence(self) -> str:
        """What was promised."""
        return self.row.exchange if self.is_exchange else self.row.sentence


@dataclass(frozen=True, slots=True)
class RoundOfTalk:
    """What was said in a round, as far as the film has come."""

    name: str
    lines: tuple[SaidLine, ...]
    is_now: bool


@dataclass(frozen=True, slots=True)
class Words:
    """What was said at the position shown, what its move decided, and the newest of what was said
    up to it. So many `older` lines are left out, the last of them at entry `older_at`."""

    now: tuple[SaidItem, ...]
    decided: tuple[Decided, ...]
    rounds: tuple[RoundOfTalk, ...]
    letters: int
    older: int = 0
    older_at: int = 0

    @property
    def number(self) -> int:
        """How much was said up to here."""
        return self.older + sum(len(one.lines) for one in self.rounds)

    @property
    def size(self) -> str:
        """How large a wall can show it."""
        sizes = ((350, "few"), (900, "some"), (1_700, "many"))
        return next((name for most, name in sizes if self.letters <= most), "most")

    @property
    def reading_ms(self) -> int:
        """How much longer the film stops here."""
        return min(self.letters * LETTER_MS, READING_MOST_MS)


@dataclass(frozen=True, slots=True)
class WhoLink:
    """A filter of what was said: `seat` None for no filter."""

    seat: SeatLabel | None
    url: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class Who:
    """By whom what is shown was said. `pairs`: with whom else, once a player is chosen."""

    chosen: tuple[SeatLabel, ...]
    links: tuple[WhoLink, ...]
    pairs: tuple[WhoLink, ...]


@dataclass(frozen=True)
class DebriefPage(Film):
    """The debrief: the film with what has been released of messages and records.

    `state`: why there is nothing to read, or empty; `summary`: how much there is. `events`: the
    jumps to positions at which something was said, decided or marked. `version` changes with what
    has been released; `url`: where a script asks for it.
    """

    lanes: Lanes | None
    words: Words
    who: Who | None
    state: str
    summary: str
    events: tuple[Jump, ...]
    is_wall: bool
    findings: Findings
    version: str
    refresh_s: int
    url: str


def placed_in(history: History, items: Sequence[SaidItem]) -> tuple[Placed, ...]:
    """The items with the positions at which they were said, and at which promises were decided."""
    return tuple(
        Placed(item, history.at(item.log_number), _decided_at(history, item)) for item in items
    )


def first_said(history: History, placed: Sequence[Placed]) -> int:
    """The entry of the first position at which something was said; if nothing was, the start's."""
    return history.places[min((one.index for one in placed), default=0)].number


def words_at(history: History, placed: Sequence[Placed], index: int) -> Words:
    """What was said up to a position."""
    now = tuple(one.item for one in placed if one.index == index)
    decided = tuple(
        one for each in placed for one in verdicts_in(each.item) if _is_here(history, one, index)
    )
    texts = [_text(item) for item in now] + [one.sentence for one in decided]
    until = sorted((one for one in placed if one.index <= index), key=lambda one: one.index)
    older = until[:-LINES_MOST]
    return Words(
        now,
        decided,
        _rounds(history, until[-LINES_MOST:], index),
        sum(map(len, texts)),
        len(older),
        history.places[older[-1].index].number if older else 0,
    )


def verdicts_in(item: SaidItem) -> tuple[Decided, ...]:
    """The verdicts that a move has decided, of a promise and what was promised in exchange."""
    row = item.promise
    if row is None:
        return ()
    found = ((row.verdict, False), (row.exchange_verdict, True))
    return tuple(
        Decided(row, verdict, is_exchange)
        for verdict, is_exchange in found
        if verdict and verdict.entry and verdict.kind != PENDING
    )


def visible(item: SaidItem) -> SaidItem:
    """The item without the numbers that count what others can't read."""
    if item.contact:
        row = item.contact
        return replace(item, contact=replace(row, contact=replace(row.contact, number=0)))
    if item.promise:
        line = item.promise
        return replace(item, promise=replace(line, promise=replace(line.promise, number=0)))
    return item


def _decided_at(history: History, item: SaidItem) -> int | None:
    verdict = decisive(item)
    return history.at(verdict.entry) if verdict and verdict.entry else None


def _is_here(history: History, one: Decided, index: int) -> bool:
    return one.verdict.entry is not None and history.at(one.verdict.entry) == index


def _rounds(history: History, until: Sequence[Placed], index: int) -> tuple[RoundOfTalk, ...]:
    rules = history.fold.timeline.game
    names = [rules.round_of(place.state) for place in history.places]
    return tuple(
        RoundOfTalk(
            name,
            tuple(SaidLine(one.item, history.places[one.index].number) for one in run),
            name == names[index],
        )
        for name, run in groupby(until, key=lambda one: names[one.index])
    )


def _text(item: SaidItem) -> str:
    if item.message:
        return item.message.text
    if item.contact:
        return item.contact.contact.text
    return f"{item.promise.sentence}{item.promise.exchange}" if item.promise else ""
