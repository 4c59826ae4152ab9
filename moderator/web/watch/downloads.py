"""A game's sheets and record as downloads; `?game=` asks for an earlier game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from moderator import sheets
from moderator.play import selectors
from moderator.play.log import folds, groups
from moderator.play.log.entries import genesis
from moderator.play.log.folds import Fold, LoggedMove
from moderator.play.models import Game, Group
from moderator.play.stopped import end_of_stopped
from moderator.rules import record as records
from moderator.rules.viewer import PUBLIC
from moderator.web.core.access import group_for
from moderator.web.core.responses import CONFLICT, file_response, render_page
from moderator.web.core.sheet_links import requested_game, requested_paper


@dataclass(frozen=True)
class SealedPage:
    """The context of the page that says why there is no record yet."""

    group: Group
    game: Game


@require_safe
@group_for("print-sheet")
def sheet_pdf(request: HttpRequest, group: Group, sheet: str) -> HttpResponse:
    """A sheet; with `?moves=1` it lists the moves that stand, if it can; 404 if there is none."""
    game = requested_game(request, group)
    fold = folds.fold_of(game)
    now = fold.timeline
    kind = sheets.sheets_of(now.game.id).get(sheet)
    if kind is None:
        raise Http404
    is_logged = kind.add_moves and ("moves" in request.GET or kind.is_logged)
    shown, number = _shown(game, fold, kind)
    pdf = kind.pdf(
        shown,
        stamp_of(game, number),
        requested_paper(request),
        _lines(fold, number) if is_logged else (),
    )
    return file_response(pdf, "application/pdf", _file_name(game, f"{sheet}.pdf"))


@require_safe
@group_for("see-record")
def record(request: HttpRequest, group: Group) -> HttpResponse:
    """The game's record, with every secret; 409 as long as nobody may see it."""
    game = requested_game(request, group)
    if selectors.is_sealed(game):
        return render_page(request, "web/watch/sealed.html", SealedPage(group, game), CONFLICT)
    data = records.write(selectors.record_of(game))
    name = _file_name(game, "record.json")
    return file_response(data, "application/json", name, is_saved=True)


def _shown(game: Game, fold: Fold, kind: sheets.SheetKind) -> tuple[sheets.GameSnapshot, int]:
    """What the sheet shows, and up to which entry: of a stopped game perhaps not the last one."""
    now, end = fold.timeline, end_of_stopped(game, fold)
    seats = now.game.seats_of(now.state)
    if end is None or not kind.is_ranking:
        return sheets.GameSnapshot(now.game, now.state, seats), now.number
    if end.state is None:
        return sheets.GameSnapshot(now.game, now.start, seats, end.sentence), 0
    return sheets.GameSnapshot(now.game, end.state, seats, end.sentence), end.number


def stamp_of(game: Game, number: int) -> sheets.Stamp:
    """The stamp of a sheet: the log up to that entry, and when the entry was recorded.

    The number is that of the view, since a move may be recorded while the sheet is made.
    """
    last = game.entries.filter(number=number).first()
    classroom = game.group.classroom
    return sheets.Stamp(
        group_name=game.group.name,
        class_name=classroom.name,
        game_number=game.number,
        entries=number,
        hash=last.hash if last else genesis(game),
        at=last.at if last else game.created,
        time_zone=classroom.time_zone,
        id=game.uid,
        language=get_language() or "en",
    )


def _lines(fold: Fold, number: int) -> tuple[sheets.MoveLine, ...]:
    """The moves up to that entry that stand and are public, in order; a reveal's below what it is
    called."""
    standing = (run for run in groups.standing(fold) if run[0].number <= number)
    shown = (run for run in standing if not groups.is_hidden(fold, run, PUBLIC))
    return tuple(line for run in shown for line in _lines_of(fold, run))


def _lines_of(fold: Fold, run: Sequence[LoggedMove]) -> Iterator[sheets.MoveLine]:
    describe = fold.timeline.game.describe
    moves = [(one.number, str(describe(one.step.before, one.step.move))) for one in run]
    if groups.is_group(run):
        yield sheets.MoveGroup(selectors.run_sentence(fold, run), moves)
    else:
        yield from moves


def _file_name(game: Game, end: str) -> str:
    group = slugify(game.group.name, allow_unicode=True) or f"group-{game.group.number}"
    return f"{group}-game-{game.number}-{end}"
