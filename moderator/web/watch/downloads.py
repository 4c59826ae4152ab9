"""A game's sheets and record as downloads; `?game=` asks for an earlier game."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from moderator import sheets
from moderator.play import selectors
from moderator.play.log import folds
from moderator.play.log.entries import genesis
from moderator.play.models import Game, Group
from moderator.rules import record as records
from moderator.web.core.access import group_for
from moderator.web.core.responses import CONFLICT, file_response, render_page
from moderator.web.core.sheet_links import requested_game, requested_paper
from moderator.web.core.sheet_names import slug_of
from moderator.web.watch.sheet_moves import move_lines
from moderator.web.watch.sheet_people import (
    has_names,
    join_place,
    moderators_of,
    players_by_seat,
)
from moderator.web.watch.sheet_state import state_for


@dataclass(frozen=True)
class SealedPage:
    """The context of the page that says why there is no record yet."""

    group: Group
    game: Game


@require_safe
@group_for("print-sheet")
def sheet_pdf(request: HttpRequest, group: Group, sheet: str) -> HttpResponse:
    """A sheet; 404 if there is none.

    With `?moves=1` it lists the moves that stand, if it can. With `?moderator=1` it shows what is
    still secret, if it can, and says so. `?move=` asks for the state after that entry.
    """
    game = requested_game(request, group)
    fold = folds.fold_of(game)
    kind = sheets.sheets_of(game.rules).get(sheet)
    if kind is None:
        raise Http404
    is_logged = bool(kind.add_moves) and ("moves" in request.GET or kind.is_logged)
    shown, paper = state_for(request, game, fold, kind), requested_paper(request)
    pdf = kind.pdf(
        shown.snapshot,
        stamp_of(request, game, shown.number, shown.viewer.is_moderator),
        paper,
        move_lines(fold, shown.number, shown.viewer) if is_logged else (),
    )
    parts = [
        _sheet_name(kind, is_logged),
        *([f"move-{shown.move}"] if shown.move is not None else []),
    ]
    if kind.is_secret or shown.viewer.is_moderator:
        parts.append("moderator-only")
    return file_response(pdf, "application/pdf", _file_name(game, *parts, f"{paper}.pdf"))


@require_safe
@group_for("see-record")
def record(request: HttpRequest, group: Group) -> HttpResponse:
    """The game's record, with every secret; 409 as long as nobody may see it."""
    game = requested_game(request, group)
    if selectors.is_sealed(game):
        return render_page(request, "web/watch/sealed.html", SealedPage(group, game), CONFLICT)
    data = records.write(selectors.record_of(game))
    now = selectors.timeline(game)
    is_open = now.game.is_over(now.state)
    name = _file_name(game, "record.json" if is_open else "record-moderator-only.json")
    return file_response(data, "application/json", name, is_saved=True)


def stamp_of(
    request: HttpRequest, game: Game, number: int, is_moderators_only: bool = False
) -> sheets.Stamp:
    """The stamp of a sheet: the log up to that entry, when it was recorded, and who plays.

    The number is that of the view, since a move may be recorded while the sheet is made.
    """
    last = game.entries.filter(number=number).first()
    classroom = game.group.classroom
    is_named = has_names(game)
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
        moderators=moderators_of(game) if is_named else "",
        players=players_by_seat(game) if is_named else {},
        join=join_place(request, game),
        is_moderators_only=is_moderators_only,
    )


def _sheet_name(kind: sheets.SheetKind, is_logged: bool) -> str:
    """The sheet's name for a file; with its moves if they are there on request only."""
    name = slugify(str(kind.name), allow_unicode=True) or kind.id
    return f"{name}-and-moves" if is_logged and not kind.is_logged else name


def _file_name(game: Game, *parts: str) -> str:
    """The class, the group, the game and these parts: no two files of a class share it."""
    group = game.group
    classroom = slug_of(group.classroom.name, f"class-{group.classroom_id}")
    name = slug_of(group.name, f"group-{group.number}")
    return "-".join([classroom, name, f"game-{game.number}", *parts])
