"""What is read. Nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext

from moderator.play import folds, keys, log
from moderator.play.models import Classroom, Entry, Game, Group, Person, Seat
from moderator.rules.game import Viewer
from moderator.rules.log import REDO, UNDO, Step, Timeline
from moderator.rules.record import Record


def classroom_by_code(code: str) -> Classroom | None:
    """The classroom that a typed code names."""
    return Classroom.objects.filter(code=keys.code_read(code)).first()


def group_by_code(code: str) -> Group | None:
    """The group that a typed code names."""
    return Group.objects.select_related("classroom").filter(code=keys.code_read(code)).first()


def game_now(group: Group) -> Game | None:
    """The group's present game: its newest."""
    return group.games.order_by("-number").first()


def entries(game: Game) -> QuerySet[Entry]:
    """The game's log, oldest first, with who recorded each entry."""
    return game.entries.select_related("person").order_by("number")


def timeline(game: Game) -> Timeline:
    """The game's log folded.

    Cost: see `folds.fold_of`.
    """
    return folds.fold_of(game).timeline


def head(game: Game) -> tuple[int, str]:
    """The log's number and hash, as sheets and records carry them; of an empty one, its genesis."""
    last = game.entries.order_by("-number").values_list("number", "hash").first()
    return last or (0, log.genesis(game))


def record_of(game: Game) -> Record:
    """The game as a record (spec/record.md), with the head of its log. It holds every secret."""
    last = game.entries.order_by("-number").first()
    number, digest = (last.number, last.hash) if last else (0, log.genesis(game))
    moves = game.entries.filter(number__lte=number).order_by("number")
    return Record(
        game=game.rules,
        scenario=game.scenario,
        options=game.options,
        moves=list(moves.values_list("move", flat=True)),
        more={
            "id": game.uid,
            "title": game.title,
            "log": {"number": number, "hash": digest},
        },
    )


def people(classroom: Classroom) -> QuerySet[Person]:
    """Who is in the class now."""
    return classroom.people.filter(is_removed=False).select_related("group")


def seat_of(person: Person, game: Game) -> Seat | None:
    """The person's seat in the game."""
    if person.is_removed:
        return None
    return person.seats.filter(game=game).first()


def seats(game: Game) -> QuerySet[Seat]:
    """The game's seats in the order of play, with who sits there."""
    return game.seats.prefetch_related("persons").order_by("pk")


@dataclass(frozen=True, slots=True)
class Glance:
    """A group's state at a glance."""

    group: Group
    game: Game | None
    number: int  # entries in the log
    sentence: str  # the rules' own, nothing secret
    is_over: bool


def glance(group: Group) -> Glance:
    """How the group's present game stands."""
    game = game_now(group)
    if game is None:
        return Glance(group, None, 0, gettext("No game yet"), False)
    now = timeline(game)
    return Glance(
        group=group,
        game=game,
        number=now.number,
        sentence=now.game.glance(now.state),
        is_over=now.game.is_over(now.state),
    )


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry as people read it. `stands` is False for a move that was taken back."""

    number: int
    sentence: str
    stands: bool
    by: str
    role: str
    at: datetime
    verb: str


def log_lines(game: Game, viewer: Viewer, limit: int | None = None) -> list[LogLine]:
    """The log for one viewer, newest first, without what the rules still hide from that viewer.

    Args:
        limit: how many lines at most; all of them if left out.
    """
    fold = folds.fold_of(game)
    now = fold.timeline
    standing = {step.number for step in now.steps()}
    shown = _seen(fold, viewer, limit)
    lines: list[LogLine] = []
    for entry in entries(game).filter(number__in=shown).reverse():
        step = fold.steps[entry.number - 1]
        verb = str(entry.move["type"])
        lines.append(
            LogLine(
                number=entry.number,
                sentence=entry_sentence(now, verb, step),
                stands=verb in (UNDO, REDO) or entry.number in standing,
                by=entry.person.display_name,
                role=entry.role,
                at=entry.at,
                verb=verb,
            )
        )
    return lines


def _seen(fold: folds.Fold, viewer: Viewer, limit: int | None) -> list[int]:
    """The numbers of the newest entries that the viewer may know."""
    now = fold.timeline
    numbers: list[int] = []
    for number in range(now.number, 0, -1):
        step = fold.steps[number - 1]
        if len(numbers) == limit:
            break
        if not now.game.is_hidden(step.before, step.move, now.state, viewer):
            numbers.append(number)
    return numbers


def entry_sentence(now: Timeline, verb: str, step: Step) -> str:
    """An entry as people read it: its move, or which one it takes back or puts back."""
    said = now.game.say(step.before, step.move)
    facts = {"number": step.number, "move": said}
    if verb == UNDO:
        return gettext("Takes back no. %(number)d: %(move)s") % facts
    if verb == REDO:
        return gettext("Puts back no. %(number)d: %(move)s") % facts
    return said
