"""A log as people read it: a sentence for each entry; whose turn it is, and the last move."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from moderator.core import dice, log, queries
from moderator.core.cache import cached
from moderator.core.feature import FEATURES
from moderator.core.games import template_of
from moderator.core.log import Fold, LoggedMove, rules_of, scenario_of
from moderator.core.look import Look
from moderator.core.models import Entry, Game, Person
from moderator.rules.kinds import PLAYER
from moderator.rules.log import Step, Timeline
from moderator.rules.reading import REDO, UNDO, Wire
from moderator.rules.seating import SeatLabel, Viewer

# Entries of a log as sentences, in the page's language.


def sentence(fold: Fold, entry: LoggedMove, language: str | None = None) -> str:
    """An entry of the log as a sentence in this language, which is the page's."""
    return cached(
        "sentence",
        (entry.hash, fold.names, language or get_language()),
        lambda: entry_sentence(fold.timeline, entry.verb, entry.step),
    )


def entry_sentence(now: Timeline, verb: str, step: Step) -> str:
    """An entry as a sentence: its move, or which move it undoes or redoes."""
    move = str(step.move.describe(step.before))
    facts = {"number": step.number, "move": move}
    if verb == UNDO:
        return gettext("Takes back no. %(number)d: %(move)s") % facts
    if verb == REDO:
        return gettext("Puts back no. %(number)d: %(move)s") % facts
    return move


def run_sentence(fold: Fold, run: Sequence[LoggedMove], language: str | None = None) -> str:
    """Entries that were recorded together (`log.runs`) as one sentence."""
    if not log.is_group(run):
        return sentence(fold, run[0], language)
    steps = sorted((entry.step for entry in run), key=lambda step: step.number)
    label = group_label(fold, steps)
    facts = {"first": steps[0].number, "last": steps[-1].number, "move": label}
    if run[0].verb == UNDO:
        return gettext("Takes back nos. %(first)d–%(last)d: %(move)s") % facts
    if run[0].verb == REDO:
        return gettext("Puts back nos. %(first)d–%(last)d: %(move)s") % facts
    return label


def group_label(fold: Fold, steps: Sequence[Step]) -> str:
    """What moves that were recorded together are called, as with a reveal."""
    orders = fold.timeline.rules.orders
    if orders is not None and all(step.move.verb in orders.verbs for step in steps):
        return orders.reveal_label(steps[0].before)
    first = steps[0]
    if ended := fold.timeline.rules.turn_end_label(first.before, first.move):
        return ended
    return gettext("Recorded together: %(count)d moves") % {"count": len(steps)}


# The log as people read it: entries that were recorded together are one line.

Run = tuple[LoggedMove, ...]


@dataclass(frozen=True, slots=True)
class LateNote:
    """Entries `first` to `last` were played on paper. `by` is empty for all but the moderator.

    `played`: when, if that is known; `at`: when they were recorded.
    """

    first: int
    last: int
    by: str
    played: datetime | None
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SlipAuthors:
    """People, by primary key: who changed the player's orders, first ones first, and who sealed
    them at last."""

    player: str
    writers: tuple[int, ...]
    sealer: int


@dataclass(frozen=True, slots=True)
class Details:
    """What a group's line can be expanded to: its moves by number, and who wrote the slips."""

    moves: tuple[tuple[int, str], ...] = ()
    slips: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogLine:
    """The entries from `first` to `number` as people read them: usually one, or a whole group.

    `stands` is False for a move that was undone. `is_by_repeated`: the line above has the same
    author. `details` is None unless the line can be expanded. `comments`: on a log page only.
    `late`: it was recorded later, from paper; only the first of several such lines has the note.
    """

    number: int
    sentence: str
    stands: bool
    by: str
    role: str
    at: datetime
    first: int
    details: Details | None = None
    is_by_repeated: bool = False
    comments: tuple[Any, ...] = ()
    late: LateNote | None = None

    @property
    def is_automatic(self) -> bool:
        """Whether `by` only triggered it."""
        return self.role == Entry.Role.SYSTEM


def log_lines(look: Look, limit: int | None = None) -> list[LogLine]:
    """The log for one viewer, newest first, without what the rules still hide from them.

    A move that was secret when it was undone stays secret. Only the moderator sees names.

    Args:
        limit: how many entries at most; all of them if left out.
    """
    standing = {step.number for step in look.timeline.steps()}
    shown = list(_within(_seen(look.fold, look.viewer, standing), limit))
    authors = [_authors(look, run) for run in shown]
    people = _people([run[0].person_id for run in shown], [one for each in authors for one in each])
    late = late_notes(look, [run[0] for run in shown])
    language = get_language()
    lines = [
        LogLine(
            number=run[-1].number,
            sentence=run_sentence(look.fold, run, language),
            stands=run[0].verb in (UNDO, REDO) or run[0].number in standing,
            by=author_of(run[0].role, people[run[0].person_id]) if look.viewer.is_moderator else "",
            role=run[0].role,
            at=run[0].at,
            first=run[0].number,
            details=_details(look.fold, run, slips, people),
            late=late.get(run[0].number),
        )
        for run, slips in zip(shown, authors, strict=True)
    ]
    return _without_repetitions(lines)


def late_notes(look: Look, entries: Sequence[LoggedMove]) -> dict[int, LateNote]:
    """The notes on those of the entries that were recorded later, by the entries' numbers."""
    found: dict[int, LateNote] = {}
    for feature in FEATURES:
        found |= feature.late_notes(look, entries)
    return found


def _without_repetitions(lines: Sequence[LogLine]) -> list[LogLine]:
    """The lines without what the line above says already: the author, and the note on paper."""
    above = [("", False), *((line.by, line.is_automatic) for line in lines)]
    late = [None, *(line.late for line in lines)]
    return [
        replace(
            line,
            is_by_repeated=(line.by, line.is_automatic) == author,
            late=line.late if line.late != note else None,
        )
        for line, author, note in zip(lines, above, late, strict=False)
    ]


def author_of(role: str, person: Person) -> str:
    """Who made a move: the person who recorded it, or the program, whoever triggered its move."""
    return gettext("the program") if role == Entry.Role.PARTNER else person.display_name


def _newest(fold: Fold, viewer: Viewer) -> Run | None:
    """The newest line of the log for this viewer that is news (`Rules.is_news`); None before that.

    It is its entries, the oldest first.
    """
    rules, standing = fold.timeline.rules, {step.number for step in fold.timeline.steps()}
    for run in _seen(fold, viewer, standing):
        last = run[-1]
        if last.verb in (UNDO, REDO) or rules.is_news(last.step.before, last.step.move):
            return run
    return None


def details_of(look: Look, run: Sequence[LoggedMove]) -> Details | None:
    """What a reveal can be expanded to; None for anything else.

    Only the moderator gets to know who wrote the slips.
    """
    authors = _authors(look, run)
    return _details(look.fold, run, authors, _people([], authors))


def seen_numbers(fold: Fold, viewer: Viewer) -> frozenset[int]:
    """The numbers of the entries that the viewer may see."""
    standing = {step.number for step in fold.timeline.steps()}
    return frozenset(one.number for run in _seen(fold, viewer, standing) for one in run)


def _seen(fold: Fold, viewer: Viewer, standing: Collection[int]) -> Iterator[Run]:
    """What the viewer may see, newest first, with the oldest entry of each group first."""
    for run in log.runs(reversed(fold.entries)):
        is_hidden = log.is_hidden(fold, run, viewer)
        if not is_hidden and run[0].step.number not in standing:
            # It doesn't stand: whether it was hidden when it was undone.
            last = max((one.step for one in run), key=lambda step: step.number)
            is_hidden = log.is_hidden(fold, run, viewer, last.after)
        if not is_hidden:
            yield run[::-1]


def _within(runs: Iterable[Run], limit: int | None) -> Iterator[Run]:
    """As many as have at most `limit` entries together, but at least one."""
    count = 0
    for run in runs:
        if limit is not None and count and count + len(run) > limit:
            return
        count += len(run)
        yield run


def _authors(look: Look, run: Sequence[LoggedMove]) -> tuple[SlipAuthors, ...]:
    if not look.viewer.is_moderator or not _is_reveal(run):
        return ()
    return tuple(one for feature in FEATURES for one in feature.slip_authors(look, run[0]))


def _is_reveal(run: Sequence[LoggedMove]) -> bool:
    return log.is_group(run) and run[0].verb not in (UNDO, REDO)


def _details(
    fold: Fold,
    run: Sequence[LoggedMove],
    authors: Sequence[SlipAuthors],
    people: Mapping[int, Person],
) -> Details | None:
    if not _is_reveal(run):
        return None
    language = get_language()
    names = {seat.id: seat.name for seat in fold.timeline.seats}
    return Details(
        tuple((entry.number, sentence(fold, entry, language)) for entry in run),
        tuple(_slip_sentence(names[slip.player], slip, people) for slip in authors),
    )


def _slip_sentence(seat: str, slip: SlipAuthors, people: Mapping[int, Person]) -> str:
    sealer = people[slip.sealer].display_name
    if slip.writers == (slip.sealer,):
        return gettext("%(seat)s: written and sealed by %(name)s") % {"seat": seat, "name": sealer}
    writers = ", ".join(people[pk].display_name for pk in slip.writers)
    facts = {"seat": seat, "writers": writers, "sealer": sealer}
    return gettext("%(seat)s: written by %(writers)s, sealed by %(sealer)s") % facts


def _people(recorded_by: Iterable[int], authors: Iterable[SlipAuthors]) -> dict[int, Person]:
    wrote = (pk for slip in authors for pk in (*slip.writers, slip.sealer))
    return queries.people_by_pk({*recorded_by, *wrote})


# Whose turn it is, from the rules' offers.


def is_own_turn(look: Look) -> bool:
    """Whether it is the viewer's turn."""
    return look.game.is_running and look.viewer.seat in _awaited(look)


def bot_in_turn(look: Look, bots: frozenset[str]) -> SeatLabel | None:
    """The first of the bots whose turn it is, if it can play."""
    # Once the seed is public, dice are typed, which bots can't do.
    if not (bots and look.game.is_running and dice.can_bots_play(look)):
        return None
    awaited = bots & _awaited(look)
    seats = look.timeline.seats
    return next((seat for seat in seats if seat.id in awaited), None)


def bot_players(game: Game) -> frozenset[str]:
    if rules_of(game).bots is None:
        return frozenset()
    return frozenset(game.seats.filter(is_partner=True).values_list("player", flat=True))


def _awaited(look: Look) -> frozenset[str]:
    """The players who have to act."""
    for feature in FEATURES:
        found = feature.awaited(look)
        if found is not None:
            return found
    return cached("in turn", (look.game.uid, look.fold.hash), lambda: _offered(look))


def _offered(look: Look) -> frozenset[str]:
    if look.timeline.is_over:
        return frozenset()
    return frozenset(
        offer.player
        for offer in look.rules.offers(look.state)
        if offer.player and not offer.move.is_moderators and offer.is_open
    )


# A decided turn, which the server can play to its end.


def can_turn_end(look: Look) -> bool:
    """Whether the active player's turn is decided, and the server rolls what is left of it."""
    return dice.rolls_here(look) and next_to_end(look) is not None


def next_to_end(look: Look) -> Wire | None:
    """The next move of a decided turn; None if it isn't decided."""
    rules, state = look.rules, look.state
    moves = (rules.next_to_end_turn(state, player) for player in rules.movers(state))
    return next((move for move in moves if move is not None), None)


# The last move as charts say it; on the wall, with the letters of its seats.

LONG = 80


@dataclass(frozen=True, slots=True)
class Phrase:
    """A piece of a sentence; with a `seat` it is that seat's name."""

    text: str
    seat: SeatLabel | None = None


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last move that a viewer may see, or those that were recorded together with it.

    `effects`: what it meant, as sentences (`Rules.effects`).
    """

    number: int
    phrases: tuple[Phrase, ...]
    effects: tuple[str, ...]

    @property
    def is_long(self) -> bool:
        """Whether it needs small letters."""
        return sum(len(phrase.text) for phrase in self.phrases) > LONG


def last_sentence(fold: Fold, viewer: Viewer) -> str:
    """The last move in the log's words; empty before the first."""
    run = _newest(fold, viewer)
    return run_sentence(fold, run, get_language()) if run else ""


def last_move(fold: Fold, viewer: Viewer) -> LastMove | None:
    """The last move in pieces; None before the first."""
    run = _newest(fold, viewer)
    return said_move(fold, run, viewer) if run else None


def said_move(fold: Fold, run: Sequence[LoggedMove], viewer: Viewer) -> LastMove:
    """Entries that were recorded together, in pieces."""
    rules, first, last = fold.timeline.rules, run[0], run[-1]
    seats = rules.seats_of(fold.timeline.state)
    sentence = run_sentence(fold, run, get_language()).replace(" → ", "\u00a0→\u00a0")
    named = [seats[number] for number in _players(first.step.move)] if len(run) == 1 else []
    states = first.step.before, last.step.after
    effects = rules.effects(*states, viewer) if last.verb != UNDO else ()
    return LastMove(last.number, tuple(phrases(sentence, named)), effects)


def phrases(sentence: str, seats: Sequence[SeatLabel]) -> Iterator[Phrase]:
    """The sentence in pieces: the first time that each of the seats is named is one of its own.

    A place may have the name of a seat, so only the first time counts.

    >>> from moderator.rules.seating import seats
    >>> egypt, ur = seats([("egypt", "Egypt"), ("ur", "Ur")])
    >>> [one.text for one in phrases("Egypt attacks Ur in Ur with 5", [egypt, ur])]
    ['Egypt', ' attacks ', 'Ur', ' in Ur with 5']
    >>> both = seats([("u", "Ur"), ("n", "Ur-Nammu")])
    >>> [one.text for one in phrases("Ur-Nammu attacks Ur", both)]
    ['Ur-Nammu', ' attacks ', 'Ur']
    """
    left = {seat.name: seat for seat in seats}
    # The longest first: a name may be the beginning of another one.
    names = "|".join(map(re.escape, sorted(left, key=len, reverse=True)))
    at = 0
    for found in re.finditer(rf"(?<!\w)(?:{names})(?!\w)", sentence) if left else ():
        seat = left.pop(found[0], None)
        if seat is None:
            continue
        if at < found.start():
            yield Phrase(sentence[at : found.start()])
        yield Phrase(found[0], seat)
        at = found.end()
    if at < len(sentence):
        yield Phrase(sentence[at:])


def _players(move: Any) -> Iterator[int]:
    """The players whom a move names."""
    for one in fields(move):
        if one.metadata.get("kind") is PLAYER:
            yield getattr(move, one.name)


# What a game's maps refer to: the same from move to move, so it is on the page and in no frame.


def map_base_of(game: Game | None, has_switch: bool = True) -> SafeString:
    """The game's `map_base.html`; empty if it has none.

    Args:
        has_switch: whether the page shows either the chart or the map, or both.
    """
    template = template_of(game.rules, "map_base.html") if game else ""
    if game is None or not template:
        return SafeString()

    def make() -> SafeString:
        return render_to_string(template, {"scenario": scenario_of(game), "has_switch": has_switch})

    return cached("base map", (game.uid, get_language(), has_switch), make)
