"""A log as people read it: entries that were recorded together are one line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import get_language, gettext

from moderator.play import selectors, sentences
from moderator.play.from_paper.notes import LateNote, late_notes
from moderator.play.log import groups
from moderator.play.log.folds import Fold, LoggedMove
from moderator.play.models import Entry, Game, Person
from moderator.play.table.authors import SlipAuthors, authors_of
from moderator.rules.viewer import Viewer
from moderator.rules.wire import REDO, UNDO

Run = tuple[LoggedMove, ...]


@dataclass(frozen=True, slots=True)
class Details:
    """What a group's line can be expanded to: its moves by number, and who wrote the slips."""

    moves: tuple[tuple[int, str], ...] = ()
    slips: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogLine:
    """The entries from `first` to `number` as people read them: usually one, or a whole group.

    `stands` is False for a move that was undone. `is_by_repeated`: the line above has the same
    author. `details` is None unless the line can be expanded. `late`: it was recorded later, from
    paper; only the first of several such lines has the note.
    """

    number: int
    sentence: str
    stands: bool
    by: str
    role: str
    at: datetime
    verb: str
    first: int
    details: Details | None = None
    is_by_repeated: bool = False
    late: LateNote | None = None

    @property
    def is_automatic(self) -> bool:
        """Whether `by` only triggered it."""
        return self.role == Entry.Role.SYSTEM


def log_lines(game: Game, fold: Fold, viewer: Viewer, limit: int | None = None) -> list[LogLine]:
    """The log for one viewer, newest first, without what the rules still hide from them.

    A move that was secret when it was undone stays secret. Only the moderator sees names.

    Args:
        limit: how many entries at most; all of them if left out.
    """
    standing = {step.number for step in fold.timeline.steps()}
    shown = list(_within(_seen(fold, viewer, standing), limit))
    authors = [_authors(game, fold, run, viewer) for run in shown]
    people = _people([run[0].person_id for run in shown], [one for each in authors for one in each])
    late = late_notes(game, (run[0] for run in shown), viewer)
    language = get_language()
    lines = [
        LogLine(
            number=run[-1].number,
            sentence=sentences.run_sentence(fold, run, language),
            stands=run[0].verb in (UNDO, REDO) or run[0].number in standing,
            by=author_of(run[0].role, people[run[0].person_id]) if viewer.is_moderator else "",
            role=run[0].role,
            at=run[0].at,
            verb=run[0].verb,
            first=run[0].number,
            details=_details(fold, run, slips, people),
            late=late.get(run[0].number),
        )
        for run, slips in zip(shown, authors, strict=True)
    ]
    return _without_repetitions(lines)


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


def last_move(fold: Fold, viewer: Viewer) -> Run | None:
    """The newest line of the log for this viewer that is news (`Rules.is_news`); None before that.

    It is its entries, the oldest first.
    """
    rules, standing = fold.timeline.game, {step.number for step in fold.timeline.steps()}
    for run in _seen(fold, viewer, standing):
        last = run[-1]
        if last.verb in (UNDO, REDO) or rules.is_news(last.step.before, last.step.move):
            return run
    return None


def details_of(game: Game, fold: Fold, run: Sequence[LoggedMove], viewer: Viewer) -> Details | None:
    """What a reveal can be expanded to; None for anything else.

    Only the moderator gets to know who wrote the slips.
    """
    authors = _authors(game, fold, run, viewer)
    return _details(fold, run, authors, _people([], authors))


def _seen(fold: Fold, viewer: Viewer, standing: Collection[int]) -> Iterator[Run]:
    """What the viewer may see, newest first, with the oldest entry of each group first."""
    for run in groups.runs(reversed(fold.entries)):
        is_hidden = groups.is_hidden(fold, run, viewer)
        if not is_hidden and run[0].step.number not in standing:
            is_hidden = groups.was_hidden(fold, run, viewer)
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


def _authors(
    game: Game, fold: Fold, run: Sequence[LoggedMove], viewer: Viewer
) -> tuple[SlipAuthors, ...]:
    return authors_of(game, fold, run[0]) if viewer.is_moderator and _is_reveal(run) else ()


def _is_reveal(run: Sequence[LoggedMove]) -> bool:
    return groups.is_group(run) and run[0].verb not in (UNDO, REDO)


def _details(
    fold: Fold,
    run: Sequence[LoggedMove],
    authors: Sequence[SlipAuthors],
    people: Mapping[int, Person],
) -> Details | None:
    if not _is_reveal(run):
        return None
    language = get_language()
    names = {seat.id: seat.name for seat in fold.timeline.game.seats_of(fold.timeline.state)}
    return Details(
        tuple((entry.number, sentences.sentence(fold, entry, language)) for entry in run),
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
    return selectors.people_by_pk({*recorded_by, *wrote})
