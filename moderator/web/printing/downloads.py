"""A game's sheets and record as downloads; `?game=` asks for an earlier game."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from moderator import sheets
from moderator.play import selectors
from moderator.play.models import Game, Group
from moderator.rules import record as records
from moderator.web.core.access import group_for
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import CONFLICT, file_response, render_page
from moderator.web.core.sheet_links import can_be_printed, requested_game, requested_paper
from moderator.web.core.sheet_names import slug_of
from moderator.web.printing.game_sheets import SheetRequest, game_sheet
from moderator.web.printing.people import Site
from moderator.web.printing.shown_state import NoSuchMove


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
    kind = sheets.sheets_of(game.rules).get(sheet)
    if kind is None or not can_be_printed(game, kind):
        raise Http404
    paper = requested_paper(request)
    asked = SheetRequest(
        paper,
        language=get_language() or "en",
        has_moves="moves" in request.GET,
        is_for_moderator="moderator" in request.GET,
        move=_requested_move(request),
    )
    try:
        made = game_sheet(game, kind, Site.of(request), asked)
    except NoSuchMove:
        raise Http404 from None
    pdf = sheets.pdf_of(made.parts)
    parts = [
        _sheet_name(kind, made.is_logged),
        *([f"move-{asked.move}"] if asked.move is not None else []),
    ]
    if made.is_secret:
        parts.append("moderator-only")
    return file_response(pdf, "application/pdf", _file_name(game, *parts, f"{paper}.pdf"))


def _requested_move(request: HttpRequest) -> int | None:
    """The number `?move=`, None without one; 404 for anything else."""
    if "move" not in request.GET:
        return None
    move = whole_number(request.GET["move"])
    if move is None:
        raise Http404
    return move


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
